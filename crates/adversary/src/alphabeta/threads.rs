//! How do several threads search one state? All of them search the same root with one transposition table
//! (lazy SMP). They search the first move of a state together, and each goes on with the other moves at a
//! place of its own. So where all moves have to be searched, each thread finds in the table what the others
//! have done. The first thread that ends stops the others.

use super::{AlphaBeta, Bound, Domain, Window};
use values::{Budget, Error, in_threads};

impl<D: Domain + Clone + Send> AlphaBeta<D>
where
    D::State: Sync,
    D::Move: Send,
    D::Key: Send,
{
    /// As [`Self::value`], in the threads of the budget. A value in the window does not depend on them;
    /// outside of it, the bound may.
    pub fn value_in_threads(
        &mut self,
        state: &D::State,
        depth: u32,
        window: Window,
        budget: &Budget,
    ) -> Result<Bound, Error> {
        let threads = budget.threads();
        let shared = budget.part(1.0);
        let before = self.nodes;
        let mut helpers = vec![self.clone(); threads - 1];
        for (i, helper) in helpers.iter_mut().enumerate() {
            helper.ordering.thread = (i + 1, threads);
        }
        let work = |search: &mut Self| {
            let _ended = shared.cancel_on_drop();
            search.value(state, depth, window, &shared)
        };
        let searches = std::iter::once(&mut *self).chain(&mut helpers);
        let found = in_threads(searches.map(|search| || work(search)));
        self.nodes += helpers.iter().map(|helper| helper.nodes - before).sum::<u64>();
        found.into_iter().reduce(Result::or).expect("there is at least one thread")
    }
}
