/**
 * The page itself: who looks, at what, and which part has to be drawn again when something changes.
 */

import { listenToChips, showChips } from "./chips.js";
import { closeCommandForm, openCommandForm } from "./command_form.js";
import { needsNothing, runnable } from "./commands.js";
import { draft, listenToComposer, prepareComposer } from "./composer.js";
import { byId, icon } from "./dom.js";
import { closeDrawer, listenToDrawer } from "./drawer.js";
import { listenToEyes, showEyes, showPerson } from "./eyes.js";
import { listenToMessages } from "./message_actions.js";
import { pointAt, refreshChannel, showChannel, updateMessage, updateTail } from "./message_list.js";
import { isEphemeral, plainText } from "./messages.js";
import { openModal } from "./modal.js";
import { announce, notice, showLine } from "./notices.js";
import { Session } from "./session.js";
import { listenToSidebar, showSidebar } from "./sidebar.js";
import { keepTimesFresh } from "./times.js";
import { isDirect, isThread } from "./world.js";

/** Everybody's session by id; the first one is here under null until the server has said who it is. */
const sessions = new Map();
let current = null;

function start() {
  const [user, channel] = location.hash.slice(1).split("/");
  listenToEyes({ look, speak: (locale) => current.speak(locale) && showCommands() });
  listenToSidebar((id) => go(id));
  listenToMessages({
    current: () => ({ session: current, channelId: current.channelId }),
    go,
    command: beginByName,
  });
  listenToChips(findCommand, {
    run: (command) => current.interactions.slash(current.channelId, command.name, {}),
    ask: begin,
  });
  listenToComposer({
    commands: currentCommands,
    say: (text) => current.say(current.channelId, text),
    begin: beginTyped,
    lookUp: () => byId("messages").querySelector("article:last-of-type")?.focus(),
    refuse: (words) => notice(words, "alarm"),
  });
  listenToDrawer();
  keepTimesFresh();
  current = openSession(user || null);
  current.channelId = channel || null;
}

function openSession(user) {
  const session = new Session(user);
  sessions.set(user, session);
  session.world.addEventListener("change", ({ detail }) => changed(session, detail));
  session.addEventListener("line", () => session === current && showLine(session.online));
  session.addEventListener("notice", ({ detail }) => session === current && notice(detail.text));
  session.interactions.addEventListener("change", ({ detail }) => waitingChanged(session, detail));
  session.interactions.addEventListener(
    "modal",
    ({ detail }) => session === current && openModal(session, detail),
  );
  return session;
}

/** Something moved in what somebody sees: draw again what shows it. */
function changed(session, { what, channel, id, isNew }) {
  if (what === "all") arrived(session);
  if (["unread", "ping", "all"].includes(what)) showTabs();
  if (session !== current) return;
  if (["channel", "channel_gone", "unread", "ping"].includes(what)) showSidebar(session);
  if (what === "commands") showCommands();
  const here = channel === session.channelId;
  if (what === "channel_gone" && !session.world.channels.has(session.channelId)) go(firstChannel(session));
  if (what === "channel" && here) {
    session.drafts.set(channel, draft());
    showHeader();
  }
  if (["channel", "channel_gone"].includes(what) && !here) refreshChannel();
  if (what === "message" && here) messageChanged(session, channel, id, isNew);
  if (what === "message_gone" && here) updateMessage(id);
  if (what === "typing" && here) showTyping();
  if (what === "ping" && !here)
    notice(
      `${session.person.name} was mentioned in ${session.world.channels.get(channel)?.name ?? "a channel"}.`,
    );
}

function messageChanged(session, channel, id, isNew) {
  const message = session.world.message(channel, id);
  updateMessage(id, isNew);
  showTyping();
  if (isNew || isEphemeral(message))
    announce(`${session.world.nameOf(message.author?.id) ?? ""}: ${plainText(message).slice(0, 200)}`);
}

/** The server has told everything anew: at the beginning, or after the line was broken. */
function arrived(session) {
  const { me, people, channels } = session.world;
  if (!sessions.has(me)) {
    sessions.delete(null);
    sessions.set(me, session);
  }
  for (const person of people) if (!sessions.has(person.id)) openSession(person.id);
  const stays = channels.has(session.channelId) && session.shown;
  if (!channels.has(session.channelId)) session.channelId = firstChannel(session);
  if (session !== current) return;
  if (stays) refreshEverything();
  else showEverything();
}

/**
 * After a broken line: everything may have changed, but the reader stays where they were, with what they
 * wrote.
 */
function refreshEverything() {
  current.drafts.set(current.channelId, draft());
  showHeader();
  showTabs();
  showSidebar(current);
  refreshChannel();
  showCommands();
}

function firstChannel({ world }) {
  return world.guilds.flatMap((guild) => world.channelsOf(guild.id))[0]?.id ?? null;
}

function waitingChanged(session, { message, channel }) {
  if (session !== current) return;
  if (message && channel === session.channelId) updateMessage(message);
  updateTail();
}

/**
 * Look through somebody's eyes at the channel that is shown now; where they do not see it, at one they do.
 */
function look(personId) {
  const session = sessions.get(personId);
  if (!session || session === current) return;
  putAway();
  const { channelId } = current;
  current = session;
  const { channels } = session.world;
  session.channelId = [channelId, session.channelId].find((id) => channels.has(id)) ?? firstChannel(session);
  if (session.person) showEverything();
  showLine(session.online);
}

/** Show a channel, and a message in it. */
function go(channelId, messageId = null) {
  if (!current.world.channels.has(channelId)) {
    notice("This channel is gone, or not yours to see.", "alarm");
    return;
  }
  if (channelId !== current.channelId) {
    putAway();
    current.channelId = channelId;
    showEverything();
  }
  closeDrawer();
  if (messageId && !pointAt(messageId)) notice("That message is gone, or too far back.", "alarm");
}

function putAway() {
  current.drafts.set(current.channelId, draft());
  current.world.watch(null);
  closeCommandForm();
}

function showEverything() {
  const { world, channelId } = current;
  world.watch(channelId);
  current.shown = true;
  history.replaceState(null, "", `#${world.me}/${channelId ?? ""}`);
  showHeader();
  showTabs();
  showPerson(current.person, current.world.locale);
  showSidebar(current);
  showChannel(current, channelId);
  showTyping();
  showCommands();
}

function showTabs() {
  showEyes(
    current.world.people,
    current.world.me,
    (id) => sessions.get(id)?.world.unreadInAll() ?? { messages: 0, pings: 0 },
  );
  const { pings } = current.world.unreadInAll();
  const name = byId("room-name").textContent;
  document.title = `${pings ? `(${pings}) ` : ""}${name} · Tortuga playground`;
}

function showHeader() {
  const { world, channelId } = current;
  const channel = world.channels.get(channelId);
  if (!channel) return;
  const sign = isThread(channel) ? icon("thread") : isDirect(channel) ? "@" : "#";
  const parent = world.channels.get(channel.parent_id);
  const marks = { archived: "archived", locked: "locked" };
  const states = Object.keys(marks).filter((mark) => channel.thread_metadata?.[mark]);
  byId("room-name").replaceChildren(sign, world.channelName(channel));
  byId("room-topic").textContent = [
    ...states,
    isThread(channel) && parent ? `in #${parent.name}` : channel.topic,
  ]
    .filter(Boolean)
    .join(" · ");
  byId("messages").setAttribute("aria-label", `Messages in ${world.channelName(channel)}`);
  const locked = channel.thread_metadata?.locked && !current.person.moderator;
  prepareComposer({
    name: isThread(channel) ? world.channelName(channel) : `#${world.channelName(channel)}`,
    text: current.drafts.get(channelId) ?? "",
    reason: locked ? "This thread is locked: only a moderator can write here." : null,
  });
}

function showTyping() {
  const names = current.world.typingIn(current.channelId);
  byId("typing").textContent = names.length
    ? `${names.join(", ")} ${names.length === 1 ? "is" : "are"} typing…`
    : "";
}

function currentCommands() {
  return runnable(current.world.commands, current.world.locale);
}

function showCommands() {
  showChips(currentCommands());
}

function findCommand(name) {
  return currentCommands().find((command) => command.name === name) ?? null;
}

/** A command that was typed or picked: run it when it has no options, else ask for them. */
function beginTyped(command, rest) {
  if (command.options.length) begin(command, byId("say"), rest);
  else current.interactions.slash(current.channelId, command.name, {});
}

function begin(command, from, prefill = "") {
  openCommandForm({ session: current, channelId: current.channelId, command, prefill, from });
}

function beginByName(name) {
  const command = findCommand(name);
  if (!command) notice(`There is no command /${name} just now.`, "alarm");
  else if (needsNothing(command)) current.interactions.slash(current.channelId, command.name, {});
  else begin(command, byId("say"));
}

start();
