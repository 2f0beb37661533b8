/**
 * What the page itself has to say: notices that pass by, the state of the line, and words for screen readers.
 */

import { byId, el, icon } from "./dom.js";
import { isEphemeral, plainText } from "./messages.js";

const SHOWN_MS = 8000;

const root = byId("notices");
const line = byId("connection");
const announcer = byId("announcer");
const SAID_KEPT = 8;

/** Show a sentence for a while; it stays as long as the pointer or the keyboard is on it. */
export function notice(text, look = "plain") {
  // With several people on the screen, each of them is told.
  if ([...root.children].some((node) => node.firstChild.textContent === text)) return;
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

/** What was said last of each message: a public one reaches every person that is on the screen. */
const told = new Map();
/** Characters that are said: of what all can read its beginning, of what is for the reader alone all of it. */
const WORDS_TOLD = 200;
const PRIVATE_WORDS_TOLD = 4000;

/** Say a message that is new, or one for the reader alone that changed: who says what, and who can see it. */
export function announceMessage(session, message, isNew) {
  if (!isNew && !isEphemeral(message)) return;
  const who = session.world.nameOf(message.author?.id) ?? "Somebody";
  const whose = isEphemeral(message) ? ` (only ${session.person.name} can see this)` : "";
  const most = isEphemeral(message) ? PRIVATE_WORDS_TOLD : WORDS_TOLD;
  const words = `${who}${whose}: ${plainText(message).slice(0, most)}`;
  if (told.get(message.id) === words) return;
  told.set(message.id, words);
  announce(words);
}

/** Say something to those who listen instead of looking; the log that holds it is read out as it grows. */
export function announce(text) {
  announcer.append(el("p", {}, text));
  while (announcer.children.length > SAID_KEPT) announcer.firstChild.remove();
}
