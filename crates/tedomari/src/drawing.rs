//! How is a position drawn, and where is a move? Everything follows from the notation: the text of a board has a
//! character for each cell, that of a graph a word for each edge, and names of moves are made of coordinates. So a
//! new game has drawings without a line of its own.

use crate::answers::{
    BoardDrawing, Drawing, EdgeDrawing, GraphDrawing, HeapsDrawing, NodeDrawing, Place, Touched,
};
use rules::{Coordinates, Drawn, rows_and_points};

/// The character of cells outside of play.
const OUTSIDE: char = '#';
/// The name of the ground in Hackenbush.
const GROUND: &str = "g";

impl Drawing {
    /// The drawing of a position with this text, with these coordinates if it is a board.
    pub(crate) fn of(text: &str, coordinates: Option<Coordinates>, drawn: Drawn) -> Self {
        match (coordinates, drawn) {
            (Some(coordinates), _) => {
                let board = BoardDrawing::of(text, coordinates);
                match coordinates {
                    Coordinates::Board => Self::Grid(board),
                    Coordinates::Rows => Self::Rows(board),
                    Coordinates::Triangle => Self::Triangle(board),
                }
            }
            (None, Drawn::Graph) => Self::Graph(GraphDrawing::of(text)),
            (None, Drawn::Heaps) => Self::Heaps(HeapsDrawing::of(text)),
            (None, Drawn::Text) => Self::Text,
        }
    }

    /// The name of the kind of drawing.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Grid(_) => "grid",
            Self::Rows(_) => "rows",
            Self::Triangle(_) => "triangle",
            Self::Graph(_) => "graph",
            Self::Heaps(_) => "heaps",
        }
    }

    /// What the name of a move mentions.
    pub(crate) fn mentioned(&self, name: &str) -> Touched {
        let cells = |coordinates: Coordinates, board: &BoardDrawing| {
            let named = coordinates.cells(name, board.rows.len()).into_iter();
            let cells = named.filter(|&(x, y)| board.at(x, y).is_some()).map(|(x, y)| [x, y]);
            Touched { cells: cells.collect(), ..Touched::default() }
        };
        match self {
            Self::Text => Touched::default(),
            Self::Grid(board) => cells(Coordinates::Board, board),
            Self::Rows(board) => cells(Coordinates::Rows, board),
            Self::Triangle(board) => cells(Coordinates::Triangle, board),
            Self::Graph(graph) => graph.mentioned(name),
            Self::Heaps(heaps) => {
                let size = name.split('>').next().and_then(|size| size.parse::<u64>().ok());
                let heap = heaps.heaps.iter().position(|&heap| Some(heap) == size);
                Touched { cells: heap.map(|heap| [0, heap]).into_iter().collect(), ..Touched::default() }
            }
        }
    }

    /// What looks different in a later drawing.
    pub(crate) fn changed(&self, after: &Self) -> Touched {
        match (self, after) {
            (Self::Grid(before), Self::Grid(after))
            | (Self::Rows(before), Self::Rows(after))
            | (Self::Triangle(before), Self::Triangle(after)) => {
                let differs = |&[x, y]: &Place| before.at(x, y) != after.at(x, y);
                Touched { cells: before.places().filter(differs).collect(), ..Touched::default() }
            }
            (Self::Graph(before), Self::Graph(after)) => before.changed(after),
            (Self::Heaps(before), Self::Heaps(after)) => {
                let mut kept = after.heaps.clone();
                let mut is_gone = |heap: u64| match kept.iter().position(|&other| other == heap) {
                    Some(place) => {
                        kept.swap_remove(place);
                        false
                    }
                    None => true,
                };
                let gone = before.heaps.iter().enumerate().filter(|&(_, &heap)| is_gone(heap));
                Touched { cells: gone.map(|(i, _)| [0, i]).collect(), ..Touched::default() }
            }
            _ => Touched::default(),
        }
    }

    /// The places of regions, given by their drawings.
    pub(crate) fn places_of<'a>(&self, regions: impl Iterator<Item = &'a Self>) -> Vec<Touched> {
        let mut taken: Vec<Place> = Vec::new();
        regions.map(|region| self.place_of(region, &mut taken)).collect()
    }

    /// The place of a region that was cut out, beside those that are taken.
    fn place_of(&self, region: &Self, taken: &mut Vec<Place>) -> Touched {
        let cells = match (self, region) {
            (Self::Grid(whole), Self::Grid(region)) if whole.has_shape_of(region) => {
                region.places().filter(|&[x, y]| region.at(x, y) != Some(OUTSIDE)).collect()
            }
            (Self::Triangle(whole), Self::Triangle(_)) => whole.places().collect(),
            (Self::Rows(whole), Self::Rows(region)) => {
                region.rows.iter().flat_map(|row| whole.find(row, taken)).collect()
            }
            (Self::Heaps(whole), Self::Heaps(region)) => {
                let is_free = |place: &Place| !taken.contains(place);
                let of = |&heap: &u64| {
                    let places = whole.heaps.iter().enumerate().filter(|&(_, &other)| other == heap);
                    places.map(|(i, _)| [0, i]).find(is_free)
                };
                region.heaps.iter().filter_map(of).collect()
            }
            (Self::Graph(whole), Self::Graph(region)) => return whole.place_of(region),
            _ => Vec::new(),
        };
        taken.extend(&cells);
        Touched { cells, ..Touched::default() }
    }
}

impl BoardDrawing {
    fn of(text: &str, coordinates: Coordinates) -> Self {
        let (rows, points) = rows_and_points(text);
        let rows: Vec<String> = rows.split('|').map(str::to_owned).collect();
        let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        Self {
            columns: (0..columns).map(|x| coordinates.column(x)).collect(),
            row_labels: (0..rows.len()).map(|y| coordinates.row(y, rows.len())).collect(),
            points: points.map(str::to_owned),
            rows,
        }
    }

    fn at(&self, x: usize, y: usize) -> Option<char> {
        self.rows.get(y)?.chars().nth(x)
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        self.rows.iter().enumerate().flat_map(|(y, row)| (0..row.chars().count()).map(move |x| [x, y]))
    }

    fn has_shape_of(&self, other: &Self) -> bool {
        self.columns.len() == other.columns.len() && self.rows.len() == other.rows.len()
    }

    /// The first cells in a row that look like these and are not taken.
    fn find(&self, wanted: &str, taken: &[Place]) -> Vec<Place> {
        for (y, row) in self.rows.iter().enumerate() {
            for (start, _) in row.match_indices(wanted) {
                let cells: Vec<Place> = (start..start + wanted.len()).map(|x| [x, y]).collect();
                if !cells.iter().any(|cell| taken.contains(cell)) {
                    return cells;
                }
            }
        }
        Vec::new()
    }
}

impl GraphDrawing {
    /// Reads the words of a graph: `a-b`, `a-b:L`, `a=X` and `a`.
    fn of(text: &str) -> Self {
        let mut graph = Self::default();
        for word in text.split_whitespace() {
            let (ends, colour) = word.split_once(':').map_or((word, None), |(ends, mark)| (ends, Some(mark)));
            let (chain, mark) = ends.split_once('=').map_or((ends, None), |(name, mark)| (name, Some(mark)));
            let nodes: Vec<usize> = chain.split('-').map(|name| graph.node(name)).collect();
            if let (Some(mark), [node]) = (mark, &nodes[..]) {
                graph.nodes[*node].mark = Some(mark.to_owned());
            }
            let mark = colour.map(str::to_owned);
            let edge = |ends: &[usize]| EdgeDrawing { from: ends[0], to: ends[1], mark: mark.clone() };
            graph.edges.extend(nodes.windows(2).map(edge));
        }
        let is_hackenbush = graph.edges.is_empty() || graph.edges.iter().any(|edge| edge.mark.is_some());
        graph.ground =
            graph.nodes.iter().position(|node| is_hackenbush && node.name == GROUND && node.mark.is_none());
        graph
    }

    /// The number of a vertex, which is added if it is new.
    fn node(&mut self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| {
            self.nodes.push(NodeDrawing { name: name.to_owned(), mark: None });
            self.nodes.len() - 1
        })
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == name)
    }

    /// The names of the ends of an edge, and its colour.
    fn key<'a>(&'a self, edge: &'a EdgeDrawing) -> (&'a str, &'a str, Option<&'a str>) {
        let [a, b] = [edge.from, edge.to].map(|node| &self.nodes[node].name[..]);
        (a.min(b), a.max(b), edge.mark.as_deref())
    }

    fn mentioned(&self, name: &str) -> Touched {
        let named = Self::of(name);
        match &named.edges[..] {
            [] => Touched { nodes: self.find(name).into_iter().collect(), ..Touched::default() },
            cut => {
                let is_cut = |edge: &EdgeDrawing| cut.iter().any(|cut| named.key(cut) == self.key(edge));
                let edge = self.edges.iter().position(is_cut);
                Touched { edges: edge.into_iter().collect(), ..Touched::default() }
            }
        }
    }

    fn changed(&self, after: &Self) -> Touched {
        let differs = |node: &NodeDrawing| after.find(&node.name).map(|i| &after.nodes[i]) != Some(node);
        let mut kept: Vec<_> = after.edges.iter().map(|edge| after.key(edge)).collect();
        let mut is_gone = |edge: &EdgeDrawing| match kept.iter().position(|key| *key == self.key(edge)) {
            Some(place) => {
                kept.swap_remove(place);
                false
            }
            None => true,
        };
        Touched {
            nodes: (0..self.nodes.len()).filter(|&i| differs(&self.nodes[i])).collect(),
            edges: (0..self.edges.len()).filter(|&i| is_gone(&self.edges[i])).collect(),
            ..Touched::default()
        }
    }

    fn place_of(&self, region: &Self) -> Touched {
        let has = |edge: &EdgeDrawing| region.edges.iter().any(|other| region.key(other) == self.key(edge));
        Touched {
            nodes: region.nodes.iter().filter_map(|node| self.find(&node.name)).collect(),
            edges: (0..self.edges.len()).filter(|&i| has(&self.edges[i])).collect(),
            ..Touched::default()
        }
    }
}

impl HeapsDrawing {
    fn of(text: &str) -> Self {
        let (code, heaps) = text.split_once(':').map_or((None, text), |(code, heaps)| (Some(code), heaps));
        let heaps = heaps.split(',').filter_map(|heap| heap.trim().parse().ok()).filter(|&heap| heap > 0);
        Self { heaps: heaps.collect(), code: code.map(str::to_owned) }
    }
}
