/**
 * The list at the side: servers, their channels, the threads under them, direct messages; what is unread in
 * each.
 */

import { byId, el, icon } from "./dom.js";
import { isDirect, isThread } from "./world.js";
import { keepingFocus, patch } from "./patch.js";

const root = byId("channels");

/** `go(channelId)` shows a channel. */
export function listenToSidebar(go) {
  root.addEventListener("click", (event) => {
    const link = event.target.closest("[data-channel]");
    if (link) go(link.dataset.channel);
  });
  root.addEventListener("keydown", (event) => {
    const all = [...root.querySelectorAll(".channel, summary")].filter((one) => one.checkVisibility());
    const at = all.indexOf(event.target);
    const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

/** Draw the list as this session sees it, with the channels that are shown (ids) marked. */
export function showSidebar(session, shown) {
  const { world } = session;
  const groups = world.guilds.map((guild) => group(guild.name, world.channelsOf(guild.id), session, shown));
  const direct = world.channelsOf(null);
  if (direct.length) groups.push(group("Direct messages", direct, session, shown));
  keepingFocus(root, () => patch(root, el("div", { id: "channels" }, groups)));
}

function group(name, channels, session, shown) {
  return el(
    "section",
    { class: "guild", "aria-label": name },
    el("h2", {}, name),
    el(
      "ul",
      {},
      channels.map((channel) => channelNode(channel, session, shown)),
    ),
  );
}

function channelNode(channel, session, shown) {
  const threads = session.world.threadsOf(channel.id);
  const isShelved = (thread) => thread.thread_metadata?.archived && !shown.includes(thread.id);
  const shelved = threads.filter(isShelved);
  return el(
    "li",
    { "data-key": channel.id },
    link(channel, session, shown),
    el(
      "ul",
      { class: "threads" },
      threads
        .filter((thread) => !isShelved(thread))
        .map((thread) => el("li", { "data-key": thread.id }, link(thread, session, shown))),
    ),
    shelved.length
      ? el(
          "details",
          { class: "shelved", "data-keep": "open" },
          el("summary", {}, `Archived threads (${shelved.length})`),
          el(
            "ul",
            { class: "threads" },
            shelved.map((thread) => el("li", { "data-key": thread.id }, link(thread, session, shown))),
          ),
        )
      : null,
  );
}

function link(channel, session, shown) {
  const { messages, pings } = session.world.unreadIn(channel.id);
  const looks = ["channel", messages && "unread", channel.thread_metadata?.archived && "archived"];
  return el(
    "button",
    {
      type: "button",
      class: looks.filter(Boolean).join(" "),
      "data-channel": channel.id,
      title: session.world.channelName(channel),
      "aria-current": shown.includes(channel.id) && "true",
    },
    sign(channel),
    el("span", { class: "channel-name" }, session.world.channelName(channel)),
    channel.thread_metadata?.locked ? [icon("lock"), el("span", { class: "unseen" }, "locked")] : null,
    badge(messages, pings),
  );
}

function sign(channel) {
  if (isThread(channel)) return icon("thread");
  return el("span", { class: "sign", "aria-hidden": "true" }, isDirect(channel) ? "@" : "#");
}

/** All that this session can go to, as the items of a list (see listbox.js); archived threads come last. */
export function channelItems({ world }, shownId) {
  const channels = [...world.guilds.map(({ id }) => id), null].flatMap((id) => world.channelsOf(id));
  const isShelved = (thread) => Boolean(thread.thread_metadata?.archived);
  const threadsOf = (channel, shelved) =>
    world.threadsOf(channel.id).filter((thread) => isShelved(thread) === shelved);
  const open = channels.flatMap((channel) => [channel, ...threadsOf(channel, false)]);
  const shelved = channels.flatMap((channel) => threadsOf(channel, true));
  return [...open, ...shelved].map((channel) => ({
    value: channel.id,
    label: `${isThread(channel) ? "› " : isDirect(channel) ? "@" : "#"}${world.channelName(channel)}`,
    description: isShelved(channel) ? "archived" : null,
    hint: newsIn(world.unreadIn(channel.id)),
    chosen: channel.id === shownId,
  }));
}

/** What is new in a channel, in words; null for nothing. */
export function newsIn({ messages, pings }) {
  if (pings) return pings === 1 ? "1 mention" : `${pings} mentions`;
  return messages ? "unread" : null;
}

/** A number for mentions, a dot for other unread messages; both are also said in words. */
export function badge(messages, pings) {
  if (pings)
    return el(
      "span",
      { class: "badge" },
      String(pings),
      el("span", { class: "unseen" }, pings === 1 ? " mention" : " mentions"),
    );
  return messages ? el("span", { class: "dot" }, el("span", { class: "unseen" }, "unread")) : null;
}
