//! Bad invocations of every kind: none may panic, be killed, or take more time or memory than it is allowed.

#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use fastrand::Rng;
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How many invocations are tried.
const INVOCATIONS: usize = 1500;

/// Seconds that every command gets by `--time`, where it has that option.
const TIME: &str = "0.3";

/// A command that still runs after this hangs.
const HANG: Duration = Duration::from_secs(60);

/// Kilobytes of address space: stacks and threads of the command take some, whatever it does.
const MEMORY: u32 = 6 << 20;

/// How a part of an invocation is made.
type Maker = fn(&mut Rng, &Path) -> Vec<u8>;

/// Every subcommand with a place for each argument: `G` game, `P` position, `E` expression, `S` sum, `F` file, `N` number,
/// `W` word, `Z` size, `T` time; options in brackets are left out now and then.
const FORMS: &[&str] = &[
    "",
    "W",
    "analyze G P [--json] --time T [--max-games N]",
    "analyze - [--json] --time T",
    "value E [--all] [--json] --time T [--max-games N]",
    "value - [--json] --time T",
    "thermograph E [--json] [--title W] [--svg F] [--png F] --time T",
    "games [--json] [W]",
    "show G P [--svg F] [--png F] [--sgf F]",
    "temperature G P [--method M] [--delta E] [--top E] [--enhancements W] [--threshold E] [--guess W] [--without W] --time T --memory 64 [--json]",
    "temperature - [--method M] --time T --memory 64 [--json]",
    "solve S [S] [--first L] [--method W] [--score] [--proof F] --time T --memory 64 [--json]",
    "solve - [--method W] --time T --memory 64 [--json]",
    "match --left A --right A [--game G] [--size Z] [--components N] --games 2 --time 1ms [--seed N] --threads 1 [--journal F] [--csv F]",
    "match --replay F [--json]",
    "play S [S] [--against A] [--side L] [--first L] --time 1ms [--seed N]",
    "play ewn P --against random --time 1ms",
    "play dark-chess P --against random --time 1ms",
    "proof check F --time T [--json]",
    "proof show F [--depth N] [--lines N]",
    "proof W F",
    "experiment list [W]",
    "experiment run W [--seed N] [--out F]",
    "table build G Z [--queens W] [--values] --out F --memory 64 --time T [--json]",
    "table probe G P --tables F [--json]",
    "table verify F [F] --sample 100 [--seed N]",
    "table census G Z --tables F --memory 64 [--values] [--find E] [--svg F]",
    "table merge F [F] --out F",
    "triangular-nim solve --layers N --play W [--bid W] [--symmetry] --memory 64 --time T [--json]",
    "triangular-nim solve --layers 4 --play normal [--bid W] [--blocks W] --dir F --memory 64 --time T",
    "triangular-nim query P [P] [--layers N] --play normal [--dir F] --memory 64 --time T [--json]",
    "triangular-nim stats [--bid W]",
];

const GAMES: [&str; 25] = [
    "amazons",
    "clobber",
    "col",
    "cram",
    "dawsons-kayles",
    "domineering",
    "fission",
    "go",
    "go-territory",
    "grundy",
    "hackenbush",
    "kayles",
    "konane",
    "nim",
    "nogo",
    "octal",
    "snort",
    "toads-and-frogs",
    "toppling-dominoes",
    "tree",
    "triangular-nim",
    "xt-domineering",
    "ewn",
    "dark-chess",
    "chess",
];

const POSITIONS: [&str; 26] = [
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

/// Text that a game, a parser or a terminal may stumble over.
fn strange(random: &mut Rng) -> Vec<u8> {
    let rows =
        |cell: char, columns: usize, rows: usize| vec![cell.to_string().repeat(columns); rows].join("|");
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

/// Cuts, doubles or changes a text that was right.
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
        1 | 2 => pick(random, list),
        _ => {
            let text = pick(random, list);
            spoiled(random, text)
        }
    }
}

fn file(random: &mut Rng, folder: &Path) -> Vec<u8> {
    let names = [
        "missing",
        "no/such/folder/file",
        "folder",
        "empty",
        "noise",
        "link",
        "pipe-to-nowhere",
        "",
        ".",
        "\u{1b}x",
        "unreadable\u{202e}",
        "out.svg",
    ];
    let name = names[random.usize(..names.len())];
    if name.is_empty() { Vec::new() } else { folder.join(name).into_os_string().into_vec() }
}

fn sum(random: &mut Rng, _: &Path) -> Vec<u8> {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for _ in 0..random.usize(1..4) {
        let mut part = Vec::new();
        if random.bool() {
            part.extend(mixed(random, &GAMES));
            part.push(b':');
            part.extend(mixed(random, &POSITIONS));
        } else {
            part.extend(mixed(random, &EXPRESSIONS));
        }
        parts.push(part);
    }
    parts.join(&b" + "[..])
}

fn maker(letter: &str) -> Option<Maker> {
    Some(match letter {
        "G" => |random, _| if random.u8(..8) == 0 { strange(random) } else { pick(random, &GAMES) },
        "P" => |random, folder| match random.u8(..8) {
            0 => [b"@".to_vec(), file(random, folder)].concat(),
            _ => mixed(random, &POSITIONS),
        },
        "E" => |random, _| mixed(random, &EXPRESSIONS),
        "S" => sum,
        "F" => file,
        "N" => |random, _| if random.u8(..6) == 0 { strange(random) } else { pick(random, &NUMBERS) },
        "W" => |random, _| if random.u8(..3) == 0 { strange(random) } else { pick(random, &WORDS) },
        "Z" => |random, _| mixed(random, &["3x3", "2x2", "0x0", "255x255", "4x", "16x16", "9x1", "1x64"]),
        "M" => |random, _| mixed(random, &["exact", "interval", "tds", "tds+", "mts"]),
        "A" => |random, _| {
            mixed(random, &["random", "informed", "hotstrat:tds+", "alphabeta", "mcts", "star2", "random:9"])
        },
        "L" => |random, _| mixed(random, &["left", "right"]),
        "T" => |_, _| TIME.as_bytes().to_vec(),
        _ => return None,
    })
}

/// An invocation: a form with its places filled, and now and then with words too many, too few, or in the wrong order.
fn invocation(random: &mut Rng, folder: &Path) -> Vec<OsString> {
    let form = FORMS[random.usize(..FORMS.len())];
    let mut words: Vec<Vec<u8>> = Vec::new();
    let (mut left_out, mut optional) = (false, false);
    for word in form.split_whitespace() {
        if word.starts_with('[') {
            optional = true;
            left_out = random.u8(..3) > 0;
        }
        let bare = word.trim_matches(['[', ']']);
        if !(optional && left_out) {
            words.push(maker(bare).map_or_else(|| bare.as_bytes().to_vec(), |make| make(random, folder)));
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

/// Runs the command with a cap on its memory; `None` means that it hangs.
fn run(arguments: &[OsString], input: &[u8], folder: &Path) -> Option<(ExitStatus, Duration)> {
    let (stdin, log) = (folder.join("stdin"), folder.join("log"));
    std::fs::write(&stdin, input).unwrap();
    let said = File::create(&log).unwrap();
    let started = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh"])
        .arg(support::command().get_program())
        .args(arguments)
        .current_dir(folder.join("here"))
        .env("XDG_DATA_HOME", folder.join("data"))
        .stdin(File::open(&stdin).unwrap())
        .stdout(Stdio::from(said.try_clone().unwrap()))
        .stderr(said)
        .spawn()
        .unwrap();
    while started.elapsed() < HANG {
        if let Some(status) = child.try_wait().unwrap() {
            return Some((status, started.elapsed()));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

/// `TEDOMARI_SEED` tries other invocations.
#[test]
#[ignore = "takes minutes: ./test --long"]
fn hostile_invocations_end_well() {
    let seed = std::env::var("TEDOMARI_SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut random = Rng::with_seed(seed);
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    for name in ["folder", "here", "data"] {
        std::fs::create_dir(folder.join(name)).unwrap();
    }
    let noise: Vec<u8> = (0..10_000).map(|_| random.u8(..)).collect();
    std::fs::write(folder.join("noise"), noise).unwrap();
    std::fs::write(folder.join("empty"), "").unwrap();
    std::os::unix::fs::symlink(folder.join("missing"), folder.join("link")).unwrap();
    let (mut failures, mut endings, mut slowest) = (Vec::new(), [0; 256], Duration::ZERO);
    for number in 0..INVOCATIONS {
        let arguments = invocation(&mut random, folder);
        let lines: Vec<Vec<u8>> = (0..random.usize(..4))
            .map(|_| [pick(&mut random, &GAMES), b"\t".to_vec(), mixed(&mut random, &POSITIONS)].concat())
            .collect();
        let outcome = run(&arguments, &lines.join(&b'\n'), folder);
        let log = String::from_utf8_lossy(&std::fs::read(folder.join("log")).unwrap()).into_owned();
        let trouble = match outcome {
            None => Some("hangs".to_owned()),
            Some((status, _)) if status.signal().is_some() => Some(format!("ended by {status}")),
            Some((status, _)) if !matches!(status.code(), Some(0 | 2 | 3)) => Some(format!("{status}")),
            Some(_) if log.contains("panicked at") => Some("panicked".to_owned()),
            Some((status, time)) => {
                endings[status.code().unwrap_or(0) as usize] += 1;
                slowest = slowest.max(time);
                None
            }
        };
        if let Some(trouble) = trouble {
            let said: String = log.chars().take(600).collect();
            failures.push(format!("{number}: {trouble}: {arguments:?}\n{said}"));
        }
    }
    println!(
        "{INVOCATIONS} invocations: {} answered, {} refused, {} at a limit; the slowest took {slowest:.1?}",
        endings[0], endings[2], endings[3]
    );
    assert!(failures.is_empty(), "{} of {INVOCATIONS}:\n{}", failures.len(), failures.join("\n\n"));
}
