//! A game of one's own: Left takes one or two tokens of a pile, Right up to three.
use tedomari::prelude::*;
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Pile(u8);
impl std::fmt::Display for Pile {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { self.0.fmt(f) }
}
impl Hints for Pile {}
impl Position for Pile {
    type Move = u8;
    fn moves(&self, player: Player) -> Vec<u8> { (1..=self.0.min(if player == Player::Left { 2 } else { 3 })).collect() }
    fn play(&self, _: Player, taken: u8) -> Self { Pile(self.0 - taken) }
}
fn main() -> Result<(), EngineError> {
    let mut engine = Engine::new();
    engine.add(Ruleset::reading("pile", |text| text.parse().map(|n| AnyPosition::new(Pile(n))).map_err(|_| BoardError::Empty)))?;
    let analysis = engine.analyze(&engine.position("pile:4")?, &Budget::seconds(10.0))?;
    println!("{} {}", analysis.canonical.as_ref().unwrap(), analysis.moves.as_ref().unwrap().left[0].action);
    let solution = engine.solve("pile:4 + amazons:x..|...|..o", Player::Left, &Budget::default())?;
    Ok(println!("{:?} wins", solution.winner.unwrap()))
}
