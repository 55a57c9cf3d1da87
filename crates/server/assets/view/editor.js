// The tools under a board: what a click puts down, the size, and whether clicks edit or move.

import { button, fill, h, identifier, s } from "../lib/dom.js";
import { groundOf, piece, playsDominoes, SIDE } from "./pieces.js";

/** @typedef {import("../lib/types.js").Drawing} Drawing */
/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {import("../lib/types.js").Side} Side */
/** @typedef {import("../lib/edit.js").Border} Border */

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

/** What is added and removed at the sides of a board. @type {Record<Border, string>} */
const BORDERS = { top: "row at the top", left: "column at the left", right: "column at the right", bottom: "row at the bottom" };

export class Editor {
  /**
   * @param {{ mode: (mode: "edit" | "move") => void, turn: (player: Side) => void, size: (columns: number, rows: number) => void, grow: (border: Border, by: 1 | -1) => void, clear: () => void, exchange: () => void, heap: () => void }} events
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
      edits && choice("Click to", [{ value: "edit", label: "edit" }, { value: "move", label: "move" }], this.mode, (value) => {
        this.mode = value === "edit" ? "edit" : "move";
        this.events.mode(this.mode);
      }),
      this.mode === "move" && choice("To move", [{ value: "left", label: "Left" }, { value: "right", label: "Right" }], this.turn, (value) => {
        this.turn = value === "left" ? "left" : "right";
        this.events.turn(this.turn);
      }),
      this.mode === "edit" && boardlike && symbols.length > 0 && this.#palette(symbols, ruleset?.name),
      this.mode === "edit" && boardlike && this.#size(drawing, columns, rows.length),
      this.mode === "edit" && drawing.kind === "heaps" && h("p", { class: "hint" }, "A click on a heap adds one, with Shift it takes one away. ", button("Add a heap", () => this.events.heap(), { class: "quiet" })),
      this.mode === "edit" && drawing.kind === "graph" && h("p", { class: "hint" }, "A click changes the colour; edges are added in the notation above."),
      h("div", { class: "tools" },
        this.mode === "edit" && boardlike && button("Clear", () => this.events.clear(), { class: "quiet" }),
        negative && button("Exchange the players", () => this.events.exchange(), { class: "quiet" })),
    );
    if (kept) /** @type {HTMLElement | null} */ (this.element.querySelector(kept))?.focus();
  }

  /**
   * The size in the middle, and what can be added and removed at each side around it.
   * @param {Drawing} drawing @param {number} columns @param {number} rows
   */
  #size(drawing, columns, rows) {
    const triangle = drawing.kind === "triangle";
    const pair = (/** @type {Border} */ border) => {
      const count = border === "top" || border === "bottom" ? rows : columns;
      const one = (/** @type {1 | -1} */ by) => button(`${by > 0 ? "Add a" : "Remove the"} ${BORDERS[border]}`, () => this.events.grow(border, by), { class: "quiet icon", disabled: by > 0 ? count >= MOST : count <= 1 }, by > 0 ? "+" : "−");
      return h("span", { class: `border ${border}` }, one(-1), one(1));
    };
    const input = (/** @type {string} */ label, /** @type {number} */ value, /** @type {(value: number) => void} */ change) =>
      h("input", { type: "number", min: 1, max: MOST, value, "aria-label": label, onchange: (/** @type {Event} */ event) => {
        const wanted = Number(/** @type {HTMLInputElement} */ (event.target).value);
        if (Number.isInteger(wanted)) change(Math.max(1, Math.min(MOST, wanted)));
      } });
    return h("div", { class: `sizes${triangle ? " triangle" : ""}`, role: "group", "aria-label": "Size" },
      (triangle ? /** @type {const} */ (["bottom"]) : /** @type {const} */ (["top", "left", "right", "bottom"])).map(pair),
      h("span", { class: "size" }, !triangle && [input("Columns", columns, (value) => this.events.size(value, rows)), " × "],
        input("Rows", rows, (value) => this.events.size(columns, value)), triangle && " rows"));
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
    return choice("Put down", symbols.map(({ symbol, meaning }) => {
      const drawn = piece(game, symbol);
      const content = s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, width: 30, height: 30, "aria-hidden": "true" },
        s("g", { class: `ground-${groundOf(game)}` }, s("rect", { class: `cell${symbol === "#" ? " out" : ""}`, width: SIDE, height: SIDE })),
        symbol === "#" && groundOf(game) !== "lines" && (playsDominoes(game) ? s("rect", { class: "taken", x: 3, y: 3, width: 34, height: 34 }) : s("path", { class: "burnt", d: "M12 12l16 16m0 -16l-16 16" })), drawn);
      return { value: symbol, label: `${meaning} (${symbol})`, content: /** @type {Node} */ (content) };
    }), this.symbol, (value) => {
      this.symbol = value;
    });
  }
}
