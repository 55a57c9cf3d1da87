//! The coordinates that moves use for cells, for drawing boards.

/// The coordinates that moves use for cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coordinates {
    /// Letters for columns from the left, `AA` after `Z`, then numbers for rows from the bottom: `C2`.
    #[default]
    Board,
    /// Numbers along a row. With several rows, the number of the row from the top comes first: `5`, `2:5`.
    Rows,
    /// Letters for rows from the top, then numbers along each: `C2`.
    Triangle,
}

impl Coordinates {
    /// The name of a column, counted from 0 from the left.
    #[must_use]
    pub fn column(self, column: usize) -> String {
        match self {
            Self::Board => letters(column),
            Self::Rows | Self::Triangle => (column + 1).to_string(),
        }
    }

    /// The name of a row, counted from 0 from the top, on a board with `height` rows.
    #[must_use]
    pub fn row(self, row: usize, rows: usize) -> String {
        match self {
            Self::Board => (rows - row).to_string(),
            Self::Rows if rows == 1 => String::new(),
            Self::Rows => (row + 1).to_string(),
            Self::Triangle => letters(row),
        }
    }

    /// The cells that the name of a move mentions, in the order of the name: columns from the left and rows from
    /// the top, both from 0, on a board with this many rows.
    ///
    /// ```
    /// use rules::Coordinates;
    ///
    /// assert_eq!(Coordinates::Board.cells("D4-C4xAB2", 4), [(3, 0), (2, 0), (27, 2)]);
    /// assert_eq!(Coordinates::Rows.cells("2:3-5", 2), [(2, 1), (4, 1)]);
    /// assert_eq!(Coordinates::Triangle.cells("C1-C3", 4), [(0, 2), (2, 2)]);
    /// ```
    #[must_use]
    pub fn cells(self, name: &str, rows: usize) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        let mut row_of_all = 0;
        let mut rest = name;
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
            rest = &rest[start..];
            // An `x` between two cells is a capture or a shot.
            rest = rest.strip_prefix('x').unwrap_or(rest);
            let split = |text: &str, of: fn(&char) -> bool| text.chars().take_while(of).count();
            let (letters, after) = rest.split_at(split(rest, char::is_ascii_alphabetic));
            let (digits, after) = after.split_at(split(after, char::is_ascii_digit));
            let colon = after.strip_prefix(':');
            rest = colon.unwrap_or(after);
            let Some(number) = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) else {
                continue;
            };
            match (self, number_of(letters)) {
                (Self::Board, Some(column)) if number < rows => cells.push((column, rows - 1 - number)),
                (Self::Triangle, Some(row)) => cells.push((number, row)),
                (Self::Rows, None) if colon.is_some() => row_of_all = number,
                (Self::Rows, None) => cells.push((number, row_of_all)),
                _ => {}
            }
        }
        cells
    }
}

/// The number of letters as a column, from 0: the inverse of [`letters`].
fn number_of(letters: &str) -> Option<usize> {
    let digits = letters.bytes().map(|letter| usize::from(letter.to_ascii_uppercase() - b'A'));
    digits.fold(None, |before: Option<usize>, digit| Some(before.map_or(0, |before| before + 1) * 26 + digit))
}

fn letters(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8).to_string();
    match (number / 26).checked_sub(1) {
        Some(before) => letters(before) + &letter,
        None => letter,
    }
}
