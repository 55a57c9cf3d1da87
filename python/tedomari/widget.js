// A board that is edited by clicks, keys and a palette; the facts below it come from Python. No libraries.

const SIDE = 36;

function node(name, attributes = {}, ...children) {
  const svg = ["svg", "rect", "circle", "text", "g"].includes(name);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function cell(symbol, x, y) {
  const [left, top] = [x * SIDE, y * SIDE];
  const shapes = [node("rect", { x: left, y: top, width: SIDE, height: SIDE, class: symbol === "#" ? "out" : "square" })];
  const middle = { cx: left + SIDE / 2, cy: top + SIDE / 2, r: SIDE * 0.38 };
  const kind = symbol.toLowerCase();
  if (kind === "x") shapes.push(node("circle", { ...middle, class: "black" }));
  else if (kind === "o") shapes.push(node("circle", { ...middle, class: "white" }));
  else if (symbol !== "." && symbol !== "#")
    shapes.push(node("text", { x: middle.cx, y: middle.cy + 5, "text-anchor": "middle" }, symbol));
  return node("g", { tabindex: 0, role: "button", "aria-label": `column ${x + 1}, row ${y + 1}: ${symbol}` }, ...shapes);
}

function render({ model, el }) {
  const palette = [...model.get("symbols")];
  let chosen = palette[0];
  const board = node("svg");
  const keys = node("div", { class: "keys", role: "radiogroup", "aria-label": "symbol" });
  const facts = node("dl");
  const problem = node("div", { class: "problem", role: "status" });
  const root = node("div", { class: "tedomari-board" }, keys, board, facts, problem);
  el.append(root);

  function put(x, y) {
    const rows = model.get("rows").map((row) => [...row]);
    const before = rows[y][x];
    // A click on the same symbol goes on to the next one.
    const next = palette[(palette.indexOf(chosen) + 1) % palette.length];
    rows[y][x] = before.toLowerCase() === chosen.toLowerCase() ? next : chosen;
    model.set("rows", rows.map((row) => row.join("")));
    model.save_changes();
  }

  function drawKeys() {
    keys.replaceChildren(
      ...palette.map((symbol) => {
        const key = node("button", { type: "button", role: "radio", "aria-checked": symbol === chosen }, symbol);
        key.addEventListener("click", () => {
          chosen = symbol;
          drawKeys();
        });
        return key;
      }),
    );
  }

  function drawBoard() {
    const rows = model.get("rows");
    const columns = Math.max(...rows.map((row) => row.length));
    const [width, height] = [columns * SIDE, rows.length * SIDE];
    board.setAttribute("viewBox", `-1 -1 ${width + 2} ${height + 2}`);
    board.setAttribute("width", width + 2);
    const cells = [];
    rows.forEach((row, y) =>
      [...row].forEach((symbol, x) => {
        const made = cell(symbol, x, y);
        made.addEventListener("click", () => put(x, y));
        made.addEventListener("keydown", (event) => {
          const typed = palette.find((known) => known.toLowerCase() === event.key.toLowerCase());
          if (typed) chosen = typed;
          if (typed || event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            drawKeys();
            put(x, y);
          }
        });
        cells.push(made);
      }),
    );
    // An edit draws the cells again: the one with the focus keeps it.
    const focused = [...board.children].findIndex((made) => made.matches(":focus"));
    board.replaceChildren(...cells);
    if (focused >= 0) cells[focused]?.focus();
  }

  function drawFacts() {
    const entries = Object.entries(model.get("facts"));
    facts.replaceChildren(...entries.flatMap(([key, fact]) => [node("dt", {}, key), node("dd", {}, fact)]));
    problem.textContent = model.get("problem");
  }

  const changes = [["change:rows", drawBoard], ["change:facts", drawFacts], ["change:problem", drawFacts]];
  for (const [name, draw] of changes) model.on(name, draw);
  drawKeys();
  drawBoard();
  drawFacts();
  return () => changes.forEach(([name, draw]) => model.off(name, draw));
}

export default { render };
