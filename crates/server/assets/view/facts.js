// What is a position worth? Mean and temperature in large figures with bars of bounds that narrow while the engine
// works, then the canonical form and what else is known.

import { button, fill, h } from "../lib/dom.js";
import { pretty } from "../lib/rational.js";
import { agreed, KINDS, masterName } from "../lib/kos.js";
import { chip } from "./moves.js";
import { copy } from "./share.js";

/** @typedef {import("../lib/types.js").Facts} Facts */
/** @typedef {import("../lib/types.js").Progress} Progress */
/** @typedef {[string | null, string | null]} Bounds */

const OUTCOMES = /** @type {Record<string, string>} */ ({
  L: "Left wins, moving first or second",
  R: "Right wins, moving first or second",
  N: "the first player wins",
  P: "the second player wins",
});

const REASONS = /** @type {Record<string, string>} */ ({
  time: "The time was up: these bounds hold.",
  memory: "The memory was full: these bounds hold.",
  nodes: "The limit of positions was reached: these bounds hold.",
  limit: "A limit was reached: these bounds hold.",
  shutdown: "The server is ending.",
  panic: "The engine failed on this position. That is a defect; the server goes on.",
});

/** @param {string} fraction */
function number(fraction) {
  const [, top, bottom] = /^([-−]?\d+)\/(\d+)$/.exec(fraction) ?? [];
  return bottom ? Number(top.replace("−", "-")) / Number(bottom) : Number(fraction);
}

/** A figure with its bounds. */
class Figure {
  /** @param {string} name @param {string} explained */
  constructor(name, explained) {
    this.name = name;
    this.figure = h("span", { class: "figure" });
    this.bar = h("span", { class: "bar" }, h("span", { class: "span" }));
    this.note = h("span", { class: "note" });
    this.element = h("div", { class: `measure ${name}` }, h("span", { class: "name", title: explained }, name), this.figure, this.bar, this.note);
    /** @type {[number, number] | null} */
    this.widest = null;
  }

  reset() {
    this.widest = null;
    this.show(null, null, false);
  }

  /** @param {string | null | undefined} exact @param {Bounds | null | undefined} bounds @param {boolean} busy @param {string} [note] */
  show(exact, bounds, busy, note = "") {
    const known = exact !== null && exact !== undefined;
    const [low, high] = bounds ?? [null, null];
    this.element.classList.toggle("exact", known);
    this.element.classList.toggle("busy", busy && !known);
    this.element.dataset.low = known ? exact : (low ?? "");
    this.element.dataset.high = known ? exact : (high ?? "");
    if (known) fill(this.figure, pretty(exact));
    else if (low !== null || high !== null) {
      fill(this.figure, low === null ? "≤ " : pretty(low), low !== null && high !== null && h("span", { class: "to" }, " to "),
        high === null ? " or more" : pretty(high));
    } else fill(this.figure, h("span", { class: "unknown" }, busy ? "…" : "–"));
    fill(this.note, note);
    this.#bar(known ? [exact, exact] : [low, high]);
  }

  /** Shows what both komasters say, where they differ. @param {import("../lib/types.js").Komaster[]} komasters @param {"mean" | "temperature"} key */
  split(komasters, key) {
    this.show(null, null, false);
    if (komasters.some((each) => each[key] !== undefined)) fill(this.figure, komasters.map((each) => h("span", { class: "by-komaster" }, chip(each.komaster), each[key] === undefined ? h("span", { class: "unknown" }, "?") : pretty(each[key]))));
  }

  /** @param {Bounds} bounds */
  #bar([low, high]) {
    const span = /** @type {HTMLElement} */ (this.bar.firstElementChild);
    this.bar.classList.toggle("empty", (low === null || high === null) && !this.element.classList.contains("busy"));
    if (low === null || high === null) {
      span.style.setProperty("--from", "0%");
      span.style.setProperty("--to", "0%");
      return;
    }
    const [from, to] = [number(low), number(high)];
    // The bar keeps the scale of the widest bounds, so that it is seen to shrink.
    if (!this.widest || from < this.widest[0] || to > this.widest[1]) {
      this.widest = [Math.min(from, this.widest?.[0] ?? from - 0.5), Math.max(to, this.widest?.[1] ?? to + 0.5)];
    }
    const [start, end] = this.widest;
    const place = (/** @type {number} */ x) => `${Math.max(0, Math.min(100, ((end - x) / (end - start)) * 100))}%`;
    span.style.setProperty("--from", place(to));
    span.style.setProperty("--to", `calc(100% - ${place(from)})`);
  }
}

export class FactsView {
  constructor() {
    this.mean = new Figure("mean", "Who is ahead, and by how much; positive numbers are good for Left");
    this.temperature = new Figure("temperature", "How urgent a move is");
    this.list = h("dl", { class: "facts" });
    this.status = h("p", { class: "status", role: "status" });
    this.element = h("section", { class: "worth", "aria-label": "What it is worth" }, h("div", { class: "figures" }, this.mean.element, this.temperature.element), this.status, this.list);
  }

  /** A new question was asked. */
  begin() {
    this.mean.reset();
    this.temperature.reset();
    this.mean.show(null, null, true);
    this.temperature.show(null, null, true);
    fill(this.list);
    this.say("Thinking …");
    this.element.setAttribute("aria-busy", "true");
  }

  /** @param {string} text */
  say(text) {
    if (this.status.textContent !== text) fill(this.status, text);
  }

  /** @param {Progress} progress */
  narrow(progress) {
    this.mean.show(null, progress.mean_bounds, true);
    this.temperature.show(null, progress.temperature_bounds, true);
  }

  /** @param {string} message */
  fail(message) {
    this.element.setAttribute("aria-busy", "false");
    this.mean.show(null, null, false);
    this.temperature.show(null, null, false);
    fill(this.list);
    this.say(message);
  }

  /** @param {Facts} facts @param {string} reason */
  show(facts, reason) {
    this.element.setAttribute("aria-busy", "false");
    const { estimate } = facts;
    const guess = (/** @type {"mean" | "temperature"} */ key) =>
      estimate && facts[key] === undefined ? `estimate ${pretty(estimate[key])} ± ${estimate[`${key}_error`]}` : "";
    for (const key of /** @type {const} */ (["mean", "temperature"])) {
      const same = facts.komasters && agreed(facts.komasters, key);
      if (facts.komasters && same === null) this[key].split(facts.komasters, key);
      else this[key].show(same ?? facts[key], facts[`${key}_bounds`], false, guess(key));
    }
    fill(this.list, rows(facts).map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
    const work = `${facts.nodes ? `${facts.nodes.toLocaleString("en")} positions` : "Known before"}${facts.seconds === undefined ? "" : `, ${duration(facts.seconds)}`}`;
    const certain = facts.komasters ? facts.komasters.every(({ mean_bounds, error }) => !mean_bounds && !error) : facts.mean !== undefined && facts.temperature !== undefined;
    const ended = reason === "complete" ? "" : (REASONS[reason] ?? `It ended early: ${reason}.`);
    this.say([certain && !ended ? "Exact." : certain ? "Mean and temperature are exact." : ended, facts.error && certain ? facts.error : "", sentence(why(facts)), `${work}.`].filter(Boolean).join(" "));
  }
}

/** @param {string | undefined} text */
const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}.`;

/** @param {number} seconds */
export const duration = (seconds) => (seconds < 0.01 ? `${(seconds * 1000).toFixed(1)} ms` : seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`);

/**
 * Why a sum with kos has no more facts than these; undefined for everything else.
 * @param {Facts} facts
 */
const why = ({ parts, komasters }) => (parts ? komasters?.[0]?.error : undefined);

/** @param {Facts} facts @returns {[string, string | Node][]} */
function rows(facts) {
  /** @type {[string, string | Node][]} */
  const rows = [];
  if (facts.ko) rows.push(["ko", `${facts.ko}: ${KINDS[facts.ko]}`]);
  for (const each of facts.komasters ?? []) {
    const { mean, temperature, mean_bounds: bounds, error } = each;
    const hot = temperature === undefined ? "" : `, temperature ${pretty(temperature)}`;
    const slants = each.thermograph ? "no mean: the mast slants" : "";
    const worth = mean !== undefined ? `mean ${pretty(mean)}${hot}` : bounds ? `mean from ${pretty(bounds[0])} to ${pretty(bounds[1])}` : slants;
    rows.push([`${masterName(each)} is komaster`, [worth || "mean not known", why(facts) ? "" : error].filter(Boolean).join("; ")]);
  }
  if (facts.canonical !== undefined) {
    const long = facts.canonical.length > 400;
    rows.push(["canonical form", h("span", { class: "canonical" }, h("code", { class: "value" }, long ? `${facts.canonical.slice(0, 400)} …` : facts.canonical),
      button("Copy the canonical form", () => copy(/** @type {string} */ (facts.canonical)), { class: "quiet small" }, "Copy"))]);
  }
  if (facts.outcome) rows.push(["outcome", `${facts.outcome}: ${OUTCOMES[facts.outcome] ?? ""}`]);
  if (facts.misere_outcome) rows.push(["misère outcome", `${facts.misere_outcome}: ${OUTCOMES[facts.misere_outcome] ?? ""}`]);
  if (facts.left_stop !== undefined && facts.right_stop !== undefined) {
    rows.push(["stops", `Left ${pretty(facts.left_stop)}, Right ${pretty(facts.right_stop)}`]);
  }
  if (facts.atomic_weight !== undefined && facts.atomic_weight !== null) rows.push(["atomic weight", facts.atomic_weight]);
  if (facts.kinds?.length) rows.push(["kinds", facts.kinds.join(", ")]);
  if (facts.birthday !== undefined) rows.push(["birthday", String(facts.birthday)]);
  return rows;
}
