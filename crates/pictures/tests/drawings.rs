//! Drawings are compared with those recorded in `tests/snapshots`, character by character.
//! `UPDATE_SNAPSHOTS=1 cargo test -p tedomari-pictures` records them again.

use pictures::Characters::{Ascii, Unicode};
use pictures::{Axis, Plot, Series};
use std::path::Path;
use values::{Error, Thermograph};

type Made = Result<Thermograph, Error>;

fn number(text: &str) -> Made {
    Thermograph::of_number(text.parse()?)
}

fn game(left: &[Thermograph], right: &[Thermograph]) -> Made {
    Thermograph::of_options(left, right)
}

fn switch(left: &str, right: &str) -> Made {
    game(&[number(left)?], &[number(right)?])
}

fn star() -> Made {
    switch("0", "0")
}

/// {4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}
fn tangle() -> Made {
    let threat = game(&[number("3")?], &[number("0")?, switch("1/2", "0")?])?;
    let left = game(&[number("4")?], &[number("2")?, threat])?;
    let right = game(&[number("0")?, star()?], &[number("-1")?])?;
    game(&[left], &[right, number("-1/4")?])
}

/// Drawings that are recorded, each with the name of its file and its title.
fn recorded() -> Result<Vec<(&'static str, &'static str, Thermograph)>, Error> {
    Ok(vec![
        ("seven", "7", number("7")?),
        ("half", "1/2", number("1/2")?),
        ("up", "^ = {0|*}", game(&[number("0")?], &[star()?])?),
        ("sente", "{10|8||2}", game(&[switch("10", "8")?], &[number("2")?])?),
        ("tangle", "{4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}", tangle()?),
        ("million", "±1000000", switch("1000000", "-1000000")?),
        ("threats", "{1000|0||-1|-1000}", game(&[switch("1000", "0")?], &[switch("-1", "-1000")?])?),
    ])
}

#[test]
fn plots_name_axes_and_series_and_have_ticks() {
    let series = vec![
        Series::curve("half", vec![(1.0, 0.5), (100.0, 50.0), (0.0, 7.0), (f64::NAN, 1.0)]),
        Series { name: "one & two".to_owned(), points: vec![(10.0, -3.0)], joined: false },
    ];
    let plot = Plot::new("Title", Axis::logarithmic("whole"), Axis::linear("part"), series);
    let svg = plot.picture().svg();
    let texts: Vec<String> = roxmltree::Document::parse(&svg)
        .expect("the SVG is well-formed")
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text().map(str::to_owned))
        .collect();
    for text in
        ["Title", "whole", "part", "half", "one & two", "1", "2", "5", "10", "20", "50", "100", "0", "40"]
    {
        assert!(texts.iter().any(|found| found == text), "{text} in {texts:?}");
    }
    // A circle for the two points with a place and one for the legend, squares for the other series.
    assert_eq!(svg.matches("<circle").count(), 3);
    assert!(plot.picture().tikz().contains("whole"));
}

#[test]
fn plots_of_little_data_are_drawn() {
    let points = [vec![], vec![(3.0, 3.0)], vec![(1e20, 1e-20)], vec![(2.0, 1e9), (2.001, 1e-9)]];
    for (x, y) in [(false, false), (true, false), (false, true), (true, true)] {
        for points in &points {
            let axis = |logarithmic| Axis { label: "axis".to_owned(), logarithmic };
            let plot = Plot::new("", axis(x), axis(y), vec![Series::curve("", points.clone())]);
            let svg = plot.picture().svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{points:?}: {svg}");
            assert!(roxmltree::Document::parse(&svg).is_ok());
        }
    }
}

/// Values that are difficult to draw.
fn odd() -> Result<Vec<Thermograph>, Error> {
    let (far, near) = ("4000000000000000000", "-4000000000000000000");
    Ok(vec![
        number("0")?,
        number("-1000000")?,
        number("9223372036854775807")?,
        number("1/1073741824")?,
        number("-4611686018427387903/4611686018427387904")?,
        number("-1000000000000000001/1024")?,
        star()?,
        switch("1000001", "999999")?,
        switch("1000000000000000000", "-1000000000000000000")?,
        switch("9223372036854775802", "9223372036854775800")?,
        switch("2", near)?,
        switch("1/1152921504606846976", "-1")?,
        game(&[switch(far, "1")?], &[switch("0", near)?])?,
    ])
}

fn all() -> Vec<Thermograph> {
    let recorded = recorded().expect("small games").into_iter().map(|(_, _, thermograph)| thermograph);
    recorded.chain(odd().expect("games within range")).collect()
}

fn assert_recorded(file: &str, drawing: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(file);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, drawing).expect("the snapshot can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(drawing, expected, "{} has changed", path.display());
}

#[test]
fn drawings_are_as_recorded() {
    for (name, title, thermograph) in recorded().expect("small games") {
        assert_recorded(&format!("{name}.txt"), &pictures::text(&thermograph, 80, Unicode));
        assert_recorded(&format!("{name}-ascii.txt"), &pictures::text(&thermograph, 80, Ascii));
        let picture = pictures::thermograph(&thermograph, Some(title));
        assert_recorded(&format!("{name}.svg"), &picture.svg());
        assert_recorded(&format!("{name}.tikz"), &picture.tikz());
    }
}

#[test]
fn lines_fit_the_width() {
    for thermograph in all() {
        for width in [0, 40, 41, 57, 80, 200] {
            let drawing = pictures::text(&thermograph, width, Unicode);
            let plain = pictures::text(&thermograph, width, Ascii);
            assert!(plain.is_ascii() && plain.lines().count() == drawing.lines().count(), "{plain}");
            let longest = drawing.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(width.clamp(40, 80)), "{width} columns:\n{drawing}");
            assert!(drawing.lines().count() <= 22, "{drawing}");
            assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
        }
    }
}

#[test]
fn the_mean_and_the_temperature_are_named() {
    for (_, _, thermograph) in recorded().expect("small games") {
        let words = format!("mean {}, temperature {}", thermograph.mean(), thermograph.temperature());
        assert!(
            [Unicode, Ascii].iter().all(|style| pictures::text(&thermograph, 40, *style).contains(&words))
        );
    }
}

#[test]
fn svg_is_well_formed() {
    let titles =
        [None, Some(""), Some("a<b>&\"c\" 'd'\u{0}\u{ffff}\n"), Some("{0|*}".repeat(100).leak() as &str)];
    for thermograph in all() {
        for title in titles {
            let drawing = pictures::thermograph(&thermograph, title).svg();
            let document = roxmltree::Document::parse(&drawing).expect("well-formed XML");
            assert_eq!(document.root_element().tag_name().name(), "svg");
            assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
        }
    }
}

#[test]
fn a_long_title_is_shortened() {
    let drawing = pictures::thermograph(&star().expect("a small game"), Some(&"{0|*}".repeat(100))).svg();
    let document = roxmltree::Document::parse(&drawing).expect("well-formed XML");
    let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
    assert!(title.is_some_and(|title| title.chars().count() == 60 && title.ends_with('…')));
}

#[cfg(feature = "png")]
#[test]
fn png_has_the_signature() {
    for thermograph in all() {
        let picture = pictures::thermograph(&thermograph, None).png().expect("a drawing of our own");
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    }
}

#[test]
fn a_board_has_the_names_it_is_given() {
    let board = pictures::board("..|..", |x| format!("column {x}"), |y| format!("row {y}")).svg();
    let names = [">column 0<", ">column 1<", ">row 0<", ">row 1<"];
    assert!(names.iter().all(|name| board.matches(name).count() == 1));
}
