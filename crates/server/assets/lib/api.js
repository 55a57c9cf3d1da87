// How does the page ask the engine? By POST with a JSON body; long work answers with server-sent events, read from
// the body of the response. Aborting a request ends its job on the server.

/**
 * @typedef {object} Refusal
 * @property {string} message
 * @property {number} status
 * @property {string} [code]
 * @property {string} [field] The key of the request that is wrong.
 * @property {{ start: number, end: number }} [place] The characters of its text that are wrong.
 */

const BASE = "/api/v1/";

/** `?token=T` of a server that listens beyond this machine, given once in the address. */
const given = new URLSearchParams(location.search).get("token");
if (given) {
  sessionStorage.setItem("token", given);
  history.replaceState(null, "", location.pathname + location.hash);
}

/** An answer of the server that says no, or no answer at all (status 0). */
export class ApiError extends Error {
  /** @param {Refusal} refusal */
  constructor({ message, status, code, field, place }) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.place = place;
  }
}

/** @type {Set<(reachable: boolean) => void>} */
const listeners = new Set();
let reachable = true;

/** @param {boolean} now */
function noteReachable(now) {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener(now);
  if (!now) void waitForServer();
}

/**
 * Calls when the server goes away and when it is back.
 * @param {(reachable: boolean) => void} listener
 */
export function onReachable(listener) {
  listeners.add(listener);
}

/** Asks every second until the server answers. */
async function waitForServer() {
  while (!reachable) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    try {
      const response = await fetch(`${BASE}health`);
      if (response.ok) noteReachable(true);
    } catch {
      // Not yet.
    }
  }
}

function authorization() {
  const token = sessionStorage.getItem("token");
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @param {string} [accept]
 */
async function request(path, body, signal, accept = "application/json") {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(BASE + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Accept: accept,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        .../** @type {Record<string, string>} */ (authorization()),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    noteReachable(false);
    throw new ApiError({ message: "The server does not answer. It may have been ended.", status: 0 });
  }
  noteReachable(true);
  if (!response.ok) throw await refusal(response);
  return response;
}

/** @param {Response} response */
async function refusal(response) {
  const { status } = response;
  try {
    const { error } = await response.json();
    return new ApiError({ ...error, status });
  } catch {
    return new ApiError({ message: `The server answered with status ${status}.`, status });
  }
}

/**
 * Asks for something that is there.
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function get(path, signal) {
  return (await request(path, undefined, signal)).json();
}

/**
 * Asks a short question.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function post(path, body, signal) {
  return (await request(path, body, signal)).json();
}

/**
 * Asks a question that may take long. Events on the way are handed to `hear`.
 * @param {string} path
 * @param {unknown} body
 * @param {(event: string, data: any) => void} hear
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ answer: any, reason: string }>} The answer, and why the work ended.
 */
export async function job(path, body, hear = () => {}, signal = undefined) {
  const response = await request(path, body, signal, "text/event-stream");
  let answer = null;
  try {
    for await (const { event, data } of events(/** @type {ReadableStream<Uint8Array>} */ (response.body))) {
      if (event === "answer") answer = data;
      else if (event === "error") throw new ApiError({ status: 400, ...data.error });
      else if (event === "done") return { answer, reason: data.reason };
      else hear(event, data);
    }
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
  }
  noteReachable(false);
  throw new ApiError({ message: "The connection ended before the answer was complete.", status: 0 });
}

/**
 * A picture that the server draws.
 * @param {string} position
 * @param {"board" | "thermograph"} of
 * @param {"svg" | "png" | "tikz"} format
 */
export async function picture(position, of, format) {
  return (await request("pictures", { position, of, format }, undefined, "*/*")).blob();
}

/**
 * The events of a stream.
 * @param {ReadableStream<Uint8Array>} body
 */
async function* events(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const parsed = event(block);
        if (parsed) yield parsed;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** @param {string} block */
function event(block) {
  let name = "message";
  /** @type {string[]} */
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length ? { event: name, data: JSON.parse(data.join("\n")) } : null;
}
