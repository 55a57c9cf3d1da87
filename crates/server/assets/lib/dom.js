// How are elements made? With two small functions, one for HTML and one for SVG. Text is always text, never
// markup, and styles that depend on data are set on the element, so the strict content policy holds.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes. Functions become listeners (`onclick`), booleans become attributes that are there or not,
 * `vars` are custom properties of the style, and null means that the attribute is left out.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "vars") {
      const { style } = /** @type {HTMLElement} */ (element);
      for (const [property, text] of Object.entries(value)) style.setProperty(property, String(text));
    } else if (name === "value" && "value" in element) {
      element.value = String(value);
    } else if (name === "checked" && element instanceof HTMLInputElement) {
      element.checked = value === true;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  append(element, children);
  // After the children, so that the value of a select names one of them.
  if (attributes) assign(element, attributes);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function s(name, attributes, ...children) {
  const element = /** @type {SVGElementTagNameMap[Name]} */ (document.createElementNS(SVG, name));
  if (attributes) assign(element, attributes);
  append(element, children);
  return element;
}

/**
 * Replaces what is in an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

let identifiers = 0;

/**
 * A new identifier, for labels and descriptions.
 * @param {string} prefix
 */
export function identifier(prefix) {
  identifiers += 1;
  return `${prefix}-${identifiers}`;
}

/**
 * A button.
 * @param {string} label What is shown and read out.
 * @param {() => void} action
 * @param {Attributes} [attributes]
 * @param {Child} [icon] Shown in place of the label, which is still read out.
 */
export function button(label, action, attributes = {}, icon = null) {
  const named = icon ? { "aria-label": label, title: label } : {};
  return h("button", { type: "button", onclick: action, ...named, ...attributes }, icon ?? label);
}
