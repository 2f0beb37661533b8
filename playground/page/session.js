/**
 * One person at the playground: their line, what they see, what they wait for and what they were writing. All
 * five are kept open at once, so that a mention shows on a person's tab while one looks elsewhere.
 */

import { Interactions } from "./interactions.js";
import { connect } from "./socket.js";
import { World } from "./world.js";

export class Session extends EventTarget {
  /** `user`: a person's id, or null for whoever the server names first. */
  constructor(user) {
    super();
    this.world = new World();
    this.online = false;
    this.drafts = new Map();
    this.line = connect(user, {
      open: () => this.#line(true),
      lost: () => this.#line(false),
      frame: (frame) => this.#frame(frame),
    });
    this.interactions = new Interactions((frame) => this.line.send(frame));
  }

  /** The person, as the server describes them; null before its first word. */
  get person() {
    return this.world.person(this.world.me);
  }

  say(channelId, content) {
    return this.line.send({ type: "say", channel_id: channelId, content });
  }

  dismiss(messageId) {
    return this.line.send({ type: "dismiss", message_id: messageId });
  }

  /** Set the language that this person's Discord speaks. */
  speak(locale) {
    this.world.locale = locale;
    return this.line.send({ type: "locale", locale });
  }

  /** Give this person exactly these roles of a server. */
  takeRoles(guildId, roles) {
    return this.line.send({ type: "roles", guild_id: guildId, roles });
  }

  #line(online) {
    this.online = online;
    if (!online) this.interactions.lost();
    this.dispatchEvent(new CustomEvent("line", { detail: { online } }));
  }

  #frame(frame) {
    if (frame.type === "notice") this.dispatchEvent(new CustomEvent("notice", { detail: frame }));
    else if (!this.world.apply(frame)) this.interactions.apply(frame);
  }
}
