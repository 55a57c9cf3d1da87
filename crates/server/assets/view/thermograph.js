// A thermograph as in the literature: values on a reversed axis (positive to the left), taxes upwards, Left's wall
// solid, Right's dashed, the mast above. A cursor (mouse, touch or arrow keys) reads it at a tax. As long as only
// bounds are known, they are drawn as a box that shrinks.

import { fill, h, identifier, s } from "../lib/dom.js";
import { compare, float, nearest, plus, pretty, ratio, text } from "../lib/rational.js";
import { corners, extent, mast, wallAt } from "../lib/thermographs.js";

/** @typedef {import("../lib/rational.js").Rational} Rational */
/** @typedef {import("../lib/types.js").Graph} Graph */
/** @typedef {import("../lib/types.js").Wall} Wall */
/** @typedef {{ tax: Rational, left: Rational, right: Rational }} Reading */
/** @typedef {{ mean: [number, number], temperature: [number, number] }} Box Bounds, as floats. */

const MARGIN = { top: 26, right: 22, bottom: 42, left: 44 };

export class ThermographView {
  /**
   * @param {{ label?: string, height?: number, small?: boolean, read?: (reading: Reading | null) => void }} [options]
   */
  constructor({ label = "Thermograph", height = 300, small = false, read } = {}) {
    this.label = label;
    this.height = height;
    this.small = small;
    this.read = read;
    /** @type {Graph | null} */
    this.graph = null;
    /** @type {Box | null} */
    this.box = null;
    /** @type {Rational | null} */
    this.tax = null;
    this.width = 0;
    this.hatch = identifier("between");
    this.element = h("div", { class: `thermograph${small ? " small" : ""}` });
    this.element.style.setProperty("--height", `${height}px`);
    if (read) this.#interactive();
    else this.element.setAttribute("role", "img");
    // Drawn in pixels, so that letters keep their size on every screen.
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (width === this.width || width === 0) return;
      this.width = width;
      this.#draw();
    }).observe(this.element);
    this.#draw();
  }

  /** @param {Graph | null} graph @param {Box | null} [box] */
  show(graph, box = null) {
    const changed = JSON.stringify([graph, box]) !== JSON.stringify([this.graph, this.box]);
    this.graph = graph;
    this.box = box;
    if (changed) {
      this.#readAt(null);
      this.#draw();
    }
  }

  #interactive() {
    const { element } = this;
    for (const [name, value] of Object.entries({ role: "slider", tabindex: "0", "aria-orientation": "vertical" })) {
      element.setAttribute(name, value);
    }
    element.addEventListener("pointermove", (event) => {
      if (!this.graph) return;
      const y = event.clientY - element.getBoundingClientRect().top;
      const tax = nearest(this.scale().taxOf(y), 16);
      const { bottom } = extent(this.graph);
      this.#readAt(compare(tax, bottom) < 0 ? bottom : this.#snapped(tax));
    });
    element.addEventListener("pointerleave", () => this.#readAt(null));
    element.addEventListener("blur", () => this.#readAt(null));
    element.addEventListener("keydown", (event) => {
      if (!this.graph) return;
      const { bottom, top } = extent(this.graph);
      const start = this.tax ?? top;
      const step = event.shiftKey ? ratio(1n) : ratio(1n, 8n);
      /** @type {Record<string, Rational | null>} */
      const next = {
        ArrowUp: this.tax ? plus(start, step) : start,
        ArrowDown: plus(start, ratio(-step.n, step.d)),
        Home: bottom,
        End: top,
        Escape: null,
      };
      if (!(event.key in next)) return;
      event.preventDefault();
      const wanted = next[event.key];
      this.#readAt(wanted && (compare(wanted, bottom) < 0 ? bottom : wanted));
    });
  }

  /** A corner that is near takes the cursor, so that temperatures can be hit. @param {Rational} tax */
  #snapped(tax) {
    const graph = /** @type {Graph} */ (this.graph);
    const { yOf } = this.scale();
    const near = [...corners(graph.left), ...corners(graph.right)]
      .map((corner) => corner.tax)
      .find((corner) => Math.abs(yOf(float(corner)) - yOf(float(tax))) < 5);
    return near ?? tax;
  }

  /** @param {Rational | null} tax */
  #readAt(tax) {
    this.tax = this.graph ? tax : null;
    const reading = this.tax && this.graph
      ? { tax: this.tax, left: wallAt(this.graph, "left", this.tax), right: wallAt(this.graph, "right", this.tax) }
      : null;
    this.#cursor(reading);
    this.#describe(reading);
    this.read?.(reading);
  }

  /** @param {Reading | null} reading */
  #describe(reading) {
    const { element, graph, box } = this;
    let label = `${this.label}: not known yet`;
    if (graph) {
      const { mean, temperature } = mast(graph);
      label = `${this.label}: mean ${text(mean)}, temperature ${text(temperature)}`;
    } else if (box) {
      label = `${this.label}: mean from ${box.mean.join(" to ")}, temperature from ${box.temperature.join(" to ")}`;
    }
    element.setAttribute("aria-label", label);
    if (!this.read) return;
    const now = reading ? float(reading.tax) : graph ? float(mast(graph).temperature) : 0;
    element.setAttribute("aria-valuemin", "-1");
    element.setAttribute("aria-valuemax", String(Math.ceil(Math.max(now, graph ? float(extent(graph).top) : 0) + 2)));
    element.setAttribute("aria-valuenow", String(now));
    element.setAttribute("aria-valuetext", reading
      ? `tax ${text(reading.tax)}: Left's stop ${text(reading.left)}, Right's stop ${text(reading.right)}`
      : label);
  }

  /** Places on the screen, in pixels. */
  scale() {
    let [low, high, bottom, top] = [-1, 1, -1, 1];
    if (this.graph) {
      const found = extent(this.graph);
      [low, high, bottom, top] = [float(found.low), float(found.high), float(found.bottom), float(found.top)];
    } else if (this.box) {
      [low, high] = this.box.mean;
      [bottom, top] = [-1, this.box.temperature[1]];
    }
    bottom = Math.min(bottom, -1);
    if (high - low < 1) [low, high] = [(low + high) / 2 - 1, (low + high) / 2 + 1];
    const room = (high - low) * 0.06;
    [low, high] = [low - room, high + room];
    top += Math.max(0.5, (top - bottom) * 0.22);
    const margin = this.small ? { top: 10, right: 10, bottom: 20, left: 30 } : MARGIN;
    const [across, up] = [(this.width || 320) - margin.left - margin.right, this.height - margin.top - margin.bottom];
    return {
      margin, low, high, bottom, top,
      xOf: (/** @type {number} */ value) => margin.left + ((high - value) / (high - low)) * across,
      yOf: (/** @type {number} */ tax) => margin.top + ((top - tax) / (top - bottom)) * up,
      taxOf: (/** @type {number} */ y) => top - ((y - margin.top) / up) * (top - bottom),
    };
  }

  #draw() {
    this.overlay = s("g");
    const { margin, yOf, bottom, top } = this.scale();
    const [width, height] = [this.width || 320, this.height];
    const [x0, x1, y0] = [margin.left, width - margin.right, yOf(bottom)];
    fill(
      this.element,
      s(
        "svg",
        { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
        s("defs", null, s("pattern", { id: this.hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse" }, s("path", { d: "M-2 2L2 -2M0 7L7 0M5 9L9 5", class: "hatching" }))),
        this.graph ? this.#walls(this.graph) : this.box && this.#bounds(this.box),
        s("path", { class: "axis", d: `M${x0} ${margin.top - 8}V${y0}H${x1}` }),
        !this.small && s("text", { class: "axis-name", x: x0 - 38, y: 14 }, "temperature"),
        !this.small && s("text", { class: "axis-name end", x: x1, y: height - 2 }, "← value"),
        !this.graph && this.#ticks([], [-1, 0, Math.round(top - 0.7)]),
        this.overlay,
      ),
    );
    this.#describe(null);
  }

  /** @param {Graph} graph */
  #walls(graph) {
    const { xOf, yOf, top } = this.scale();
    const { mean, temperature } = mast(graph);
    const place = (/** @type {{ value: Rational, tax: Rational }} */ { value, tax }) => `${xOf(float(value))} ${yOf(float(tax))}`;
    const [left, right] = [corners(graph.left), corners(graph.right)];
    const foot = { value: mean, tax: temperature };
    // Walls without a mast go on at their slopes, up to where the drawing ends.
    const height = nearest(top, 16);
    const ends = graph.slopes ? { left: { value: wallAt(graph, "left", height), tax: height }, right: { value: wallAt(graph, "right", height), tax: height } } : { left: foot, right: foot };
    const path = (/** @type {typeof left} */ wall, /** @type {typeof foot} */ last) => `M${[...wall, last].map(place).join("L")}`;
    const [mx, my] = [xOf(float(mean)), yOf(float(temperature))];
    const end = yOf(top);
    const values = [mean, ...left.map((corner) => corner.value), ...right.map((corner) => corner.value)];
    const taxes = [temperature, ...left.map((corner) => corner.tax), ...right.map((corner) => corner.tax)];
    return s(
      "g",
      null,
      s("path", { class: "between", fill: `url(#${this.hatch})`, d: `M${[...left, ends.left, ends.right, ...[...right].reverse()].map(place).join("L")}Z` }),
      !graph.slopes && s("path", { class: "guide", d: `M${this.scale().margin.left} ${my}H${mx}V${yOf(this.scale().bottom)}` }),
      s("path", { class: "wall left", d: path(left, ends.left) }),
      s("path", { class: "wall right", d: path(right, ends.right) }),
      !graph.slopes && s("path", { class: "mast", d: `M${mx} ${my}V${end}` }),
      !graph.slopes && s("path", { class: "mast-tip", d: `M${mx - 5} ${end + 8}L${mx} ${end - 2}L${mx + 5} ${end + 8}Z` }),
      !graph.slopes && s("circle", { class: "mast-foot", cx: mx, cy: my, r: this.small ? 3 : 4 }),
      this.#ticks(values, taxes),
    );
  }

  /**
   * Ticks, the important ones first; one that would touch another is left out.
   * @param {(Rational | number)[]} values
   * @param {(Rational | number)[]} taxes
   */
  #ticks(values, taxes) {
    const { xOf, yOf, margin, bottom } = this.scale();
    const number = (/** @type {Rational | number} */ each) => (typeof each === "number" ? each : float(each));
    const label = (/** @type {Rational | number} */ each) => pretty(typeof each === "number" ? each : text(each));
    /** @typedef {{ at: number, room: number }} Placed */
    const [across, up] = [/** @type {Placed[]} */ ([]), /** @type {Placed[]} */ ([])];
    const fits = (/** @type {Placed[]} */ placed, /** @type {number} */ at, /** @type {number} */ room) => {
      const free = placed.every((other) => Math.abs(other.at - at) > (other.room + room) / 2 + 5);
      if (free) placed.push({ at, room });
      return free;
    };
    return s(
      "g",
      { class: "ticks" },
      values.map((value) => {
        const [x, name] = [xOf(number(value)), label(value)];
        if (!fits(across, x, name.length * 7.5)) return null;
        return s("g", null, s("path", { d: `M${x} ${yOf(bottom)}v5` }), s("text", { x, y: yOf(bottom) + 17, class: "below" }, name));
      }),
      taxes.map((tax) => {
        const [y, name] = [yOf(number(tax)), label(tax)];
        if (!fits(up, y, 11)) return null;
        return s("g", null, s("path", { d: `M${margin.left} ${y}h-5` }), s("text", { x: margin.left - 8, y: y + 4, class: "beside" }, name));
      }),
    );
  }

  /** @param {Box} box */
  #bounds(box) {
    const { xOf, yOf } = this.scale();
    const [x, y] = [xOf(box.mean[1]), yOf(box.temperature[1])];
    const [width, height] = [Math.max(3, xOf(box.mean[0]) - x), Math.max(3, yOf(box.temperature[0]) - y)];
    return s("g", null, s("rect", { class: "bounds-box", fill: `url(#${this.hatch})`, x, y, width, height, rx: 3 }));
  }

  /** @param {Reading | null} reading */
  #cursor(reading) {
    if (!this.overlay) return;
    if (!reading) return fill(this.overlay);
    const { xOf, yOf, margin } = this.scale();
    const y = yOf(float(reading.tax));
    const [left, right] = [xOf(float(reading.left)), xOf(float(reading.right))];
    fill(
      this.overlay,
      s("path", { class: "reading", d: `M${margin.left} ${y}H${(this.width || 320) - margin.right}` }),
      s("path", { class: "reading-span", d: `M${left} ${y}H${right}` }),
      s("circle", { class: "reading-left", cx: left, cy: y, r: 4.5 }),
      s("rect", { class: "reading-right", x: right - 4, y: y - 4, width: 8, height: 8 }),
    );
  }
}
