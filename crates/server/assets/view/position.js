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
/** @typedef {{ cell?: Cell, thing?: Thing, back?: boolean }} Place Where was pointed; `back` with Shift. */
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
      pick: (thing, back) => events.pick?.({ thing, back }),
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
    // A single region needs no hatching.
    const hatched = regions && (part.regions?.length ?? 0) > 1 ? (part.regions ?? []) : [];
    const described = label ?? `${ruleset?.name ?? "Position"}: ${part.position}`;
    if (isBoard) {
      this.board.show({ game: part.game, label: described, drawing: part.drawing, symbols: ruleset?.symbols, regions: hatched.map((region) => region.cells ?? []), last });
    } else {
      this.graph.show({ game: part.game, label: described, drawing: part.drawing, position: part.position, regions: hatched, last });
    }
  }

  /** @param {Shown} preview @param {{ chosen?: Cell[], targets?: Cell[] }} [marks] */
  mark(preview, marks = {}) {
    if (!this.part) return;
    if (BOARDS.has(this.part.drawing.kind)) this.board.mark({ preview, ...marks });
    else this.graph.mark({ preview, last: null });
  }

  /** Marks the point that may not be retaken at once. @param {Cell | null} ko */
  markKo(ko) {
    if (this.part && BOARDS.has(this.part.drawing.kind)) this.board.mark({ ko });
  }
}

/** @param {Place} a @param {Place} b */
function samePlace(a, b) {
  if (a.cell && b.cell) return sameCell(a.cell, b.cell);
  return a.thing?.kind === b.thing?.kind && a.thing?.index === b.thing?.index;
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
   * @param {{ play: (move: PlainMove) => void, several: (moves: PlainMove[]) => void, partial?: (move: PlainMove | null) => void }} events
   *   `partial` hears of a move that is whole already, although others go on from it; picking its last place again makes it.
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
    const partial = this.#whole(this.#meant(this.places))[0];
    if (partial && this.places.length > 0 && samePlace(place, this.places[this.places.length - 1])) {
      this.reset();
      return this.events.play(partial);
    }
    let places = [...this.places, place];
    let meant = this.#meant(places);
    if (meant.length === 0) {
      // A move begins anew, or nowhere.
      places = [place];
      meant = this.#meant(places);
    }
    if (meant.length === 0) return this.reset();
    if (meant.length === 1) {
      this.reset();
      return this.events.play(meant[0]);
    }
    this.places = places;
    this.#mark();
    const whole = this.#whole(meant);
    if (whole.length === meant.length) this.events.several(meant);
    else this.events.partial?.(whole[0] ?? null);
  }

  /** The moves that have no further places. @param {PlainMove[]} moves */
  #whole(moves) {
    return moves.filter((move) => (move.cells ?? move.edges ?? move.nodes ?? []).length <= this.places.length);
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
