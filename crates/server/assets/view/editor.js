// The tools under a board: what a click puts down, the size, and whether clicks edit or move.

import { button, fill, h, identifier, s } from "../lib/dom.js";
import { piece, playsDominoes, SIDE } from "./pieces.js";

/** @typedef {import("../lib/types.js").Drawing} Drawing */
/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {import("../lib/types.js").Side} Side */

/** The largest number of rows and columns. */
const MOST = 19;

/**
 * A group of choices of which one is made.
 * @param {string} label
 * @param {{ value: string, label: string, content?: Node }[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choice(label, choices, chosen, choose) {
  const name = identifier("choice");
  return h("fieldset", { class: "choice" }, h("legend", null, label),
    h("div", { class: "choices" }, choices.map(({ value, label: text, content }) =>
      h("label", { title: content ? text : null },
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value), "aria-label": content ? text : null }),
        h("span", { class: "choice-face" }, content ?? text)))));
}

/**
 * A number with buttons around it.
 * @param {string} label
 * @param {number} value
 * @param {[number, number]} range
 * @param {(value: number) => void} change
 */
function stepper(label, value, [least, most], change) {
  const id = identifier("number");
  const step = (/** @type {number} */ by) => button(`${by > 0 ? "More" : "Fewer"} ${label.toLowerCase()}`, () => change(value + by), { disabled: value + by < least || value + by > most, class: "quiet icon" }, by > 0 ? "+" : "−");
  return h("div", { class: "stepper" }, h("label", { for: id }, label), step(-1),
    h("input", { id, type: "number", min: least, max: most, value, onchange: (/** @type {Event} */ event) => {
      const wanted = Number(/** @type {HTMLInputElement} */ (event.target).value);
      if (Number.isInteger(wanted)) change(Math.max(least, Math.min(most, wanted)));
    } }), step(1));
}

export class Editor {
  /**
   * @param {{ mode: (mode: "edit" | "move") => void, turn: (player: Side) => void, size: (columns: number, rows: number) => void, clear: () => void, exchange: () => void, heap: () => void }} events
   */
  constructor(events) {
    this.events = events;
    /** @type {"edit" | "move"} */
    this.mode = "edit";
    /** @type {Side} */
    this.turn = "left";
    this.symbol = "";
    this.element = h("div", { class: "editor" });
    this.shape = "";
  }

  /** @param {Drawing} drawing @param {Ruleset | undefined} ruleset @param {boolean} negative Can the players be exchanged? */
  show(drawing, ruleset, negative) {
    const symbols = ruleset?.symbols ?? [];
    const rows = drawing.rows ?? [];
    const columns = Math.max(0, ...rows.map((row) => row.length));
    const shape = JSON.stringify([ruleset?.name, drawing.kind, rows.length, columns, this.mode, this.turn, negative]);
    if (shape === this.shape) return;
    const kept = this.#focused();
    this.shape = shape;
    if (!symbols.some(({ symbol }) => symbol === this.symbol)) this.symbol = symbols[1]?.symbol ?? symbols[0]?.symbol ?? "";
    const boardlike = ["grid", "rows", "triangle"].includes(drawing.kind);
    const edits = boardlike || drawing.kind === "heaps" || drawing.kind === "graph";
    fill(
      this.element,
      edits && choice("A click", [{ value: "edit", label: "edits" }, { value: "move", label: "moves" }], this.mode, (value) => {
        this.mode = value === "edit" ? "edit" : "move";
        this.events.mode(this.mode);
      }),
      this.mode === "move" && choice("To move", [{ value: "left", label: "Left" }, { value: "right", label: "Right" }], this.turn, (value) => {
        this.turn = value === "left" ? "left" : "right";
        this.events.turn(this.turn);
      }),
      this.mode === "edit" && boardlike && symbols.length > 0 && this.#palette(symbols, ruleset?.name),
      this.mode === "edit" && boardlike && h("div", { class: "sizes" },
        drawing.kind !== "triangle" && stepper("Columns", columns, [1, MOST], (value) => this.events.size(value, rows.length)),
        stepper("Rows", rows.length, [1, MOST], (value) => this.events.size(columns, value)),
        button("Clear", () => this.events.clear(), { class: "quiet" })),
      this.mode === "edit" && drawing.kind === "heaps" && h("p", { class: "hint" }, "A click on a heap adds one, with Shift it takes one away. ", button("Add a heap", () => this.events.heap(), { class: "quiet" })),
      this.mode === "edit" && drawing.kind === "graph" && h("p", { class: "hint" }, "A click changes the colour; edges are added in the notation above."),
      negative && button("Exchange the players", () => this.events.exchange(), { class: "quiet" }),
    );
    if (kept) /** @type {HTMLElement | null} */ (this.element.querySelector(kept))?.focus();
  }

  /** A selector of the control that has the focus, to find it again. */
  #focused() {
    const active = document.activeElement;
    if (!active || !this.element.contains(active)) return null;
    const label = active.getAttribute("aria-label");
    if (label) return `[aria-label="${CSS.escape(label)}"]`;
    return active instanceof HTMLInputElement && active.type === "radio" ? `input[value="${active.value}"]` : null;
  }

  /** @param {{ symbol: string, meaning: string }[]} symbols @param {string | undefined} game */
  #palette(symbols, game) {
    return choice("puts down", symbols.map(({ symbol, meaning }) => {
      const drawn = piece(game, symbol);
      const content = s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, width: 30, height: 30, "aria-hidden": "true" },
        s("rect", { class: `cell${symbol === "#" ? " out" : ""}`, width: SIDE, height: SIDE }),
        symbol === "#" && (playsDominoes(game) ? s("rect", { class: "taken", x: 3, y: 3, width: 34, height: 34 }) : s("path", { class: "burnt", d: "M12 12l16 16m0 -16l-16 16" })), drawn);
      return { value: symbol, label: `${meaning} (${symbol})`, content: /** @type {Node} */ (content) };
    }), this.symbol, (value) => {
      this.symbol = value;
    });
  }
}
