//! Tedomari's own games, one entry for each.

use super::Ruleset;
use super::looks::{self, Drawn, Looks};
use crate::bitboard::{Huge, Large, Shape, Small, Strip};
use crate::games::amazons::{self, Amazons, AmazonsRules};
use crate::games::clobber::{Clobber, ClobberRules};
use crate::games::domineering::{Domineering, DomineeringRules};
use crate::games::{
    col, cram::CramRules, dark_chess::DarkChess, ewn::Ewn, fission::FissionRules, go, hackenbush::Hackenbush,
    heaps, konane::KonaneRules, nogo::NoGo, snort, toads_and_frogs::ToadsAndFrogs,
    toppling_dominoes::TopplingDominoes, tree::Tree, triangular_nim::TriangularNim,
    xt_domineering::XtDomineeringRules,
};
use crate::graph::is_graph;
use crate::{AnyPosition, Grid, Notation};

/// Reads a grid as a position on a bitboard; `None` means the one for its size. A game with `strips` allows
/// long rows.
macro_rules! by_shape {
    ($grid:expr, $shape:expr, $strips:expr, $type:ident $(, $more:expr)?) => {
{
            let grid = $grid;
            match $shape.unwrap_or_else(|| grid.shape($strips)) {
                Shape::Small => $type::<Small>::of_grid(&grid $(, $more)?).map(AnyPosition::new),
                Shape::Large => $type::<Large>::of_grid(&grid $(, $more)?).map(AnyPosition::new),
                Shape::Strip if $strips => $type::<Strip>::of_grid(&grid $(, $more)?).map(AnyPosition::new),
                Shape::Huge | Shape::Strip => $type::<Huge>::of_grid(&grid $(, $more)?).map(AnyPosition::new),
            }
        }
    };
}

/// All of them, by name.
pub(super) fn built_in() -> Vec<Ruleset> {
    use col::{Col, ColGraph};
    use go::{AreaGo, GoFight, TerritoryGo};
    use snort::{Snort, SnortGraph};
    let go_notation = "X Black, O White, . empty, # the rest of the board, which keeps the stones beside it alive; in a sum the move fill gives up a settled point; or an SGF record as @FILE, whose VW marks the part";
    let colours = "X Left's colour, O Right's, . none, l or r for one player only, # outside; or a graph such as a-b b-c a=X";
    vec![
        Ruleset::on_boards::<AmazonsRules>("amazons")
            .recorded(amazons::sgf::record)
            .warning_of(amazons::hints::warning)
            .tabled::<Amazons<Small>>()
            .about("a queen moves like a chess queen and shoots an arrow that burns a square")
            .notation("X Left's queen, O Right's queen, . empty, # burnt; or an SGF record, GM[18], as @FILE")
            .example("x.#.|....|.##.|...o")
            .looking(Looks::board(&[('.', "empty"), ('X', "Left's queen"), ('O', "Right's queen"), ('#', "burnt")], looks::colours)),
        Ruleset::on_boards::<ClobberRules>("clobber")
            .tabled::<Clobber<Small>>()
            .about("a stone moves onto an enemy stone beside it and takes it")
            .notation("X Left's stone, O Right's stone, . no stone; a single row may have up to 64 cells")
            .example("xoxo|oxox")
            .looking(Looks::board(&[('.', "no stone"), ('X', "Left's stone"), ('O', "Right's stone"), ('#', "outside")], looks::colours)),
        Ruleset::by_shape("col", |text, shape| match is_graph(text) {
            true => ColGraph::read(text).map(AnyPosition::new),
            false => by_shape!(Grid::read(text)?, shape, false, Col),
        })
            .about("players colour cells; no neighbours of the same colour")
            .notation(colours)
            .example("x..|...|..o")
            .looking(Looks { drawn: Drawn::Graph, ..Looks::board(&[('.', "no colour"), ('X', "Left's colour"), ('O', "Right's colour"), ('l', "for Left only"), ('r', "for Right only"), ('#', "outside")], looks::colouring) }),
        Ruleset::on_boards::<CramRules>("cram")
            .about("both players place dominoes, upright or flat")
            .notation(". free, # taken")
            .example("...|...|...")
            .looking(Looks::board(&[('.', "free"), ('#', "taken")], looks::same)),
        Ruleset::with_chance::<DarkChess>("dark-chess")
            .about("Chinese dark chess (banqi): pieces lie face down; turn one over, move one, or take with one that is not weaker")
            .notation("KGMRNCP Left's king, guards, elephants, chariots, horses, cannons, pawns, kgmrncp Right's, ? face down, . empty; who moves; the pieces that lie face down, unless all others are on the board; quiet and the number of moves since the last capture or flip; twice if the position was there before")
            .example("?...|.K..|..p.|....|....|....|.c..|...? left PG quiet 7")
            .looking(Looks { symbols: &[('.', "empty"), ('?', "face down"), ('K', "Left's king"), ('G', "Left's guard"), ('M', "Left's elephant"), ('R', "Left's chariot"), ('N', "Left's horse"), ('C', "Left's cannon"), ('P', "Left's pawn"), ('k', "Right's king"), ('g', "Right's guard"), ('m', "Right's elephant"), ('r', "Right's chariot"), ('n', "Right's horse"), ('c', "Right's cannon"), ('p', "Right's pawn")], ..Looks::UNKNOWN }),
        Ruleset::new::<heaps::DawsonsKayles>("dawsons-kayles")
            .about("knock down two pins next to each other in a row")
            .notation("the rows of pins")
            .example("5,7,9")
            .looking(Looks::HEAPS),
        Ruleset::on_boards::<DomineeringRules>("domineering")
            .tabled::<Domineering<Small>>()
            .about("Left places dominoes upright, Right flat")
            .notation(". free, # taken")
            .example("....|....|....|....")
            .looking(Looks::board(&[('.', "free"), ('#', "taken")], looks::transposed)),
        Ruleset::with_chance::<Ewn>("ewn")
            .about("EinStein würfelt nicht!: a die says which stone may move; reach the far corner, or take all")
            .notation("1 to 6 Left's stones, which go right and down, a to f Right's, . empty; who moves, and the die")
            .example("13...|2.5..|..a..|....c|..fbd left 3")
            .looking(Looks { symbols: &[('.', "empty"), ('1', "Left's stone 1"), ('2', "Left's stone 2"), ('3', "Left's stone 3"), ('4', "Left's stone 4"), ('5', "Left's stone 5"), ('6', "Left's stone 6"), ('a', "Right's stone 1"), ('b', "Right's stone 2"), ('c', "Right's stone 3"), ('d', "Right's stone 4"), ('e', "Right's stone 5"), ('f', "Right's stone 6")], ..Looks::UNKNOWN }),
        Ruleset::on_boards::<FissionRules>("fission")
            .about("a stone splits in two: Left's halves go up and down, Right's left and right")
            .notation("x stone, . empty, # outside")
            .example("....|.x..|..x.|....")
            .looking(Looks::board(&[('.', "empty"), ('x', "stone"), ('#', "outside")], looks::transposed)),
        Ruleset::by_shape("go", |text, shape| {
            let (grid, points) = go::split(text)?;
            by_shape!(grid, shape, false, AreaGo, points)
        })
        .about("an endgame in a part of the board, scored by area")
        .notation(go_notation)
        .example("#XXX##|#X..O#|#XXXX#")
            .looking(Looks::board(&[('.', "empty"), ('X', "Left's stone"), ('O', "Right's stone"), ('#', "the rest of the board")], looks::points)),
        Ruleset::with_chance::<GoFight>("go-ko")
            .about("an endgame in a part of the board as it is played, by the rule of ko, with ko threats elsewhere")
            .notation("a board as in go; who moves; threats and the numbers of Left's and Right's ko threats; ban and the point that may not be retaken; passes and moves with their numbers")
            .example(".X.X#|XOXX#|OOOX#|##### left threats 1 0 moves 0"),
        Ruleset::by_shape("go-territory", |text, shape| {
            let (grid, points) = go::split(text)?;
            by_shape!(grid, shape, false, TerritoryGo, points)
        })
        .about("an endgame in a part of the board, scored by territory and prisoners")
        .notation(go_notation)
        .example("#XXX##|#X..O#|#XXXX#")
            .looking(Looks::board(&[('.', "empty"), ('X', "Left's stone"), ('O', "Right's stone"), ('#', "the rest of the board")], looks::points)),
        Ruleset::new::<heaps::Grundy>("grundy")
            .about("split a heap into two of different size")
            .notation("the heaps")
            .example("5,8,13")
            .looking(Looks::HEAPS),
        Ruleset::new::<Hackenbush>("hackenbush")
            .about("cut an edge; what is no longer connected to the ground falls off")
            .notation("edges a-b:L for Left, a-b:R for Right, a-b:E for either; g is the ground")
            .example("g-a:L a-b:R b-c:E a-d:L")
            .looking(Looks { symbols: &[('L', "Left's edge"), ('R', "Right's edge"), ('E', "either's edge")], drawn: Drawn::Graph, negative: Some(looks::edges) }),
        Ruleset::new::<heaps::Kayles>("kayles")
            .about("knock down one pin of a row, or two next to each other")
            .notation("the rows of pins")
            .example("3,5,7")
            .looking(Looks::HEAPS),
        Ruleset::on_boards::<KonaneRules>("konane")
            .about("a stone jumps over enemy stones, straight ahead, and takes them")
            .notation("X Left's stone, O Right's stone, . empty, # outside")
            .example("xox.|o.ox|xoxo")
            .looking(Looks::board(&[('.', "empty"), ('X', "Left's stone"), ('O', "Right's stone"), ('#', "outside")], looks::colours)),
        Ruleset::new::<heaps::Nim>("nim")
            .about("take any number of tokens from a heap")
            .notation("the heaps")
            .example("3,5,7")
            .looking(Looks::HEAPS),
        Ruleset::by_shape("nogo", |text, shape| by_shape!(Grid::read(text)?, shape, true, NoGo))
            .tabled::<NoGo<Small>>()
            .about("place stones as in Go, never taking the last liberty of a block of either colour")
            .notation("X Left's stone, O Right's stone, . empty, # outside; a single row may have up to 64 cells")
            .example("o.xx|xox.|...x|x.x.")
            .looking(Looks::board(&[('.', "empty"), ('X', "Left's stone"), ('O', "Right's stone"), ('#', "outside")], looks::nogo)),
        Ruleset::new::<heaps::Octal>("octal")
            .about("change a heap as an octal code allows")
            .notation("the code, then the heaps")
            .example("0.137:5,10")
            .looking(Looks::HEAPS),
        Ruleset::by_shape("snort", |text, shape| match is_graph(text) {
            true => SnortGraph::read(text).map(AnyPosition::new),
            false => by_shape!(Grid::read(text)?, shape, false, Snort),
        })
            .about("players colour cells; no neighbours of different colours")
            .notation(colours)
            .example("a-b a-d b-c c-d d-e e=X")
            .looking(Looks { drawn: Drawn::Graph, ..Looks::board(&[('.', "no colour"), ('X', "Left's colour"), ('O', "Right's colour"), ('l', "for Left only"), ('r', "for Right only"), ('#', "outside")], looks::colouring) }),
        Ruleset::new::<ToadsAndFrogs>("toads-and-frogs")
            .about("toads go right and frogs left, by a step or by a jump over one of the others")
            .notation("t Left's toad, f Right's frog, . empty; lanes joined by | are a sum")
            .example("tt..ff")
            .looking(Looks::board(&[('.', "empty"), ('t', "Left's toad"), ('f', "Right's frog")], looks::lanes)),
        Ruleset::new::<TopplingDominoes>("toppling-dominoes")
            .about("a player tips over a domino, and all behind it fall")
            .notation("l Left's domino, r Right's, e either's, . gap; rows joined by | are a sum")
            .example("lerrl")
            .looking(Looks::board(&[('.', "gap"), ('l', "Left's domino"), ('r', "Right's domino"), ('e', "either's domino")], looks::dominoes)),
        Ruleset::new::<Tree>("tree")
            .about("a game tree, played as it is written")
            .notation("values with braces, like those of `tedomari value`")
            .example("{2|{0|-1},*}"),
        Ruleset::new::<TriangularNim>("triangular-nim")
            .about("remove pieces of a triangle that lie next to each other on a line")
            .notation("x a piece, . an empty place, the rows of a triangle from its top")
            .example("x|xx|xxx|xxxx")
            .looking(Looks::board(&[('.', "empty"), ('x', "piece")], looks::same)),
        Ruleset::on_boards::<XtDomineeringRules>("xt-domineering")
            .about("like Domineering, but a player without room for a domino in a connected group may take a single square of it")
            .notation(". free, # taken")
            .example("...|..#|...")
            .looking(Looks::board(&[('.', "free"), ('#', "taken")], looks::transposed)),
    ]
}
