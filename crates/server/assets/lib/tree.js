// What was looked at, and how is it undone? A tree: every edit or move is a child of where it was made. Undo goes to
// the parent, redo to the child that was visited last, and nothing is lost when another way is tried.

/**
 * @typedef {object} Step What led to a node.
 * @property {"start" | "edit" | "move"} kind
 * @property {string} name What it is called: the name of a move, or what was edited.
 * @property {"left" | "right"} [player] Whose move it was.
 * @property {import("./types.js").PlainMove} [move] The move, to be shown on the board.
 */

/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {string} position
 * @property {Step} step
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children
 * @property {TreeNode | null} latest The child visited last.
 */

const MAX_NODES = 500;

export class Tree {
  /** @param {string} position */
  constructor(position) {
    this.nodes = 0;
    /** @type {TreeNode} */
    this.root = this.#node(position, { kind: "start", name: "start" }, null);
    this.current = this.root;
  }

  /**
   * @param {string} position
   * @param {Step} step
   * @param {TreeNode | null} parent
   * @returns {TreeNode}
   */
  #node(position, step, parent) {
    this.nodes += 1;
    return { id: this.nodes, position, step, parent, children: [], latest: null };
  }

  /**
   * Goes on to a position. A step that was taken before is taken again; edits one after the other are steps of
   * their own, so that each can be undone.
   * @param {string} position
   * @param {Step} step
   */
  go(position, step) {
    if (position === this.current.position) return this.current;
    const same = this.current.children.find(
      (child) => child.position === position && child.step.kind === step.kind && child.step.player === step.player,
    );
    if (!same && this.nodes >= MAX_NODES) this.#restart();
    const next = same ?? this.#node(position, step, this.current);
    if (!same) this.current.children.push(next);
    return this.visit(next);
  }

  /** A tree that became too large keeps the way from the root to here. */
  #restart() {
    const way = this.way();
    for (const [index, node] of way.entries()) node.children = index + 1 < way.length ? [way[index + 1]] : [];
    this.nodes = Math.max(...way.map((node) => node.id));
    if (way.length > MAX_NODES / 2) {
      this.root = this.current;
      this.root.parent = null;
    }
  }

  /** @param {TreeNode} node */
  visit(node) {
    this.current = node;
    for (let at = node; at.parent; at = at.parent) at.parent.latest = at;
    return node;
  }

  undo() {
    return this.current.parent ? this.visit(this.current.parent) : null;
  }

  redo() {
    const next = this.current.latest ?? this.current.children.at(-1);
    return next ? this.visit(next) : null;
  }

  /** The nodes from the root to the current one. */
  way() {
    /** @type {TreeNode[]} */
    const way = [];
    for (let at = /** @type {TreeNode | null} */ (this.current); at; at = at.parent) way.unshift(at);
    return way;
  }

  /** @param {(node: TreeNode) => boolean} wanted */
  find(wanted) {
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (wanted(node)) return node;
      open.push(...node.children);
    }
    return null;
  }

  /** The tree as plain data, for a reload and for export. */
  data() {
    /** @param {TreeNode} node @returns {TreeData} */
    const plain = (node) => ({
      position: node.position,
      step: node.step,
      current: node === this.current || undefined,
      children: node.children.map(plain),
    });
    return plain(this.root);
  }

  /**
   * The tree that `data` wrote.
   * @param {TreeData} data
   */
  static from(data) {
    const tree = new Tree(data.position);
    let current = tree.root;
    /** @param {TreeData} plain @param {TreeNode} node */
    const grow = (plain, node) => {
      node.step = plain.step;
      if (plain.current) current = node;
      for (const child of plain.children) {
        const grown = tree.#node(child.position, child.step, node);
        node.children.push(grown);
        grow(child, grown);
      }
    };
    grow(data, tree.root);
    tree.visit(current);
    return tree;
  }
}

/** @typedef {{ position: string, step: Step, current?: boolean, children: TreeData[] }} TreeData */
