// Explore: editing, live bounds, values like the command's, walking, undoing.

import assert from "node:assert/strict";
import { PATIENCE, analysed, at, command, fact, figure, Server, visit } from "../stage.js";

/** @typedef {import("../scenarios.js").Scenario} Scenario */
/** @typedef {import("playwright-core").Page} Page */

const BOARD = "amazons:##o|x.#|..#";

/** Twenty positions of ten games. */
const POSITIONS = [
  "amazons:##o|x.#|..#",
  "amazons:x..|...|..o",
  "clobber:xoxo|oxox",
  "clobber:xoxoxo.",
  "col:x..|...|..o",
  "col:..|..",
  "cram:...|...",
  "cram:..|..|.#",
  "domineering:....|....",
  "domineering:.#|.#|..",
  "go:#XXX##|#X..O#|#XXXX#",
  "go:....O##|XXXXOO#|#XXXO##|#######",
  "nogo:o.xx|xox.|...x|x.x.",
  "nogo:...|...",
  "snort:...|x..",
  "hackenbush:g-a:L a-b:R b-c:E a-d:L",
  "hackenbush:g-a:L a-b:R",
  "toads-and-frogs:tt..ff",
  "konane:xox.|o.ox|xoxo",
  "toppling-dominoes:lerrl",
];

/** @param {Page} page */
const notation = (page) => page.getByLabel("Position, value or record").inputValue();

/** @param {Page} page @param {string} cell The name of a cell, such as `A2`. */
const cell = (page, cell) => page.locator(`[role="gridcell"][aria-label^="${cell},"]`);

/** @type {Scenario[]} */
export const explore = [
  {
    name: "a board is edited by mouse",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("explore", { p: BOARD }));
        await analysed(page);
        assert.equal(await figure(page, "mean"), "3/4");
        await page.getByRole("radio", { name: /burnt/ }).check({ force: true });
        const clicked = cell(page, "B1");
        // Printed for people: how soon there are numbers after an edit. Nothing is asserted of it.
        const soon = clicked.evaluate((hit) => {
          const figure = /** @type {HTMLElement} */ (document.querySelector(".measure.mean"));
          return new Promise((resolve) => {
            const start = performance.now();
            new MutationObserver((_, observer) => {
              if (!figure.dataset.low || performance.now() === start) return;
              observer.disconnect();
              resolve(performance.now() - start);
            }).observe(figure, { attributes: true });
            hit.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          });
        });
        console.log(`from an edit to the first numbers: ${Math.round(/** @type {number} */ (await soon))} ms`);
        await page.waitForURL(/\.%23%23$|\.%23%23&|x\.%23\|\.%23%23/i);
        await analysed(page);
        const expected = await command("analyze", "amazons:##o|x.#|.##");
        assert.equal(await figure(page, "mean"), expected.mean);
        assert.equal(await figure(page, "temperature"), expected.temperature);
        await page.getByRole("button", { name: "Add a column at the right" }).click();
        await page.waitForFunction(() => document.querySelectorAll('[role="row"]')[0]?.children.length === 4);
        await page.getByRole("button", { name: "Add a row at the bottom" }).click();
        await page.waitForFunction(() => document.querySelectorAll('[role="row"]').length === 4);
        await page.getByRole("button", { name: "Remove the column at the right" }).click();
        const fewer = /^amazons:##O\|X\.#\|\.##\|\.\.\.$/i;
        for (const end = Date.now() + PATIENCE; Date.now() < end && !fewer.test(await notation(page)); ) await page.waitForTimeout(20);
        assert.match(await notation(page), fewer);
      }),
  },
  {
    name: "rows and columns come and go at all four sides",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("explore", { p: BOARD }));
        await analysed(page);
        for (const [change, text] of [
          ["Add a row at the top", "amazons:...|##O|X.#|..#"],
          ["Add a column at the left", "amazons:....|.##O|.X.#|...#"],
          ["Remove the row at the top", "amazons:.##O|.X.#|...#"],
          ["Remove the row at the bottom", "amazons:.##O|.X.#"],
          ["Add a column at the right", "amazons:.##O.|.X.#."],
          ["Remove the column at the left", "amazons:##O.|X.#."],
        ]) {
          await page.getByRole("button", { name: change }).click();
          await page.waitForFunction((wanted) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value === wanted, text);
        }
      }),
  },
  {
    name: "a ko is analysed for both komasters, and the point that may not be retaken is marked",
    run: (stage) =>
      stage.play(async (page) => {
        const position = "go-territory:.X.X#|XOXX#|OOOX#|#####";
        await page.goto(at("explore", { p: position }));
        await analysed(page);
        const expected = await command("analyze", position);
        const [left] = expected.komasters;
        assert.equal(await figure(page, "mean"), left.mean);
        assert.equal(await figure(page, "temperature"), left.temperature);
        assert.match(await fact(page, "ko"), new RegExp(`^${expected.ko}:`));
        for (const [name, { mean, temperature }] of [["Left is komaster", left], ["Right is komaster", expected.komasters[1]]]) {
          assert.equal(await fact(page, name), `mean ${mean}, temperature ${temperature}`);
          await page.getByRole("slider", { name }).waitFor();
        }
        const taking = expected.ko_moves.right.find((/** @type {{ takes_ko: boolean }} */ move) => move.takes_ko);
        await page.locator(".moves.right button.move", { hasText: taking.move }).filter({ hasText: "takes the ko" }).click();
        await page.waitForURL(/m=r/);
        await analysed(page);
        await page.locator(".board .ko").waitFor();
        await page.locator(".board-card").getByText(/Left may not retake on \w+ at once/).waitFor();
        await page.locator(".moves.left button.move").filter({ hasText: "needs a threat first" }).waitFor();
        await visit(page, at("explore", { p: "B where A={15|B}@15, B={A|C}@15, C={D|-12}@-12, D={14|C}@14" }));
        await analysed(page);
        assert.match(await fact(page, "ko"), /^hyperactive:/);
        assert.equal((await figure(page, "mean")).replace(/\s/g, ""), "L16/3R3/2");
        await page.locator('.moves.left button.move[data-move="A"]').filter({ hasText: "takes the ko" }).click();
        await page.waitForURL(/m=l/);
        await analysed(page);
        assert.match(await notation(page), /^A where A=\{15\|B\}@15/);
        await page.locator('.moves.right button.move[data-move="B"]').filter({ hasText: "needs a threat first" }).waitFor();
        await page.locator('.moves.left button.move[data-move="15"]').click();
        await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value === "15");
      }),
  },
  {
    name: "a board is edited by keyboard",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("explore", { p: BOARD }));
        await analysed(page);
        await cell(page, "A3").focus();
        for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "#"]) await page.keyboard.press(key);
        await page.waitForURL(/p=/);
        await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value.endsWith(".##"));
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "1,2", "the focus stays on the cell");
        await page.keyboard.press("Delete");
        await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value.endsWith("..#"));
        await page.keyboard.press("Control+z");
        await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value.endsWith(".##"));
      }),
  },
  {
    name: "bounds narrow while the engine works",
    run: async (stage) => {
      const server = await Server.start(["--time", "3s"]);
      try {
        await stage.play(
          async (page) => {
            await page.addInitScript(() => {
              /** @type {string[]} */
              const seen = [];
              Object.assign(window, { seen });
              new MutationObserver(() => {
                const figure = /** @type {HTMLElement | null} */ (document.querySelector(".measure.mean"));
                const bounds = `${figure?.dataset.low} ${figure?.dataset.high}`;
                if (figure && seen.at(-1) !== bounds) seen.push(bounds);
              }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-low", "data-high"] });
            });
            await page.goto(at("explore", { p: "amazons:x....|.....|..#..|.....|....o" }));
            await analysed(page);
            const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
            const number = (/** @type {string} */ text) => text.split("/").map(Number).reduce((top, bottom) => top / bottom);
            const widths = seen.map((/** @type {string} */ bounds) => bounds.split(" ")).filter((/** @type {string[]} */ pair) => pair.every(Boolean)).map((/** @type {string[]} */ [low, high]) => number(high) - number(low));
            assert.ok(widths.length >= 2, `bounds were seen: ${seen}`);
            assert.ok(widths.every((/** @type {number} */ width, /** @type {number} */ i) => i === 0 || width <= widths[i - 1]), `they narrow: ${widths}`);
            assert.ok(widths.at(-1) < widths[0], `they have narrowed: ${widths}`);
            assert.match(await page.locator(".worth .status").innerText(), /bounds hold/);
          },
          { server },
        );
      } finally {
        await server.kill();
      }
    },
  },
  {
    name: "twenty positions of ten games have the values of the command",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("explore", { p: POSITIONS[0] }));
        await analysed(page);
        for (const position of POSITIONS) {
          await page.getByLabel("Position, value or record").fill(position);
          await page.getByRole("button", { name: "Show" }).click();
          const expected = await command("analyze", position);
          // The position before may have had the same canonical form.
          await page.waitForFunction(
            ([canonical, mean]) =>
              [...document.querySelectorAll(".canonical code")].some((code) => code.textContent === canonical || code.textContent === `${canonical.slice(0, 400)} …`) &&
              document.querySelector(".measure.mean .figure")?.textContent?.replaceAll("−", "-") === mean,
            [expected.canonical, expected.mean],
          );
          await analysed(page);
          assert.equal(await figure(page, "mean"), expected.mean, position);
          assert.equal(await figure(page, "temperature"), expected.temperature, position);
          assert.ok((await fact(page, "outcome")).startsWith(`${expected.outcome}:`), position);
        }
      }),
  },
  {
    name: "moves are walked into, undone and found again in the tree",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("explore", { p: BOARD }));
        await analysed(page);
        const start = await notation(page);
        const left = page.getByRole("region", { name: "Left's moves" });
        const best = left.locator("button.move").first();
        assert.match(/** @type {string} */ (await best.getAttribute("aria-label")), /orthodox/);
        await best.hover();
        await page.locator(".board .preview").waitFor();
        const name = /** @type {string} */ (await best.getAttribute("data-move"));
        await best.click();
        await page.waitForURL(/m=l/);
        await analysed(page);
        assert.notEqual(await notation(page), start);
        const after = await notation(page);
        await page.getByRole("button", { name: "Undo" }).click();
        await page.waitForFunction((text) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value === text, start);
        await page.getByRole("button", { name: "Redo" }).click();
        await page.waitForFunction((text) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value === text, after);
        const tree = page.getByRole("tree");
        assert.equal(await tree.getByRole("treeitem").count(), 2);
        await tree.getByRole("treeitem", { selected: true }).focus();
        await page.keyboard.press("ArrowLeft");
        await page.waitForFunction((text) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value === text, start);
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction((text) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value === text, after);
        await page.goBack();
        await page.waitForFunction((text) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value === text, start);
        await page.goForward();
        await page.waitForFunction((text) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".notation textarea")).value === text, after);
        await page.reload();
        await analysed(page);
        assert.equal(await notation(page), after, "a reload changes nothing");
        assert.equal(await tree.getByRole("treeitem").count(), 2, "the tree is kept");
        assert.match(await tree.innerText(), new RegExp(name.replace(/[^\w-]/g, ".")));
      }),
  },
  {
    name: "moves are made on the board",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("explore", { p: BOARD }));
        await analysed(page);
        await page.getByRole("radio", { name: "move", exact: true }).check({ force: true });
        await cell(page, "A2").click();
        await page.locator(".board .target").first().waitFor();
        await cell(page, "A1").click();
        await cell(page, "B2").click();
        await page.waitForURL(/m=l:A2-A1xB2/);
        const sensible = page.getByLabel("Sensible options only");
        await visit(page, at("explore", { p: BOARD }));
        await analysed(page);
        const all = await page.locator(".moves.left button.move").count();
        await sensible.check();
        await page.waitForURL(/o=1/);
        const some = await page.locator(".moves.left button.move").count();
        assert.ok(some > 0 && some < all, `${some} of ${all} options are sensible`);
      }),
  },
  {
    name: "the thermograph is read at a tax",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("explore", { p: BOARD }));
        await analysed(page);
        const slider = page.getByRole("slider", { name: /Thermograph/ });
        await slider.focus();
        await page.keyboard.press("Home");
        await page.keyboard.press("Shift+ArrowUp");
        assert.match(/** @type {string} */ (await slider.getAttribute("aria-valuetext")), /^tax 0: Left's stop 2, Right's stop -1\/2$/);
        assert.match(await page.locator(".reading-note").innerText(), /Tax 0 .*Orthodox: Left A2-/s);
        const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (await slider.boundingBox());
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.locator(".reading-left").waitFor();
      }),
  },
  {
    name: "a link shows the same in a fresh profile",
    run: async (stage) => {
      let address = "";
      let shown = "";
      await stage.play(async (page) => {
        await page.goto(at("explore", { p: BOARD }));
        await analysed(page);
        await page.locator(".moves.right button.move").first().click();
        await page.waitForURL(/m=r/);
        await analysed(page);
        address = page.url();
        shown = await page.locator(".facts").innerText();
      });
      await stage.play(async (page) => {
        await page.goto(address);
        await analysed(page);
        assert.equal(await page.locator(".facts").innerText(), shown);
        assert.equal(await page.getByRole("treeitem").count(), 2, "the link has the way");
      });
    },
  },
  {
    name: "bad notation is explained at its place",
    run: (stage) =>
      stage.play(
        async (page) => {
          await page.goto(at("explore", { p: BOARD }));
          await analysed(page);
          const field = page.getByLabel("Position, value or record");
          await field.fill("amazons:x..|.q.|..o");
          await page.getByRole("button", { name: "Show" }).click();
          await page.getByRole("alert").filter({ hasText: "q" }).waitFor();
          assert.equal(await page.locator(".pointed mark").innerText(), "q");
          assert.deepEqual(await field.evaluate((/** @type {HTMLTextAreaElement} */ area) => area.value.slice(area.selectionStart, area.selectionEnd)), "q");
          assert.equal(await field.getAttribute("aria-invalid"), "true");
          await field.fill("1|");
          await page.keyboard.press("Enter");
          await page.getByText("{1|}", { exact: true }).or(page.locator(".canonical code", { hasText: "2" })).first().waitFor();
        },
        { expected: /status of 400/ },
      ),
  },
  {
    name: "what is shown is saved as SVG, PNG, SGF and JSON",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("explore", { p: BOARD }));
        await analysed(page);
        for (const [entry, name, start] of [
          ["Board as SVG", "board.svg", "<svg"],
          ["Thermograph as PNG", "thermograph.png", "\x89PNG"],
          ["SGF record", "position.sgf", "(;"],
          ["Analysis as JSON", "analysis.json", "{"],
        ]) {
          await page.getByText("Share & export").click();
          const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: entry, exact: true }).click()]);
          assert.equal(download.suggestedFilename(), name);
          /** @type {Buffer[]} */
          const chunks = [];
          for await (const chunk of await download.createReadStream()) chunks.push(chunk);
          assert.ok(Buffer.concat(chunks).toString("latin1").startsWith(start), name);
        }
      }),
  },
];
