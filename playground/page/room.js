/**
 * One channel through one person's eyes: its name, its messages, its commands, its message box. Several rooms
 * may stand side by side.
 */

import { Chips } from "./chips.js";
import { CommandForm } from "./command_form.js";
import { commandItems, needsNothing, runnable } from "./commands.js";
import { Composer } from "./composer.js";
import { disc, el, icon } from "./dom.js";
import { openListbox } from "./listbox.js";
import { listenToMessages } from "./message_actions.js";
import { MessageList } from "./message_list.js";
import { notice } from "./notices.js";
import { moderatorMark } from "./eyes.js";
import { badge, channelItems, newsIn } from "./sidebar.js";
import { isDirect, isForum, isGroup, isThread } from "./world.js";

/** Among a command's integration types: people can have it with them on servers where the bot is no member. */
const FOR_A_PERSON = 1;
/** Among a command's contexts: messages between people, where nobody but they can have brought it. */
const IN_A_GROUP = 2;
const STATES = ["archived", "locked"];
/** Letters of a name that a message box on a phone has room for. */
const LONGEST_HINTED = 16;

export class Room {
  session = null;
  channelId = null;
  #list;
  #composer;
  #chips;
  #form;

  /**
   * `kind`: "main" (alone, or the channel beside a thread), "side" (the thread beside it) or "column" (one of
   * several people's). `go(room, channelId, messageId)` leads elsewhere, `leave()` closes a thread at the
   * side, `showPerson(session)` opens the panel of whose room it is.
   */
  constructor(kind, { go, leave, showPerson }) {
    this.kind = kind;
    this.element = document.getElementById("room-template").content.cloneNode(true).firstElementChild;
    this.element.classList.add(kind);
    const lead = (channelId, messageId = null) => go(this, channelId, messageId);
    this.#list = new MessageList(this.#part(".messages"), this.#part(".newest"));
    this.#listenToMessages(lead);
    this.#form = new CommandForm(this.#part(".command-panel"), this.#part(".say"));
    this.#chips = new Chips(this.#part(".chips"), {
      run: (command) => this.#run(command, {}),
      ask: (command, from) => this.#ask(command, from),
      all: (from) => this.#listCommands(from),
    });
    this.#composer = this.#makeComposer();
    if (kind === "side") this.#canBeLeft(leave);
    if (kind === "column") this.#isSomebodys(lead, showPerson);
  }

  /** Look at a channel through a session's eyes. What was being written there before is there again. */
  show(session, channelId) {
    this.session = session;
    this.channelId = channelId;
    this.#showHeader();
    this.#list.show(session, channelId, session.world.unreadIn(channelId).first);
    this.#showTyping();
    this.showCommands();
  }

  /** Somebody will look elsewhere: keep what they were writing. */
  putAway() {
    if (!this.session) return;
    this.#keepDraft();
    this.#form.close();
  }

  shows(session, channelId) {
    return this.session === session && this.channelId === channelId;
  }

  /** Everything may have changed, as after a broken line; the reader stays where they are. */
  refresh() {
    this.#keepDraft();
    this.#showHeader();
    this.#list.refresh();
    this.#showTyping();
    this.showCommands();
  }

  /** Something moved in what this room's person sees (see world.js). */
  changed({ what, channel, id, isNew }) {
    const here = channel === this.channelId;
    if (what === "commands") this.showCommands();
    if (what === "message" && here) {
      this.#list.update(id, isNew);
      this.#showTyping();
    }
    if (what === "message_gone" && here) this.#list.update(id);
    if (what === "typing" && here) this.#showTyping();
    if (what === "channel" && here) {
      this.#keepDraft();
      this.#showHeader();
    }
    // A thread may have come under a message, or gone.
    if (["channel", "channel_gone"].includes(what) && !here) this.#list.refresh();
    if (["channel", "channel_gone", "unread", "ping"].includes(what)) this.#showPicker();
  }

  /** An interaction began, was answered or failed. */
  waitingChanged({ message, channel }) {
    if (message && channel === this.channelId) this.#list.update(message);
    this.#list.updateTail();
  }

  showCommands() {
    this.#chips.show(this.#commands());
  }

  pointAt(messageId) {
    return this.#list.pointAt(messageId);
  }

  focus() {
    this.#part(".messages").focus();
  }

  /** Begin to write a command. */
  slash() {
    this.#composer.slash();
  }

  /** The first room on the page is the one that the links at its top lead to. */
  markFirst(isFirst) {
    this.#part(".messages").id = isFirst ? "messages" : "";
    this.#part(".say").id = isFirst ? "say" : "";
  }

  #part(selector) {
    return this.element.querySelector(selector);
  }

  #listenToMessages(lead) {
    listenToMessages(this.#part(".messages"), {
      current: () => ({ session: this.session, channelId: this.channelId }),
      go: lead,
      command: (name) => this.#beginByName(name),
    });
  }

  #makeComposer() {
    return new Composer(this.#part(".composer"), {
      commands: () => this.#commands(),
      names: () => this.session.world.names(),
      say: (text) => this.session.say(this.channelId, text),
      run: (command, options) => this.#run(command, options),
      complete: (command, options, focused) =>
        this.session.interactions.complete(this.channelId, command.name, options, focused),
      lookUp: () => this.#list.focusLast(),
      refuse: (words) => notice(words, "alarm"),
    });
  }

  #canBeLeft(leave) {
    const button = this.#part(".leave");
    button.hidden = false;
    button.setAttribute("aria-label", "Close the thread");
    button.append(icon("close"));
    button.addEventListener("click", leave);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) leave();
    });
  }

  #isSomebodys(lead, showPerson) {
    const [whose, picker] = [this.#part(".whose"), this.#part(".picker")];
    whose.hidden = picker.hidden = false;
    whose.addEventListener("click", () => showPerson(this.session));
    picker.addEventListener("click", () => {
      if (picker.getAttribute("aria-expanded") === "true") return;
      openListbox({
        anchor: picker,
        items: channelItems(this.session, this.channelId),
        label: "Channels and threads",
        onChosen: ([channelId]) => lead(channelId),
      });
    });
  }

  #commands() {
    const { world } = this.session;
    const channel = world.channels.get(this.channelId);
    const guild = world.guilds.find((one) => one.id === channel?.guild_id);
    const isOffered = (command) =>
      (isGroup(channel) ? command.contexts?.includes(IN_A_GROUP) : !guild?.outside) ||
      (guild?.outside && command.integration_types?.includes(FOR_A_PERSON));
    return runnable(world.commands.filter(isOffered), world.locale);
  }

  #run(command, options) {
    this.session.interactions.slash(this.channelId, command.name, options);
  }

  #ask(command, from) {
    this.#form.open({ session: this.session, channelId: this.channelId, command, from });
  }

  #listCommands(from) {
    const commands = this.#commands();
    openListbox({
      anchor: from,
      items: commandItems(commands),
      label: "Commands",
      onChosen: ([name]) => {
        const command = commands.find((one) => one.name === name);
        if (command.options.length) this.#ask(command, from);
        else this.#run(command, {});
      },
    });
  }

  #beginByName(name) {
    const command = this.#commands().find((one) => one.name === name);
    if (!command) notice(`There is no command /${name} just now.`, "alarm");
    else if (needsNothing(command)) this.#run(command, {});
    else this.#ask(command, this.#part(".say"));
  }

  #keepDraft() {
    this.session.drafts.set(this.channelId, this.#composer.draft());
  }

  #showHeader() {
    const { world, person } = this.session;
    const channel = world.channels.get(this.channelId);
    if (!channel) return;
    const name = world.channelName(channel);
    const sign = isThread(channel) ? icon("thread") : isDirect(channel) ? "@" : "#";
    this.#part(".room-name").replaceChildren(sign, name);
    this.#part(".room-topic").textContent = topic(world, channel);
    this.#part(".messages").setAttribute("aria-label", `Messages in ${name}`);
    const place = isThread(channel) ? name : `#${name}`;
    this.element.setAttribute("aria-label", this.kind === "column" ? `${person.name} in ${place}` : place);
    const locked = channel.thread_metadata?.locked && !person.moderator;
    this.#composer.prepare({
      name: place,
      text: this.session.drafts.get(this.channelId) ?? "",
      hint:
        this.kind === "main" && place.length <= LONGEST_HINTED ? `Message ${place} or type /` : "Write, or type /",
      reason: locked
        ? "This thread is locked: only a moderator can write here."
        : isForum(channel)
          ? "A forum: its posts stand below it in the list of channels."
          : null,
    });
    this.#showWhose();
    this.#showPicker();
  }

  #showWhose() {
    const { person } = this.session;
    const words = [el("strong", {}, person.name), person.moderator ? moderatorMark() : null].flat();
    this.#part(".whose").replaceChildren(disc(person.name, person.avatar_color), ...words.filter(Boolean));
    this.#part(".whose").title = `${person.name}: language, roles and colours`;
  }

  /** Beside the channel's name: the way to others, and what is new there. */
  #showPicker() {
    const { messages, pings } = this.session.world.unreadInAll();
    const picker = this.#part(".picker");
    const news = newsIn({ messages, pings });
    picker.setAttribute("aria-label", news ? `Other channels, ${news}` : "Other channels");
    picker.replaceChildren(...[badge(messages, pings), icon("chevron")].filter(Boolean));
  }

  #showTyping() {
    const names = this.session.world.typingIn(this.channelId);
    this.#part(".typing").textContent = names.length
      ? `${names.join(", ")} ${names.length === 1 ? "is" : "are"} typing…`
      : "";
  }
}

/** What stands beside the name: the state of a thread and where it belongs, or what a channel is for. */
function topic(world, channel) {
  const parent = world.channels.get(channel.parent_id);
  const states = STATES.filter((state) => channel.thread_metadata?.[state]);
  const about = isThread(channel) && parent ? `in #${parent.name}` : channel.topic;
  const tags = parent?.available_tags?.filter((tag) => channel.applied_tags?.includes(tag.id)) ?? [];
  return [...states, about, ...tags.map((tag) => tag.name)].filter(Boolean).join(" · ");
}
