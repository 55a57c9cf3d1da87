// What does the cursor on a thermograph say? The tax, both stops, and which moves are orthodox there.

import { fill, h } from "../lib/dom.js";
import { masterName } from "../lib/kos.js";
import { pretty, text } from "../lib/rational.js";
import { orthodoxAt } from "../lib/thermographs.js";

/** @typedef {import("../lib/types.js").Facts} Facts */
/** @typedef {import("./thermograph.js").Reading} Reading */
/** @typedef {import("./moves.js").MovesView} MovesView */

/** @param {string[]} names */
function listed(names) {
  if (names.length === 0) return "none";
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

/** Does a move take a ko? @param {Facts | undefined} facts */
const takesKo = (facts) => facts?.ko_moves && [facts.ko_moves.left, facts.ko_moves.right].flat().some((move) => move.takes_ko);

/**
 * The moves that take no ko, with what they lead to under a komaster: what a capture in a ko leads to is not the wall
 * after it. Undefined where walls slant and there is no temperature.
 * @param {Facts | undefined} facts
 * @param {import("../lib/types.js").Komaster} komaster
 */
function ordinary(facts, { komaster, thermograph }) {
  const moves = facts?.ko_moves;
  if (!moves || thermograph?.slopes) return undefined;
  const after = (/** @type {import("../lib/types.js").KoMove} */ each) => each.after.find((known) => known.komaster === komaster)?.thermograph;
  const of = (/** @type {import("../lib/types.js").Side} */ player) => moves[player].filter((move) => !move.takes_ko).map((move) => ({ move: move.move, thermograph: after(move) }));
  return { left: of("left"), right: of("right") };
}

/**
 * Writes a reading, and marks the orthodox moves in their lists.
 * @param {Element} note
 * @param {Reading | null} reading
 * @param {Facts | undefined} facts
 * @param {{ left: MovesView, right: MovesView }} [views]
 * @param {import("../lib/types.js").Komaster} [komaster] The one whose thermograph is read.
 */
export function tellReading(note, reading, facts, views, komaster) {
  const graph = komaster ? komaster.thermograph : facts?.thermograph;
  if (!reading || !graph) {
    fill(note, (graph || facts?.komasters) && "Point at the thermograph, or use its arrow keys, to read it at a tax.");
    views?.left.mark(null);
    views?.right.mark(null);
    return;
  }
  const moves = views && (komaster ? ordinary(facts, komaster) : facts?.moves);
  const best = (/** @type {import("../lib/types.js").Side} */ player) => {
    if (!moves) return [];
    const names = orthodoxAt(graph, moves[player], player, reading.tax).map(({ move }) => move);
    views[player].mark(new Set(names));
    return names;
  };
  const [left, right] = [best("left"), best("right")];
  const but = komaster && takesKo(facts) ? ", apart from captures in a ko" : "";
  fill(note, komaster && `${masterName(komaster)} is komaster: `, h("strong", null, `Tax ${pretty(text(reading.tax))}`), ` · Left’s stop ${pretty(text(reading.left))}, Right’s stop ${pretty(text(reading.right))}`,
    moves && h("br"), moves && `Orthodox${but}: Left ${listed(left)}; Right ${listed(right)}`);
}
