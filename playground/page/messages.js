/**
 * One message as a node: who said it and when, what it answers, its content, and the lines that only this
 * page adds (only you can see this; the interaction failed, and why).
 */

import { renderAttachments, renderEmbed } from "./classic.js";
import { runnable } from "./commands.js";
import { renderComponent } from "./components.js";
import { disc, el, icon } from "./dom.js";
import { renderMarkdown } from "./markdown.js";
import { wayTo } from "./markdown_inline.js";
import { timeNode } from "./times.js";

const EPHEMERAL = 64;
const LOADING = 128;
const V2 = 32768;
const BOT_COLOUR = "#8a6210";
const THREAD_CREATED = 18;
const THREAD_STARTER = 21;
const GROUPED_WITHIN_MS = 7 * 60 * 1000;
const DISCORD_EPOCH = 1420070400000n;

export function isEphemeral(message) {
  return Boolean(message.flags & EPHEMERAL);
}

/** When a message was posted, in milliseconds since 1970; its id knows it. */
export function postedAt(message) {
  return message.timestamp
    ? Date.parse(message.timestamp)
    : Number((BigInt(message.id) >> 22n) + DISCORD_EPOCH);
}

/** Whether `message` continues what `before` began, so that the name need not be said again. */
function continues(before, message) {
  return (
    Boolean(before) &&
    before.author?.id === message.author?.id &&
    !origin(message) &&
    !origin(before) &&
    isEphemeral(before) === isEphemeral(message) &&
    message.type !== THREAD_CREATED &&
    postedAt(message) - postedAt(before) < GROUPED_WITHIN_MS
  );
}

/** What a message came from: a command, a press, a reply. */
function origin(message) {
  return message.interaction_metadata ?? message.message_reference ?? null;
}

/** What components need to know about where they stand. */
export function viewOf(session, message) {
  return {
    message,
    names: session.world.names(),
    busy: (customId) => session.interactions.isBusy(message.id, customId),
    chosen: (component) => session.interactions.chosenIn(message, component),
  };
}

/** A message as an <article>. `before`: the message above it, or null. */
export function renderMessage(session, message, before) {
  const { world } = session;
  const name = authorName(world, message);
  const grouped = continues(before, message);
  const looks = [
    "message",
    grouped && "grouped",
    isEphemeral(message) && "ephemeral",
    isForMe(world, message) && "for-me",
  ];
  return el(
    "article",
    {
      class: looks.filter(Boolean).join(" "),
      "data-key": message.id,
      "data-message": message.id,
      tabindex: "-1",
      "aria-label": `${name}${isEphemeral(message) ? ", only you can see this" : ""}`,
    },
    originLine(world, message),
    el(
      "div",
      { class: "avatar" },
      grouped
        ? null
        : disc(
            name,
            world.person(message.author?.id)?.avatar_color ?? (message.author?.bot ? BOT_COLOUR : null),
          ),
    ),
    el(
      "div",
      { class: "message-body" },
      grouped ? null : byLine(message, name),
      content(session, message),
      threadCard(world, message),
      failureLine(session.interactions.failureOn(message.id)),
      isEphemeral(message) ? ephemeralLine() : null,
    ),
  );
}

function authorName(world, message) {
  return (
    world.nameOf(message.author?.id) ?? message.author?.global_name ?? message.author?.username ?? "Unknown"
  );
}

function isForMe(world, message) {
  return (message.mentions ?? []).some((user) => user.id === world.me);
}

function byLine(message, name) {
  return el(
    "header",
    { class: "by" },
    el("strong", { class: "author" }, name),
    message.author?.bot ? el("span", { class: "tag" }, "app") : null,
    timeNode(Math.floor(postedAt(message) / 1000), "t"),
    message.edited_timestamp && !(message.flags & LOADING) ? el("small", {}, "(edited)") : null,
  );
}

/** What the reader calls the command, as long as there is one of that name. */
function calledHere(world, name) {
  return runnable(world.commands, world.locale).find((one) => one.name === name)?.shown ?? name;
}

/** "Anne used /play", or the beginning of the message that this one answers. */
function originLine(world, message) {
  const interaction = message.interaction_metadata;
  const command = message.interaction?.name ?? interaction?.name;
  if (interaction && command) {
    const who = world.nameOf(interaction.user?.id) ?? interaction.user?.username ?? "Somebody";
    return el(
      "p",
      { class: "origin" },
      icon("reply"),
      el("strong", {}, who),
      " used ",
      el("code", {}, `/${calledHere(world, command)}`),
    );
  }
  if (!message.message_reference || message.type === THREAD_STARTER || message.type === THREAD_CREATED)
    return null;
  const { channel_id: channel, message_id: id } = message.message_reference;
  const answered = world.message(channel, id) ?? message.referenced_message;
  const words = answered
    ? `${authorName(world, answered)}: ${plainText(answered) || "a message"}`
    : "a message that is gone";
  return el(
    "p",
    { class: "origin" },
    icon("reply"),
    wayTo(channel, id, [words.slice(0, 90)], { class: "link" }),
  );
}

function content(session, message) {
  const view = viewOf(session, message);
  if (message.flags & LOADING) {
    return el("p", { class: "thinking" }, `${authorName(session.world, message)} is thinking…`);
  }
  if (message.type === THREAD_CREATED)
    return el("p", { class: "system" }, "started a thread: ", el("strong", {}, message.content));
  if (message.type === THREAD_STARTER) return starterLine(session.world, message);
  if (message.flags & V2) return el("div", { class: "content" }, components(message, view));
  return el(
    "div",
    { class: "content" },
    message.content ? el("div", { class: "text" }, renderMarkdown(message.content, view.names)) : null,
    renderAttachments(view),
    (message.embeds ?? []).map((embed) => renderEmbed(embed, view)),
    components(message, view),
  );
}

/** The first line of a thread: the way back to the message that it was opened from. */
function starterLine(world, message) {
  const { channel_id: channel, message_id: id } = message.message_reference ?? {};
  const began = world.channels.get(channel);
  if (!began) return el("p", { class: "system" }, "The message that this thread began with is gone.");
  return el(
    "p",
    { class: "system" },
    "This thread began with ",
    wayTo(channel, id, [`a message in #${began.name}`], { class: "link" }),
  );
}

function components(message, view) {
  return (message.components ?? []).map((component) => renderComponent(component, view));
}

/** The way into the thread that was opened from a message. */
function threadCard(world, message) {
  const thread = world.channels.get(
    message.type === THREAD_CREATED ? message.message_reference?.channel_id : message.id,
  );
  if (!thread) return null;
  return el(
    "button",
    { type: "button", class: "thread-card", "data-action": "go", "data-channel": thread.id },
    icon("thread"),
    el("strong", {}, thread.name),
    el("span", {}, "Open the thread"),
  );
}

/** Said below what failed, with the reason; it goes with the next attempt. */
export function failureLine(reason) {
  if (!reason) return null;
  return el("p", { class: "failure", role: "alert" }, reason);
}

function ephemeralLine() {
  return el(
    "p",
    { class: "only-you" },
    icon("eye"),
    "Only you can see this",
    el("button", { type: "button", class: "link", "data-action": "dismiss" }, "Dismiss message"),
  );
}

/** The words of a message without its looks, for one line of it. */
export function plainText(message) {
  const gather = (component) => [component.content, ...(component.components ?? []).flatMap(gather)];
  const words = [
    message.content,
    ...(message.embeds ?? []).map((embed) => embed.title ?? embed.description),
    ...(message.components ?? []).flatMap(gather),
  ];
  return words
    .filter(Boolean)
    .join(" ")
    .replace(/[*_~|`#>]+|^-# /g, "")
    .replace(/\s+/g, " ")
    .trim();
}
