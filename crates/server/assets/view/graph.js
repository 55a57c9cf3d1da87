// Positions that are no boards: graphs (Hackenbush grows from the ground, others lie on a circle), heaps, and text.
// Edges, nodes and heaps are buttons.

import { fill, h, identifier, s } from "../lib/dom.js";
import { hatch } from "./pieces.js";

/** @typedef {import("../lib/types.js").Drawing} Drawing */
/** @typedef {import("../lib/types.js").PlainMove} PlainMove */
/** @typedef {{ kind: "edge" | "node" | "heap", index: number }} Thing */
/** @typedef {{ game?: string, label: string, drawing: Drawing, position: string, regions?: import("../lib/types.js").Touched[], preview?: { move: PlainMove } | null, last?: { move: PlainMove } | null }} Scene */
/** @typedef {{ x: number, y: number }} Point */

const STEP = 64;

const MARKS = /** @type {Record<string, string>} */ ({ L: "Left's", R: "Right's", E: "either's", X: "Left's", O: "Right's", l: "kept for Left", r: "kept for Right" });

export class GraphView {
  /** @param {{ pick?: (thing: Thing, back: boolean) => void, hover?: (thing: Thing | null) => void }} events */
  constructor(events = {}) {
    this.events = events;
    this.element = h("div", { class: "graph" });
    this.hatch = identifier("region");
  }

  /** @param {Scene} scene */
  show(scene) {
    const active = document.activeElement;
    const focused = active && this.element.contains(active) ? active.getAttribute("data-thing") : null;
    this.scene = scene;
    const { drawing } = scene;
    if (drawing.kind === "graph") this.#graph(scene);
    else if (drawing.kind === "heaps") this.#heaps(scene);
    else fill(this.element, h("p", { class: "text-position" }, h("code", { class: "value" }, scene.position)));
    this.mark(scene);
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-thing="${focused}"]`))?.focus();
  }

  /** @param {Pick<Scene, "preview" | "last">} marks */
  mark({ preview, last }) {
    for (const [name, shown] of Object.entries({ gone: preview?.move, last: last?.move })) {
      const things = new Set([
        ...(shown?.changed?.edges ?? shown?.edges ?? []).map((index) => `edge-${index}`),
        ...(shown?.changed?.nodes ?? shown?.nodes ?? []).map((index) => `node-${index}`),
        ...(this.scene?.drawing.kind === "heaps" ? (shown?.cells ?? []).map(([, heap]) => `heap-${heap}`) : []),
      ]);
      for (const element of this.element.querySelectorAll("[data-thing]")) {
        element.classList.toggle(name, things.has(element.getAttribute("data-thing") ?? ""));
      }
    }
  }

  /** @param {Thing} thing @param {string} label @returns {Record<string, unknown>} */
  #button(thing, label) {
    const pick = (/** @type {MouseEvent | KeyboardEvent} */ event) => this.events.pick?.(thing, event.shiftKey);
    return {
      role: "button",
      tabindex: "0",
      "aria-label": label,
      "data-thing": `${thing.kind}-${thing.index}`,
      onclick: pick,
      onpointerenter: () => this.events.hover?.(thing),
      onpointerleave: () => this.events.hover?.(null),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick(event);
      },
    };
  }

  /** @param {Scene} scene */
  #graph({ drawing, label, regions = [] }) {
    const { nodes = [], edges = [], ground } = drawing;
    const places = ground === undefined ? circle(nodes.length) : grown(nodes.length, edges, ground);
    const xs = places.map((place) => place.x);
    const ys = places.map((place) => place.y);
    const [left, top] = [Math.min(0, ...xs) - 30, Math.min(0, ...ys) - 30];
    const [right, bottom] = [Math.max(0, ...xs) + 30, Math.max(0, ...ys) + 30];
    /** @type {Map<string, number>} */
    const parallels = new Map();
    fill(
      this.element,
      s(
        "svg",
        { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, role: "group", "aria-label": label },
        ground !== undefined && s("path", { class: "ground", "aria-hidden": "true", d: `M${left} 0H${right}M${left + 4} 8l8 -8${"m8 8l8 -8".repeat(Math.floor((right - left - 20) / 16))}` }),
        s("defs", null, regions.map((_, i) => hatch(`${this.hatch}-${i}`, i))),
        regions.map((region, i) => this.#region(region, `url(#${this.hatch}-${i})`, places, drawing)),
        edges.map((edge, index) => {
          const key = [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)].join();
          const count = parallels.get(key) ?? 0;
          parallels.set(key, count + 1);
          const d = bow(foot(places, edge, ground), count);
          const name = `${nodes[edge.from]?.name}-${nodes[edge.to]?.name}`;
          const own = edge.mark ? `, ${MARKS[edge.mark] ?? edge.mark}` : "";
          return s("g", { class: `edge mark-${edge.mark ?? "none"}`, ...(ground !== undefined ? this.#button({ kind: "edge", index }, `edge ${name}${own}`) : { "data-thing": `edge-${index}` }) },
            s("path", { class: "hit", d }), s("path", { class: "stroke", d }));
        }),
        nodes.map((node, index) => {
          if (index === ground) return null;
          const { x, y } = places[index];
          const marked = node.mark && node.mark !== ".";
          const attributes = ground === undefined
            ? this.#button({ kind: "node", index }, `${node.name}${marked ? `, ${MARKS[node.mark ?? ""] ?? node.mark}` : ", empty"}`)
            : { "aria-hidden": "true" };
          const radius = ground === undefined ? 15 : 5;
          return s("g", { class: `node${marked ? ` mark-${node.mark}` : ""}`, ...attributes }, s("circle", { cx: x, cy: y, r: radius }),
            ground !== undefined && s("text", { class: "name", x: x + 12, y: y + 15 }, node.name),
            ground === undefined && s("text", { x, y: y + 5, class: marked ? "marked" : null }, marked ? `${node.name}=${node.mark}` : node.name));
        }),
      ),
    );
  }

  /** The hatching of a region beside a heap; nothing for a heap in none. @param {number} region */
  #swatch(region) {
    const id = identifier("swatch");
    return region >= 0 && s("svg", { width: 22, height: 22, viewBox: "0 0 22 22", "aria-hidden": "true" }, s("defs", null, hatch(id, region)), s("rect", { class: "swatch", width: 22, height: 22, fill: `url(#${id})` }));
  }

  /**
   * A region as a hatched band behind its edges and nodes.
   * @param {import("../lib/types.js").Touched} region @param {string} paint @param {Point[]} places @param {Drawing} drawing
   */
  #region({ edges = [], nodes = [] }, paint, places, { edges: all = [], ground }) {
    return s("g", { class: "graph-region", "aria-hidden": "true" },
      edges.map((index) => all[index] && s("path", { d: bow(foot(places, all[index], ground), 0), stroke: paint })),
      nodes.filter((index) => index !== ground).map((index) => s("circle", { cx: places[index].x, cy: places[index].y, r: ground === undefined ? 24 : 11, fill: paint })));
  }

  /** @param {Scene} scene */
  #heaps({ drawing, label, game, regions = [] }) {
    const heaps = drawing.heaps ?? [];
    const pins = game?.includes("kayles");
    fill(
      this.element,
      h("div", { class: `heaps${pins ? " pins" : ""}`, role: "group", "aria-label": label },
        heaps.map((size, index) =>
          h("div", { class: "heap", ...this.#button({ kind: "heap", index }, `heap ${index + 1}: ${size}`) },
            this.#swatch(regions.findIndex(({ cells = [] }) => cells.some(([, heap]) => heap === index))),
            h("span", { class: "heap-size" }, String(size)),
            h("span", { class: "tokens", "aria-hidden": "true" }, Array.from({ length: Math.min(size, 60) }, () => h("span", { class: "token" })), size > 60 && " …"))),
        heaps.length === 0 && h("p", { class: "empty" }, "No heap."),
        drawing.code && h("p", { class: "note" }, `octal code ${drawing.code}`)),
    );
  }
}

/** @param {number} count @returns {Point[]} */
function circle(count) {
  const radius = Math.max(50, (count * STEP) / (2 * Math.PI));
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

/**
 * Heights by distance from the ground, and each node above the middle of what grows from it.
 * @param {number} count
 * @param {{ from: number, to: number }[]} edges
 * @param {number} ground
 * @returns {Point[]}
 */
function grown(count, edges, ground) {
  /** @type {number[][]} */
  const near = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) {
    near[from].push(to);
    near[to].push(from);
  }
  const height = new Map([[ground, 0]]);
  /** @type {number[][]} */
  const above = Array.from({ length: count }, () => []);
  const queue = [ground];
  for (let i = 0; i < queue.length; i += 1) {
    for (const next of near[queue[i]]) {
      if (height.has(next)) continue;
      height.set(next, (height.get(queue[i]) ?? 0) + 1);
      above[queue[i]].push(next);
      queue.push(next);
    }
  }
  /** @type {Point[]} */
  const places = Array.from({ length: count }, () => ({ x: 0, y: 0 }));
  let column = 0;
  for (const node of queue) places[node].y = -(height.get(node) ?? 0) * STEP;
  // Leaves take columns in the order of a walk; a node stands above the middle of its own.
  /** @type {[number, boolean][]} */
  const walk = [[ground, false]];
  for (let step = walk.pop(); step; step = walk.pop()) {
    const [node, done] = step;
    if (above[node].length === 0) places[node].x = column++ * STEP;
    else if (done) places[node].x = above[node].reduce((sum, each) => sum + places[each].x, 0) / above[node].length;
    else walk.push([node, true], ...above[node].map((each) => /** @type {[number, boolean]} */ ([each, false])).reverse());
  }
  return places;
}

/**
 * The ends of an edge. The ground is wide: an edge from it starts below its other end.
 * @param {Point[]} places
 * @param {{ from: number, to: number }} edge
 * @param {number | undefined} ground
 * @returns {[Point, Point]}
 */
function foot(places, { from, to }, ground) {
  const [a, b] = [places[from], places[to]];
  if (from === ground && to === ground) return [{ x: a.x - 16, y: 0 }, { x: a.x + 16, y: 0 }];
  if (from === ground) return [{ x: b.x, y: 0 }, b];
  if (to === ground) return [a, { x: a.x, y: 0 }];
  return [a, b];
}

/**
 * A line, bent the more the more parallel edges there are already.
 * @param {[Point, Point]} ends
 * @param {number} count
 */
function bow([a, b], count) {
  const side = count % 2 ? -1 : 1;
  const bend = a.y === b.y && a.y === 0 ? 40 : Math.ceil(count / 2) * 22 * side;
  const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [nx, ny] = [(-(b.y - a.y) / length) * bend * 1.6, ((b.x - a.x) / length) * bend * 1.6];
  return `M${a.x} ${a.y}Q${mx + nx} ${my - Math.abs(ny) * Math.sign(bend || 1)} ${b.x} ${b.y}`;
}
