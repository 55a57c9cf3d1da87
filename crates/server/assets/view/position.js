// One view for every kind of drawing: boards, graphs, heaps and text, with the same calls.

import { h } from "../lib/dom.js";
import { Board, sameCell } from "./board.js";
import { GraphView } from "./graph.js";
import { playsDominoes } from "./pieces.js";

/** @typedef {import("../lib/types.js").Cell} Cell */
/** @typedef {import("../lib/types.js").Part} Part */
/** @typedef {import("../lib/types.js").PlainMove} PlainMove */
/** @typedef {import("../lib/types.js").Side} Side */
/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {import("./graph.js").Thing} Thing */
/** @typedef {{ cell?: Cell, thing?: Thing }} Place Where somebody pointed. */
/** @typedef {{ move: PlainMove, player: Side } | null} Shown */

const BOARDS = new Set(["grid", "rows", "triangle"]);

export class PositionView {
  /** @param {{ pick?: (place: Place) => void, key?: (cell: Cell, key: string) => boolean, hover?: (place: Place | null) => void }} events */
  constructor(events = {}) {
    this.board = new Board({
      pick: (cell) => events.pick?.({ cell }),
      key: (cell, key) => events.key?.(cell, key) ?? false,
      hover: (cell) => events.hover?.(cell && { cell }),
    });
    this.graph = new GraphView({
      pick: (thing) => events.pick?.({ thing }),
      hover: (thing) => events.hover?.(thing && { thing }),
    });
    this.element = h("div", { class: "position" });
  }

  /**
   * @param {Part} part
   * @param {Ruleset | undefined} ruleset
   * @param {{ label?: string, regions?: boolean, last?: Shown }} [options]
   */
  show(part, ruleset, { label, regions = false, last = null } = {}) {
    this.part = part;
    const isBoard = BOARDS.has(part.drawing.kind);
    const view = isBoard ? this.board : this.graph;
    if (this.element.firstElementChild !== view.element) this.element.replaceChildren(view.element);
    const described = label ?? `${ruleset?.name ?? "Position"}: ${part.position}`;
    if (isBoard) {
      // A single region needs no hatching.
      const cells = regions && (part.regions?.length ?? 0) > 1 ? (part.regions ?? []).map((region) => region.cells) : [];
      this.board.show({ game: part.game, label: described, drawing: part.drawing, symbols: ruleset?.symbols, regions: cells, last });
    } else {
      this.graph.show({ game: part.game, label: described, drawing: part.drawing, position: part.position, last });
    }
  }

  /** @param {Shown} preview @param {{ chosen?: Cell[], targets?: Cell[] }} [marks] */
  mark(preview, marks = {}) {
    if (!this.part) return;
    if (BOARDS.has(this.part.drawing.kind)) this.board.mark({ preview, ...marks });
    else this.graph.mark({ preview, last: null });
  }
}

/**
 * Does a move begin with these places? The ends of a domino may be picked in either order.
 * @param {PlainMove} move
 * @param {Place[]} places
 * @param {boolean} domino
 */
function beginsWith(move, places, domino) {
  return places.every(({ cell, thing }, i) => {
    if (cell && domino) return move.cells?.some((each) => sameCell(each, cell));
    if (cell) return move.cells?.[i] !== undefined && sameCell(move.cells[i], cell);
    if (thing?.kind === "edge") return move.edges?.[i] === thing.index;
    if (thing?.kind === "node") return move.nodes?.[i] === thing.index;
    return move.cells?.[i]?.[1] === thing?.index;
  });
}

/**
 * Moves made by pointing: every pick narrows the moves that are meant, and the last one decides.
 */
export class Pointer {
  /**
   * @param {PositionView} view
   * @param {{ play: (move: PlainMove) => void, several: (moves: PlainMove[]) => void }} events
   */
  constructor(view, events) {
    this.view = view;
    this.events = events;
    /** @type {Place[]} */
    this.places = [];
    /** @type {PlainMove[]} */
    this.moves = [];
    /** @type {Side} */
    this.player = "left";
  }

  /** @param {PlainMove[]} moves @param {Side} player */
  allow(moves, player) {
    this.moves = moves;
    this.player = player;
    this.reset();
  }

  reset() {
    this.places = [];
    this.#mark();
  }

  /** @param {Place} place */
  pick(place) {
    let places = [...this.places, place];
    let meant = this.#meant(places);
    if (meant.length === 0) {
      // A move begins anew, or nowhere.
      places = [place];
      meant = this.#meant(places);
    }
    if (meant.length === 0) return this.reset();
    const length = (/** @type {PlainMove} */ move) => (move.cells ?? move.edges ?? move.nodes ?? []).length;
    const whole = meant.filter((move) => length(move) <= places.length);
    if (meant.length === 1) {
      this.reset();
      return this.events.play(meant[0]);
    }
    this.places = places;
    this.#mark();
    if (whole.length === meant.length) this.events.several(meant);
  }

  /** @param {Place[]} places */
  #meant(places) {
    const domino = playsDominoes(this.view.part?.game);
    return this.moves.filter((move) => beginsWith(move, places, domino));
  }

  #mark() {
    const next = this.places.length;
    const meant = this.#meant(this.places);
    /** @type {Cell[]} */
    const targets = [];
    for (const move of meant) {
      const others = playsDominoes(this.view.part?.game) ? move.cells : move.cells?.slice(next, next + 1);
      for (const cell of (next > 0 && others) || []) {
        const known = [...targets, ...this.places.flatMap((place) => (place.cell ? [place.cell] : []))];
        // The arrow of an amazon may fly back to where she came from, so a chosen cell may be a target, too.
        if (!known.some((other) => sameCell(other, cell)) || (next > 1 && !targets.some((other) => sameCell(other, cell)))) targets.push(cell);
      }
    }
    this.view.mark(null, { chosen: this.places.flatMap(({ cell }) => (cell ? [cell] : [])), targets });
  }
}
