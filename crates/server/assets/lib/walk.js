// How is a walk written into the address? As the last position that was set up, and the moves from there:
// `p=amazons:…&m=l:A2-A1xB2~r:C3-B2xA1`. The tree of a tab is kept beside it, for a reload.

import { read } from "./ask.js";
import { Tree } from "./tree.js";

/** @typedef {import("./tree.js").TreeNode} TreeNode */
/** @typedef {{ p: string, m: string }} Address */

const STORED = "explored";

/** The address of a node. @param {TreeNode} node @returns {Address} */
export function addressOf(node) {
  /** @type {string[]} */
  const moves = [];
  let at = node;
  for (; at.parent && at.step.kind === "move"; at = at.parent) moves.unshift(`${at.step.player === "right" ? "r" : "l"}:${at.step.name}`);
  return { p: at.position, m: moves.join("~") };
}

/** Is this the node of an address? @param {TreeNode} node @param {Address} address */
export function isAt(node, { p, m }) {
  const own = addressOf(node);
  return own.p === p && own.m === m;
}

/**
 * Makes the moves of an address. They are looked up one by one, since each says what comes after it.
 * @param {Tree} tree
 * @param {Address} address
 */
export async function follow(tree, { p, m }) {
  if (tree.current.position !== p || tree.nodes > 1) tree.go(p, { kind: "edit", name: "link" });
  for (const word of m.split("~").filter(Boolean)) {
    const player = word.startsWith("r") ? /** @type {const} */ ("right") : /** @type {const} */ ("left");
    const name = word.slice(2);
    const { parts } = await read(tree.current.position);
    const move = parts[0].moves?.[player].find((each) => each.move === name);
    if (!move?.position) throw new Error(`The link has a move that is not possible: ${name}`);
    tree.go(move.position, { kind: "move", name, player, move });
  }
}

/** Keeps a tree for a reload of this tab. @param {Tree} tree */
export function keep(tree) {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(tree.data()));
  } catch {
    // The storage is full or forbidden: a reload then starts with the position alone.
  }
}

/** The tree that was kept; null if there is none. */
export function kept() {
  try {
    return Tree.from(JSON.parse(sessionStorage.getItem(STORED) ?? ""));
  } catch {
    return null;
  }
}
