// The board of Explore with its tools: clicks and keys edit or move. An edit is drawn at once; whether it is a position
// is up to the page, and until it is, further edits go on from it.

import { button, fill, h } from "../lib/dom.js";
import * as edit from "../lib/edit.js";
import { banned } from "../lib/kos.js";
import { choose } from "./choose.js";
import { Editor } from "./editor.js";
import { Pointer, PositionView } from "./position.js";
import { RegionList } from "./regions.js";

/** @typedef {import("../lib/types.js").Cell} Cell */
/** @typedef {import("../lib/types.js").Drawing} Drawing */
/** @typedef {import("../lib/types.js").Facts} Facts */
/** @typedef {import("../lib/types.js").Part} Part */
/** @typedef {import("../lib/types.js").PlainMove} PlainMove */
/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {import("../lib/types.js").Side} Side */
/** @typedef {import("../lib/tree.js").Step} Step */
/** @typedef {import("./position.js").Place} Place */

export class BoardCard {
  /**
   * @param {object} events
   * @param {(position: string, name: string) => void} events.edit The text after an edit, and what was edited.
   * @param {(name: string, player: Side) => void} events.play
   * @param {(position: string) => void} events.open A region is to be looked at.
   * @param {() => void} events.revert The last position is to be shown again.
   * @param {HTMLElement} options What else the card shows.
   */
  constructor(events, options) {
    this.events = events;
    /** @type {Part | null} */
    this.part = null;
    /** @type {Ruleset | undefined} */
    this.ruleset = undefined;
    /** @type {Drawing | null} The drawing as it was edited, as long as it is no position. */
    this.draft = null;
    this.view = new PositionView({ pick: (place) => this.#pick(place), key: (cell, key) => this.#key(cell, key) });
    this.pointer = new Pointer(this.view, { play: (move) => events.play(move.move, this.editor.turn), several: (moves) => void this.#several(moves) });
    this.editor = new Editor({
      mode: () => this.draw(),
      turn: () => this.draw(),
      size: (columns, rows) => this.#edit((drawing) => edit.resized(drawing, columns, rows, this.#empty()), `${columns}×${rows}`),
      grow: (border, by) => this.#edit((drawing) => edit.grown(drawing, border, by, this.#empty()), `${by > 0 ? "+" : "−"} ${border}`),
      clear: () => this.#edit((drawing) => edit.cleared(drawing, this.#empty()), "cleared"),
      exchange: () => this.part?.negative && events.edit(this.part.negative, "players exchanged"),
      heap: () => this.#edit((drawing) => ({ ...drawing, heaps: [...(drawing.heaps ?? []), 1] }), "heap added"),
    });
    this.switches = options;
    this.switches.hidden = true;
    this.regions = new RegionList(events.open);
    this.problem = h("p", { class: "problem", role: "alert" });
    this.ko = h("p", { class: "hint", role: "status" });
    this.element = h("section", { class: "card board-card", "aria-label": "Board" }, this.view.element, this.ko, this.problem, this.editor.element, options, this.regions.element);
  }

  /**
   * Shows a position.
   * @param {Part} part
   * @param {Ruleset | undefined} ruleset
   * @param {{ regions: boolean, facts?: Facts, step: Step, before?: string }} options `before` is the position before the step.
   * @returns {ReturnType<typeof banned>} The move that would retake a ko at once.
   */
  show(part, ruleset, options) {
    if (part !== this.part) this.draft = null;
    this.part = part;
    this.ruleset = ruleset;
    this.options = options;
    if (!this.draft) fill(this.problem, part.warning);
    this.draw();
    return this.#ban();
  }

  draw() {
    const { part, ruleset, options, draft } = this;
    if (!part || !options) return;
    const { step, regions, facts } = options;
    const drawing = draft ?? part.drawing;
    this.switches.hidden = (part.regions?.length ?? 0) < 2;
    const last = !draft && step.player && step.move ? { move: step.move, player: step.player } : null;
    this.view.show(draft ? { ...part, drawing, regions: [] } : part, ruleset, { regions, last });
    const ko = this.#ban();
    this.view.markKo(ko?.cell ?? null);
    fill(this.ko, ko && `${ko.player === "left" ? "Left" : "Right"} may not retake ${ko.cell ? "on" : "by"} ${ko.move} at once: a threat elsewhere has to be answered first. The analysis says what the position is worth after that.`);
    this.editor.show(drawing, ruleset, part.negative !== undefined);
    this.pointer.allow(this.editor.mode === "move" && !draft ? (part.moves?.[this.editor.turn] ?? []) : [], this.editor.turn);
    this.regions.show(draft ? [] : (part.regions ?? []), facts?.regions, part.game, regions);
  }

  /** The move that would retake a ko at once. */
  #ban() {
    const { part, options, draft } = this;
    return part && options && !draft ? banned(options.step, options.facts, part, options.before, (cell) => this.view.board.name(cell)) : null;
  }

  /** The edit is no position. @param {unknown} error */
  refuse(error) {
    fill(this.problem, error instanceof Error ? error.message : String(error), ". Go on editing, or ", button("take it back", () => this.revert(), { class: "quiet small" }), ".");
  }

  /** Goes back to the last position. */
  revert() {
    this.draft = null;
    fill(this.problem);
    this.draw();
    this.events.revert();
  }

  /** Shows a move on the board. @param {string | null} name @param {Side} player */
  look(name, player) {
    const move = name === null || this.draft ? undefined : this.part?.moves?.[player].find((each) => each.move === name);
    this.view.mark(move ? { move, player } : null);
  }

  #empty() {
    return this.ruleset?.symbols[0]?.symbol ?? ".";
  }

  /** @param {(drawing: Drawing) => Drawing} change @param {string} name */
  #edit(change, name) {
    if (!this.part) return;
    this.draft = change(this.draft ?? this.part.drawing);
    fill(this.problem);
    this.draw();
    this.events.edit(`${this.part.game}:${edit.textOf(this.draft)}`, name);
  }

  /** @param {Cell} cell @param {string} symbol */
  #put(cell, symbol) {
    this.#edit((drawing) => edit.put(drawing, cell, symbol), `${this.view.board.name(cell)} ${symbol}`);
  }

  /** @param {Place} place */
  #pick(place) {
    if (this.editor.mode === "move") return this.pointer.pick(place);
    const { cell, thing, back = false } = place;
    if (cell) {
      const old = (this.draft ?? this.part?.drawing)?.rows?.[cell[1]]?.[cell[0]];
      this.#put(cell, old === this.editor.symbol ? this.#empty() : this.editor.symbol);
    } else if (thing?.kind === "heap") {
      this.#edit((drawing) => edit.heapChanged(drawing, thing.index, back ? -1 : 1), `heap ${thing.index + 1}`);
    } else if (thing) this.#edit((drawing) => edit.remarked(drawing, thing), thing.kind);
  }

  /** @param {Cell} cell @param {string} key */
  #key(cell, key) {
    if (key === "Escape") {
      this.pointer.reset();
      return true;
    }
    const symbols = this.ruleset?.symbols ?? [];
    const same = (/** @type {(text: string) => string} */ fold) => symbols.find(({ symbol }) => fold(symbol) === fold(key));
    const wanted = key === "Delete" || key === "Backspace" ? symbols[0] : (same((text) => text) ?? same((text) => text.toLowerCase()));
    if (wanted) this.#put(cell, wanted.symbol);
    return wanted !== undefined;
  }

  /** @param {PlainMove[]} moves Moves that go over the same cells. */
  async #several(moves) {
    const name = await choose("Which move?", moves.map(({ move }) => move));
    this.pointer.reset();
    if (name) this.events.play(name, this.editor.turn);
  }
}
