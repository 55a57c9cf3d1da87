// The tree of what was looked at, for mouse and keyboard: up and down along the list, left to the parent, right to
// the first child.

import { fill, h } from "../lib/dom.js";
import { told } from "../lib/kos.js";
import { pretty } from "../lib/rational.js";
import { remembered } from "../lib/ask.js";
import { chip } from "./moves.js";

/** @typedef {import("../lib/tree.js").Tree} Tree */
/** @typedef {import("../lib/tree.js").TreeNode} TreeNode */

export class TreeView {
  /** @param {(node: TreeNode) => void} visit */
  constructor(visit) {
    this.visit = visit;
    this.element = h("div", { class: "tree", role: "tree", "aria-label": "Positions looked at" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Tree} tree */
  show(tree) {
    const focused = this.element.contains(document.activeElement);
    this.tree = tree;
    /** @type {HTMLElement[]} */
    const items = [];
    /** @param {TreeNode} node @param {number} depth @param {number} level */
    const add = (node, depth, level) => {
      items.push(this.#item(node, depth, level));
      // A single child goes on at the same depth, so that a long line stays narrow.
      const single = node.children.length === 1;
      for (const child of node.children) add(child, depth + (single ? 0 : 1), level + 1);
    };
    add(tree.root, 0, 1);
    fill(this.element, items);
    const current = this.#current();
    if (focused) current?.focus();
    const { element } = this;
    if (current && element.scrollHeight > element.clientHeight) element.scrollTop = current.offsetTop - element.clientHeight / 2;
  }

  #current() {
    return /** @type {HTMLElement | null} */ (this.element.querySelector('[aria-selected="true"]'));
  }

  /** @param {TreeNode} node @param {number} depth @param {number} level */
  #item(node, depth, level) {
    const { step } = node;
    const current = node === this.tree?.current;
    const facts = remembered(node.position)?.analysis;
    const [mean, temperature] = facts?.komasters ? [told(facts.komasters, "mean"), told(facts.komasters, "temperature")] : [facts?.mean, facts?.temperature];
    const worth = mean !== undefined ? pretty(temperature?.startsWith("-") ? mean : `${mean} ± ${temperature ?? "?"}`) : "";
    const who = step.player === "left" ? "Left" : step.player === "right" ? "Right" : "";
    return h(
      "div",
      {
        role: "treeitem",
        class: "tree-item",
        "aria-level": level,
        "aria-selected": current ? "true" : "false",
        tabindex: current ? 0 : -1,
        "data-node": node.id,
        "aria-label": `${[who, step.name].filter(Boolean).join(" ")}${worth ? `, mean ${mean}, temperature ${temperature}` : ""}`,
        vars: { "--depth": Math.min(depth, 8) },
        onclick: () => this.visit(node),
      },
      step.player ? chip(step.player) : h("span", { class: "chip edit" }, step.kind === "edit" ? "✎" : "•"),
      h("span", { class: "tree-name" }, step.name),
      worth && h("span", { class: "tree-worth", title: "mean and temperature" }, worth),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { tree } = this;
    if (!tree || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...this.element.querySelectorAll("[data-node]")];
    const at = items.findIndex((item) => item === document.activeElement);
    const nodeAt = (/** @type {number} */ index) => {
      const id = Number(/** @type {HTMLElement | undefined} */ (items[index])?.dataset.node);
      return tree.find((node) => node.id === id);
    };
    const here = nodeAt(at);
    if (!here) return;
    /** @type {Record<string, TreeNode | null | undefined>} */
    const next = {
      ArrowDown: nodeAt(at + 1),
      ArrowUp: nodeAt(at - 1),
      ArrowLeft: here.parent,
      ArrowRight: here.children[0],
      Home: tree.root,
      End: nodeAt(items.length - 1),
      Enter: here,
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    event.stopPropagation();
    const wanted = next[event.key];
    if (wanted) this.visit(wanted);
  }
}
