// Where is the person? The state of a page is in the fragment of the address, `#/explore?p=amazons:…`, so that
// links can be shared, a reload changes nothing, and back and forward work. Nothing of it is sent anywhere.

/** @typedef {{ page: string, state: Record<string, string> }} Place */

/** Characters of notation that need no escape in a fragment. */
const READABLE = /%(?:3A|7C|2C|2B|7B|7D|5E|3F|2F|5B|5D|40|3B)/g;

/**
 * @param {string} text
 */
function escaped(text) {
  // Only this module reads fragments: a space becomes an underscore, and a plus sign stays one.
  const safe = encodeURIComponent(text).replaceAll("_", "%5F").replaceAll("%20", "_");
  return safe.replace(READABLE, decodeURIComponent);
}

/**
 * @param {string} text
 */
function unescaped(text) {
  return decodeURIComponent(text.replaceAll("_", "%20"));
}

/**
 * The fragment of a place. Parameters that are empty are left out.
 * @param {string} page
 * @param {Record<string, string | null | undefined>} [state]
 */
export function link(page, state = {}) {
  const parts = Object.entries(state)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${escaped(/** @type {string} */ (value))}`);
  return `#/${page}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/**
 * The place that a fragment names.
 * @param {string} fragment
 * @returns {Place}
 */
export function place(fragment) {
  const [path, query = ""] = splitOnce(fragment.replace(/^#\/?/, ""), "?");
  /** @type {Record<string, string>} */
  const state = {};
  for (const part of query.split("&").filter(Boolean)) {
    const [name, value = ""] = splitOnce(part, "=");
    try {
      state[name] = unescaped(value);
    } catch {
      // A damaged escape: the parameter is left out, and the page starts without it.
    }
  }
  return { page: path, state };
}

/**
 * @param {string} text
 * @param {string} separator
 */
function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** The place of the address bar. */
export const here = () => place(location.hash);

/**
 * Writes a place into the address bar without loading it again.
 * @param {string} page
 * @param {Record<string, string | null | undefined>} state
 * @param {"push" | "replace"} how
 */
export function tell(page, state, how) {
  const fragment = link(page, state);
  if (fragment === location.hash) return;
  if (how === "push") history.pushState(null, "", fragment);
  else history.replaceState(null, "", fragment);
}
