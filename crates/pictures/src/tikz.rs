//! A picture for a paper in LaTeX: one `tikzpicture` that needs the package `tikz` and nothing else, with
//! texts in the paper's own font.

use crate::Picture;
use crate::picture::{Anchor, Colour, LETTERS, Place, Shape, Stroke, Text};

impl Picture {
    /// The picture as a TikZ environment.
    #[must_use]
    pub fn tikz(&self) -> String {
        let commands: String = self.shapes.iter().map(|shape| format!("  {}\n", command(shape))).collect();
        let comment: String =
            self.description.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!(
            "% {comment}\n\
             \\begin{{tikzpicture}}[x=0.7pt, y=-0.7pt, font=\\footnotesize, every node/.style={{inner sep=0pt}}]\n\
             {commands}\\end{{tikzpicture}}\n"
        )
    }
}

fn command(shape: &Shape) -> String {
    match shape {
        Shape::Line(corners, stroke) => format!("\\draw[{}] {};", border(stroke), path(corners)),
        Shape::Area(corners, fill, edge) => {
            format!("{} {} -- cycle;", filled(*fill, edge.as_ref()), path(corners))
        }
        Shape::Circle(centre, radius, fill, edge) => {
            let radius = format!("circle[radius={:.2}pt]", 0.7 * radius);
            format!("{} {} {radius};", filled(*fill, edge.as_ref()), place(*centre))
        }
        Shape::Text(text) => node(text),
    }
}

fn place((x, y): Place) -> String {
    format!("({x:.2},{y:.2})")
}

fn path(corners: &[Place]) -> String {
    corners.iter().map(|corner| place(*corner)).collect::<Vec<_>>().join(" -- ")
}

fn filled(fill: Colour, edge: Option<&Stroke>) -> String {
    let edge = edge.map_or_else(String::new, |stroke| format!(", {}", border(stroke)));
    let draw = if edge.is_empty() { "\\fill" } else { "\\filldraw" };
    format!("{draw}[fill={}{edge}]", mixed(fill))
}

fn border(Stroke { colour, width, dashes }: &Stroke) -> String {
    let dashes = dashes.map_or_else(String::new, |(dash, gap)| {
        format!(", dash pattern=on {:.2}pt off {:.2}pt", 0.7 * dash, 0.7 * gap)
    });
    format!("draw={}, line width={:.2}pt{dashes}", mixed(*colour), 0.7 * width)
}

fn mixed(Colour(red, green, blue): Colour) -> String {
    if red == green && green == blue {
        return format!("black!{}", 100 - u32::from(red) * 100 / 255);
    }
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

fn node(Text { at, anchor, colour, size, edge, text }: &Text) -> String {
    let anchor = match anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let edge = if *edge { ", fill=white, fill opacity=0.8, text opacity=1" } else { "" };
    let size = if *size > LETTERS { ", font=\\normalsize" } else { "" };
    format!(
        "\\node[anchor={anchor}, text={}{edge}{size}] at {} {{{}}};",
        mixed(*colour),
        place(*at),
        escaped(text)
    )
}

/// A text escaped for TeX.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |escaped, c| match c {
        '\\' => escaped + "\\textbackslash{}",
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped + "\\" + c.encode_utf8(&mut [0; 4]),
        '^' => escaped + "\\textasciicircum{}",
        '~' => escaped + "\\textasciitilde{}",
        '|' => escaped + "\\textbar{}",
        '<' => escaped + "\\textless{}",
        '>' => escaped + "\\textgreater{}",
        '−' => escaped + "$-$",
        '±' => escaped + "$\\pm$",
        '≈' => escaped + "$\\approx$",
        '↑' => escaped + "$\\uparrow$",
        '↓' => escaped + "$\\downarrow$",
        '…' => escaped + "\\ldots{}",
        c if c.is_control() => escaped + " ",
        c => escaped + c.encode_utf8(&mut [0; 4]),
    })
}
