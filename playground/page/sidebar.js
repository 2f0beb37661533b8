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
}

/** Draw the list as this session sees it, with the channel that is shown marked. */
export function showSidebar(session) {
  const { world } = session;
  const groups = world.guilds.map((guild) => group(guild.name, world.channelsOf(guild.id), session));
  const direct = [...world.channels.values()].filter(isDirect);
  if (direct.length) groups.push(group("Direct messages", direct, session));
  keepingFocus(root, () => patch(root, el("div", { id: "channels" }, groups)));
}

function group(name, channels, session) {
  return el(
    "section",
    { class: "guild", "aria-label": name },
    el("h2", {}, name),
    el(
      "ul",
      {},
      channels.map((channel) => channelNode(channel, session)),
    ),
  );
}

function channelNode(channel, session) {
  const threads = session.world.threadsOf(channel.id);
  const isShelved = (thread) => thread.thread_metadata?.archived && thread.id !== session.channelId;
  const shelved = threads.filter(isShelved);
  return el(
    "li",
    { "data-key": channel.id },
    link(channel, session),
    el(
      "ul",
      { class: "threads" },
      threads
        .filter((thread) => !isShelved(thread))
        .map((thread) => el("li", { "data-key": thread.id }, link(thread, session))),
    ),
    shelved.length
      ? el(
          "details",
          { class: "shelved", "data-keep": "open" },
          el("summary", {}, `Archived threads (${shelved.length})`),
          el(
            "ul",
            { class: "threads" },
            shelved.map((thread) => el("li", { "data-key": thread.id }, link(thread, session))),
          ),
        )
      : null,
  );
}

function link(channel, session) {
  const { messages, pings } = session.world.unreadIn(channel.id);
  const looks = ["channel", messages && "unread", channel.thread_metadata?.archived && "archived"];
  return el(
    "button",
    {
      type: "button",
      class: looks.filter(Boolean).join(" "),
      "data-channel": channel.id,
      title: session.world.channelName(channel),
      "aria-current": channel.id === session.channelId && "page",
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
