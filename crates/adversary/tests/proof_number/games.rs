//! Proof-number search on small boards of real games, compared with outcomes by plain recursion.

use adversary::history::Repetition;
use adversary::proof_number::{Choice, DfPn, Numbers, Pn, Thresholds};
use fastrand::Rng;
use rules::bitboard::Small;
use rules::games::{amazons::Amazons, clobber::Clobber, domineering::Domineering, nogo::NoGo};
use rules::{Contest, Notation, Position, ToMove};
use std::collections::HashMap;
use std::hash::Hash;
use values::{Budget, ByPlayer, Error, Player};

/// Outcomes by recursion over all followers, and the search that is compared with them, with a small table.
struct Plain<P> {
    search: DfPn<ToMove<P>>,
    known: HashMap<(P, Player), bool>,
}

impl<P: Notation + Position + Hash> Plain<P> {
    fn new() -> Self {
        Self { search: DfPn::new(1 << 20, Repetition::Never, Budget::endless()), known: HashMap::new() }
    }

    /// Does the player to move win?
    fn wins(&mut self, position: &P, player: Player) -> bool {
        if let Some(&known) = self.known.get(&(position.clone(), player)) {
            return known;
        }
        let options: Vec<P> = position.moves(player).into_iter().map(|m| position.play(player, m)).collect();
        let wins = options.iter().any(|option| !self.wins(option, player.opponent()));
        self.known.insert((position.clone(), player), wins);
        wins
    }

    /// Compares proof-number searches with the outcome, for both players. The number of expanded states.
    fn compare(&mut self, text: &str) -> u64 {
        let position = P::read(text).unwrap();
        let mut expanded = 0;
        for player in Player::BOTH {
            let root = ToMove { position: position.clone(), player };
            let depth_first = self.search.solve(&root, 1).unwrap().holds();
            let mut search = Pn::new(root, 1, 1 << 30);
            let left_wins = search.run(&Budget::endless()).unwrap().holds();
            assert_eq!(left_wins, depth_first, "{player:?} first in {text}");
            let mover_wins = self.wins(&position, player);
            assert_eq!(left_wins == (player == Player::Left), mover_wins, "{player:?} first in {text}");
            assert_eq!(search.winning_move().is_some(), mover_wins);
            if let Some(action) = search.winning_move() {
                assert!(!self.wins(&position.play(player, action), player.opponent()), "{action} in {text}");
            }
            expanded += search.expanded();
        }
        expanded
    }
}

/// The board with this number, if its cells are the digits.
fn board(mut number: u64, symbols: &[char], width: usize, height: usize) -> String {
    let mut text = String::new();
    for cell in 0..width * height {
        if cell > 0 && cell % width == 0 {
            text.push('|');
        }
        text.push(symbols[(number % symbols.len() as u64) as usize]);
        number /= symbols.len() as u64;
    }
    text
}

#[test]
fn all_legal_3x3_nogo_positions() {
    let mut plain = Plain::<NoGo<Small>>::new();
    let legal = (0..3u64.pow(9)).map(|number| board(number, &['.', 'x', 'o'], 3, 3));
    let legal: Vec<String> = legal.filter(|text| NoGo::<Small>::read(text).is_ok()).collect();
    assert_eq!(legal.len(), 12_675);
    for text in &legal {
        plain.compare(text);
    }
}

#[test]
fn all_4x4_domineering_boards() {
    let mut plain = Plain::<Domineering<Small>>::new();
    let expanded: u64 = (0..1 << 16).map(|number| plain.compare(&board(number, &['.', '#'], 4, 4))).sum();
    println!("{expanded} states expanded");
}

#[test]
fn clobber_4x4() {
    let mut plain = Plain::<Clobber<Small>>::new();
    let mut rng = Rng::with_seed(4);
    for _ in 0..500 {
        plain.compare(&board(rng.u64(..3u64.pow(16)), &['.', 'x', 'o'], 4, 4));
    }
}

/// Does the player to move win on a 4×4 board of Clobber, whose cells are digits (empty, Left, Right)?
/// Without the rules of this program.
fn clobber_won(board: usize, mover: usize, known: &mut [[Option<bool>; 2]]) -> bool {
    if let Some(won) = known[board][mover] {
        return won;
    }
    let digit = |cell: usize| board / 3usize.pow(cell as u32) % 3;
    let (own, other) = (mover + 1, 2 - mover);
    let mut won = false;
    for from in (0..16).filter(|&cell| digit(cell) == own) {
        let (x, y) = (from % 4, from / 4);
        let beside = [
            (x > 0, from.wrapping_sub(1)),
            (x < 3, from + 1),
            (y > 0, from.wrapping_sub(4)),
            (y < 3, from + 4),
        ];
        for (_, to) in beside.into_iter().filter(|&(inside, to)| inside && digit(to) == other) {
            let [from, to] = [from, to].map(|cell| 3usize.pow(cell as u32));
            let after = board - own * from - other * to + own * to;
            won = won || !clobber_won(after, 1 - mover, known);
        }
    }
    known[board][mover] = Some(won);
    won
}

#[test]
#[ignore = "2.7 million boards take minutes"]
fn all_4x4_clobber_boards() {
    let mut known = vec![[None; 2]; 3usize.pow(16)];
    let mut search = DfPn::new(1 << 28, Repetition::Never, Budget::endless());
    let (mut boards, mut expanded) = (0, 0);
    for number in 0..3usize.pow(16) {
        let position = Clobber::<Small>::read(&board(number as u64, &['.', 'x', 'o'], 4, 4)).unwrap();
        if position.normal_form() != (position, false) {
            continue;
        }
        boards += 1;
        for player in Player::BOTH {
            let mover_wins = clobber_won(number, player as usize, &mut known);
            let left_wins = mover_wins == (player == Player::Left);
            let root = ToMove { position, player };
            assert_eq!(search.solve(&root, 1).unwrap().holds(), left_wins, "{player:?} first in {position}");
            let mut tree = Pn::new(root, 1, 1 << 30);
            assert_eq!(
                tree.run(&Budget::endless()).unwrap().holds(),
                left_wins,
                "{player:?} first in {position}"
            );
            expanded += tree.expanded();
        }
    }
    println!("{boards} boards, {expanded} states expanded by pn, {} by df-pn", search.nodes());
}

#[test]
fn amazons_with_few_free_cells() {
    let mut plain = Plain::<Amazons<Small>>::new();
    let mut rng = Rng::with_seed(2);
    for _ in 0..2000 {
        let mut cells: Vec<char> = "xo....##########".chars().collect();
        rng.shuffle(&mut cells);
        let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
        plain.compare(&rows.join("|"));
    }
}

#[test]
fn trees_that_do_not_fit_leave_what_is_known() {
    let root = ToMove {
        position: Domineering::<Small>::read(".....|.....|.....|.....").unwrap(),
        player: Player::Left,
    };
    let mut search = Pn::new(root, 1, 20_000);
    assert_eq!(search.run(&Budget::endless()), Err(Error::OutOfRoom));
    let Numbers { proof, disproof } = search.numbers();
    assert!(proof > 0 && disproof > 0 && proof < Numbers::INFINITE && disproof < Numbers::INFINITE);
    assert!(search.states() < 1000);
    let mut search = Thresholds::new(root, -1, 1, Choice::Easiest, 20_000);
    assert_eq!(search.run(&Budget::endless()), Err(Error::OutOfRoom));
    assert_eq!(search.bounds(), (-1, 1));
}

/// A cost of leaves is their first number and changes no verdict.
#[test]
fn leaves_have_costs() {
    type State = ToMove<Domineering<Small>>;
    // A board with many moves left is expensive to prove, one with few to disprove.
    fn cost(state: &State) -> ByPlayer<u32> {
        let moves = state.moves().len() as u32;
        ByPlayer::new(3 * moves, 100 - moves)
    }
    let position = Domineering::read("...|...|...").unwrap();
    for player in Player::BOTH {
        let root = State { position, player };
        let mut search = Pn::with_cost(root, 1, cost, 1 << 20);
        assert_eq!(search.numbers(), Numbers { proof: 18, disproof: 94 });
        let verdict = search.run(&Budget::endless()).unwrap();
        assert_eq!(verdict, Pn::new(root, 1, 1 << 20).run(&Budget::endless()).unwrap());
        let mut all = Thresholds::with_cost(root, -1..=1, Choice::Easiest, cost, 1 << 20);
        assert_eq!(all.run(&Budget::endless()).unwrap() == 1, verdict.holds());
    }
}
