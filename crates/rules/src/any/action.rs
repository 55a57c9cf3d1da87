//! A move of a position of any game.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A move of a position of any game.
#[derive(Clone)]
pub struct AnyMove(Arc<dyn DynMove>);

/// A type-erased move.
trait DynMove: Display + Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<M: Eq + Hash + Display + Debug + Send + Sync + 'static> DynMove for M {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl AnyMove {
    /// Erases the type of a move.
    pub fn new<M: Eq + Hash + Display + Debug + Send + Sync + 'static>(action: M) -> Self {
        Self(Arc::new(action))
    }

    /// The move as this type. `None` means that it has another type.
    #[must_use]
    pub fn downcast<M: 'static>(&self) -> Option<&M> {
        self.0.as_any().downcast_ref()
    }
}

impl PartialEq for AnyMove {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0.as_any())
    }
}

impl Eq for AnyMove {}

impl Hash for AnyMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}
