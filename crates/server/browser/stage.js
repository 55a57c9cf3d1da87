// What every scenario needs: a server of its own port, one browser, and pages that notice every error.

import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContext} BrowserContext */

const COMMAND = resolve(process.env.TEDOMARI ?? join(import.meta.dirname, "../../../target/debug/tedomari"));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** How long a single step may take. Guards against hangs, nothing else. */
export const PATIENCE = Number(process.env.PATIENCE ?? 30_000);

/** What the command prints with `--json`. @param {...string} words */
export async function command(...words) {
  const { stdout } = await promisify(execFile)(COMMAND, [...words, "--json"], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

/** A running `tedomari serve`. */
export class Server {
  /** @param {string[]} options @param {number} [port] */
  static async start(options = [], port = 0) {
    if (!existsSync(COMMAND)) throw new Error(`the command is missing: ${COMMAND}; cargo build --profile test -p tedomari-cli`);
    const server = new Server();
    server.process = spawn(COMMAND, ["serve", "--no-open", "--port", String(port), ...(options.includes("--time") ? [] : ["--time", "20s"]), ...options], { stdio: ["ignore", "pipe", "inherit"] });
    server.address = await new Promise((found, failed) => {
      let text = "";
      server.process?.once("exit", (code) => failed(new Error(`the server ended with ${code}: ${text}`)));
      server.process?.stdout?.on("data", (data) => {
        text += data;
        const address = /http:\/\/\S+/.exec(text);
        if (address) found(address[0]);
      });
    });
    return server;
  }

  constructor() {
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.process = undefined;
    this.address = "";
  }

  get port() {
    return Number(new URL(this.address).port);
  }

  async kill() {
    const { process } = this;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const ended = new Promise((done) => process.once("exit", done));
    process.kill("SIGKILL");
    await ended;
  }

  async health() {
    return (await fetch(`${this.address}api/v1/health`)).json();
  }
}

/** One browser with a profile of its own. */
export class Stage {
  static async open() {
    if (!existsSync(CHROMIUM)) throw new Error("Chromium is missing: apt-get install chromium");
    const stage = new Stage();
    stage.folder = await mkdtemp(join(tmpdir(), "tedomari-browser-"));
    stage.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", `--disk-cache-dir=${stage.folder}`],
    });
    stage.server = await Server.start();
    return stage;
  }

  constructor() {
    this.folder = "";
    /** @type {import("playwright-core").Browser | undefined} */
    this.browser = undefined;
    /** @type {Server | undefined} */
    this.server = undefined;
  }

  async close() {
    await this.browser?.close();
    await this.server?.kill();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs a scenario on a page in a fresh profile. Errors on the console, exceptions, and violations of the content
   * policy fail it; `expected` names those that belong to it.
   * @param {(page: Page, context: BrowserContext) => Promise<void>} scenario
   * @param {import("playwright-core").BrowserContextOptions & { expected?: RegExp, server?: Server }} [options]
   */
  async play(scenario, { expected, server = this.server, ...options } = {}) {
    if (!this.browser || !server) throw new Error("the stage is closed");
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: server.address, reducedMotion: "reduce", acceptDownloads: true, ...options });
    context.setDefaultTimeout(PATIENCE);
    /** @type {string[]} */
    const errors = [];
    context.on("console", (message) => {
      if (message.type() === "error" && !expected?.test(message.text())) errors.push(message.text());
    });
    context.on("weberror", (error) => errors.push(error.error().stack ?? error.error().message));
    try {
      const page = await context.newPage();
      await scenario(page, context);
      if (errors.length) throw new Error(`errors on the page: ${errors.join("\n")}`);
    } finally {
      await context.close();
    }
  }
}

/** The address of a page. @param {string} page @param {Record<string, string>} [state] */
export function at(page, state = {}) {
  const query = Object.entries(state).map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("_", "%5F")}`);
  return `#/${page}${query.length ? `?${query.join("&")}` : ""}`;
}

/**
 * Loads an address from nothing. To go from one state of a page to another is no new document: what is waited for may
 * still be that of the state before.
 * @param {Page} page @param {string} address
 */
export async function visit(page, address) {
  await page.goto("about:blank");
  await page.goto(address);
}

/** Waits for the answer of an analysis. @param {Page} page */
export async function analysed(page) {
  await page.locator('.worth[aria-busy="false"]').first().waitFor();
}

/** A row of the list of facts. @param {Page} page @param {string} name */
export async function fact(page, name) {
  return (await page.locator(".facts div", { has: page.getByText(name, { exact: true }) }).locator("dd").first().innerText()).replaceAll("−", "-");
}

/** A figure, mean or temperature. @param {Page} page @param {"mean" | "temperature"} name */
export async function figure(page, name) {
  return (await page.locator(`.measure.${name} .figure`).first().innerText()).replaceAll("−", "-");
}
