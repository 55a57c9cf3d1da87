// A board that can be looked at, edited and played on, by mouse and by keyboard. It is a grid for screen readers:
// arrow keys move between cells, Enter or a click picks one, a character is handed on.

import { fill, h, identifier, s } from "../lib/dom.js";
import { groundOf, hatch, meaning, piece, playsDominoes, SIDE } from "./pieces.js";

/** @typedef {import("../lib/types.js").Cell} Cell */
/** @typedef {import("../lib/types.js").Drawing} Drawing */
/** @typedef {import("../lib/types.js").PlainMove} PlainMove */
/** @typedef {import("../lib/types.js").Side} Side */

/**
 * @typedef {object} BoardEvents
 * @property {(cell: Cell) => void} [pick]
 * @property {(cell: Cell, key: string) => boolean} [key] A character on a cell; true if it meant something.
 * @property {(cell: Cell | null) => void} [hover]
 */

/**
 * @typedef {object} Scene What a board shows.
 * @property {string} [game]
 * @property {string} label
 * @property {Drawing} drawing
 * @property {{ symbol: string, meaning: string }[]} [symbols]
 * @property {Cell[][]} [regions] Cells of each region, hatched.
 * @property {{ move: PlainMove, player: Side } | null} [preview] A move to be shown on the board.
 * @property {{ move: PlainMove, player: Side } | null} [last] The move that was made last.
 * @property {Cell[]} [chosen] Cells of a move that was begun.
 * @property {Cell[]} [targets] Cells that can be picked next.
 * @property {Cell | null} [ko] The point that may not be retaken at once.
 */

const MARGIN = 24;

/** @type {(a: Cell, b: Cell) => boolean} */
export const sameCell = (a, b) => a[0] === b[0] && a[1] === b[1];

export class Board {
  /** @param {BoardEvents} events */
  constructor(events = {}) {
    this.events = events;
    this.element = h("div", { class: "board" });
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {Scene | null} */
    this.scene = null;
    this.identifier = identifier("hatch");
    this.overlay = s("g", { "aria-hidden": "true" });
  }

  /** @param {Scene} scene */
  show(scene) {
    const focused = this.element.contains(document.activeElement);
    this.scene = scene;
    this.rows = (scene.drawing.rows ?? []).map((row) => [...row]);
    this.triangle = scene.drawing.kind === "triangle";
    this.columns = Math.max(1, ...this.rows.map((row) => row.length));
    this.cursor = [Math.min(this.cursor[0], this.columns - 1), Math.min(this.cursor[1], Math.max(0, this.rows.length - 1))];
    const { columns } = this;
    const labels = scene.drawing.row_labels?.length || scene.drawing.columns?.length;
    // Letters of wide boards, which are drawn small, grow against that.
    this.zoom = Math.max(1, Math.min(1.8, columns / 9));
    const room = MARGIN * this.zoom;
    const margin = labels && !this.triangle ? room : 6;
    const width = margin + columns * SIDE + 6;
    const height = 6 + this.rows.length * SIDE + margin;
    this.left = margin;
    this.overlay = s("g", { "aria-hidden": "true" });
    const picture = s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "grid", "aria-label": scene.label, class: `ground-${groundOf(scene.game)}` },
      s("defs", null, (scene.regions ?? []).map((_, i) => hatch(`${this.identifier}-${i}`, i))),
      s("g", { "aria-hidden": "true" }, this.#ground(), this.#regions(), this.#pieces(), margin > 6 && this.#labels()),
      this.overlay,
      this.#cells(),
    );
    this.element.style.setProperty("--columns", String(width / SIDE));
    this.element.style.setProperty("--zoom", String(this.zoom));
    fill(this.element, picture);
    this.mark({});
    if (focused) this.focus(this.cursor);
  }

  /**
   * Changes what is marked, without drawing the board again.
   * @param {Pick<Scene, "preview" | "last" | "chosen" | "targets" | "ko">} marks
   */
  mark(marks) {
    if (!this.scene) return;
    Object.assign(this.scene, marks);
    const { preview, last, chosen = [], targets = [], ko, game } = this.scene;
    fill(
      this.overlay,
      last && this.#last(last.move),
      ko && s("g", null, this.#square(ko, "ko", 11), s("text", { class: "ko-name", x: this.#x(ko) + SIDE / 2, y: this.#y(ko) + SIDE / 2 + 4 }, "ko")),
      chosen.map((cell) => this.#square(cell, "chosen", 2)),
      targets.map((cell) => s("circle", { class: "target", cx: this.#x(cell) + SIDE / 2, cy: this.#y(cell) + SIDE / 2, r: 5 })),
      preview && this.#preview(preview.move, preview.player, game),
    );
  }

  /** @param {Cell} cell */
  focus(cell) {
    this.cursor = cell;
    const target = this.element.querySelector(`[data-cell="${cell[0]},${cell[1]}"]`);
    if (!target) return;
    this.element.querySelector('[data-cell][tabindex="0"]')?.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
    /** @type {SVGElement} */ (target).focus();
  }

  /** @param {Cell} cell */
  #x(cell) {
    const shift = this.triangle ? ((this.columns ?? 1) - (cell[1] + 1)) / 2 : 0;
    return (this.left ?? 0) + (cell[0] + shift) * SIDE;
  }

  /** @param {Cell} cell */
  #y(cell) {
    return 6 + cell[1] * SIDE;
  }

  /** @param {(cell: Cell, symbol: string) => (SVGElement | null)} draw */
  #each(draw) {
    return (this.rows ?? []).flatMap((row, y) => row.map((symbol, x) => draw([x, y], symbol)));
  }

  /** @param {Cell} cell @param {string} name @param {number} [inset] */
  #square(cell, name, inset = 0) {
    return s("rect", {
      class: name,
      x: this.#x(cell) + inset,
      y: this.#y(cell) + inset,
      width: SIDE - 2 * inset,
      height: SIDE - 2 * inset,
      rx: inset ? 4 : null,
    });
  }

  #ground() {
    const ground = groundOf(this.scene?.game);
    const game = this.scene?.game;
    return this.#each((cell, symbol) => {
      const out = symbol === "#";
      if (this.triangle) return s("circle", { class: "cell", cx: this.#x(cell) + SIDE / 2, cy: this.#y(cell) + SIDE / 2, r: 17 });
      const odd = ground === "checkered" && (cell[0] + cell[1]) % 2 === 1;
      const square = this.#square(cell, `cell${odd ? " odd" : ""}${out ? " out" : ""}`);
      if (out && ground === "lines") return s("g", null, square);
      if (out) return s("g", null, square, playsDominoes(game) ? this.#square(cell, "taken", 3) : this.#burnt(cell));
      return ground === "lines" ? s("g", null, square, this.#lines(cell)) : square;
    });
  }

  /** The lines of a Go board through a cell, which end at its borders. @param {Cell} cell */
  #lines([x, y]) {
    const rows = this.rows ?? [];
    const there = (/** @type {number} */ column, /** @type {number} */ row) => rows[row]?.[column] !== undefined;
    const [cx, cy] = [this.#x([x, y]) + SIDE / 2, this.#y([x, y]) + SIDE / 2];
    const arm = (/** @type {boolean} */ on) => (on ? SIDE / 2 : 0);
    return s("path", {
      class: "line",
      d: `M${cx - arm(there(x - 1, y))} ${cy}H${cx + arm(there(x + 1, y))}M${cx} ${cy - arm(there(x, y - 1))}V${cy + arm(there(x, y + 1))}`,
    });
  }

  /** @param {Cell} cell */
  #burnt(cell) {
    const [x, y] = [this.#x(cell), this.#y(cell)];
    return s("path", { class: "burnt", d: `M${x + 12} ${y + 12}l16 16m0 -16l-16 16` });
  }

  #regions() {
    const regions = this.scene?.regions ?? [];
    return regions.flatMap((cells, i) =>
      cells.map((cell) => {
        const square = this.#square(cell, "region");
        square.setAttribute("fill", `url(#${this.identifier}-${i})`);
        return square;
      }),
    );
  }

  #pieces() {
    return this.#each((cell, symbol) => {
      const drawn = piece(this.scene?.game, symbol);
      return drawn && s("g", { transform: `translate(${this.#x(cell)} ${this.#y(cell)})` }, drawn);
    });
  }

  #labels() {
    const { columns = [], row_labels: rows = [] } = this.scene?.drawing ?? {};
    const bottom = 6 + (this.rows?.length ?? 0) * SIDE;
    const { zoom = 1 } = this;
    return [
      ...columns.map((name, x) => s("text", { class: "coordinate", x: this.#x([x, 0]) + SIDE / 2, y: bottom + 17 * zoom }, name)),
      ...rows.map((name, y) => s("text", { class: "coordinate", x: (this.left ?? 0) - 12 * zoom, y: this.#y([0, y]) + SIDE / 2 + 4.5 * zoom }, name)),
    ];
  }

  /** @param {Cell} cell */
  name(cell) {
    const { columns = [], row_labels: rows = [] } = this.scene?.drawing ?? {};
    const [column, row] = [columns[cell[0]] ?? cell[0] + 1, rows[cell[1]] ?? ""];
    return this.triangle ? `${row}${column}` : `${column}${row}`;
  }

  #cells() {
    const symbols = this.scene?.symbols ?? [];
    return (this.rows ?? []).map((row, y) =>
      s(
        "g",
        { role: "row" },
        row.map((symbol, x) => {
          /** @type {Cell} */
          const cell = [x, y];
          const hit = this.#square(cell, "hit", 1);
          for (const [name, value] of Object.entries({
            role: "gridcell",
            "aria-label": `${this.name(cell)}, ${meaning(symbol, symbols)}`,
            "data-cell": `${x},${y}`,
            tabindex: sameCell(cell, this.cursor) ? "0" : "-1",
          })) hit.setAttribute(name, value);
          hit.addEventListener("click", () => {
            this.focus(cell);
            this.events.pick?.(cell);
          });
          hit.addEventListener("pointerenter", () => this.events.hover?.(cell));
          hit.addEventListener("pointerleave", () => this.events.hover?.(null));
          hit.addEventListener("keydown", (event) => this.#key(event, cell));
          return hit;
        }),
      ),
    );
  }

  /** @param {KeyboardEvent} event @param {Cell} cell */
  #key(event, [x, y]) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = this.rows ?? [];
    const last = (/** @type {number} */ row) => (rows[row]?.length ?? 1) - 1;
    /** @type {Record<string, Cell>} */
    const steps = {
      ArrowLeft: [Math.max(0, x - 1), y],
      ArrowRight: [Math.min(last(y), x + 1), y],
      ArrowUp: [Math.min(x, last(Math.max(0, y - 1))), Math.max(0, y - 1)],
      ArrowDown: [Math.min(x, last(Math.min(rows.length - 1, y + 1))), Math.min(rows.length - 1, y + 1)],
      Home: [0, y],
      End: [last(y), y],
    };
    if (steps[event.key]) this.focus(steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.events.pick?.([x, y]);
    else if (event.key.length > 1 && !["Delete", "Backspace", "Escape"].includes(event.key)) return;
    else if (!this.events.key?.([x, y], event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {PlainMove} move */
  #last(move) {
    return (move.changed?.cells ?? move.cells ?? []).map((cell) => this.#square(cell, "last", 1.5));
  }

  /** @param {PlainMove} move @param {Side} player @param {string | undefined} game */
  #preview(move, player, game) {
    const cells = move.cells ?? [];
    const colour = player === "left" ? "black" : "white";
    const middle = (/** @type {Cell} */ cell) => [this.#x(cell) + SIDE / 2, this.#y(cell) + SIDE / 2];
    /** @param {Cell} cell @param {string} symbol */
    const ghost = (cell, symbol) => {
      const drawn = piece(game, symbol);
      return drawn && s("g", { class: "ghost", transform: `translate(${this.#x(cell)} ${this.#y(cell)})` }, drawn);
    };
    /** @param {Cell} from @param {Cell} to @param {string} name */
    const arrow = (from, to, name) => {
      const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
      const [tx, ty] = [x2 - ux * 6, y2 - uy * 6];
      return s("g", { class: `arrow ${name}` }, s("path", { class: "shaft", d: `M${x1} ${y1}L${tx} ${ty}` }), s("path", {
        d: `M${tx - ux * 9 - uy * 6} ${ty - uy * 9 + ux * 6}L${tx} ${ty}L${tx - ux * 9 + uy * 6} ${ty - uy * 9 - ux * 6}`,
      }));
    };
    if (playsDominoes(game) && cells.length >= 1) {
      const [a, b] = [cells[0], cells[cells.length - 1]];
      const [x, y] = [Math.min(this.#x(a), this.#x(b)), Math.min(this.#y(a), this.#y(b))];
      const [width, height] = [Math.abs(this.#x(a) - this.#x(b)) + SIDE, Math.abs(this.#y(a) - this.#y(b)) + SIDE];
      return s("rect", { class: `placed ${colour}`, x: x + 4, y: y + 4, width: width - 8, height: height - 8, rx: 6 });
    }
    if (game === "amazons" && cells.length === 3) {
      const [from, to, shot] = cells;
      return s("g", { class: "preview" }, this.#square(from, "leaving", 2), arrow(from, to, "walk"), ghost(to, player === "left" ? "X" : "O"),
        arrow(to, shot, "shot"), this.#square(shot, "burning", 4));
    }
    if (cells.length === 1) {
      const symbols = this.scene?.symbols ?? [];
      const own = symbols.find(({ symbol }) => symbol.toUpperCase() === (player === "left" ? "X" : "O"));
      const empty = this.rows?.[cells[0][1]]?.[cells[0][0]] === ".";
      const rest = (move.changed?.cells ?? []).filter((cell) => !sameCell(cell, cells[0]));
      return s("g", { class: "preview" }, this.#square(cells[0], "chosen", 2), own && empty && ghost(cells[0], own.symbol),
        rest.map((cell) => this.#square(cell, "leaving", 2)));
    }
    const taken = (move.changed?.cells ?? []).filter((cell) => !cells.some((other) => sameCell(cell, other)));
    return s("g", { class: "preview" }, taken.map((cell) => this.#square(cell, "leaving", 2)),
      cells.slice(1).map((cell, i) => arrow(cells[i], cell, "walk")));
  }
}
