/**
 * The messages of the channel that one looks at. A new or changed message is patched in where it stands, so
 * that the reader, the keyboard and what was revealed stay where they are.
 */

import { byId, el } from "./dom.js";
import { follow, hold, keepFollowing, tellOfNew, toEnd } from "./following.js";
import { closeOrphanedListbox } from "./listbox.js";
import { failureLine, renderMessage } from "./messages.js";
import { keepingFocus, patch } from "./patch.js";

const root = byId("messages");
const content = el("div", { class: "message-column" });
const tail = el("div", { class: "tail" });
const shown = { session: null, channelId: null };

root.append(content, tail);
keepFollowing(content);

/** Show a channel through somebody's eyes, from its newest message. */
export function showChannel(session, channelId) {
  Object.assign(shown, { session, channelId });
  content.replaceChildren(...articles());
  if (!content.children.length) content.append(emptyNode());
  updateTail();
  toEnd();
}

/** Bring the whole channel up to date without moving the reader, as after a new connection. */
export function refreshChannel() {
  const wanted = el("div", { class: "message-column" }, articles());
  if (!wanted.children.length) wanted.append(emptyNode());
  changing(() => patch(content, wanted));
  updateTail();
}

function articles() {
  const messages = shown.session.world.messagesIn(shown.channelId);
  return messages.map((message, index) => renderMessage(shown.session, message, messages[index - 1] ?? null));
}

function emptyNode() {
  return el(
    "p",
    { class: "empty", "data-key": "empty" },
    "Nothing has been said here yet. The buttons below are commands: press the first one to begin, or type a / to see them all.",
  );
}

/** A message came, changed or went: bring it and the one below it (which may now need a name) up to date. */
export function updateMessage(id, isNew = false) {
  const messages = shown.session.world.messagesIn(shown.channelId);
  const index = messages.findIndex((message) => message.id === id);
  changing(() => {
    if (index < 0) articleOf(id)?.remove();
    else put(messages, index);
    const below = index < 0 ? null : messages[index + 1];
    if (below) put(messages, index + 1);
    if (index < 0) regroupAll(messages);
    content.querySelector(".empty")?.remove();
    if (!messages.length) content.append(emptyNode());
  });
  if (isNew) arrived(messages[index]);
}

function regroupAll(messages) {
  messages.forEach((_, index) => put(messages, index));
}

function put(messages, index) {
  const { session } = shown;
  const next = renderMessage(session, messages[index], messages[index - 1] ?? null);
  const current = articleOf(messages[index].id);
  if (current) patch(current, next);
  else content.insertBefore(next, index + 1 < messages.length ? articleOf(messages[index + 1].id) : null);
}

function articleOf(id) {
  return content.querySelector(`article[data-message="${CSS.escape(id)}"]`);
}

/** What somebody's own press brought is shown to them at once; of the rest, a reader further up is told. */
function arrived(message) {
  const { me } = shown.session.world;
  if (message.interaction_metadata?.user?.id === me) hold(articleOf(message.id));
  else if (message.author?.id === me) toEnd();
  else tellOfNew();
}

function changing(change) {
  keepingFocus(root, change);
  follow();
  closeOrphanedListbox();
}

/** Below the messages: commands that wait for an answer, and the last one that got none. */
export function updateTail() {
  const { interactions } = shown.session;
  const waiting = interactions
    .waitingCommands(shown.channelId)
    .map(({ label }) => el("p", { class: "thinking" }, `${label}: waiting for an answer…`));
  const failure = failureLine(interactions.commandFailure(shown.channelId));
  patch(tail, el("div", { class: "tail" }, waiting, failure));
  follow();
}

/** Go to a message of this channel, point at it, and let the keyboard go on from there. */
export function pointAt(id) {
  const article = articleOf(id);
  if (!article) return false;
  article.scrollIntoView({ block: "center" });
  article.focus({ preventScroll: true });
  article.classList.add("pointed");
  setTimeout(() => article.classList.remove("pointed"), 1600);
  return true;
}
