use exact::DuelTable;
use rules::{Duel, Notation, bitboard::Small, games::amazons::Amazons};
use temperature::{Aim, IntervalSearch};
use values::{Budget, Values};
struct ThreadTime(f64);
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .unwrap()
        .split(" ")
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        * 1e-9
}
impl ThreadTime {
    fn now() -> Self {
        Self(cpu())
    }
    fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::from_secs_f64(cpu() - self.0)
    }
}
fn board(rng: &mut fastrand::Rng, side: usize, empty: usize) -> Amazons<Small> {
    let mut cells = vec!['#'; side * side];
    cells[..2].copy_from_slice(&['x', 'o']);
    for c in &mut cells[2..2 + empty] {
        *c = '.';
    }
    rng.shuffle(&mut cells);
    let rows: Vec<String> = cells.chunks(side).map(|row| row.iter().collect()).collect();
    Amazons::read(&rows.join("|")).unwrap()
}

use rules::games::amazons::forecast::Features;
use rules::{Hints, Position};
fn solve(rows: &[(Vec<f64>, f64)]) -> Vec<f64> {
    let n = rows[0].0.len();
    let mut a = vec![vec![0.0; n + 1]; n];
    for (x, y) in rows {
        for i in 0..n {
            for j in 0..n {
                a[i][j] += x[i] * x[j];
            }
            a[i][n] += x[i] * y;
        }
    }
    for i in 0..n {
        a[i][i] += 1e-6;
    }
    for i in 0..n {
        let p = (i..n).max_by(|&x, &y| a[x][i].abs().total_cmp(&a[y][i].abs())).unwrap();
        a.swap(i, p);
        for r in 0..n {
            if r != i {
                let f = a[r][i] / a[i][i];
                for c in i..=n {
                    a[r][c] -= f * a[i][c];
                }
            }
        }
    }
    (0..n).map(|i| a[i][n] / a[i][i]).collect()
}
fn fit(sets: u64) {
    let mut all = vec![];
    for set in 0..sets {
        let mut rng = fastrand::Rng::with_seed(1000 + set);
        let values = Values::new();
        let mut table = DuelTable::default();
        let mut cells: Vec<u8> = (0..25).collect();
        rng.shuffle(&mut cells);
        let most = 17;
        let read = |cells: &[u8]| {
            let rows: Vec<String> = (0..5)
                .map(|y| {
                    (0..5)
                        .map(|x| match cells.iter().position(|c| *c == 5 * y + x) {
                            Some(0) => 'X',
                            Some(1) => 'O',
                            Some(_) => '.',
                            None => '#',
                        })
                        .collect()
                })
                .collect();
            Amazons::<Small>::read(&rows.join("|")).unwrap()
        };
        table
            .work_out(values.thermographs(), &Duel::of(&read(&cells[..most])).unwrap(), &Budget::endless())
            .unwrap();
        for _ in 0..3000 {
            let size = rng.usize(8..=most);
            rng.shuffle(&mut cells[..most]);
            for region in read(&cells[..size]).regions() {
                if region.number().is_some() {
                    continue;
                }
                let Some(w) = Duel::of(&region).and_then(|d| table.get(&d)) else { continue };
                let g = values.thermographs();
                let g = g.get(g.of_walls(w));
                all.push((
                    set,
                    region.board().inside().count_ones(),
                    Features::of(region.board()),
                    g.mean().to_f64(),
                    g.temperature().to_f64(),
                    region.evaluation(),
                ));
            }
        }
    }
    let train: Vec<_> = all.iter().filter(|x| x.0 % 4 != 0).collect();
    let test: Vec<_> = all.iter().filter(|x| x.0 % 4 == 0).collect();
    let m = solve(&train.iter().map(|x| (x.2.mean.to_vec(), x.3)).collect::<Vec<_>>());
    let t = solve(&train.iter().map(|x| (x.2.temperature.to_vec(), x.4)).collect::<Vec<_>>());
    println!("mean {m:.4?}\ntemp {t:.4?}");
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for c in [6, 8, 10, 12, 14, 16] {
        let some: Vec<_> = test.iter().filter(|x| x.1 == c || x.1 == c + 1).collect();
        let n = some.len() as f64;
        let mae = |f: &dyn Fn(&(u64, u32, Features, f64, f64, i32)) -> f64| {
            some.iter().map(|x| f(x).abs()).sum::<f64>() / n
        };
        println!(
            "cells {c}: {n} mean {:.3} (old {:.3}) temp {:.3} (sd {:.3})",
            mae(&|x| dot(&x.2.mean, &m) - x.3),
            mae(&|x| x.5 as f64 / 8.0 - x.3),
            mae(&|x| dot(&x.2.temperature, &t).max(0.0) - x.4),
            mae(&|x| x.4 - 3.0)
        );
    }
}
fn est(b: &Amazons<Small>, part: f64, total: f64) -> (temperature::Bounds, Option<(f64, f64)>, f64) {
    let t = ThreadTime::now();
    let mut s = IntervalSearch::new(Budget::endless().with_bytes(4 << 30));
    let mut bounds = None;
    while t.elapsed().as_secs_f64() < part * total {
        s.set_budget(Budget::after(std::time::Duration::from_millis(3)));
        bounds = s.search(b, Aim::MeanAndTemperature, &mut |_| ()).0;
        if bounds.as_ref().is_some_and(|b| b.are_exact()) {
            return (bounds.unwrap(), None, t.elapsed().as_secs_f64());
        }
    }
    let mut g = None;
    while t.elapsed().as_secs_f64() < total {
        s.set_budget(Budget::after(std::time::Duration::from_millis(20)));
        let (m, t) = s.guess(b).unwrap();
        g = Some((m.to_f64(), t.to_f64()));
    }
    s.set_budget(Budget::after(std::time::Duration::from_millis(0)));
    let bounds = s.search(b, Aim::MeanAndTemperature, &mut |_| ()).0.or(bounds);
    (bounds.unwrap(), g, t.elapsed().as_secs_f64())
}
fn known(b: &Amazons<Small>, s: &mut IntervalSearch<Amazons<Small>>) -> temperature::Bounds {
    let path = "/tmp/truth.txt";
    let text = std::fs::read_to_string(path).unwrap_or_default();
    for l in text.lines() {
        let w: Vec<&str> = l.split(' ').collect();
        if w[0] == b.to_string() {
            let d = |s: &str| s.parse::<values::Dyadic>().unwrap();
            return temperature::Bounds { mean: (d(w[1]), d(w[1])), temperature: (d(w[2]), d(w[2])) };
        }
    }
    let x = s.search(b, Aim::MeanAndTemperature, &mut |_| ()).0.unwrap();
    std::fs::write(path, format!("{text}{b} {} {}\n", x.mean.0, x.temperature.0)).unwrap();
    x
}
fn estimates(lo: usize, hi: usize, n: usize) {
    for empty in lo..=hi {
        let mut rng = fastrand::Rng::with_seed(100 + empty as u64);
        let mut sums = [[0.0; 2]; 3];
        let mut exact = 0;
        for _ in 0..n {
            let b = board(&mut rng, 5, empty);
            let (bounds, g, used) = est(&b, std::env::var("PART").unwrap().parse().unwrap(), 0.1);
            let mut s = IntervalSearch::new(Budget::endless().with_bytes(4 << 30));
            let t = ThreadTime::now();
            let x = known(&b, &mut s);
            let long = t.elapsed().as_secs_f64();
            let (m, t) = (x.mean.0.to_f64(), x.temperature.0.to_f64());
            assert!(
                bounds.mean.0 <= x.mean.0
                    && x.mean.0 <= bounds.mean.1
                    && bounds.temperature.0 <= x.temperature.0
                    && x.temperature.0 <= bounds.temperature.1
            );
            let mid = |b: (values::Dyadic, values::Dyadic)| (b.0.to_f64() + b.1.to_f64()) / 2.0;
            let mids = (mid(bounds.mean), mid(bounds.temperature));
            if bounds.are_exact() {
                exact += 1;
                continue;
            }
            let g = g.unwrap_or(mids);
            println!(
                "{empty} {b} used {used:.3} long {long:.2} true {m:.2} {t:.2} guess {:.2} {:.2} mid {:.2} {:.2} width {:.1} {:.1}",
                g.0,
                g.1,
                mids.0,
                mids.1,
                bounds.mean.1.to_f64() - bounds.mean.0.to_f64(),
                bounds.temperature.1.to_f64() - bounds.temperature.0.to_f64()
            );
            for (k, e) in [g, mids].into_iter().enumerate() {
                sums[k][0] += (e.0 - m).abs();
                sums[k][1] += (e.1 - t).abs();
            }
            sums[2][0] += g.0.signum() * 0.0 + (g.1 - t);
        }
        println!(
            "EMPTY {empty}: {n} boards, {exact} exact, guess MAE {:.3} {:.3}, mid MAE {:.3} {:.3}, t bias {:.3}",
            sums[0][0] / n as f64,
            sums[0][1] / n as f64,
            sums[1][0] / n as f64,
            sums[1][1] / n as f64,
            sums[2][0] / n as f64
        );
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (what, lo, hi, n): (&str, usize, usize, usize) =
        (&a[1], a[2].parse().unwrap(), a[3].parse().unwrap(), a[4].parse().unwrap());
    if what == "fit" {
        return fit(n as u64);
    }
    if what == "est" {
        return estimates(lo, hi, n);
    }
    for empty in lo..=hi {
        let mut rng = fastrand::Rng::with_seed(empty as u64);
        for _ in 0..n {
            let b = board(&mut rng, 5, empty);
            let t = ThreadTime::now();
            if what == "table" {
                let values = Values::new();
                let d = Duel::of(&b).unwrap();
                let mut table = DuelTable::default();
                table.work_out(values.thermographs(), &d, &Budget::endless()).unwrap();
                let w = table.get(&d).unwrap();
                let g = values.thermographs();
                let g = g.get(g.of_walls(w));
                println!(
                    "{empty} {b} {:.2} s positions {} graphs {} m {} t {}",
                    t.elapsed().as_secs_f64(),
                    table.len(),
                    values.thermographs().len(),
                    g.mean(),
                    g.temperature()
                );
            } else {
                let mut s = IntervalSearch::new(Budget::endless().with_bytes(4 << 30));
                let mut last = 0.0;
                let (x, e) = s.search(&b, Aim::MeanAndTemperature, &mut |x| {
                    let s = t.elapsed().as_secs_f64();
                    if s > last + 0.05 && what == "trace" {
                        last = s;
                        println!("   {s:.2} {:?}", x)
                    }
                });
                let x = x.unwrap();
                println!(
                    "{empty} {b} {:.2} s expanded {} {:?} m {} t {}",
                    t.elapsed().as_secs_f64(),
                    s.expanded(),
                    e.is_ok(),
                    x.mean.0,
                    x.temperature.0
                );
            }
        }
    }
}
