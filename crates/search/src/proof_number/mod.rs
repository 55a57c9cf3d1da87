//! Proof-number search: can Left get at least so much?

mod dfpn;

pub use dfpn::{DfPn, Numbers, Verdict};
