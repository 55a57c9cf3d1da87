//! Bad invocations of every kind: none may panic, be killed, or exceed its time or memory.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{End, command, complaint, make_pipe, tedomari, watch};
use fastrand::Rng;
use std::ffi::OsString;
use std::fs::{File, Permissions};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Stdio;
use std::sync::LazyLock;
use std::time::Duration;
use tedomari::rules::{RULESETS, Ruleset};

/// The number of invocations.
const INVOCATIONS: usize = 1500;

/// The `--time` of every command with that option, in seconds.
const TIME: &str = "0.3";

/// The time after which a command with `--time` has overrun it: ten times the limit, and as much again to
/// end.
const OVERRUN: Duration = Duration::from_secs(6);

/// The time after which a command without `--time` counts as hanging.
const HANG: Duration = Duration::from_secs(60);

/// The `--memory` of every command with that option, in MiB.
const MEMORY: &str = "64";

/// The maximum memory of a command with that option, in KiB.
const MOST_MEMORY: u64 = (64 + BASE) << 10;

/// The maximum memory of a command without that option, in KiB.
const MOST_WITHOUT: u64 = 1 << 20;

/// The base memory of every command in MiB: the program, a text that is read, and intermediate results.
const BASE: u64 = 256;

/// A generator for a part of an invocation.
type Maker = fn(&mut Rng, &Path) -> Vec<u8>;

/// Every subcommand with a place for each argument: `G` game, `P` position, `E` expression, `S` sum, `F`
/// file, `N` number, `W` word, `Z` size, `T` time, `Y` memory, `M` and `D` methods, `A` player, `L` side;
/// options in brackets are left out at random.
const FORMS: &[&str] = &[
    "",
    "W",
    "analyze G P [--json] --time T [--max-games N]",
    "analyze - [--json] --time T",
    "analyze S [S] [--json] --time T --memory Y",
    "temperature S [S] [--method M] --time T --memory Y",
    "thermograph S [--tikz F] --time T --memory Y",
    "show S [S]",
    "solve @F --time T --memory Y [--json]",
    "completions W",
    "man F",
    "table list --tables F [--json]",
    "value E [--all] [--json] --time T [--max-games N]",
    "value - [--json] --time T",
    "thermograph E [--json] [--title W] [--svg F] [--png F] --time T",
    "games [--json] [W]",
    "show G P [--svg F] [--png F] [--sgf F]",
    "temperature G P [--method M] [--delta E] [--top E] [--enhancements W] [--threshold E] [--guess W] [--without W] --time T --memory Y [--json]",
    "temperature - [--method M] --time T --memory Y [--json]",
    "solve S [S] [--first L] [--method D] [--score] [--proof F] [--checkpoint F] --time T --memory Y [--json]",
    "solve - [--method D] --time T --memory Y [--json]",
    "match --left A --right A [--game G] [--size Z] [--components N] --games 2 --time 1ms [--seed N] --threads 1 [--journal F] [--csv F]",
    "match --replay F [--json]",
    "play S [S] [--against A] [--side L] [--first L] --time 1ms [--seed N]",
    "play ewn P --against random --time 1ms",
    "play dark-chess P --against random --time 1ms",
    "player A",
    "proof check F --time T [--json]",
    "proof show F [--depth N] [--lines N]",
    "proof W F",
    "experiment list [W]",
    "experiment run W [--seed N] [--out F]",
    "experiment page F",
    "table build G Z [--queens W] [--values] --out F --memory Y --time T [--json]",
    "table probe G P --tables F [--json]",
    "solve S --tables F --time T --memory Y",
    "table verify F [F] [--sample 100] [--seed N] --time T",
    "table census G Z --tables F --memory Y [--values] [--find E] [--svg F]",
    "table census domineering 2x2 --file F [--json] [--svg F]",
    "table merge F [F] --out F",
    "triangular-nim solve --layers N --play W [--bid W] [--symmetry] --memory Y --time T [--json]",
    "triangular-nim solve --layers 4 --play normal [--bid W] [--blocks W] --dir F --memory Y --time T",
    "triangular-nim query P [P] [--layers N] --play normal [--dir F] --memory Y --time T [--json]",
    "triangular-nim stats [--bid W]",
    "triangular-nim solve --layers 4 --play misere --keep W [--bid W] [--dir F] [--disk Y] --memory Y --time T",
    "taking solve W --play normal [--symmetry] [--bid W] --memory Y --time T [--json]",
    "taking solve cram:3x3 --play W [--keep W] [--check N] [--device W] [--dir F] [--blocks W] --memory Y --time T",
    "taking query cram:3x3 P --play normal --memory Y --time T [--json]",
    "taking stats W",
];

/// The names of all games, and one unknown name.
static NAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| every_game().map(|game| &*game.name).chain(["chess"]).collect());

/// An example of every game, and other positions.
static POSITIONS: LazyLock<Vec<&str>> =
    LazyLock::new(|| every_game().map(|game| &*game.example).chain(OTHER_POSITIONS).collect());

fn every_game() -> impl Iterator<Item = &'static Ruleset> {
    RULESETS.iter()
}

const OTHER_POSITIONS: [&str; 26] = [
    "x.#.|....|.##.|...o",
    "xoxo|oxox",
    "x..|...|..o",
    "...|...|...",
    "5,7,9",
    "....|.x..|..x.|....",
    "#XXX##|#X..O#|#XXXX#",
    "g-a:L a-b:R b-c:E a-d:L",
    "xox.|o.ox|xoxo",
    "0.137:5,10",
    "a-b a-d b-c c-d d-e e=X",
    "tt..ff",
    "lerrl",
    "{2|{0|-1},*}",
    "x|xx|xxx|xxxx",
    "1....|.....|.....|.....|....a left 3",
    "K..p|....|....|....|....|....|....|.... left",
    "(;GM[18]SZ[3]AB[aa]AW[cc])",
    "(;GM[1]SZ[9]AB[aa])",
    "(;GM[1]SZ[0])",
    "(;GM[18]SZ[99:1])",
    "99999999999",
    "0",
    "1000",
    "4.7:9",
    "",
];

const EXPRESSIONS: [&str; 18] = [
    "10|8||2",
    "{0||0|-2} + ^^*",
    "9223372036854775807",
    "-9223372036854775808",
    "1/4611686018427387904",
    "1/3",
    "*1023",
    "*1024",
    "^32767",
    "Tiny(1)",
    "(+-1).Heat(1/2)",
    "+-(1,2)",
    "{9223372036854775807|-9223372036854775807}",
    "1000000000:1000000000",
    "*.NortonProduct(^)",
    "{1|",
    "3*(+-1)",
    "^[9]",
];

const WORDS: [&str; 24] = [
    "--",
    "-",
    "--json",
    "--help",
    "--nonsense",
    "=",
    "normal",
    "misere",
    "all",
    "pn",
    "dfpn",
    "alphabeta",
    "pn-all",
    "values",
    "1,3,5",
    "0..1",
    "3..2",
    "1v1",
    "255v255",
    "random",
    "xt-domineering-3x3",
    "0,0",
    "nan",
    "inf",
];

const NUMBERS: [&str; 12] =
    ["0", "1", "-1", "2", "9", "255", "256", "4294967296", "18446744073709551616", "1e308", "0x10", "٣"];

fn pick(random: &mut Rng, list: &[&str]) -> Vec<u8> {
    list[random.usize(..list.len())].as_bytes().to_vec()
}

fn rows(cell: char, columns: usize, rows: usize) -> String {
    vec![cell.to_string().repeat(columns); rows].join("|")
}

/// Text that is difficult for a game, a parser or a terminal.
fn strange(random: &mut Rng) -> Vec<u8> {
    match random.u8(..14) {
        0 => Vec::new(),
        1 => (0..random.usize(1..40)).map(|_| random.u8(1..)).collect(),
        2 => "{".repeat(random.usize(1..5000)).into_bytes(),
        3 => format!("{}0{}", "{".repeat(3000), "|0}".repeat(3000)).into_bytes(),
        4 => "7".repeat(random.usize(1..2000)).into_bytes(),
        5 => b"\x1b[2J\x07\r\x1b]0;x\x07".to_vec(),
        6 => "\u{202e}\u{feff}".as_bytes().to_vec(),
        7 => "←↑→ 囲碁 ☃ e\u{301} 🦀".as_bytes().to_vec(),
        8 => rows(random.choice(['x', 'o', '.', '#']).unwrap(), random.usize(1..70), random.usize(1..70))
            .into_bytes(),
        9 => vec!["x"; random.usize(1..2000)].join(" + ").into_bytes(),
        10 => "|".repeat(random.usize(1..500)).into_bytes(),
        11 => format!("-{}", random.u64(..)).into_bytes(),
        12 => "(;".repeat(random.usize(1..3000)).into_bytes(),
        _ => vec![b'\xff'; random.usize(1..9)],
    }
}

/// Cuts, doubles or changes a valid text.
fn spoiled(random: &mut Rng, mut text: Vec<u8>) -> Vec<u8> {
    for _ in 0..random.usize(..3) {
        let place = random.usize(..=text.len());
        match random.u8(..5) {
            0 => text.truncate(place),
            1 => text.insert(place, random.u8(1..)),
            2 if place < text.len() => text[place] = b"xo.#|{}*+-0129,:ab "[random.usize(..19)],
            3 => text.extend(text.clone()),
            _ => text.rotate_left(place),
        }
    }
    text.retain(|&byte| byte != 0);
    text
}

fn mixed(random: &mut Rng, list: &[&str]) -> Vec<u8> {
    match random.u8(..6) {
        0 => strange(random),
        1..4 => pick(random, list),
        _ => {
            let text = pick(random, list);
            spoiled(random, text)
        }
    }
}

/// A position, most often one of this game. Positions of other games are mostly refused before any work
/// begins.
fn position(random: &mut Rng, game: &[u8]) -> Vec<u8> {
    match every_game().find(|known| known.name.as_bytes() == game) {
        Some(known) if random.u8(..4) > 0 => match random.u8(..4) {
            0 => known.example.as_bytes().to_vec(),
            1 => spoiled(random, known.example.as_bytes().to_vec()),
            2 => vec![&*known.example; random.usize(2..5)].join("|").into_bytes(),
            _ => rows('.', random.usize(2..9), random.usize(2..9)).into_bytes(),
        },
        _ => mixed(random, &POSITIONS),
    }
}

/// Files of the folder, see [`furnish`], and missing files.
const FILES: [&str; 24] = [
    "pipe",
    "missing",
    "no/such/folder/file",
    "folder",
    "tables",
    "tables/domineering-2x2.table",
    "spoiled",
    "spoiled/flipped.table",
    "spoiled/cut.table",
    "win.proof",
    "flipped.proof",
    "cut.proof",
    "games.journal",
    "flipped.journal",
    "cut.journal",
    "empty",
    "noise",
    "unreadable",
    "endless",
    "link",
    "",
    ".",
    "\u{1b}x\u{202e}",
    "out.svg",
];

fn file_of(random: &mut Rng, names: &[&str], folder: &Path) -> Vec<u8> {
    let name = names[random.usize(..names.len())];
    if name.is_empty() { Vec::new() } else { folder.join(name).into_os_string().into_vec() }
}

fn file(random: &mut Rng, folder: &Path) -> Vec<u8> {
    file_of(random, &FILES, folder)
}

/// A table, a proof and a journal, with their names.
fn records() -> [(&'static str, Vec<u8>); 3] {
    let place = tempfile::tempdir().unwrap();
    [
        ("table", "table build domineering 2x2 --out"),
        ("proof", "solve domineering:...|... --first left --method pn --proof"),
        ("journal", "match --left random:1 --right random:2 --size 3x3 --games 2 --journal"),
    ]
    .map(|(kind, line)| {
        let file = place.path().join(kind);
        let mut arguments: Vec<&str> = line.split_whitespace().collect();
        arguments.push(file.to_str().unwrap());
        let made = tedomari(&arguments, b"");
        assert!(made.status.success(), "{line}: {}", complaint(&made));
        (kind, std::fs::read(file).unwrap())
    })
}

/// Puts files of all kinds into a folder: valid ones, damaged ones, and entries that are not regular files.
fn furnish(folder: &Path, records: &[(&str, Vec<u8>)], random: &mut Rng) {
    let path = |name: &str| folder.join(name);
    for name in ["folder", "here", "tables", "spoiled"] {
        std::fs::create_dir(path(name)).unwrap();
    }
    for (kind, bytes) in records {
        let (good, spoiled) = match *kind {
            "table" => ("tables/domineering-2x2.table", "spoiled/"),
            "proof" => ("win.proof", ""),
            _ => ("games.journal", ""),
        };
        std::fs::write(path(good), bytes).unwrap();
        let mut flipped = bytes.clone();
        flipped[random.usize(..bytes.len())] ^= 1 << random.u8(..8);
        std::fs::write(path(&format!("{spoiled}flipped.{kind}")), flipped).unwrap();
        std::fs::write(path(&format!("{spoiled}cut.{kind}")), &bytes[..random.usize(..bytes.len())]).unwrap();
    }
    make_pipe(&path("pipe"));
    make_pipe(&path("spoiled/pipe.table"));
    let noise: Vec<u8> = (0..10_000).map(|_| random.u8(..)).collect();
    std::fs::write(path("noise"), noise).unwrap();
    std::fs::write(path("empty"), "").unwrap();
    std::fs::write(path("unreadable"), "").unwrap();
    std::fs::set_permissions(path("unreadable"), Permissions::from_mode(0o000)).unwrap();
    symlink(path("missing"), path("link")).unwrap();
    // A link, and not the device itself, which a bug could replace for the whole system.
    symlink("/dev/zero", path("endless")).unwrap();
}

fn sum(random: &mut Rng, _: &Path) -> Vec<u8> {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for _ in 0..random.usize(1..4) {
        let mut part = Vec::new();
        if random.bool() {
            let game = if random.u8(..4) == 0 { mixed(random, &NAMES) } else { pick(random, &NAMES) };
            part.extend(&game);
            part.push(b':');
            part.extend(position(random, &game));
        } else {
            part.extend(mixed(random, &EXPRESSIONS));
        }
        parts.push(part);
    }
    parts.join(&b" + "[..])
}

fn maker(letter: &str) -> Option<Maker> {
    Some(match letter {
        "G" => |random, _| if random.u8(..8) == 0 { strange(random) } else { pick(random, &NAMES) },
        "E" => |random, _| mixed(random, &EXPRESSIONS),
        "S" => sum,
        "F" => file,
        "N" => |random, _| if random.u8(..6) == 0 { strange(random) } else { pick(random, &NUMBERS) },
        "W" => |random, _| if random.u8(..3) == 0 { strange(random) } else { pick(random, &WORDS) },
        "Z" => |random, _| mixed(random, &["3x3", "2x2", "0x0", "255x255", "4x", "16x16", "9x1", "1x64"]),
        "M" => |random, _| mixed(random, &["exact", "interval", "tds", "tds+", "mts"]),
        "D" => |random, _| mixed(random, &["values", "alphabeta", "pn", "dfpn", "pn-all"]),
        "A" => |random, _| {
            mixed(random, &["random", "informed", "hotstrat:tds+", "alphabeta", "mcts", "star2", "random:9"])
        },
        "L" => |random, _| mixed(random, &["left", "right"]),
        "T" => |_, _| TIME.as_bytes().to_vec(),
        "Y" => |_, _| MEMORY.as_bytes().to_vec(),
        _ => return None,
    })
}

/// An invocation: a form with its places filled, sometimes with extra or missing words or in the wrong order.
fn invocation(random: &mut Rng, folder: &Path) -> Vec<OsString> {
    let form = FORMS[random.usize(..FORMS.len())];
    let mut words: Vec<Vec<u8>> = Vec::new();
    let (mut left_out, mut optional) = (false, false);
    for word in form.split_whitespace() {
        if word.starts_with('[') {
            optional = true;
            left_out = random.u8(..5) > 0;
        }
        let bare = word.trim_matches(['[', ']']);
        if !(optional && left_out) {
            let made = match (bare, maker(bare)) {
                // A position may be read from a pipe, which blocks.
                ("P", _) if random.u8(..8) == 0 => {
                    [b"@".to_vec(), file_of(random, &FILES[1..], folder)].concat()
                }
                ("P", _) => position(random, words.last().map_or(b"", Vec::as_slice)),
                ("@F", _) => [b"@".to_vec(), file_of(random, &FILES[1..], folder)].concat(),
                (_, Some(make)) => make(random, folder),
                (word, None) => word.as_bytes().to_vec(),
            };
            words.push(made);
        }
        if word.ends_with(']') {
            optional = false;
        }
    }
    match random.u8(..12) {
        0 => words.push(strange(random)),
        1 if words.len() > 2 => {
            words.swap_remove(1);
        }
        2 if words.len() > 2 => {
            let (a, b) = (random.usize(1..words.len()), random.usize(1..words.len()));
            words.swap(a, b);
        }
        3 => words.push(pick(random, &WORDS)),
        _ => {}
    }
    for word in &mut words {
        word.retain(|&byte| byte != 0);
    }
    words.into_iter().map(OsString::from_vec).collect()
}

/// Does an option have this value?
fn has(arguments: &[OsString], option: &str, value: &str) -> bool {
    arguments.windows(2).any(|pair| pair[0] == option && pair[1] == value)
}

/// Runs the command within its limits.
fn run(arguments: &[OsString], input: &[u8], folder: &Path) -> End {
    let (stdin, log) = (folder.join("stdin"), folder.join("log"));
    std::fs::write(&stdin, input).unwrap();
    let said = File::create(&log).unwrap();
    let mut child = command(&folder.join("here"))
        .args(arguments)
        .stdin(File::open(&stdin).unwrap())
        .stdout(Stdio::from(said.try_clone().unwrap()))
        .stderr(said)
        .spawn()
        .unwrap();
    let time = if has(arguments, "--time", TIME) { OVERRUN } else { HANG };
    let memory = if has(arguments, "--memory", MEMORY) { MOST_MEMORY } else { MOST_WITHOUT };
    watch(&mut child, time, memory)
}

/// `TEDOMARI_SEED` tries other invocations.
#[test]
#[ignore = "takes minutes: ./test --long"]
fn hostile_invocations_end_well() {
    let seed = std::env::var("TEDOMARI_SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut random = Rng::with_seed(seed);
    let records = records();
    let (mut failures, mut endings) = (Vec::new(), [0; 256]);
    // The slowest, the largest with `--memory`, and the largest without.
    let mut worst = [const { (0, String::new()) }; 3];
    for number in 0..INVOCATIONS {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        furnish(folder, &records, &mut random);
        let arguments = invocation(&mut random, folder);
        let lines: Vec<Vec<u8>> = (0..random.usize(..4))
            .map(|_| {
                let game = pick(&mut random, &NAMES);
                let position = position(&mut random, &game);
                [game, vec![random.choice(*b"\t:").unwrap()], position].concat()
            })
            .collect();
        let End { status, time, memory } = run(&arguments, &lines.join(&b'\n'), folder);
        let shown: String = format!("{arguments:?}").chars().take(400).collect();
        let size = if has(&arguments, "--memory", MEMORY) { 1 } else { 2 };
        for (i, cost) in [(0, time.as_millis() as u64), (size, memory)] {
            if cost > worst[i].0 {
                worst[i] = (cost, shown.clone());
            }
        }
        let log = String::from_utf8_lossy(&std::fs::read(folder.join("log")).unwrap()).into_owned();
        let trouble = match status {
            None => format!("killed after {time:.1?} with {} MiB", memory >> 10),
            Some(status) if status.signal().is_some() => format!("ended by {status}"),
            Some(_) if log.contains("panicked at") => "panicked".to_owned(),
            Some(status) => match status.code() {
                Some(code @ 0..=4) => {
                    endings[code as usize] += 1;
                    continue;
                }
                _ => status.to_string(),
            },
        };
        let said: String = log.chars().take(600).collect();
        failures.push(format!("{number}: {trouble}: {shown}\n{said}"));
    }
    println!(
        "{INVOCATIONS} invocations: {} answered, {} refused, {} at a limit",
        endings[0], endings[2], endings[3]
    );
    let [(milliseconds, slowest), (with, largest), (without, largest_without)] = worst;
    println!("the slowest took {milliseconds} ms: {slowest}");
    println!("the largest took {} MiB: {largest}", with >> 10);
    println!("the largest without --memory took {} MiB: {largest_without}", without >> 10);
    assert!(failures.is_empty(), "{} of {INVOCATIONS}:\n{}", failures.len(), failures.join("\n\n"));
}
