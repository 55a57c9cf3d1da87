//! Every path of the API, asked well and badly.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{Stream, answer, bytes, fault, get, post, request, run, send, server, settings, with};
use axum::body::Body;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tedomari::prelude::*;

#[test]
fn what_there_is() {
    run(async {
        let server = server();
        let (status, health) = get(&server, "/api/v1/health").await;
        assert_eq!((status.as_u16(), &health["status"]), (200, &json!("ok")));
        assert_eq!(
            health["jobs"],
            json!({ "running": 0, "waiting": 0, "most_running": 2, "most_waiting": 8 })
        );
        let (_, rulesets) = get(&server, "/api/v1/rulesets").await;
        let rulesets = rulesets["rulesets"].as_array().unwrap().clone();
        assert_eq!(rulesets.len(), Engine::new().rulesets().iter().count());
        let of = |name: &str| rulesets.iter().find(|ruleset| ruleset["name"] == name).unwrap().clone();
        assert_eq!(of("amazons")["board"], "grid");
        assert_eq!(of("amazons")["symbols"][0], json!({ "symbol": ".", "meaning": "empty" }));
        assert_eq!((&of("hackenbush")["board"], &of("nim")["board"]), (&json!("graph"), &json!("heaps")));
        assert_eq!((&of("ewn")["contest"], &of("tree")["board"]), (&json!(true), &json!("text")));
        let (_, players) = get(&server, "/api/v1/players").await;
        let informed =
            players["players"].as_array().unwrap().iter().find(|player| player["name"] == "informed");
        assert_eq!(informed.unwrap()["sums"], true);
        let (_, experiments) = get(&server, "/api/v1/experiments").await;
        assert_eq!(experiments["experiments"].as_array().unwrap().len(), lab::EXPERIMENTS.len());
        assert_eq!(get(&server, "/api/v1/tables").await.1, json!({ "tables": [] }));
        assert_eq!(get(&server, "/api/v1/nothing").await.0.as_u16(), 404);
        assert_eq!(get(&server, "/api/v1/analysis").await.0.as_u16(), 405);
        let response = send(&server, request("GET", "/metrics", &[], Body::empty())).await;
        let text = String::from_utf8(bytes(response).await.to_vec()).unwrap();
        assert!(text.contains("tedomari_requests_total{path=\"/api/v1/health\",status=\"200\"} 1"), "{text}");
        assert!(text.contains("tedomari_requests_total{path=\"other\",status=\"404\"} 1"), "{text}");
    });
}

#[test]
fn positions_are_drawn() {
    run(async {
        let server = server();
        let ask = async |text: &str| answer(&server, "/api/v1/positions", &json!({ "position": text })).await;
        let amazons = ask("amazons:x.|.o").await;
        assert_eq!((&amazons["kind"], &amazons["position"]), (&json!("position"), &json!("amazons:X.|.O")));
        let part = &amazons["parts"][0];
        assert_eq!(part["drawing"]["columns"], json!(["A", "B"]));
        assert_eq!(part["drawing"]["row_labels"], json!(["2", "1"]));
        assert_eq!(part["negative"], "amazons:O.|.X");
        assert!(part["sgf"].as_str().unwrap().contains("GM[18]"));
        let action =
            part["moves"]["left"].as_array().unwrap().iter().find(|m| m["move"] == "A2-B2xA1").unwrap();
        assert_eq!(action["cells"], json!([[0, 0], [1, 0], [0, 1]]));
        assert_eq!(action["changed"]["cells"], json!([[0, 0], [1, 0], [0, 1]]));
        assert_eq!(action["position"], "amazons:.X|#O");
        let cut = &ask("hackenbush:g-a:L a-b:R b-c:E").await["parts"][0];
        assert_eq!(cut["drawing"]["ground"], 0);
        assert_eq!(cut["moves"]["right"][0]["edges"], json!([1]));
        assert_eq!(cut["moves"]["right"][0]["changed"]["edges"], json!([1, 2]));
        assert_eq!(cut["negative"], "hackenbush:g-a:R a-b:L b-c:E");
        let heaps = &ask("octal:0.137:5,10").await["parts"][0];
        assert_eq!(heaps["drawing"], json!({ "kind": "heaps", "heaps": [5, 10], "code": "0.137" }));
        let sum = ask("clobber:xo + {2|-1}").await;
        assert_eq!((&sum["kind"], sum["parts"].as_array().unwrap().len()), (&json!("sum"), 2));
        assert_eq!(sum["parts"][1]["negative"], "-({2|-1})");
        assert_eq!(ask("10|8||2").await["kind"], "value");
        let ewn = ask("ewn:").await;
        assert_eq!((&ewn["kind"], &ewn["parts"][0]["drawing"]["kind"]), (&json!("contest"), &json!("grid")));
        let regions = &ask("domineering:..#..").await["parts"][0]["regions"];
        assert_eq!(regions[1]["cells"], json!([[3, 0], [4, 0]]));
    });
}

/// Every game is drawn in its example: moves touch cells, and cells that change are on the board.
#[test]
fn every_game_is_drawn() {
    run(async {
        let server = server();
        for ruleset in Engine::new().rulesets().iter() {
            let text = format!("{}:{}", ruleset.name, ruleset.example);
            let drawn = answer(&server, "/api/v1/positions", &json!({ "position": text })).await;
            let part = &drawn["parts"][0];
            if part["drawing"]["kind"] == "text" {
                continue;
            }
            for player in ["left", "right"] {
                for action in part["moves"][player].as_array().unwrap() {
                    let mut touched =
                        ["cells", "edges", "nodes"].iter().filter(|key| action.get(**key).is_some());
                    // Nothing on the board changes after these.
                    let is_free =
                        ["fill", "pass", "threat"].iter().any(|elsewhere| action["move"] == *elsewhere);
                    assert!(is_free || touched.next().is_some(), "{}: {action}", ruleset.name);
                    assert!(is_free || action["changed"] != json!({}), "{}: {action}", ruleset.name);
                    let Some(after) = action["position"].as_str() else { continue };
                    answer(&server, "/api/v1/positions", &json!({ "position": after, "details": false }))
                        .await;
                }
            }
            for region in part["regions"].as_array().into_iter().flatten() {
                assert!(["cells", "edges", "nodes"].iter().any(|key| region.get(*key).is_some()), "{region}");
            }
        }
    });
}

/// The text of a negative is that of the negative: both add up to zero.
#[test]
fn negatives_add_up_to_zero() {
    run(async {
        let server = server();
        let extra = ["nogo:x.o|.#.", "col:x.l|..r", "go:.X.XX|XXOOO|.O.O./2", "toads-and-frogs:t.tf|.f.t"];
        let engine = Engine::new();
        let examples = engine.rulesets().positional().map(|r| format!("{}:{}", r.name, r.example));
        let mut tried = 0;
        for text in examples.chain(extra.map(str::to_owned)) {
            let asked = json!({ "position": text, "details": false });
            let (status, drawn) = post(&server, "/api/v1/positions", &asked).await;
            if status != 200 {
                assert!(text.starts_with("go:"), "{text}: {drawn}");
                continue;
            }
            let Some(negative) = drawn["parts"][0]["negative"].as_str() else { continue };
            let sum = json!({ "position": format!("{text} + {negative}"), "details": false });
            let (status, found) = post(&server, "/api/v1/analysis", &sum).await;
            if found["error"]["message"].as_str().is_some_and(|message| message.starts_with("a ko arises")) {
                continue;
            }
            assert_eq!(status, 200, "{sum}: {found}");
            let canonical = &found["analysis"]["canonical"];
            assert!(
                canonical == "0" || found["analysis"]["error"].is_string(),
                "{text} + {negative}: {found}"
            );
            tried += usize::from(canonical == "0");
        }
        assert!(tried > 18, "{tried}");
    });
}

#[test]
fn errors_have_their_place() {
    run(async {
        let server = server();
        let place = async |path: &str, key: &str, text: &str| {
            let (status, error) = fault(&server, path, &json!({ key: text })).await;
            assert_eq!((status, &error["field"]), (400, &json!(key)), "{error}");
            (error["code"].as_str().unwrap().to_owned(), error["place"].clone())
        };
        let span = |start: usize, end: usize| json!({ "start": start, "end": end });
        for (text, code, wrong) in [
            ("amazons:x..|q..|..o", "bad_position", span(12, 13)),
            ("nogo:...|..", "bad_position", span(9, 11)),
            ("clobber:xo + nogo:.é.", "bad_position", span(19, 20)),
            ("{1|", "bad_value", span(3, 3)),
            ("clobber:xo + {1|", "bad_sum", span(13, 16)),
        ] {
            for path in ["/api/v1/positions", "/api/v1/analysis", "/api/v1/temperature"] {
                let (found, at) = place(path, "position", text).await;
                assert_eq!((&found[..], &at), (code, &wrong), "{path} {text}");
            }
        }
        assert_eq!(place("/api/v1/solve", "sum", "nogo:.q").await.1, span(6, 7));
        let long = "1+".repeat(2100) + "1";
        assert_eq!(place("/api/v1/analysis", "position", &long).await.0, "too_long");
    });
}

#[test]
fn a_game_travels() {
    run(async {
        let server = server();
        let start = json!({ "start": "clobber:xoxo + {2|-1}", "first": "left" });
        let game = answer(&server, "/api/v1/play", &start).await;
        assert_eq!((&game["over"], &game["to_move"]), (&json!(false), &json!("left")));
        let mut moves = Vec::new();
        for _ in 0..20 {
            let mut asked = json!({ "start": "clobber:xoxo + {2|-1}", "moves": moves });
            let game = answer(&server, "/api/v1/play", &asked).await;
            assert_eq!(game["played"].as_array().unwrap().len(), moves.len());
            if game["over"] == true {
                let review = answer(&server, "/api/v1/review", &asked).await;
                let judged = review["moves"].as_array().unwrap();
                assert_eq!(judged.len(), moves.len());
                let lost =
                    |judged: &Value| judged["loss"].as_str().is_some_and(|loss| !loss.starts_with('-'));
                assert!(judged.iter().all(lost), "a move cannot gain: {review}");
                assert_eq!(judged[judged.len() - 1]["after"], game["score"]);
                assert_eq!(game["record"]["score"], game["score"]);
                return;
            }
            asked["time"] = json!(0.2);
            let chosen = answer(&server, "/api/v1/choose", &asked).await;
            assert!(chosen["reason"].is_string(), "{chosen}");
            moves.push(json!([chosen["part"], chosen["move"]]));
        }
        panic!("the game does not end: {moves:?}");
    });
}

#[test]
fn games_of_all_kinds() {
    run(async {
        let server = server();
        for start in ["ewn:", "dark-chess:", "triangular-nim:x|xx|xxx"] {
            let mut asked = json!({ "start": start, "seed": 7, "time": 0.1 });
            let chosen = answer(&server, "/api/v1/choose", &asked).await;
            asked["moves"] = json!([[chosen["part"], chosen["move"]]]);
            let game = answer(&server, "/api/v1/play", &asked).await;
            assert_eq!((&game["played"][0]["move"], &game["over"]), (&chosen["move"], &json!(false)));
            assert_eq!(answer(&server, "/api/v1/play", &asked).await, game, "the seed decides");
            assert!(!game["moves"].as_array().unwrap().is_empty());
        }
        let wrong = json!({ "start": "nogo:..", "moves": [[1, "Z9"]] });
        assert_eq!(fault(&server, "/api/v1/play", &wrong).await.1["code"], "bad_move");
        let wrong = json!({ "start": "nogo:..", "moves": [[0, "A1"]] });
        assert_eq!(fault(&server, "/api/v1/play", &wrong).await.1["code"], "bad_move");
        for player in ["exec:touch /tmp/x", "star2", "nobody", "hotstrat:nothing"] {
            let wrong = json!({ "start": "nogo:..", "player": player });
            assert_eq!(fault(&server, "/api/v1/choose", &wrong).await.1["code"], "bad_player", "{player}");
        }
    });
}

/// Where chance decides, what a move gave away is an estimate, and the preferred move gives nothing away. Where the last
/// move decides, it is the win.
#[test]
fn games_are_judged_as_they_end() {
    run(async {
        let server = server();
        for start in ["ewn:", "dark-chess:"] {
            let mut asked = json!({ "start": start, "seed": 3 });
            let game = answer(&server, "/api/v1/play", &asked).await;
            asked["moves"] = json!([[1, game["moves"][0]["move"]]]);
            let review = answer(&server, "/api/v1/review", &asked).await;
            assert_eq!(review["judged_by"], "estimate", "{review}");
            let (judged, estimate) = (&review["moves"][0], &review["moves"][0]["estimate"]);
            assert_eq!((&judged["exact"], &judged["loss"]), (&json!(false), &Value::Null), "{judged}");
            let loss = estimate["loss"].as_f64().unwrap();
            assert!(loss >= 0.0 && (loss > 0.0) == judged["best"].is_object(), "{judged}");
        }
        // Two heaps of one lie there: taking one of them leaves the last one to the other player.
        let asked = json!({ "start": "nim:1,2", "moves": [[1, "2>0"], [1, "1>0"]] });
        let review = answer(&server, "/api/v1/review", &asked).await;
        assert_eq!(review["judged_by"], "winner", "{review}");
        let facts = |i: usize| {
            json!([review["moves"][i]["before"], review["moves"][i]["after"], review["moves"][i]["loss"]])
        };
        assert_eq!([facts(0), facts(1)], [json!(["1", "-1", "2"]), json!(["-1", "-1", "0"])], "{review}");
        assert_eq!(review["moves"][0]["best"]["move"], "2>1");
    });
}

/// The record of a game of Amazons leads to its board.
#[test]
fn a_record_can_be_read() {
    run(async {
        let server = server();
        let mut asked = json!({ "start": "amazons:x...|....|...o", "first": "right", "moves": [] });
        for _ in 0..3 {
            let game = answer(&server, "/api/v1/play", &asked).await;
            let read = json!({ "position": format!("amazons:{}", game["sgf"].as_str().unwrap()) });
            assert_eq!(answer(&server, "/api/v1/positions", &read).await["position"], game["text"]);
            let next = &game["moves"][5];
            asked["moves"].as_array_mut().unwrap().push(json!([next["part"], next["move"]]));
        }
    });
}

#[test]
fn a_bad_move_is_judged() {
    run(async {
        let server = server();
        let asked = json!({ "start": "{5|-5} + {1|-1}", "moves": [[2, "option 1"]] });
        let events = Stream::open(&server, "/api/v1/review", &asked).await.rest().await;
        let (_, judged) = events.iter().find(|(name, _)| name == "move").unwrap();
        assert_eq!(
            (&judged["before"], &judged["after"], &judged["loss"]),
            (&json!("4"), &json!("-4"), &json!("8"))
        );
        assert_eq!(judged["best"], json!({ "part": 1, "move": "option 1" }));
    });
}

#[test]
fn jobs_of_all_kinds() {
    run(async {
        let server = server();
        let position = json!({ "position": "amazons:x..|...|..o" });
        let found = answer(&server, "/api/v1/analysis", &position).await;
        let analysis = &found["analysis"];
        assert_eq!((&found["kind"], &analysis["exact"]), (&json!("position"), &json!(true)));
        let best = &analysis["moves"]["left"][0];
        assert!(best["thermograph"].is_object() && best["position"].is_string(), "{best}");
        assert!(analysis["moves"]["left"].as_array().unwrap().iter().any(|m| m["sensible"] == true));
        let found = answer(&server, "/api/v1/temperature", &position).await;
        assert_eq!((&found["mean"], &found["temperature"]), (&analysis["mean"], &analysis["temperature"]));
        let hotter = json!({ "position": "1|-1", "threshold": "1/2", "method": "interval" });
        assert_eq!(answer(&server, "/api/v1/temperature", &hotter).await["hotter"], true);
        for method in ["best", "exact", "interval", "tds", "tds+", "mts"] {
            let asked = json!({ "position": "{3|-1}", "method": method });
            let found = answer(&server, "/api/v1/temperature", &asked).await;
            assert_eq!((&found["mean"], &found["temperature"]), (&json!("1"), &json!("2")), "{method}");
        }
        let found = answer(&server, "/api/v1/thermograph", &position).await;
        assert_eq!(found["thermograph"], analysis["thermograph"]);
        let solved =
            answer(&server, "/api/v1/solve", &json!({ "sum": "{5|-3} + {1|-1}", "score": true })).await;
        assert_eq!((&solved["outcome"], &solved["left_stop"]), (&json!("N"), &json!("4")));
        let sum = answer(&server, "/api/v1/analysis", &json!({ "position": "{5|-3} + {1|-1}" })).await;
        assert_eq!((&sum["kind"], &sum["analysis"]["mean"]), (&json!("sum"), &json!("1")));
        assert!(sum["analysis"]["parts"][0]["thermograph"].is_object(), "{sum}");
        let value = answer(&server, "/api/v1/analysis", &json!({ "position": "^^*" })).await;
        assert_eq!((&value["kind"], &value["analysis"]["canonical"]), (&json!("value"), &json!("^^*")));
    });
}

#[test]
fn experiments_run() {
    run(async {
        let server = server();
        let asked = json!({ "name": "xt-domineering-3x3" });
        let found = answer(&server, "/api/v1/experiments", &asked).await;
        let table = &found["tables"][0];
        assert_eq!(table["rows"].as_array().unwrap().len(), 35, "{table}");
        assert!(table["csv"].as_str().unwrap().lines().count() == 36);
        // The result that was kept is the same, and says how it was made.
        let (_, listed) = get(&server, "/api/v1/experiments").await;
        let named = |listed: &&Value| listed["name"] == asked["name"];
        assert_eq!(listed["experiments"].as_array().unwrap().iter().find(named).unwrap()["kept"], true);
        let (status, kept) = get(&server, "/results/xt-domineering-3x3.json").await;
        assert_eq!(
            (status.as_u16(), &kept["tables"], &kept["command"]),
            (200, &found["tables"], &found["command"])
        );
        let unknown = json!({ "name": "../etc/passwd" });
        assert_eq!(fault(&server, "/api/v1/experiments", &unknown).await.1["code"], "unknown_experiment");
    });
}

/// Positions with kos are drawn and played, and have thermographs for both komasters; so have graphs in notation.
#[test]
fn kos() {
    run(async {
        let server = server();
        let board = json!({ "position": "go-territory:.X.X#|XOXX#|OOOX#|#####" });
        let drawn = answer(&server, "/api/v1/positions", &board).await;
        let moves = &drawn["parts"][0]["moves"]["right"];
        assert_eq!((&moves[0]["move"], &drawn["parts"][0]["regions"]), (&json!("A4"), &json!([])), "{drawn}");
        let taken = answer(&server, "/api/v1/positions", &json!({ "position": moves[0]["position"] })).await;
        assert_eq!(taken["parts"][0]["drawing"]["rows"][0], "OX.X#", "{taken}");
        let graph = json!({ "position": "B where A={15|B}@15, B={A|C}@15, C={D|-12}@-12, D={14|C}@14" });
        for (asked, ko, means) in
            [(&board, "placid", ["-2/3", "-2/3"]), (&graph, "hyperactive", ["16/3", "3/2"])]
        {
            let analysis = &answer(&server, "/api/v1/analysis", asked).await["analysis"];
            assert_eq!(analysis["ko"], ko, "{analysis}");
            let graphs = answer(&server, "/api/v1/thermograph", asked).await;
            assert_eq!(graphs["komasters"], analysis["komasters"]);
            assert_eq!([&analysis["komasters"][0]["mean"], &analysis["komasters"][1]["mean"]], means);
            let picture =
                json!({ "position": asked["position"], "of": "thermograph", "format": "svg" }).to_string();
            let headers = [("content-type", "application/json")];
            let picture = send(&server, request("POST", "/api/v1/pictures", &headers, picture)).await;
            assert!(bytes(picture).await.starts_with(b"<svg"));
        }
        // The moves of a graph lead to graphs and numbers.
        let drawn = answer(&server, "/api/v1/positions", &graph).await;
        let after = &drawn["parts"][0]["moves"]["left"][0]["position"];
        assert!(after.as_str().unwrap().starts_with("A where A={15|B}@15,"), "{drawn}");
        let moves = &answer(&server, "/api/v1/analysis", &graph).await["analysis"]["ko_moves"];
        assert_eq!((&moves["left"][0]["move"], &moves["left"][0]["takes_ko"]), (&json!("A"), &json!(true)));
        let known = answer(&server, "/api/v1/thermograph", &json!({ "position": after })).await;
        assert_eq!(moves["left"][0]["after"], known["komasters"]);
        // Of a sum the means add; who wins it needs values.
        let sum = json!({ "position": format!("{} + {{2|-1}}", board["position"].as_str().unwrap()) });
        let drawn = answer(&server, "/api/v1/positions", &sum).await;
        assert_eq!((&drawn["parts"][0]["ko"], &drawn["parts"][1]["ko"]), (&json!(true), &Value::Null));
        let analysis = &answer(&server, "/api/v1/analysis", &sum).await["analysis"];
        assert_eq!(
            (&analysis["komasters"][0]["mean"], &analysis["parts"][0]["ko"]),
            (&json!("-1/6"), &json!("placid"))
        );
        let sum = json!({ "sum": sum["position"] });
        assert_eq!(fault(&server, "/api/v1/solve", &sum).await.0, 400);
        // In a game as it is played the point of the ko is named, and no move.
        let start = "go-ko:.X.X#|XOXX#|OOOX#|##### right threats 1 0";
        let mut game = json!({ "start": start, "moves": [[1, "A4"]] });
        let taken = answer(&server, "/api/v1/play", &game).await;
        let names = |state: &Value| -> Vec<String> {
            state["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|each| each["move"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(taken["position"]["parts"][0]["banned"], json!([0, 1]), "{taken}");
        assert!(!names(&taken).contains(&"A3".to_owned()) && names(&taken).contains(&"threat".to_owned()));
        game["moves"] = json!([[1, "A4"], [1, "A3"]]);
        assert_eq!(fault(&server, "/api/v1/play", &game).await.0, 400);
        game["moves"] = json!([[1, "A4"], [1, "threat"]]);
        let later = answer(&server, "/api/v1/play", &game).await;
        assert!(
            later["position"]["parts"][0]["banned"].is_null() && names(&later).contains(&"A3".to_owned())
        );
    });
}

#[test]
fn censuses_of_small_boards() {
    run(async {
        let server = server();
        let board = json!({ "table": "nogo 2x2" });
        let census = answer(&server, "/api/v1/census", &board).await;
        let graphs = census["graphs"].as_array().unwrap();
        let total: u64 = graphs.iter().map(|graph| graph["boards"].as_u64().unwrap()).sum();
        let mut asked = board.clone();
        asked["limit"] = json!(500);
        let all = answer(&server, "/api/v1/census/positions", &asked).await;
        assert_eq!(all["total"], total);
        let boards: BTreeSet<&str> = all["positions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| found["position"].as_str().unwrap())
            .collect();
        assert_eq!(boards.len() as u64, total);
        for graph in graphs {
            let mut asked = board.clone();
            (asked["mean"], asked["temperature"]) = (graph["mean"].clone(), graph["temperature"].clone());
            let found = answer(&server, "/api/v1/census/positions", &asked).await;
            assert_eq!(found["total"], graph["boards"]);
            for listed in found["positions"].as_array().unwrap() {
                let analysis =
                    answer(&server, "/api/v1/analysis", &json!({ "position": listed["position"] })).await;
                assert_eq!(analysis["analysis"]["mean"], graph["mean"], "{listed}");
                assert_eq!(analysis["analysis"]["temperature"], graph["temperature"], "{listed}");
            }
        }
        let unknown = json!({ "table": "chess 2x2" });
        assert_eq!(fault(&server, "/api/v1/census", &unknown).await.1["code"], "unknown_game");
        let large = json!({ "table": "nogo 9x9" });
        assert_eq!(fault(&server, "/api/v1/census", &large).await.1["code"], "bad_request");
        for table in ["../secret.table", "/etc/passwd", "nogo.table", "nogo 3", "nogo 300x3"] {
            let asked = json!({ "table": table });
            assert_eq!(fault(&server, "/api/v1/census", &asked).await.1["code"], "unknown_table");
        }
    });
}

#[test]
fn tables_of_the_folder() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        Engine::new().small_table("clobber", [2, 2], folder.path(), &Budget::seconds(60.0)).unwrap();
        std::fs::write(folder.path().join("broken.table"), "nothing").unwrap();
        let server =
            with(Engine::new(), server::Settings { tables: Some(folder.path().to_owned()), ..settings() });
        let (_, listed) = get(&server, "/api/v1/tables").await;
        let text = listed.to_string();
        assert!(!text.contains(folder.path().to_str().unwrap()), "no folder is named: {text}");
        assert_eq!(listed["tables"][1]["table"], "clobber-2x2.table");
        let census = answer(&server, "/api/v1/census", &json!({ "table": "clobber-2x2.table" })).await;
        assert_eq!((&census["file"], &census["game"]), (&json!("clobber-2x2.table"), &json!("clobber")));
        let (_, error) = fault(&server, "/api/v1/census", &json!({ "table": "broken.table" })).await;
        assert!(!error.to_string().contains(folder.path().to_str().unwrap()), "{error}");
    });
}

#[test]
fn pictures_of_all_formats() {
    run(async {
        let server = server();
        let ask = async |position: &str, of: &str, format: &str| {
            let body = json!({ "position": position, "of": of, "format": format }).to_string();
            let headers = [("content-type", "application/json")];
            let response = send(&server, request("POST", "/api/v1/pictures", &headers, body)).await;
            let status = response.status().as_u16();
            (status, bytes(response).await)
        };
        assert!(ask("amazons:x.|.o", "board", "svg").await.1.starts_with(b"<svg"));
        assert!(ask("10|8||2", "thermograph", "png").await.1.starts_with(b"\x89PNG"));
        let tikz = ask("amazons:x.|.o", "thermograph", "tikz").await.1;
        assert!(String::from_utf8_lossy(&tikz).contains("tikzpicture"));
        assert_eq!(ask("nim:3,5", "board", "svg").await.0, 400);
        assert_eq!(ask("1|-1", "board", "svg").await.0, 400);
        assert_eq!(ask("1|-1", "board", "gif").await.0, 400);
    });
}

/// The description names every path, and every answer has the keys that it promises.
#[test]
fn the_description_fits() {
    run(async {
        let server = server();
        let (_, description) = get(&server, "/api/v1/openapi.json").await;
        assert_eq!(description, server::description());
        assert_eq!(description["openapi"], "3.1.0");
        let paths = description["paths"].as_object().unwrap();
        for (path, operations) in paths {
            for (method, operation) in operations.as_object().unwrap() {
                let response = send(&server, request(&method.to_uppercase(), path, &[], Body::empty())).await;
                let wanted = if method == "get" { 200 } else { 415 };
                assert_eq!(response.status(), wanted, "{method} {path}");
                assert!(operation["responses"]["200"].is_object(), "{method} {path}");
            }
        }
        check_references(&description, &description);
        let answers = [
            ("/api/v1/positions", json!({ "position": "nogo:..." }), "DrawnAnswer"),
            ("/api/v1/play", json!({ "start": "nogo:..." }), "GameAnswer"),
            ("/api/v1/solve", json!({ "sum": "nogo:..." }), "Solution"),
            ("/api/v1/temperature", json!({ "position": "nogo:..." }), "TemperatureAnswer"),
            ("/api/v1/thermograph", json!({ "position": "nogo:..." }), "ThermographAnswer"),
            ("/api/v1/review", json!({ "start": "nogo:..." }), "ReviewAnswer"),
        ];
        for (path, body, name) in answers {
            let found = answer(&server, path, &body).await;
            let schema = &description["components"]["schemas"][name];
            for key in found.as_object().unwrap().keys() {
                assert!(schema["properties"].get(key).is_some(), "{name} has no {key}");
            }
            for key in schema["required"].as_array().unwrap() {
                assert!(found.get(key.as_str().unwrap()).is_some(), "{name} lacks {key}: {found}");
            }
        }
    });
}

/// Every reference leads somewhere.
fn check_references(value: &Value, whole: &Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(target)) = object.get("$ref") {
                let path = target.strip_prefix('#').unwrap_or_else(|| panic!("{target}"));
                assert!(whole.pointer(path).is_some(), "{target} is missing");
            }
            object.values().for_each(|inner| check_references(inner, whole));
        }
        Value::Array(array) => array.iter().for_each(|inner| check_references(inner, whole)),
        _ => {}
    }
}
