// What did each move of a finished game cost? Bars upwards for Left and downwards for Right, hollow where the loss is
// only estimated, with the better move beside each. Games end by a score, by the last move, or with luck; what a move
// costs is a part of the score, the win, or an estimate.

import { job } from "../lib/api.js";
import { button, fill, h, s } from "../lib/dom.js";
import { float, plus, pretty, rational, text, ZERO } from "../lib/rational.js";

/** @typedef {import("../lib/types.js").Side} Side */
/** @typedef {{ before: number, after: number, loss: number, most: number, simulations: number }} Estimate */
/** @typedef {{ number: number, player: Side, part: number, move: string, before?: string, after?: string, loss?: string, best?: { part: number, move: string }, exact: boolean, estimate?: Estimate }} Judged */
/** @typedef {"score" | "winner" | "estimate"} Measure */

/** The room for the names of the players, and the width of a move. */
const [NAMES, STEP, HEIGHT] = [44, 18, 130];
/** Estimated losses below these are noise: points, or a part of a win. */
const NOISE = { points: 0.5, win: 0.05 };
/** Scores from here on are wins, not points. */
export const WIN = 1000;

/** @param {Judged} judged The loss as a number, for the length of its bar. */
const size = ({ loss, estimate }) => (estimate ? estimate.loss / estimate.most : loss ? float(rational(loss)) : 0);

/** The words of each way to judge. @type {Record<Measure, { lost: (judged: Judged) => string, total: (judged: Judged[]) => string, note: (judged: Judged[]) => string }>} */
const WORDS = {
  score: {
    lost: ({ loss }) => `lost ${pretty(loss ?? "")}`,
    total: (judged) => `gave away ${pretty(text(judged.reduce((sum, { loss }) => plus(sum, rational(loss ?? "0")), ZERO)))}`,
    note: (judged) => (judged.every(({ exact }) => exact) ? "Every score is exact." : "Moves without a bar are beyond the limits."),
  },
  winner: {
    lost: () => "gave the win away",
    total: (judged) => ["never gave the win away", "gave the win away once"][count(judged)] ?? `gave the win away ${count(judged)} times`,
    note: (judged) => (judged.every(({ exact }) => exact) ? "Who wins is proved before and after every move." : "Moves without a bar are beyond the limits."),
  },
  estimate: {
    lost: (judged) => `lost about ${share([judged])}`,
    total: (judged) => `gave away about ${share(judged)}`,
    note: () => "These are estimates by random play, before the luck that followed each move; small losses are noise.",
  },
};

/** The loss that is not worth a word. @param {Judged} judged */
const noise = ({ estimate }) => (!estimate ? 0 : estimate.most < WIN ? NOISE.points / estimate.most : NOISE.win);

/** @param {Judged[]} judged */
const count = (judged) => judged.filter((each) => size(each) > 0).length;

/** Estimated losses, in points or as a part of a win. @param {Judged[]} judged */
function share(judged) {
  const most = judged[0]?.estimate?.most ?? WIN;
  const lost = judged.reduce((sum, each) => sum + size(each), 0);
  return most < WIN ? `${(lost * most).toFixed(1)} points` : `${Math.round(100 * lost)} % of a win`;
}

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

  /** @param {object} question @param {{ played: unknown[] }} game @param {AbortSignal} signal */
  async ask(question, { played }, signal) {
    /** @type {Judged[]} */
    const judged = [];
    this.element.hidden = false;
    this.#show(judged, played.length, null);
    try {
      const { answer } = await job("review", question, (event, data) => {
        if (event !== "move" || signal.aborted) return;
        judged.push(data);
        this.#show(judged, played.length, null);
      }, signal);
      this.#show(answer.moves, played.length, answer.judged_by);
    } catch (error) {
      if (!signal.aborted) fill(this.element, h("h2", null, "What the moves cost"), h("p", { class: "hint" }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {Judged[]} judged @param {number} moves @param {Measure | null} measure How they are judged; null while that goes on. */
  #show(judged, moves, measure) {
    const most = Math.max(1e-9, ...judged.map(size));
    const [width, middle] = [Math.max(160, moves * STEP + NAMES + 6), HEIGHT / 2];
    const bars = judged.filter(({ exact, estimate }) => exact || estimate).map((each) => {
      const height = Math.max(1.5, (size(each) / most) * (middle - 8));
      return s("rect", { class: `loss-bar ${each.player}${each.exact ? "" : " guessed"}`, x: (each.number - 1) * STEP + NAMES, width: 12, height, y: each.player === "left" ? middle - height : middle });
    });
    const words = WORDS[measure ?? "score"];
    const by = (/** @type {Side} */ side) => words.total(judged.filter(({ player }) => player === side));
    fill(
      this.element,
      h("h2", null, "What the moves cost"),
      h("p", { class: "hint", role: "status" }, measure ? `In all, Left ${by("left")}, Right ${by("right")}. ${words.note(judged)}` : `Looking at move ${Math.min(moves, judged.length + 1)} of ${moves} …`),
      h("div", { class: "loss-scroll", tabindex: "0", role: "group", "aria-label": "Graph of losses" }, s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": `Losses of ${judged.length} moves, Left above, Right below the line` },
        s("path", { class: "axis", d: `M0 ${middle}H${width}` }), bars,
        s("text", { x: 0, y: middle / 2 + 4 }, "Left"), s("text", { x: 0, y: middle * 1.5 + 4 }, "Right"))),
      measure && h("ul", { class: "loss-list" }, judged.filter((each) => size(each) > noise(each)).map((each) => this.#line(each, words.lost(each), measure))),
    );
  }

  /** @param {Judged} judged @param {string} lost @param {Measure} measure */
  #line({ number, player, move, part, best }, lost, measure) {
    const better = best && `${best.move}${best.part !== part ? ` in part ${best.part}` : ""}`;
    return h("li", null, button(`${number}. ${player === "left" ? "Left" : "Right"} ${move}`, () => this.open(number), { class: "quiet small" }),
      ` ${lost}`, better && ` – ${measure === "estimate" ? "preferred" : "better"}: ${better}`);
  }
}
