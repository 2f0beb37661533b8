/**
 * In a narrow window the list of channels is a drawer that slides over the messages; in a wide one it simply
 * stands.
 */

import { byId, icon } from "./dom.js";

const NARROW = window.matchMedia("(max-width: 760px)");

const side = byId("side");
const button = byId("drawer-button");
const backdrop = byId("backdrop");

export function listenToDrawer() {
  button.append(icon("menu"));
  button.addEventListener("click", () => (isOpen() ? closeDrawer() : openDrawer()));
  backdrop.addEventListener("click", closeDrawer);
  side.addEventListener("keydown", (event) => event.key === "Escape" && isOpen() && closeDrawer());
  NARROW.addEventListener("change", arrange);
  arrange();
}

function isOpen() {
  return document.body.classList.contains("drawer-open");
}

function openDrawer() {
  document.body.classList.add("drawer-open");
  arrange();
  (side.querySelector("[aria-current]") ?? side.querySelector("button"))?.focus();
}

/** Close it, and give the keyboard back to the button that opens it. */
export function closeDrawer() {
  if (!isOpen()) return;
  const held = side.contains(document.activeElement);
  document.body.classList.remove("drawer-open");
  arrange();
  if (held) button.focus();
}

/** A closed drawer is out of reach of keyboard and screen reader. */
function arrange() {
  side.inert = NARROW.matches && !isOpen();
  backdrop.hidden = !(NARROW.matches && isOpen());
  button.setAttribute("aria-expanded", String(isOpen()));
}
