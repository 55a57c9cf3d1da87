//! Proofs as text: the claim, a line for each state, and a checksum. Reading a text gives the same proof, or
//! an error with the line that is damaged.

use super::{Chosen, Proof};
use std::fmt::Write;

const FIRST_LINE: &str = "tedomari proof 1";

/// Why a text cannot be read as a proof.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum ProofError {
    /// The first line is not that of a proof.
    #[error("this is no proof: its first line is not '{FIRST_LINE}'")]
    Foreign,
    /// A line is not what it should be.
    #[error("line {0} of the proof should be {1}")]
    Line(usize, &'static str),
    /// The checksum does not match.
    #[error("the proof is damaged: its checksum is wrong")]
    Checksum,
    /// The end is missing.
    #[error("the proof is damaged: its end is missing")]
    Cut,
}

impl Proof {
    /// The proof as text; `subject` says in one line what it is about.
    #[must_use]
    pub fn write(&self, subject: &str) -> String {
        let subject: String = subject.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let claim = if self.holds { "at least" } else { "less than" };
        let mut text = format!("{FIRST_LINE}\n{}\nleft gets {claim} {}\n", subject.trim(), self.threshold);
        for chosen in &self.states {
            let _ = match chosen {
                Chosen::One(index, next) => write!(text, "one {index} {next}"),
                Chosen::All(all) => {
                    text.push_str("all");
                    all.iter().try_for_each(|next| write!(text, " {next}"))
                }
            };
            text.push('\n');
        }
        let sum = checksum(&text);
        let _ = writeln!(text, "checksum {sum:016x}");
        text
    }

    /// Reads a proof, and the line that says what it is about.
    pub fn read(text: &str) -> Result<(String, Self), ProofError> {
        if text.lines().next() != Some(FIRST_LINE) {
            return Err(ProofError::Foreign);
        }
        let body = text.strip_suffix('\n').ok_or(ProofError::Cut)?;
        let (body, last) = body.rsplit_once('\n').ok_or(ProofError::Cut)?;
        let sum = last.strip_prefix("checksum ").ok_or(ProofError::Cut)?;
        let body = &text[..=body.len()];
        if sum != format!("{:016x}", checksum(body)) {
            return Err(ProofError::Checksum);
        }
        let mut lines = body.lines().skip(1);
        let subject = lines.next().ok_or(ProofError::Cut)?.to_owned();
        let (threshold, holds) = claim(lines.next().ok_or(ProofError::Cut)?)
            .ok_or(ProofError::Line(3, "'left gets at least N' or 'left gets less than N'"))?;
        let state = |(i, line)| {
            chosen(line).ok_or(ProofError::Line(i + 4, "'one MOVE STATE' or 'all STATE…' in whole numbers"))
        };
        let states = lines.enumerate().map(state).collect::<Result<_, _>>()?;
        Ok((subject, Self { threshold, holds, states }))
    }
}

fn claim(line: &str) -> Option<(i32, bool)> {
    let rest = line.strip_prefix("left gets ")?;
    let (holds, number) = match rest.strip_prefix("at least ") {
        Some(number) => (true, number),
        None => (false, rest.strip_prefix("less than ")?),
    };
    Some((number.parse().ok()?, holds))
}

fn chosen(line: &str) -> Option<Chosen> {
    let mut words = line.split(' ');
    let kind = words.next()?;
    let numbers = words.map(str::parse).collect::<Result<Vec<u32>, _>>().ok()?;
    match (kind, &numbers[..]) {
        ("one", &[index, next]) => Some(Chosen::One(index, next)),
        ("all", _) => Some(Chosen::All(numbers.into_boxed_slice())),
        _ => None,
    }
}

/// The FNV-1a hash; it detects every change of a single byte.
fn checksum(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
