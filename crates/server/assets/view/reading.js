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
  const moves = views && facts?.moves;
  const best = (/** @type {import("../lib/types.js").Side} */ player) => {
    if (!moves) return [];
    const names = orthodoxAt(graph, moves[player], player, reading.tax).map(({ move }) => move);
    views[player].mark(new Set(names));
    return names;
  };
  const [left, right] = [best("left"), best("right")];
  fill(note, komaster && `${masterName(komaster)} is komaster: `, h("strong", null, `Tax ${pretty(text(reading.tax))}`), ` · Left’s stop ${pretty(text(reading.left))}, Right’s stop ${pretty(text(reading.right))}`,
    moves && h("br"), moves && `Orthodox: Left ${listed(left)}; Right ${listed(right)}`);
}
