/**
 * What one person has pressed, chosen, typed as a command or sent in a modal, until it is answered: what is
 * busy, what failed and why, what was chosen in a select that still shows it.
 */

const LOST = "The connection was lost before an answer came. Try again.";
const UNSENT = "There is no connection to the playground just now. Try again in a moment.";

export class Interactions extends EventTarget {
  #send;
  #count = 0;
  #pending = new Map();
  #failures = new Map();
  #chosen = new Map();
  #completions = new Map();
  /** Nonces are unique among all tabs of all browsers that look through the same eyes. */
  #prefix = Math.random().toString(36).slice(2, 10);

  /** `send(frame)` returns whether the frame went out. */
  constructor(send) {
    super();
    this.#send = send;
  }

  slash(channelId, name, options) {
    return this.#start({ type: "slash", channel_id: channelId, name, options }, { label: `/${name}` });
  }

  /** A command on a person or a message (`kind`), whose id is the target. */
  useOn(channelId, kind, name, target) {
    return this.#start({ type: "menu", channel_id: channelId, kind, name, target }, { label: name });
  }

  press(message, customId) {
    return this.#start(
      { type: "press", channel_id: message.channel_id, message_id: message.id, custom_id: customId },
      { message: message.id, customId },
    );
  }

  choose(message, component, values) {
    this.#chosen.set(slot(message, component), { values, looked: JSON.stringify(component) });
    return this.#start(
      {
        type: "choose",
        channel_id: message.channel_id,
        message_id: message.id,
        custom_id: component.custom_id,
        values,
      },
      { message: message.id, customId: component.custom_id },
    );
  }

  /** `origin`: the channel and message that the modal came from, so that what follows is shown there. */
  submit(modal, values, origin) {
    return this.#start(
      { type: "submit", interaction_id: modal.interactionId, custom_id: modal.customId, values },
      { ...origin, modal: modal.interactionId, label: modal.title },
    );
  }

  /** The choices for the focused option: a promise of [{ name, value }], empty when no answer comes. */
  complete(channelId, name, options, focused) {
    const nonce = this.#nonce();
    const sent = this.#send({ type: "autocomplete", nonce, channel_id: channelId, name, options, focused });
    if (!sent) return Promise.resolve([]);
    return new Promise((resolve) => this.#completions.set(nonce, resolve));
  }

  /** Whether this button or select waits for an answer. */
  isBusy(messageId, customId) {
    return [...this.#pending.values()].some(
      (entry) => entry.message === messageId && entry.customId === customId,
    );
  }

  /** Why the last interaction with this message failed, or null. */
  failureOn(messageId) {
    return this.#failures.get(failureKey({ message: messageId })) ?? null;
  }

  /** Why the last command in this channel failed, or null. */
  commandFailure(channelId) {
    return this.#failures.get(failureKey({ channel: channelId })) ?? null;
  }

  /** What was chosen in this select here, as long as it has not changed since; else null. */
  chosenIn(message, component) {
    const key = slot(message, component);
    const entry = this.#chosen.get(key);
    if (entry?.looked === JSON.stringify(component)) return entry.values;
    this.#chosen.delete(key);
    return null;
  }

  /** Commands that wait for their first answer: [{ nonce, channel, label }]. */
  waitingCommands(channelId) {
    return [...this.#pending]
      .filter(([, entry]) => entry.command === channelId)
      .map(([nonce, entry]) => ({ nonce, label: entry.label }));
  }

  /** Take in a frame that answers an interaction; others are ignored. */
  apply(frame) {
    if (frame.type === "choices") this.#completed(frame.nonce, frame.choices);
    if (frame.type === "modal") this.#modal(frame);
    // "thinking" only says that the bot has been asked.
    if (frame.type !== "interaction" || frame.state === "thinking") return;
    if (frame.state === "failed") this.#fail(frame.nonce, frame.reason);
    else this.#settle(frame.nonce, frame);
  }

  /** The line is down: nothing that waits will be answered any more. */
  lost() {
    for (const nonce of [...this.#pending.keys()]) this.#fail(nonce, LOST);
    for (const nonce of [...this.#completions.keys()]) this.#completed(nonce, []);
  }

  #nonce() {
    return `${this.#prefix}-${++this.#count}`;
  }

  #start(frame, entry) {
    const nonce = this.#nonce();
    const command = ["slash", "menu"].includes(frame.type) ? frame.channel_id : null;
    this.#failures.delete(failureKey({ channel: frame.channel_id, ...entry }));
    this.#pending.set(nonce, { channel: frame.channel_id, command, ...entry });
    if (this.#send({ ...frame, nonce })) this.#tell("change", this.#pending.get(nonce));
    else this.#fail(nonce, UNSENT);
    return nonce;
  }

  #modal(frame) {
    const entry = this.#pending.get(frame.nonce) ?? {};
    this.#settle(frame.nonce, frame);
    const { modal } = frame;
    this.#tell("modal", {
      interactionId: frame.interaction_id,
      customId: modal.custom_id,
      title: modal.title,
      components: modal.components,
      origin: { channel: entry.channel, message: entry.message },
    });
  }

  #settle(nonce, frame) {
    const entry = this.#pending.get(nonce);
    if (!entry) return;
    this.#pending.delete(nonce);
    this.#tell("settled", { ...entry, nonce, answer: frame.message_id ?? null });
    this.#tell("change", entry);
  }

  #fail(nonce, reason) {
    const entry = this.#pending.get(nonce);
    if (!entry) return;
    const words = reason || "This interaction failed.";
    this.#pending.delete(nonce);
    if (!entry.modal) this.#failures.set(failureKey(entry), words);
    this.#tell("failed", { ...entry, nonce, reason: words });
    this.#tell("change", entry);
  }

  #completed(nonce, choices) {
    this.#completions.get(nonce)?.(choices);
    this.#completions.delete(nonce);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

function slot(message, component) {
  return `${message.id}/${component.custom_id}`;
}

/** A thread has the id of the message that it was opened from, so the two are told apart. */
function failureKey({ message, channel }) {
  return message ? `message ${message}` : `channel ${channel}`;
}
