/**
 * The messages of the channel that one looks at. A new or changed message is patched in where it stands, so
 * that the reader, the keyboard and what was revealed stay where they are.
 */

import { el } from "./dom.js";
import { Following } from "./following.js";
import { closeOrphanedListbox } from "./listbox.js";
import { failureLine, renderMessage } from "./messages.js";
import { keepingFocus, patch } from "./patch.js";

export class MessageList {
  #root;
  #content = el("div", { class: "message-column" });
  #tail = el("div", { class: "tail" });
  #following;
  #session = null;
  #channelId = null;

  /** `root` holds the messages; `newest` is the button that leads to the last one. */
  constructor(root, newest) {
    this.#root = root;
    root.append(this.#content, this.#tail);
    this.#following = new Following(root, this.#content, newest);
  }

  /** Show a channel through somebody's eyes, from its newest message; what is unread begins under a line. */
  show(session, channelId, firstUnread = null) {
    this.#session = session;
    this.#channelId = channelId;
    this.#content.replaceChildren(...this.#articles());
    if (!this.#content.children.length) this.#content.append(emptyNode());
    this.#articleOf(firstUnread ?? "")?.before(unreadLine());
    this.updateTail();
    this.#following.toEnd();
  }

  /** Bring the whole channel up to date without moving the reader, as after a new connection. */
  refresh() {
    const wanted = el("div", { class: "message-column" }, this.#articles());
    if (!wanted.children.length) wanted.append(emptyNode());
    this.#changing(() => patch(this.#content, wanted));
    this.updateTail();
  }

  /** A message came, changed or went: bring it and the one below it (which may need a name) up to date. */
  update(id, isNew = false) {
    const messages = this.#messages();
    const index = messages.findIndex((message) => message.id === id);
    this.#changing(() => {
      if (index < 0) this.#articleOf(id)?.remove();
      else this.#put(messages, index);
      const below = index < 0 ? null : messages[index + 1];
      if (below) this.#put(messages, index + 1);
      if (index < 0) messages.forEach((_, at) => this.#put(messages, at));
      this.#content.querySelector(".empty")?.remove();
      if (!messages.length) this.#content.append(emptyNode());
    });
    if (isNew) this.#arrived(messages[index]);
  }

  /** Below the messages: commands that wait for an answer, and the last one that got none. */
  updateTail() {
    const { interactions } = this.#session;
    const waiting = interactions
      .waitingCommands(this.#channelId)
      .map(({ label }) => el("p", { class: "thinking" }, `${label}: waiting for an answer…`));
    const failure = failureLine(interactions.commandFailure(this.#channelId));
    this.#following.changing(() => patch(this.#tail, el("div", { class: "tail" }, waiting, failure)));
  }

  /** Go to a message, point at it, and let the keyboard go on from there; false if it is not here. */
  pointAt(id) {
    const article = this.#articleOf(id);
    if (!article) return false;
    article.scrollIntoView({ block: "center" });
    article.focus({ preventScroll: true });
    article.classList.add("pointed");
    setTimeout(() => article.classList.remove("pointed"), 1600);
    return true;
  }

  /** Put the keyboard on the newest message. */
  focusLast() {
    this.#content.querySelector("article:last-of-type")?.focus();
  }

  #messages() {
    return this.#session.world.messagesIn(this.#channelId);
  }

  #articles() {
    const messages = this.#messages();
    return messages.map((message, at) => renderMessage(this.#session, message, messages[at - 1] ?? null));
  }

  #put(messages, at) {
    const next = renderMessage(this.#session, messages[at], messages[at - 1] ?? null);
    const current = this.#articleOf(messages[at].id);
    const below = at + 1 < messages.length ? this.#articleOf(messages[at + 1].id) : null;
    if (current) patch(current, next);
    else this.#content.insertBefore(next, below);
  }

  #articleOf(id) {
    return this.#content.querySelector(`article[data-message="${CSS.escape(id)}"]`);
  }

  /** What somebody's own press brought is shown to them at once; of the rest, a reader further up is told. */
  #arrived(message) {
    const { me } = this.#session.world;
    if (message.interaction_metadata?.user?.id === me) this.#following.hold(this.#articleOf(message.id));
    else if (message.author?.id === me) this.#following.toEnd();
    else this.#following.tellOfNew();
  }

  #changing(change) {
    this.#following.changing(() => keepingFocus(this.#root, change));
    closeOrphanedListbox();
  }
}

function emptyNode() {
  return el(
    "p",
    { class: "empty", "data-key": "empty" },
    "Nothing has been said here yet. The buttons below are commands: press the first one to begin, or type a / to see them all.",
  );
}

function unreadLine() {
  return el("p", { class: "unread-line", "data-key": "unread-line" }, "New");
}
