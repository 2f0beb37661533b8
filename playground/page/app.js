/**
 * The page itself: who looks, at what, and which part has to be drawn again when something changes.
 */

import { announce, announceMessage, notice, showLine } from "./notices.js";
import { byId, icon } from "./dom.js";
import { closeDrawer, listenToDrawer } from "./drawer.js";
import { listenToEyes, showSwitches, showTabs } from "./eyes.js";
import { openMenu } from "./menus.js";
import { openModal } from "./modal.js";
import { languageOf, openPersonPanel } from "./person_panel.js";
import { Session } from "./session.js";
import { listenToSidebar, showSidebar } from "./sidebar.js";
import { Stage } from "./stage.js";
import { listenToTheme } from "./theme.js";
import { keepTimesFresh } from "./times.js";
import { readAddress, writeAddress } from "./where.js";
import { isThread } from "./world.js";

/** From here on a thread stands beside its channel, and people can stand side by side. */
const WIDE = window.matchMedia("(min-width: 1200px)");
const NARROWEST_COLUMN = 280;

/** Everybody's session by id; the first one is here under null until the server has said who it is. */
const sessions = new Map();
/** Where each session is: { channel, thread: the one at the side, or null }. */
const places = new Map();
const stage = new Stage({ go, leave: leaveThread, showPerson });
/** Whose eyes are looked through, one at a time; and who stands side by side (ids), or null. */
let current = null;
let columns = null;

function start() {
  const address = readAddress();
  columns = address.columns?.map(({ user }) => user) ?? null;
  for (const { user, channel, thread = null } of address.columns ?? [address])
    places.set(openSession(user), { channel, thread });
  current = [...sessions.values()][0] ?? openSession(null);
  const menu = (anchor, person) =>
    openMenu(anchor, { session: current, channelId: places.get(current).channel, person });
  listenToEyes({ look, toggle, menu });
  listenToSidebar((channelId) => go(stage.first, channelId));
  listenToDrawer();
  listenToTheme();
  listenToKeys();
  byId("layout-button").addEventListener("click", () => setColumns(columns ? null : whoFits()));
  byId("person-button").addEventListener("click", () => showPerson(current));
  WIDE.addEventListener("change", arrange);
  keepTimesFresh();
}

function openSession(user) {
  const session = new Session(user);
  sessions.set(user, session);
  places.set(session, { channel: null, thread: null });
  session.world.addEventListener("change", ({ detail }) => changed(session, detail));
  session.addEventListener("line", () => session === current && showLine(session.online));
  session.addEventListener("notice", ({ detail }) => isShown(session) && notice(detail.text));
  session.interactions.addEventListener("change", ({ detail }) => {
    for (const room of stage.roomsOf(session)) room.waitingChanged(detail);
  });
  session.interactions.addEventListener(
    "modal",
    ({ detail }) => isShown(session) && openModal(session, detail),
  );
  return session;
}

function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, textarea, select, [aria-expanded='true']")) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    stage.held?.slash();
  });
  for (const link of document.querySelectorAll(".skip")) {
    link.addEventListener("click", (event) => {
      // The address is ours to keep: the link only moves the keyboard.
      event.preventDefault();
      document.querySelector(link.getAttribute("href"))?.focus();
    });
  }
}

// What changes in the world.

/** Something moved in what somebody sees: draw again what shows it. */
function changed(session, detail) {
  const { what, channel } = detail;
  if (what === "all") arrived(session);
  if (what === "channel_gone") arrange();
  for (const room of stage.roomsOf(session)) room.changed(detail);
  if (["unread", "ping"].includes(what)) showTop();
  if (session === current && ["channel", "unread", "ping"].includes(what)) showSidebar(session, openPlaces());
  if (isShown(session)) tell(session, detail, isVisible(session, channel));
}

/** The server has told everything anew: at the beginning, or after the line was broken. */
function arrived(session) {
  if (!isKnownByName(session)) return;
  const { people } = session.world;
  for (const person of people) if (!sessions.has(person.id)) openSession(person.id);
  const known = stage.roomsOf(session);
  arrange();
  for (const room of known) room.refresh();
}

/**
 * Whoever asked for nobody, or for somebody of a world that is no more, is told who they are. Returns false
 * for one too many with the same eyes, who goes.
 */
function isKnownByName(session) {
  const { me } = session.world;
  const [key] = [...sessions].find(([, one]) => one === session);
  if (key === me) return true;
  sessions.delete(key);
  columns = columns?.filter((id) => id !== key) ?? null;
  if (!columns?.length) columns = null;
  const first = sessions.get(me) ?? session;
  sessions.set(me, first);
  if (current === session) current = first;
  if (first !== session) session.line.close();
  return first === session;
}

/** Say what is new: aloud what is on the screen, as a notice where somebody was mentioned elsewhere. */
function tell(session, { what, channel, id, isNew, isFirst }, visible) {
  const { world } = session;
  const name = () => world.channelName(world.channels.get(channel) ?? {});
  if (what === "message" && visible) announceMessage(session, world.message(channel, id), isNew);
  if (what === "unread" && isFirst && !columns) announce(`New in ${name()}.`);
  if (what === "ping" && !visible) {
    // Side by side, each column shows its mentions itself.
    const words = `${session.person.name} was mentioned in ${name()}.`;
    if (columns) announce(words);
    else notice(words);
  }
}

function isShown(session) {
  return isSideBySide() ? columns.includes(session.world.me) : session === current;
}

function isVisible(session, channelId) {
  return stage.roomsOf(session).some((room) => room.channelId === channelId);
}

// Where one is.

function isSideBySide() {
  return Boolean(columns) && WIDE.matches;
}

/** Let the rooms stand that are wanted now, and draw all that depends on them. */
function arrange() {
  for (const session of sessions.values()) settle(session);
  if (!current.person) return;
  stage.arrange(isSideBySide() ? columnPlaces() : ownPlaces());
  for (const session of sessions.values())
    session.world.watch(stage.roomsOf(session).map((room) => room.channelId));
  document.body.classList.toggle("side-by-side", isSideBySide());
  remember();
  showSidebar(current, openPlaces());
  showTop();
  showLine(current.online);
}

/** Nobody stays in a channel that is gone; a thread stands beside its channel where there is room. */
function settle(session) {
  if (!session.person) return;
  const { channels } = session.world;
  const place = places.get(session);
  if (!channels.has(place.thread)) place.thread = null;
  if (!channels.has(place.channel)) place.channel = firstChannel(session);
  const channel = channels.get(place.channel);
  if (!WIDE.matches || isSideBySide()) {
    places.set(session, { channel: place.thread ?? place.channel, thread: null });
  } else if (channel && isThread(channel)) {
    places.set(session, { channel: channel.parent_id, thread: channel.id });
  }
}

function firstChannel({ world }) {
  return world.guilds.flatMap((guild) => world.channelsOf(guild.id))[0]?.id ?? null;
}

function ownPlaces() {
  const { channel, thread } = places.get(current);
  const main = { key: "main", kind: "main", session: current, channelId: channel };
  return thread ? [main, { key: "side", kind: "side", session: current, channelId: thread }] : [main];
}

function columnPlaces() {
  return columns
    .map((id) => sessions.get(id))
    .filter((session) => session?.person)
    .map((session) => {
      const { channel } = places.get(session);
      return { key: session.world.me, kind: "column", session, channelId: channel };
    });
}

function openPlaces() {
  return Object.values(places.get(current));
}

function remember() {
  if (columns) {
    const channelOf = (id) => places.get(sessions.get(id))?.channel;
    writeAddress({ columns: columns.map((user) => ({ user, channel: channelOf(user) })) });
  } else {
    writeAddress({ user: current.world.me, ...places.get(current) });
  }
}

// Going elsewhere.

/** Look through somebody's eyes at what is shown now; where they do not see it, at what they saw last. */
function look(personId) {
  const session = sessions.get(personId);
  if (!session || session === current) return;
  const { channels } = session.world;
  const { channel, thread } = places.get(current);
  if (channels.has(channel)) places.set(session, { channel, thread: channels.has(thread) ? thread : null });
  current = session;
  arrange();
}

/** Show a channel in place of this room's, and a message in it. */
function go(room, channelId, messageId = null) {
  const { session } = room;
  const channel = session.world.channels.get(channelId);
  if (!channel) {
    notice("This channel is gone, or not yours to see.", "alarm");
    return;
  }
  const held = room.element.contains(document.activeElement);
  const { thread } = places.get(session);
  const beside = session.world.channels.get(thread)?.parent_id === channelId;
  places.set(session, { channel: channelId, thread: beside ? thread : null });
  arrange();
  closeDrawer();
  const target = stage.roomsOf(session).find((one) => one.channelId === channelId);
  if (messageId && !target.pointAt(messageId)) notice("That message is gone, or too far back.", "alarm");
  else if (held && !messageId) target.focus();
}

function leaveThread() {
  places.get(current).thread = null;
  arrange();
  stage.first.focus();
}

/** Put these people (ids) side by side; null: one at a time again. */
function setColumns(people) {
  const { channel, thread } = places.get(current);
  columns = people;
  for (const session of people ? sessions.values() : []) {
    const seen = [thread, channel].find((id) => session.world.channels.has(id));
    if (seen) places.set(session, { channel: seen, thread: null });
  }
  arrange();
}

/** As many people as there is room for, whoever is looked through among them. */
function whoFits() {
  const all = current.world.people.map(({ id }) => id);
  const room = Math.max(2, Math.floor(innerWidth / NARROWEST_COLUMN));
  return all.filter((id) => id === current.world.me || all.indexOf(id) < room);
}

/** Side by side: show somebody, or no longer; the last one stays. */
function toggle(personId) {
  const shown = columns.includes(personId);
  if (shown && columns.length === 1) return;
  const wanted = shown ? columns.filter((id) => id !== personId) : [...columns, personId];
  columns = current.world.people.map(({ id }) => id).filter((id) => wanted.includes(id));
  if (!columns.includes(current.world.me)) current = sessions.get(columns[0]);
  arrange();
}

function showPerson(session) {
  openPersonPanel(session, () => {
    for (const room of stage.roomsOf(session)) room.showCommands();
    showTop();
  });
}

function showTop() {
  if (!stage.first) return;
  const { people, me } = current.world;
  const unreadOf = (id) => sessions.get(id)?.world.unreadInAll() ?? { messages: 0, pings: 0 };
  if (isSideBySide()) showSwitches(people, columns, unreadOf);
  else showTabs(people, me, unreadOf);
  const layout = byId("layout-button");
  layout.setAttribute("aria-pressed", String(isSideBySide()));
  const button = byId("person-button");
  button.replaceChildren(icon("options"), languageOf(current));
  button.setAttribute("aria-label", `${current.person.name}: ${languageOf(current)}, roles, colours`);
  const { pings } = current.world.unreadInAll();
  const name = stage.first.element.querySelector(".room-name").textContent;
  document.title = `${pings ? `(${pings}) ` : ""}${name} · Tortuga playground`;
}

start();
