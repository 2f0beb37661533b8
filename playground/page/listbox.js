/**
 * A list of choices that opens at a control and is worked with the keyboard from there: the focus stays on
 * the control (the "combobox" pattern), so that an update of the page underneath does not disturb it. One
 * list is open at a time.
 */

import { el, emojiNode, icon } from "./dom.js";

let open = null;
let count = 0;

/**
 * `items`: [{ value, label, description?, emoji?, chosen?, disabled? }]; `bounds`: { min, max } values;
 * `typing`: the anchor is a text field, which keeps the letters, Home and End to itself; `marked`: one choice
 * is marked from the beginning, so that Enter takes it; `onChosen(values)`: called when the list closes with
 * a choice. Returns a handle { close }.
 */
export function openListbox({
  anchor,
  items,
  label,
  bounds = { min: 1, max: 1 },
  typing = false,
  marked = !typing || Boolean(anchor.value),
  onChosen,
}) {
  closeListbox();
  const id = `list-${++count}`;
  const box = el("div", {
    class: "listbox",
    id,
    role: "listbox",
    "aria-label": label,
    "aria-multiselectable": bounds.max > 1 && "true",
  });
  const shell = el("div", { class: "list-shell" }, box);
  const list = {
    anchor,
    box,
    shell,
    bounds,
    typing,
    marked,
    onChosen,
    items: [],
    values: new Set(),
    at: -1,
    typed: "",
  };
  // Inside a modal dialog everything outside it is out of reach, so the list opens in there.
  (anchor.closest("dialog") ?? document.body).append(shell);
  anchor.setAttribute("aria-expanded", "true");
  anchor.setAttribute("aria-controls", id);
  open = list;
  setItems(list, items);
  // Capturing, so that a key which the list uses does nothing else at the control.
  anchor.addEventListener("keydown", onKey, true);
  document.addEventListener("pointerdown", onOutside, true);
  window.addEventListener("resize", place);
  document.addEventListener("scroll", place, true);
  return {
    close: () => open === list && closeListbox(),
  };
}

/** Close the open list, if any, without choosing. */
export function closeListbox() {
  if (!open) return;
  const { anchor, shell } = open;
  open = null;
  shell.remove();
  anchor.setAttribute("aria-expanded", "false");
  anchor.removeAttribute("aria-activedescendant");
  anchor.removeAttribute("aria-controls");
  anchor.removeEventListener("keydown", onKey, true);
  document.removeEventListener("pointerdown", onOutside, true);
  window.removeEventListener("resize", place);
  document.removeEventListener("scroll", place, true);
}

/** Close a list whose control has gone from the page or may no longer be used. */
export function closeOrphanedListbox() {
  if (open && (!open.anchor.isConnected || open.anchor.disabled)) closeListbox();
}

function setItems(list, items) {
  list.items = items;
  list.values = new Set(items.filter((item) => item.chosen).map((item) => item.value));
  // Where nothing is marked at first, Enter and Tab do what they do without a list.
  const first = items.findIndex((item) => item.chosen);
  list.at = first >= 0 || !list.marked ? first : items.findIndex((item) => !item.disabled);
  list.box.replaceChildren(...items.map((item, index) => itemNode(list, item, index)));
  if (!items.length) list.box.append(el("p", { class: "nothing" }, "Nothing to choose"));
  if (several(list)) addFoot(list);
  mark(list);
  place();
}

function several(list) {
  return list.bounds.max > 1 || list.bounds.min === 0;
}

function itemNode(list, item, index) {
  const node = el(
    "div",
    {
      class: "item",
      role: "option",
      id: `${list.box.id}-${index}`,
      "data-value": item.value,
      "aria-disabled": item.disabled && "true",
    },
    emojiNode(item.emoji),
    el(
      "span",
      { class: "item-words" },
      el("span", {}, item.label),
      item.description && el("small", {}, item.description),
    ),
    item.hint && el("small", { class: "hint" }, item.hint),
    icon("check"),
  );
  node.addEventListener("pointermove", () => moveTo(list, index, false));
  node.addEventListener("click", () => pick(list, index));
  // The focus is to stay on the control.
  node.addEventListener("pointerdown", (event) => event.preventDefault());
  return node;
}

function addFoot(list) {
  list.shell.querySelector(".list-foot")?.remove();
  const { min, max } = list.bounds;
  const words = max === 1 ? "Choose one or none" : min === max ? `Choose ${min}` : `Choose ${min} to ${max}`;
  const done = el(
    "button",
    { type: "button", class: "button primary", tabindex: "-1", onclick: () => finish(list) },
    "Done",
  );
  done.addEventListener("pointerdown", (event) => event.preventDefault());
  list.shell.append(el("div", { class: "list-foot" }, el("small", {}, words), done));
}

/** Show what is chosen and where the keyboard stands. */
function mark(list) {
  [...list.box.querySelectorAll(".item")].forEach((node, index) => {
    node.setAttribute("aria-selected", String(list.values.has(list.items[index].value)));
    node.classList.toggle("active", index === list.at);
  });
  const done = list.shell.querySelector(".list-foot button");
  if (done) done.disabled = !allowed(list);
  if (list.at >= 0) list.anchor.setAttribute("aria-activedescendant", `${list.box.id}-${list.at}`);
  else list.anchor.removeAttribute("aria-activedescendant");
}

function allowed({ values, bounds }) {
  return values.size >= bounds.min && values.size <= bounds.max;
}

function moveTo(list, index, scroll = true) {
  if (index < 0 || index >= list.items.length || index === list.at) return;
  list.at = index;
  mark(list);
  if (scroll) list.box.children[index].scrollIntoView({ block: "nearest" });
}

function pick(list, index) {
  const item = list.items[index];
  if (!item || item.disabled) return;
  if (!several(list)) {
    list.values = new Set([item.value]);
    finish(list);
    return;
  }
  if (list.values.has(item.value)) list.values.delete(item.value);
  else if (list.bounds.max === 1) list.values = new Set([item.value]);
  else if (list.values.size < list.bounds.max) list.values.add(item.value);
  list.at = index;
  mark(list);
}

function finish(list) {
  if (!allowed(list)) return;
  const values = list.items.map((item) => item.value).filter((value) => list.values.has(value));
  closeListbox();
  list.onChosen(values);
}

function onOutside(event) {
  if (open.shell.contains(event.target) || open.anchor.contains(event.target)) return;
  closeListbox();
}

function onKey(event) {
  const list = open;
  const last = list.items.length - 1;
  const moves = {
    ArrowDown: Math.min(list.at + 1, last),
    ArrowUp: Math.max(list.at - 1, 0),
    PageDown: Math.min(list.at + 8, last),
    PageUp: Math.max(list.at - 8, 0),
    ...(list.typing ? {} : { Home: 0, End: last }),
  };
  if (event.key in moves) {
    moveTo(list, moves[event.key]);
  } else if (event.key === "Escape") {
    closeListbox();
  } else if (event.key === "Tab" && !(list.typing && list.at >= 0)) {
    if (several(list)) finish(list);
    closeListbox();
    return;
  } else if (event.key === "Enter" && several(list) && list.values.size) {
    finish(list);
  } else if (["Enter", "Tab"].includes(event.key) || (event.key === " " && !list.typing)) {
    if (list.at < 0) return;
    pick(list, list.at);
  } else if (!list.typing && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
    moveTo(list, startingWith(list, event.key));
  } else {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The next choice after the present one whose label begins with this letter. */
function startingWith(list, letter) {
  const order = list.items.map((_, index) => (list.at + 1 + index) % list.items.length);
  const letters = ({ label }) => label.toLowerCase().replace(/^[^\p{L}\p{N}]+/u, "");
  return order.find((index) => letters(list.items[index]).startsWith(letter.toLowerCase())) ?? -1;
}

/**
 * Below the control where there is room, else above it; never wider than the window, and on a phone as wide.
 * Beside the message box, the whole of what is being written stays in sight.
 */
function place() {
  if (!open) return;
  const { anchor, shell } = open;
  const at = (anchor.closest(".composer") ?? anchor).getBoundingClientRect();
  const widest = Math.min(window.innerWidth - 16, 520);
  const width = window.innerWidth < 480 ? widest : Math.min(Math.max(at.width, 260), widest);
  const below = window.innerHeight - at.bottom - 12;
  const above = at.top - 12;
  const up = below < Math.min(shell.scrollHeight, 240) && above > below;
  shell.style.width = `${width}px`;
  shell.style.maxHeight = `${Math.min(up ? above : below, 380)}px`;
  shell.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - width - 8))}px`;
  shell.style.top = up ? "auto" : `${at.bottom + 4}px`;
  shell.style.bottom = up ? `${window.innerHeight - at.top + 4}px` : "auto";
}
