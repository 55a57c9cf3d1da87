//! What can be said about an expression whose canonical form is too large. Thermographs need no canonical
//! form. In a sum the means add up, and the temperature is at most the highest of the parts.

use super::Expression;
use crate::{ByPlayer, Dyadic, Error, Thermograph, Values};

/// What is known about a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The mean.
    pub mean: Dyadic,
    /// An upper bound on the temperature. It is exact if the thermograph is known.
    pub temperature_at_most: Dyadic,
    /// The thermograph. `None` means it is unknown.
    pub thermograph: Option<Thermograph>,
}

impl From<Thermograph> for Outlook {
    fn from(thermograph: Thermograph) -> Self {
        let (mean, temperature_at_most) = (thermograph.mean(), thermograph.temperature());
        Self { mean, temperature_at_most, thermograph: Some(thermograph) }
    }
}

impl Values {
    /// What can be known about an expression without its canonical form. `None` means nothing is.
    ///
    /// ```
    /// use values::{Values, notation::Expression};
    /// let values = Values::new();
    /// let outlook = values.outlook(&Expression::parse("{10|8||2} + {5|-3}")?)?.unwrap();
    /// assert_eq!(outlook.mean.to_string(), "13/2");
    /// assert_eq!(outlook.temperature_at_most.to_string(), "4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outlook(&self, expression: &Expression) -> Result<Option<Outlook>, Error> {
        let one = |expression: &Expression| crate::store::deep(|| self.outlook(expression));
        Ok(match expression {
            Expression::Options(left, right) => {
                let mut sides = ByPlayer::<Vec<Thermograph>>::default();
                for (options, thermographs) in [left, right].into_iter().zip(&mut sides) {
                    for option in options {
                        let Some(thermograph) = one(option)?.and_then(|outlook| outlook.thermograph) else {
                            return Ok(None);
                        };
                        thermographs.push(thermograph);
                    }
                }
                Some(Thermograph::of_options(&sides.left, &sides.right)?.into())
            }
            Expression::Negative(g) => one(g)?.map(|outlook| Outlook {
                mean: -outlook.mean,
                thermograph: outlook.thermograph.map(|thermograph| thermograph.negated()),
                ..outlook
            }),
            Expression::Sum(terms) => {
                let (mut mean, mut temperature_at_most) = (Dyadic::ZERO, Dyadic::MINUS_ONE);
                for term in terms {
                    let Some(outlook) = one(term)? else { return Ok(None) };
                    mean = mean.plus(outlook.mean)?;
                    temperature_at_most = temperature_at_most.max(outlook.temperature_at_most);
                }
                Some(Outlook { mean, temperature_at_most, thermograph: None })
            }
            Expression::Multiple(n, g) => match one(g)? {
                Some(outlook) => {
                    Some(Outlook { mean: outlook.mean.times(*n)?, thermograph: None, ..outlook })
                }
                None => None,
            },
            Expression::Closed(_) | Expression::Switch(_) | Expression::Operation(..) => {
                Some(self.thermograph(self.evaluate(expression)?)?.clone().into())
            }
        })
    }
}
