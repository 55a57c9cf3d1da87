//! Hackenbush: a player cuts an edge of a graph, Left those of Left's colour, Right those of Right's, and
//! both those that belong to either; edges that are no longer connected to the ground fall off. A player
//! without an edge to cut loses.
//!
//! Edges are listed like `g-a:L a-b:R b-c:E`: two nodes and a colour, `L`, `R` or `E` for either. Nodes are
//! letters or numbers up to 200; `g` or `0` is the ground. `g` alone is the position without edges.
//!
//! ```
//! use rules::{Notation, Position, games::hackenbush::Hackenbush};
//! use values::Player;
//!
//! let stalk = Hackenbush::read("g-a:L a-b:R b-c:E")?;
//! let cut = stalk.moves(Player::Right)[0];
//! assert_eq!(cut.to_string(), "a-b:R");
//! assert_eq!(stalk.play(Player::Right, cut).to_string(), "g-a:L");
//! # Ok::<(), rules::BoardError>(())
//! ```

use crate::{BoardError, Notation, Position, Regions, spilled_bytes};
use derive_more::Display;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::fmt;
use std::hash::{Hash, Hasher};
use values::Player;

/// The maximum number of edges of a graph.
const MOST_EDGES: usize = 64;

/// The sorted edges of a graph, all connected to the ground.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hackenbush {
    pub(super) edges: Edges,
}

type Edges = SmallVec<[Edge; 16]>;

/// A node: 0 is the ground; those above 200 are written as letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
struct Node(u8);

impl Node {
    const GROUND: Self = Self(0);
    const BEFORE_LETTERS: u8 = 200;

    fn read(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [b'g'] => Some(Self::GROUND),
            [letter @ b'a'..=b'z'] => Some(Self(Self::BEFORE_LETTERS + (letter - b'a' + 1))),
            _ => text.parse().ok().filter(|&number| number <= Self::BEFORE_LETTERS).map(Self),
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => write!(f, "g"),
            number @ 1..=Self::BEFORE_LETTERS => write!(f, "{number}"),
            letter => write!(f, "{}", char::from(letter - Self::BEFORE_LETTERS - 1 + b'a')),
        }
    }
}

/// The colour of an edge: the player who may cut it, or either.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Display)]
enum Colour {
    #[display("L")]
    Left,
    #[display("R")]
    Right,
    #[display("E")]
    Either,
}

impl Colour {
    fn allows(self, player: Player) -> bool {
        self == Self::Either || (self == Self::Left) == (player == Player::Left)
    }

    fn exchanged(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Either => Self::Either,
        }
    }
}

/// An edge, and cutting it; written `a-b:L`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Display)]
#[display("{}-{}:{colour}", ends[0], ends[1])]
pub struct Edge {
    /// The smaller one first.
    ends: [Node; 2],
    colour: Colour,
}

impl Edge {
    /// May this player cut the edge?
    pub(super) fn is_for(self, player: Player) -> bool {
        self.colour.allows(player)
    }

    fn new(mut ends: [Node; 2], colour: Colour) -> Self {
        ends.sort_unstable();
        Self { ends, colour }
    }

    fn read(text: &str) -> Option<Self> {
        let (ends, colour) = text.split_once(':')?;
        let (a, b) = ends.split_once('-')?;
        let colour = match colour {
            "l" => Colour::Left,
            "r" => Colour::Right,
            "e" => Colour::Either,
            _ => return None,
        };
        Some(Self::new([Node::read(a)?, Node::read(b)?], colour))
    }

    fn touches(&self, node: Node) -> bool {
        self.ends.contains(&node)
    }
}

/// A set of nodes.
struct Nodes([bool; 256]);

impl Nodes {
    /// All nodes that can be reached from these over edges.
    fn reached(from: &[Node], edges: &[Edge]) -> Self {
        let mut nodes = Self([false; 256]);
        from.iter().for_each(|node| nodes.0[usize::from(node.0)] = true);
        let mut growing = true;
        while growing {
            growing = false;
            for Edge { ends, .. } in edges {
                if nodes.contains(ends[0]) == nodes.contains(ends[1]) {
                    continue;
                }
                ends.iter().for_each(|node| nodes.0[usize::from(node.0)] = true);
                growing = true;
            }
        }
        nodes
    }

    fn contains(&self, node: Node) -> bool {
        self.0[usize::from(node.0)]
    }
}

impl Hackenbush {
    /// Drops the edges that are not connected to the ground.
    fn grounded(mut edges: Edges) -> Self {
        let reached = Nodes::reached(&[Node::GROUND], &edges);
        edges.retain(|edge| reached.contains(edge.ends[0]));
        Self { edges }
    }

    /// The graph with changed edges: other nodes, or other colours.
    fn map(&self, change: impl FnMut(&Edge) -> Edge) -> Self {
        let mut edges: Edges = self.edges.iter().map(change).collect();
        edges.sort_unstable();
        Self { edges }
    }

    /// A hash of each node by refinement: it depends on the node's connections and not on its name. Nodes
    /// with different surroundings, up to a distance of the number of edges, nearly always have different
    /// hashes.
    fn views(&self) -> Vec<u64> {
        let mix = |seen: u64, colour: Option<Colour>| {
            let mut hasher = FxHasher::default();
            (seen, colour).hash(&mut hasher);
            hasher.finish()
        };
        let mut views = vec![0; 256];
        views[0] = 1;
        for _ in 0..self.edges.len() {
            let mut next: Vec<u64> = views.iter().map(|&view| mix(view, None)).collect();
            for edge in &self.edges {
                let [a, b] = edge.ends.map(|node| usize::from(node.0));
                next[a] = next[a].wrapping_add(mix(views[b], Some(edge.colour)));
                next[b] = next[b].wrapping_add(mix(views[a], Some(edge.colour)));
            }
            views = next;
        }
        views
    }

    /// Numbers the nodes in the order of a depth-first walk from the ground. Isomorphic trees become equal;
    /// other isomorphic graphs usually do.
    fn numbered(&self) -> Self {
        let views = self.views();
        let mut numbers: [Option<Node>; 256] = [None; 256];
        let (mut used, mut waiting) = (0, vec![Node::GROUND]);
        while let Some(node) = waiting.pop() {
            let number = &mut numbers[usize::from(node.0)];
            if number.is_some() {
                continue;
            }
            *number = Some(Node(used));
            used += 1;
            let edges = self.edges.iter().filter(|edge| edge.touches(node));
            let mut next: Vec<(u64, Colour, Node)> = edges
                .map(|edge| {
                    let other = if edge.ends[0] == node { edge.ends[1] } else { edge.ends[0] };
                    (views[usize::from(other.0)], edge.colour, other)
                })
                .collect();
            next.sort_unstable();
            waiting.extend(next.into_iter().map(|(_, _, node)| node));
        }
        self.map(|edge| {
            Edge::new(edge.ends.map(|node| numbers[usize::from(node.0)].unwrap_or(node)), edge.colour)
        })
    }
}

impl Position for Hackenbush {
    type Move = Edge;

    fn heap_bytes(&self) -> usize {
        spilled_bytes(&self.edges)
    }

    fn moves(&self, player: Player) -> Vec<Edge> {
        let mut edges: Vec<Edge> = self.edges.iter().copied().filter(|edge| edge.is_for(player)).collect();
        edges.dedup();
        edges
    }

    fn play(&self, _: Player, action: Edge) -> Self {
        let mut edges = self.edges.clone();
        if let Some(place) = edges.iter().position(|&edge| edge == action) {
            edges.remove(place);
        }
        Self::grounded(edges)
    }

    fn regions(&self) -> Regions<Self> {
        // Whether an edge falls off depends only on its paths up to their first contact with the ground.
        let mut rest = self.edges.clone();
        let next = || {
            let first = *rest.first()?;
            let above: Edges = rest.iter().copied().filter(|edge| !edge.touches(Node::GROUND)).collect();
            let mut part = Nodes::reached(&first.ends, &above);
            part.0[0] = false;
            // Edges from the ground to the ground are regions of their own.
            let belongs = |edge: &Edge| edge == &first || edge.ends.iter().any(|&node| part.contains(node));
            let (edges, others) = rest.iter().copied().partition(belongs);
            rest = others;
            Some(Self { edges })
        };
        std::iter::from_fn(next).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        // The names of nodes do not matter, and exchanging the colours exchanges the players.
        let same = self.numbered();
        let negative = self.map(|edge| Edge { colour: edge.colour.exchanged(), ..*edge }).numbered();
        if negative.edges < same.edges { (negative, true) } else { (same, false) }
    }
}

impl Notation for Hackenbush {
    fn read(text: &str) -> Result<Self, BoardError> {
        let text = text.trim().to_lowercase();
        if text.is_empty() {
            return Err(BoardError::Empty);
        }
        let words = text.split([' ', ',']).filter(|word| !word.is_empty() && !matches!(*word, "g" | "0"));
        let edge = |word: &str| {
            Edge::read(word)
                .ok_or_else(|| BoardError::Other(format!("'{word}' is no edge like g-a:L or a-b:R")))
        };
        let mut edges = words.map(edge).collect::<Result<Edges, _>>()?;
        edges.sort_unstable();
        if edges.len() > MOST_EDGES {
            refuse!("{} edges are too many: at most {MOST_EDGES}", edges.len());
        }
        let position = Self::grounded(edges.clone());
        match edges.iter().find(|edge| !position.edges.contains(edge)) {
            Some(edge) => refuse!("the edge {edge} is not connected to the ground"),
            None => Ok(position),
        }
    }
}

impl fmt::Display for Hackenbush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edges: Vec<String> = self.edges.iter().map(Edge::to_string).collect();
        f.write_str(if edges.is_empty() { "g".to_owned() } else { edges.join(" ") }.as_str())
    }
}
