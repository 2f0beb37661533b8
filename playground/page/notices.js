/**
 * What the page itself has to say: notices that pass by, the state of the line, and words for screen readers.
 */

import { byId, el, icon } from "./dom.js";

const SHOWN_MS = 8000;

const root = byId("notices");
const line = byId("connection");
const announcer = byId("announcer");

/** Show a sentence for a while; it stays as long as the pointer or the keyboard is on it. */
export function notice(text, look = "plain") {
  const close = el("button", { type: "button", class: "close", "aria-label": "Dismiss" }, icon("close"));
  const node = el(
    "div",
    { class: `notice ${look}`, role: look === "alarm" ? "alert" : "status" },
    el("p", {}, text),
    close,
  );
  const leave = () => (node.matches(":hover, :focus-within") ? setTimeout(leave, 1000) : node.remove());
  close.addEventListener("click", () => node.remove());
  root.append(node);
  setTimeout(leave, SHOWN_MS);
}

/** The line to the playground, shown only while it is broken. */
export function showLine(online) {
  line.hidden = online;
  line.textContent = online ? "" : "The playground does not answer. Trying again…";
}

/** Say something to those who listen instead of looking. */
export function announce(text) {
  announcer.textContent = text;
}
