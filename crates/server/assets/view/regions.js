// The independent regions of a position: the hatching that each has on the board, and what it is worth. Means of
// regions add.

import { fill, h, identifier, s } from "../lib/dom.js";
import { pretty } from "../lib/rational.js";
import { hatch } from "./pieces.js";

/** @typedef {{ position: string, canonical: string | null, mean: string, temperature: string }} RegionFacts */

export class RegionList {
  /** @param {(position: string) => void} open */
  constructor(open) {
    this.open = open;
    this.element = h("div", { class: "region-list" });
  }

  /**
   * @param {{ position: string }[]} regions
   * @param {RegionFacts[] | undefined} facts
   * @param {string | undefined} game
   * @param {boolean} visible
   */
  show(regions, facts, game, visible) {
    const found = regions.map((region) => facts?.find(({ position }) => region.position === position || region.position === `${game}:${position}`));
    fill(
      this.element,
      visible && regions.length > 1 && h("h2", null, `${regions.length} regions`),
      visible && regions.length > 1 && h("ul", null, regions.map((region, i) => {
        const id = identifier("swatch");
        const worth = found[i];
        const position = region.position.includes(":") ? region.position : `${game}:${region.position}`;
        return h("li", null, h("button", { type: "button", class: "region-entry", onclick: () => this.open(position), title: region.position },
          s("svg", { width: 22, height: 22, viewBox: "0 0 22 22", "aria-hidden": "true" }, s("defs", null, hatch(id, i)), s("rect", { class: "swatch", width: 22, height: 22, fill: `url(#${id})` })),
          h("span", { class: "region-name" }, `Region ${i + 1}`),
          worth && h("span", { class: "region-worth" }, `mean ${pretty(worth.mean)}, temperature ${pretty(worth.temperature)}`, worth.canonical && worth.canonical.length < 40 && h("code", { class: "value" }, worth.canonical))));
      })),
    );
  }
}
