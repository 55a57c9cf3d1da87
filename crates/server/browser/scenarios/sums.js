// Sum: parts side by side, reordered, negated; totals and winners.

import assert from "node:assert/strict";
import { analysed, at, command, figure } from "../stage.js";

/** @typedef {import("../scenarios.js").Scenario} Scenario */

/** @type {Scenario[]} */
export const sums = [
  {
    name: "a sum with a ko has the mean of both komasters",
    run: (stage) =>
      stage.play(async (page) => {
        const [ko, rest] = ["go:.X.X#|XOXX#|OOOX#|#####", "{2|-1}"];
        await page.goto(at("sum", { s: `${ko} + ${rest}` }));
        await analysed(page);
        const expected = await command("analyze", ko, rest);
        assert.equal(await figure(page, "mean"), expected.komasters[0].mean);
        const first = page.locator(".part").first();
        await first.getByText("Left is komaster").waitFor();
        assert.match(await first.innerText(), new RegExp(`temperature ${expected.parts[0].komasters[0].temperature}`));
        await page.getByText(/Who wins depends on ko threats/).waitFor();
        await page.locator(".part").nth(1).getByRole("button", { name: "Remove" }).click();
        await page.waitForFunction(() => document.querySelectorAll(".part").length === 1);
        await page.getByRole("button", { name: "Play this sum" }).click();
        await page.waitForURL((url) => decodeURIComponent(url.hash).includes("go-ko:"));
      }),
  },
  {
    name: "a sum is put together, reordered and negated",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("sum", { s: "{2|-1} + clobber:xoxo." }));
        await analysed(page);
        await page.getByLabel("Add a board, a value or a record").fill("{5|-3}");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.waitForFunction(() => document.querySelectorAll(".part").length === 3);
        await analysed(page);
        const expected = await command("analyze", "{2|-1}", "clobber:xoxo.", "{5|-3}");
        assert.equal(await figure(page, "mean"), expected.mean);
        assert.equal(await figure(page, "temperature"), expected.temperature);
        assert.match(await page.locator(".ambient").innerText(), /4/);
        assert.match(await page.locator(".part.hottest").innerText(), /Part 3/);
        const solved = await command("solve", "{2|-1}", "clobber:xoxo.", "{5|-3}");
        const winners = page.locator(".winners");
        await winners.getByText(`${solved.left_first.winner === "left" ? "Left" : "Right"} wins`).first().waitFor();
        await page.locator(".part").nth(2).getByRole("button", { name: "Move to the left" }).click();
        await page.waitForURL((url) => decodeURIComponent(url.hash).includes("{5|-3}_+_clobber"));
        await page.locator(".part").nth(1).getByRole("button", { name: "Negate" }).click();
        await page.waitForFunction(() => !document.querySelectorAll(".part")[1].textContent?.includes("{5|-3}"));
        await analysed(page);
        assert.equal(await figure(page, "mean"), "-1/2");
        await page.locator(".part").nth(2).dragTo(page.locator(".part").nth(0));
        await page.waitForURL((url) => decodeURIComponent(url.hash).startsWith("#/sum?s=clobber"));
        await page.goBack();
        await page.waitForURL((url) => decodeURIComponent(url.hash).startsWith("#/sum?s={2|-1}"));
        await page.waitForFunction(() => document.querySelectorAll(".part-title")[0].textContent === "Part 1");
      }),
  },
];
