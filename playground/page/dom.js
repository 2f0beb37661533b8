/**
 * Builds DOM nodes. Whatever comes in as text stays text: nothing on this page is ever parsed as markup.
 */

const SVG = "http://www.w3.org/2000/svg";

/** The shapes of the few icons, as paths in a 24 x 24 square. */
const ICONS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6L6 18",
  chevron: "M6 9l6 6 6-6",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  reply: "M9 14L4 9l5-5M4 9h9a7 7 0 0 1 7 7v4",
  thread: "M4 5h16v10H12l-5 4v-4H4zM8 9h8M8 12h5",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  box: "M3 5h18v4H3zM5 9v10h14V9M10 13h4",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  outside: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  options: "M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M8 15v4",
  check: "M5 12l5 5 9-11",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z",
};

/**
 * One element. `attributes`: `true` sets an empty attribute, `false`, `null` and `undefined` leave it out, a
 * function under `on<event>` listens, `vars` sets CSS custom properties. `children`: nodes, strings, arrays
 * of them, or nothing.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  node.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

function setAttribute(node, name, value) {
  if (value === false || value === null || value === undefined) return;
  if (name === "vars") {
    for (const [property, set] of Object.entries(value)) node.style.setProperty(`--${property}`, set);
  } else if (name.startsWith("on")) {
    node.addEventListener(name.slice(2), value);
  } else {
    node.setAttribute(name, value === true ? "" : value);
  }
}

/** A decorative icon; what it means must be said in text or in a label beside it. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** The element with this id, which index.html promises. */
export function byId(id) {
  return document.getElementById(id);
}

/** A colour of Discord's (a number, or already a string) as CSS. */
export function cssColour(colour) {
  return typeof colour === "number" ? `#${colour.toString(16).padStart(6, "0")}` : colour;
}

/** The first letters that stand on somebody's disc. */
export function initials(name) {
  return [...name.trim()].slice(0, 1).join("").toUpperCase() || "?";
}

/** A round name plate in somebody's colour; the name itself must stand beside it. */
export function disc(name, colour) {
  return el(
    "span",
    { class: "disc", "aria-hidden": "true", vars: colour ? { disc: cssColour(colour) } : {} },
    initials(name),
  );
}

/**
 * An emoji of Unicode as it is, or the application's own, which is drawn. It is read aloud, as by Discord's client: of
 * the cards of a hand, their buttons say nothing else but the number.
 */
export function emojiNode(emoji) {
  if (!emoji) return null;
  const own = emoji.id && el("img", { src: `/emojis/${emoji.id}`, alt: emoji.name });
  return el("span", { class: "emoji" }, own || emoji.name);
}
