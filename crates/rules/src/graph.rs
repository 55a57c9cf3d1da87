//! Graphs with up to 64 named vertices, for games such as Col and Snort: reading, writing, cutting and a
//! canonical order of the vertices.
//!
//! `a-b b-c d` joins a with b and b with c; d stands alone. `a-b-c` says the same as `a-b b-c`. A mark such
//! as `a=X` is the content of a vertex; each game defines its marks.

use crate::BoardError;
use crate::row::bits;
use std::collections::BTreeMap;
use std::fmt;

/// The maximum number of vertices.
const MOST: usize = 64;

/// The name of a vertex: up to eight letters or digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Name([u8; 8]);

impl Name {
    fn read(text: &str) -> Result<Self, BoardError> {
        let good = (1..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !good {
            refuse!("'{text}' is no name of a vertex: it needs 1 to 8 letters or digits");
        }
        let bytes = text.as_bytes();
        Ok(Self(std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0))))
    }

    /// The names 01, 02 and so on.
    fn number(index: usize) -> Self {
        let digit = |value: usize| b'0' + (value % 10) as u8;
        Self([digit((index + 1) / 10), digit(index + 1), 0, 0, 0, 0, 0, 0])
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().filter(|&&byte| byte != 0).try_for_each(|&byte| write!(f, "{}", char::from(byte)))
    }
}

/// A graph without loops. Sets of vertices are bits.
#[must_use]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Graph {
    names: Vec<Name>,
    neighbours: Vec<u64>,
}

/// Is this the text of a graph rather than of a board? A graph has an edge, a mark or several names.
#[must_use]
pub fn is_graph(text: &str) -> bool {
    let several = text.split_whitespace().count() > 1;
    !text.contains('|') && (several || text.contains(['-', '=']))
}

impl Graph {
    /// Reads a graph, its vertices in the order of their names, and their marks.
    pub fn read(text: &str) -> Result<(Self, Vec<Option<char>>), BoardError> {
        let mut chains = Vec::new();
        let mut marks = BTreeMap::new();
        for word in text.split_whitespace() {
            let (chain, mark) = word.split_once('=').map_or((word, None), |(name, mark)| (name, Some(mark)));
            let chain: Vec<Name> = chain.split('-').map(Name::read).collect::<Result<_, _>>()?;
            for &name in &chain {
                marks.entry(name).or_insert(None);
            }
            if let Some(mark) = mark {
                let mut letters = mark.chars();
                let (1, (Some(letter), None)) = (chain.len(), (letters.next(), letters.next())) else {
                    refuse!("'{word}' should be the name of a vertex, '=' and a letter");
                };
                if marks.insert(chain[0], Some(letter)).flatten().is_some() {
                    refuse!("vertex {} is marked twice", chain[0]);
                }
            }
            chains.push(chain);
        }
        match marks.len() {
            0 => return Err(BoardError::Empty),
            1..=MOST => {}
            many => {
                refuse!("a graph with {many} vertices is too large: at most {MOST}");
            }
        }
        let (names, marks): (Vec<Name>, _) = marks.into_iter().unzip();
        let mut neighbours = vec![0; names.len()];
        for edge in chains.iter().flat_map(|chain| chain.windows(2)) {
            if edge[0] == edge[1] {
                refuse!("vertex {} is joined to itself", edge[0]);
            }
            let [a, b] = [edge[0], edge[1]].map(|name| names.partition_point(|&other| other < name));
            neighbours[a] |= 1 << b;
            neighbours[b] |= 1 << a;
        }
        Ok((Self { names, neighbours }, marks))
    }

    /// All vertices.
    #[must_use]
    pub fn vertices(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.names.len() as u32).unwrap_or(0)
    }

    /// The name of a vertex.
    #[must_use]
    pub fn name(&self, vertex: u8) -> Name {
        self.names[usize::from(vertex)]
    }

    /// The vertices joined to any of these.
    #[must_use]
    pub fn beside(&self, vertices: u64) -> u64 {
        bits(vertices).fold(0, |all, vertex| all | self.neighbours[usize::from(vertex)])
    }

    /// The graph of these vertices, in this order, with the edges that `joined` gives for a vertex.
    pub fn cut(&self, order: &[u8], joined: impl Fn(u8) -> u64) -> Self {
        let neighbours = order.iter().map(|&vertex| gather(joined(vertex), order));
        Self {
            names: order.iter().map(|&vertex| self.name(vertex)).collect(),
            neighbours: neighbours.collect(),
        }
    }

    /// The canonical order of the vertices by colour refinement: first by kind, then by the kinds of the
    /// neighbours, of their neighbours and so on. Isomorphic trees always get the same order, other
    /// isomorphic graphs whenever refinement tells their vertices apart.
    #[must_use]
    pub fn order(&self, kinds: &[u8]) -> Vec<u8> {
        let mut ranks: Vec<usize> = kinds.iter().map(|&kind| usize::from(kind)).collect();
        let mut classes = 0;
        loop {
            let key = |(&rank, &neighbours): (&usize, &u64)| {
                let mut around: Vec<usize> =
                    bits(neighbours).map(|other| ranks[usize::from(other)]).collect();
                around.sort_unstable();
                (rank, around)
            };
            let keys: Vec<_> = ranks.iter().zip(&self.neighbours).map(key).collect();
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            let tie = sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone());
            sorted.dedup();
            ranks = keys.iter().map(|key| 2 * sorted.partition_point(|other| other < key)).collect();
            let Some(tie) = tie else {
                let mut order: Vec<u8> = (0..ranks.len() as u8).collect();
                order.sort_unstable_by_key(|&vertex| ranks[usize::from(vertex)]);
                return order;
            };
            // When refinement splits no more classes, one vertex of a tie is moved behind the others.
            if sorted.len() == classes
                && let Some(one) = keys.iter().position(|key| *key == tie)
            {
                ranks[one] += 1;
            }
            classes = sorted.len();
        }
    }

    /// The graph with its vertices in this order, called 01, 02 and so on.
    pub fn reordered(&self, order: &[u8]) -> Self {
        let names = (0..order.len()).map(Name::number).collect();
        Self { names, ..self.cut(order, |vertex| self.neighbours[usize::from(vertex)]) }
    }

    /// The edges of every vertex, for comparing graphs.
    #[must_use]
    pub fn edges(&self) -> &[u64] {
        &self.neighbours
    }

    /// Writes the graph and the marks of its vertices.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, mark: impl Fn(u8) -> Option<char>) -> fmt::Result {
        let mut space = "";
        for vertex in bits(self.vertices()) {
            let (name, beside) = (self.name(vertex), self.beside(1 << vertex));
            let mut word = |text: fmt::Arguments<'_>| {
                write!(f, "{space}{text}")?;
                space = " ";
                Ok(())
            };
            for other in bits(beside).filter(|&other| other > vertex) {
                word(format_args!("{name}-{}", self.name(other)))?;
            }
            match mark(vertex) {
                Some(mark) => word(format_args!("{name}={mark}"))?,
                None if beside == 0 => word(format_args!("{name}"))?,
                None => {}
            }
        }
        Ok(())
    }
}

/// The set of the indices in `order` whose vertices are in the set.
#[must_use]
pub fn gather(vertices: u64, order: &[u8]) -> u64 {
    order.iter().rev().fold(0, |all, &vertex| all << 1 | vertices >> vertex & 1)
}
