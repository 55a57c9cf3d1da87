// What did each move of a finished game cost? Bars upwards for Left and downwards for Right, hollow where the loss is
// only estimated, with the better move beside each.

import { job } from "../lib/api.js";
import { button, fill, h, s } from "../lib/dom.js";
import { float, plus, pretty, rational, text, ZERO } from "../lib/rational.js";

/** @typedef {import("../lib/types.js").Side} Side */
/** @typedef {{ number: number, player: Side, part: number, move: string, before: string | null, after: string | null, loss: string | null, best?: { part: number, move: string } | null, exact: boolean }} Judged */

/** The room for the names of the players. */
const NAMES = 40;

export class LossGraph {
  /** @param {(number: number) => void} open Goes to the position before a move. */
  constructor(open) {
    this.open = open;
    this.element = h("section", { class: "losses", "aria-label": "What the moves cost", hidden: true });
  }

  clear() {
    this.element.hidden = true;
    fill(this.element);
  }

  /** @param {object} question @param {unknown[]} played @param {AbortSignal} signal */
  async ask(question, played, signal) {
    /** @type {Judged[]} */
    const judged = [];
    this.element.hidden = false;
    this.#show(judged, played.length, true);
    try {
      const { answer } = await job("review", question, (event, data) => {
        if (event !== "move" || signal.aborted) return;
        judged.push(data);
        this.#show(judged, played.length, true);
      }, signal);
      this.#show(answer.moves, played.length, false);
    } catch (error) {
      if (!signal.aborted) fill(this.element, h("h2", null, "What the moves cost"), h("p", { class: "hint" }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {Judged[]} judged @param {number} count @param {boolean} busy */
  #show(judged, count, busy) {
    const most = Math.max(1, ...judged.map(({ loss }) => (loss ? float(rational(loss)) : 0)));
    const [width, height] = [Math.max(160, count * 18 + NAMES + 6), 130];
    const middle = height / 2;
    const total = (/** @type {Side} */ side) => text(judged.filter(({ player, loss }) => player === side && loss).reduce((sum, { loss }) => plus(sum, rational(/** @type {string} */ (loss))), ZERO));
    const bars = judged.map(({ number, player, loss, exact }) => {
      const size = loss ? Math.max(1.5, (float(rational(loss)) / most) * (middle - 12)) : 1.5;
      return s("rect", { class: `loss-bar ${player}${exact ? "" : " guessed"}`, x: (number - 1) * 18 + NAMES, width: 12, height: size, y: player === "left" ? middle - size : middle });
    });
    const costly = judged.filter(({ loss }) => loss && loss !== "0");
    fill(
      this.element,
      h("h2", null, "What the moves cost"),
      h("p", { class: "hint" }, busy ? `Looking at move ${judged.length + 1} of ${count} …` : `In all, Left gave away ${pretty(total("left"))}, Right ${pretty(total("right"))}.${judged.some(({ exact }) => !exact) ? " Hollow bars are estimates." : ""}`),
      h("div", { class: "loss-scroll", tabindex: "0", role: "group", "aria-label": "Graph of losses" }, s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Losses of ${judged.length} moves, Left above, Right below the line` },
        s("path", { class: "axis", d: `M0 ${middle}H${width}` }), bars,
        s("text", { x: 0, y: middle / 2 + 4 }, "Left"), s("text", { x: 0, y: middle * 1.5 + 4 }, "Right"))),
      costly.length > 0 && h("ul", { class: "loss-list" }, costly.map(({ number, player, move, part, loss, best, exact }) =>
        h("li", null, button(`${number}. ${player === "left" ? "Left" : "Right"} ${move}`, () => this.open(number), { class: "quiet small" }),
          ` lost ${exact ? "" : "about "}${pretty(loss ?? "")}`, best && ` – better: ${best.move}${best.part !== part ? ` in part ${best.part}` : ""}`))),
    );
  }
}
