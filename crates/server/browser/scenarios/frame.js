// What holds on all pages: weight, accessibility, phones, night, a server that goes away.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { analysed, at, Server, visit } from "../stage.js";

/** @typedef {import("../scenarios.js").Scenario} Scenario */
/** @typedef {import("playwright-core").Page} Page */

const BOARD = "amazons:##o|x.#|..#";
const PAGES = [
  at("explore", { p: BOARD }),
  at("explore", { p: "go:....O##|XXXXOO#|#XXXO##|#######" }),
  at("explore", { p: "go-territory:.X.X#|XOXX#|OOOX#|#####" }),
  at("explore", { p: "hackenbush:g-a:L a-b:R b-c:E a-d:L" }),
  at("explore", { p: "kayles:3,5" }),
  at("sum"),
  at("play"),
  at("play", { s: "amazons:x..|..o + {2|-1}", y: "left", a: "informed", t: "0.2", m: "" }),
  at("play", { s: "dark-chess:", y: "left", a: "random", t: "0.2" }),
  at("learn", { l: "1" }),
  at("learn", { l: "4" }),
  at("results", { c: "nogo 3x2", t: "1" }),
  at("results", { e: "xt-domineering-3x3" }),
];

/** Waits until a page has nothing more to say. @param {Page} page */
async function settled(page) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]') && (document.querySelector("main")?.children.length ?? 0) > 0);
}

/** @param {Page} page */
async function accessible(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`), []);
}

/** @type {Scenario[]} */
export const frame = [
  {
    name: "the page weighs at most 150 kB compressed and loads nothing from elsewhere",
    run: (stage) =>
      stage.play(async (page) => {
        let bytes = 0;
        /** @type {Promise<void>[]} */
        const sizes = [];
        page.on("response", (response) => {
          assert.ok(response.url().startsWith(/** @type {Server} */ (stage.server).address), response.url());
          if (response.url().includes("/api/")) return;
          sizes.push(response.request().sizes().then(({ responseBodySize }) => void (bytes += responseBodySize)));
        });
        const response = await page.goto("/");
        assert.match(response?.headers()["content-security-policy"] ?? "", /default-src 'none'/);
        assert.doesNotMatch(response?.headers()["content-security-policy"] ?? "", /unsafe/);
        await analysed(page);
        await Promise.all(sizes);
        assert.ok(bytes > 10_000 && bytes <= 150_000, `${bytes} bytes`);
        console.log(`the page weighs ${bytes} bytes`);
      }),
  },
  {
    name: "axe finds no violation on any page",
    run: (stage) =>
      stage.play(async (page) => {
        for (const address of PAGES) {
          await visit(page, address);
          await settled(page);
          await accessible(page);
        }
      }),
  },
  {
    name: "axe finds no violation by night on a phone, and nothing overflows",
    run: (stage) =>
      stage.play(
        async (page) => {
          for (const address of PAGES) {
            await visit(page, address);
            await settled(page);
            assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
            assert.ok(wide <= 0, `${address} is ${wide} pixels too wide`);
            await accessible(page);
          }
          await page.getByRole("button", { name: "Switch to light" }).click();
          assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
          await page.reload();
          assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light", "the choice is kept");
        },
        { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true },
      ),
  },
  {
    name: "everything can be reached by the keyboard alone",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("explore", { p: BOARD }));
        await analysed(page);
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the page");
        await page.keyboard.press("Enter");
        /** @type {Set<string>} */
        const reached = new Set();
        for (let i = 0; i < 80; i += 1) {
          await page.keyboard.press("Tab");
          reached.add(await page.evaluate(() => {
            const active = document.activeElement;
            return active?.closest("[data-cell]") ? "cell" : (active?.className.toString() || active?.tagName.toLowerCase()) ?? "";
          }));
        }
        for (const wanted of ["select", "textarea", "cell", "thermograph", "move orthodox"]) assert.ok(reached.has(wanted), `${wanted} is among ${[...reached]}`);
      }),
  },
  {
    name: "the page goes on when the server is back",
    run: async (stage) => {
      let server = await Server.start();
      try {
        await stage.play(
          async (page) => {
            await page.goto(at("explore", { p: BOARD }));
            await analysed(page);
            const { port } = server;
            await server.kill();
            await page.locator(".moves.left button.move").last().click();
            await page.locator("#offline").waitFor();
            server = await Server.start([], port);
            await page.locator("#offline").waitFor({ state: "hidden" });
            await page.locator(".measure.mean.exact").waitFor();
            assert.match(page.url(), /m=l/);
          },
          { server, expected: /ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|Failed to load/ },
        );
      } finally {
        await server.kill();
      }
    },
  },
  {
    name: "a closed tab ends its job",
    run: (stage) =>
      stage.play(async (page, context) => {
        const server = /** @type {Server} */ (stage.server);
        const running = async () => (await server.health()).jobs.running;
        await page.goto("/");
        await analysed(page);
        const other = await context.newPage();
        await other.goto(at("explore", { p: "amazons:x.......|........|........|........|........|........|........|.......o" }));
        while ((await running()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        await other.close();
        const closed = performance.now();
        while ((await running()) > 0) {
          assert.ok(performance.now() - closed < 15_000, "the job goes on after its tab was closed");
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }),
  },
];
