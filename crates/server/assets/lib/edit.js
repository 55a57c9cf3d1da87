// How does an edit change the text of a position? Drawings are plain data; each function gives the new text of the
// position, without the name of the game, and the server says whether it is one.

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Drawing} Drawing */

/** @param {Drawing} drawing @param {string[]} rows */
export const withRows = (drawing, rows) => ({ ...drawing, rows });

/**
 * The text of a drawing.
 * @param {Drawing} drawing
 * @returns {string}
 */
export function textOf(drawing) {
  switch (drawing.kind) {
    case "heaps":
      return `${drawing.code ? `${drawing.code}:` : ""}${(drawing.heaps ?? []).join(",")}`;
    case "graph":
      return graphText(drawing);
    default: {
      const points = drawing.points === undefined || drawing.points === "" || String(drawing.points) === "0" ? "" : `/${drawing.points}`;
      return (drawing.rows ?? []).join("|") + points;
    }
  }
}

/** @param {Drawing} drawing */
function graphText({ nodes = [], edges = [], ground }) {
  const name = (/** @type {number} */ index) => nodes[index].name;
  const words = edges.map(({ from, to, mark }) => `${name(from)}-${name(to)}${ground !== undefined && mark ? `:${mark}` : ""}`);
  if (ground !== undefined) return words.join(" ");
  const touched = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const marked = nodes.filter(({ mark }) => mark && mark !== ".").map((node) => `${node.name}=${node.mark}`);
  const lone = nodes.filter(({ mark }, index) => !touched.has(index) && (!mark || mark === ".")).map((node) => node.name);
  return [...words, ...marked, ...lone].join(" ");
}

/**
 * A cell with another symbol.
 * @param {Drawing} drawing
 * @param {Cell} cell
 * @param {string} symbol
 */
export function put(drawing, [x, y], symbol) {
  const rows = [...(drawing.rows ?? [])];
  const cells = [...rows[y]];
  cells[x] = symbol;
  rows[y] = cells.join("");
  return relabelled(withRows(drawing, rows));
}

/** @typedef {"top" | "bottom" | "left" | "right"} Border A side of a board. */

/**
 * A board that is one row or column larger or smaller at one side.
 * @param {Drawing} drawing
 * @param {Border} border
 * @param {1 | -1} by
 * @param {string} empty The symbol of an empty cell.
 */
export function grown(drawing, border, by, empty) {
  const rows = (drawing.rows ?? []).map((row) => [...row]);
  const columns = Math.max(0, ...rows.map((row) => row.length));
  /** @template T @param {T[]} list @param {() => T} make @param {boolean} atStart */
  const changed = (list, make, atStart) => (by > 0 ? (atStart ? [make(), ...list] : [...list, make()]) : atStart ? list.slice(1) : list.slice(0, -1));
  const next = border === "top" || border === "bottom"
    ? changed(rows, () => Array(drawing.kind === "triangle" ? rows.length + 1 : columns).fill(empty), border === "top")
    : rows.map((row) => changed(row, () => empty, border === "left"));
  return relabelled(withRows(drawing, next.map((row) => row.join(""))));
}

/**
 * A board of another size: rows are added and removed at the bottom, columns at the right.
 * @param {Drawing} drawing
 * @param {number} columns
 * @param {number} rows
 * @param {string} empty The symbol of an empty cell.
 */
export function resized(drawing, columns, rows, empty) {
  const old = drawing.rows ?? [];
  if (drawing.kind === "triangle") {
    return withRows(drawing, Array.from({ length: rows }, (_, y) => old[y] ?? empty.repeat(y + 1)));
  }
  const width = Math.max(0, ...old.map((row) => row.length));
  const fit = (/** @type {string} */ row) =>
    // Rows that are a sum keep their own lengths and change by as much.
    drawing.kind === "rows" && row.length !== width
      ? row.slice(0, Math.max(1, row.length + columns - width)).padEnd(Math.max(1, row.length + columns - width), empty)
      : row.slice(0, columns).padEnd(columns, empty);
  const next = Array.from({ length: rows }, (_, y) => fit(old[y] ?? empty.repeat(columns)));
  return relabelled(withRows(drawing, next));
}

/**
 * A board without anything on it.
 * @param {Drawing} drawing
 * @param {string} empty
 */
export const cleared = (drawing, empty) => withRows(drawing, (drawing.rows ?? []).map((row) => empty.repeat([...row].length)));

/**
 * Names of rows and columns that fit a new size, until the server says them.
 * @param {Drawing} drawing
 * @returns {Drawing}
 */
function relabelled(drawing) {
  const { rows = [], columns = [], row_labels: labels = [] } = drawing;
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (columns.length === width && labels.length === rows.length) return drawing;
  const skips = columns.length > 8 && columns[8] === "J";
  const letters = skips ? "ABCDEFGHJKLMNOPQRSTUVWXYZ" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return {
    ...drawing,
    columns: columns.length ? Array.from({ length: width }, (_, x) => columns[x] ?? letters[x] ?? "") : columns,
    row_labels: labels.length ? rows.map((_, y) => String(rows.length - y)) : labels,
  };
}

/** @param {Drawing} drawing @param {number} index @param {number} by */
export function heapChanged(drawing, index, by) {
  const heaps = [...(drawing.heaps ?? [])];
  heaps[index] = Math.max(0, (heaps[index] ?? 0) + by);
  return { ...drawing, heaps: heaps.filter((heap, i) => heap > 0 || i !== index) };
}

/**
 * The next mark of an edge or a node.
 * @param {Drawing} drawing
 * @param {{ kind: "edge" | "node" | "heap", index: number }} thing
 * @returns {Drawing}
 */
export function remarked(drawing, { kind, index }) {
  const after = (/** @type {string[]} */ marks, /** @type {string | undefined} */ mark) => marks[(marks.indexOf(mark ?? marks[0]) + 1) % marks.length];
  if (kind === "edge") {
    return { ...drawing, edges: (drawing.edges ?? []).map((edge, i) => (i === index ? { ...edge, mark: after(["L", "R", "E"], edge.mark) } : edge)) };
  }
  return { ...drawing, nodes: (drawing.nodes ?? []).map((node, i) => (i === index ? { ...node, mark: after([".", "X", "O"], node.mark) } : node)) };
}

/**
 * What a pasted text means: a record gets the name of its game.
 * @param {string} text
 */
export function asQuestion(text) {
  if (!text.startsWith("(")) return text;
  if (!/^\(\s*;/.test(text)) return text;
  return /GM\s*\[\s*18\s*\]/.test(text) ? `amazons:${text}` : `go:${text}`;
}
