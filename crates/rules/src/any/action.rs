//! A move of a position of any game.

use derive_more::with_trait::{Debug, Display};
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A move of a position of any game.
#[derive(Clone, Debug, Display)]
#[debug("{_0:?}")]
pub struct AnyMove(Arc<dyn DynMove>);

equal_inside!(AnyMove, 0);

/// A type-erased move.
trait DynMove: Display + Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<M: Eq + Hash + Display + Debug + Send + Sync + 'static> DynMove for M {
    erasable!();
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
