//! Proofs about sums: the claim of a proof, its text, and its verification.

use crate::answers::{Ended, ProofAnswer, SCHEMA};
use crate::{Engine, EngineError, proving};
use adversary::proof_number::{Flaw, Proof, check};
use rules::attempt;
use std::time::Instant;
use sums::Sum;
use values::{Budget, Player};

/// A proof with its claim.
pub struct Claim {
    /// The sum.
    pub sum: Sum,
    /// The player who moves first.
    pub first: Player,
    /// The proof that the winner wins.
    pub proof: Proof,
}

impl Claim {
    /// The text of the claim, which [`Engine::claim`] reads.
    #[must_use]
    pub fn write(&self) -> String {
        self.proof.write(&format!("{} first: {}", self.first.name(), self.sum))
    }

    /// The moves of the proof, with a maximum depth and a maximum number of lines.
    pub fn show(&self, depth: usize, lines: usize) -> Result<String, EngineError> {
        let root = proving::root(&self.sum, self.first);
        Ok(attempt(|| self.proof.show(&root, &proving::name, depth, lines))?)
    }

    /// Plays through the proof by the rules of the games alone.
    pub fn check(&self, budget: &Budget) -> Result<Result<(), Flaw>, EngineError> {
        Ok(attempt(|| check(&proving::root(&self.sum, self.first), &self.proof, budget))?)
    }
}

impl Engine {
    /// Reads a claim with its proof, and plays through the proof by the rules of the games alone. A proof with
    /// a flaw is an error.
    pub fn check_proof(&self, text: &str, budget: &Budget) -> Result<ProofAnswer, EngineError> {
        let started = Instant::now();
        let claim = self.claim(text, budget)?;
        let (states, winner) = (claim.proof.states.len(), claim.proof.winner());
        let (right, error) = match claim.check(budget)? {
            Ok(()) => (true, None),
            Err(Flaw::Stopped(error)) => (false, Some(Ended::by(error))),
            Err(flaw) => return Err(EngineError::Other(flaw.to_string())),
        };
        Ok(ProofAnswer {
            sum: claim.sum.to_string(),
            first: claim.first,
            winner: right.then_some(winner),
            states: right.then_some(states),
            error,
            seconds: started.elapsed().as_secs_f64(),
            schema: SCHEMA,
        })
    }

    /// Reads a claim with its proof.
    pub fn claim(&self, text: &str, budget: &Budget) -> Result<Claim, EngineError> {
        let other = |message: String| EngineError::Other(message);
        let (subject, proof) = Proof::read(text).map_err(|error| other(error.to_string()))?;
        let parsed = subject.split_once(" first: ").and_then(|(first, sum)| {
            Some((Player::BOTH.into_iter().find(|&player| player.name() == first)?, sum))
        });
        let (first, sum) = parsed
            .ok_or_else(|| other("line 2 should be 'left first: SUM' or 'right first: SUM'".to_owned()))?;
        let sum = self.sum_within(sum, budget)?;
        if proof.threshold != 1 {
            return Err(other("a proof about a sum is about a score of 1".to_owned()));
        }
        Ok(Claim { sum, first, proof })
    }
}
