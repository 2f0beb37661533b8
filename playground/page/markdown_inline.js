/**
 * Discord's markdown inside a line: emphasis, code, spoilers, links, mentions, times, emoji. Links lead to
 * http and https only; a custom emoji is shown by its name, since nothing is fetched from outside.
 */

import { el } from "./dom.js";
import { timeNode } from "./times.js";

/** Where a rule might begin: everything before it is plain text. */
const SPECIAL = /[\\`|<[*_~@]|https?:\/\//g;

const JUMP = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/**
 * Each rule: a pattern tried at the present place, and the node it makes of the match. The first that fits
 * counts.
 */
const RULES = [
  [/\\([^\sA-Za-z0-9])/y, (m) => m[1]],
  [
    /```(?:([\w+#.-]*)\n)?([\s\S]+?)\n?```\n?/y,
    (m) => el("pre", {}, el("code", { "data-language": m[1] || null }, m[2])),
  ],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => el("code", {}, m[2].replace(/^ (.*) $/s, "$1"))],
  [/\|\|([\s\S]+?)\|\|/y, (m, names) => spoiler(renderInline(m[1], names))],
  [/<@!?(\d+)>/y, (m, names) => userMention(m[1], names)],
  [/<@&(\d+)>/y, (m, names) => el("span", { class: "mention" }, `@${names.role(m[1]) ?? "unknown role"}`)],
  [/<#(\d+)>/y, (m, names) => channelMention(m[1], names)],
  [
    /<\/([-\w ]+):\d+>/y,
    (m) =>
      el(
        "button",
        { type: "button", class: "mention", "data-action": "command", "data-command": m[1] },
        `/${m[1]}`,
      ),
  ],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => timeNode(Number(m[1]), m[2])],
  [/<a?:(\w+):\d+>/y, (m) => el("span", { class: "emoji", title: "custom emoji" }, `:${m[1]}:`)],
  [
    /\[((?:\\.|[^[\]\\])+)\]\(\s*<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)/y,
    (m, names) => linkNode(m[2], renderInline(m[1], names)),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, (m, names) => bareLink(m[1], names)],
  [/https?:\/\/[^\s<]*[^<.,:;"'\])\s*_~|]/y, (m, names) => bareLink(m[0], names)],
  [/@(everyone|here)\b/y, (m) => el("span", { class: "mention" }, m[0])],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, (m, names) => el("strong", {}, renderInline(m[1], names))],
  [/__([\s\S]+?)__(?!_)/y, (m, names) => el("u", {}, renderInline(m[1], names))],
  [/\*(?=\S)((?:\*\*|[^*])+?)\*(?!\*)/y, (m, names) => el("em", {}, renderInline(m[1], names))],
  [/(?<!\w)_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, (m, names) => el("em", {}, renderInline(m[1], names))],
  [/~~([\s\S]+?)~~/y, (m, names) => el("s", {}, renderInline(m[1], names))],
];

/** The nodes and strings of one run of text. */
export function renderInline(text, names) {
  const nodes = [];
  let words = "";
  const flush = () => {
    if (words) nodes.push(words);
    words = "";
  };
  for (let at = 0; at < text.length;) {
    const found = ruleAt(text, at, names);
    if (found) {
      if (typeof found.node === "string") words += found.node;
      else {
        flush();
        nodes.push(found.node);
      }
      at = found.end;
    } else {
      const next = nextSpecial(text, at + 1);
      words += text.slice(at, next);
      at = next;
    }
  }
  flush();
  return nodes;
}

function ruleAt(text, at, names) {
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // `build` may come back here and move the pattern, so the end is taken first.
    if (match) return { end: at + match[0].length, node: build(match, names) };
  }
  return null;
}

function nextSpecial(text, from) {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? text.length;
}

/** Hidden until pressed; a message's update leaves it as the reader left it. */
export function spoiler(children) {
  return el(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "data-action": "reveal",
      "aria-pressed": "false",
      "aria-label": "Spoiler, press to show",
      "data-keep": "aria-pressed aria-label",
    },
    el("span", {}, children),
  );
}

function userMention(id, names) {
  return el(
    "span",
    { class: id === names.me ? "mention me" : "mention" },
    `@${names.user(id) ?? "unknown user"}`,
  );
}

function channelMention(id, names) {
  const channel = names.channel(id);
  if (!channel) return el("span", { class: "mention" }, "#unknown");
  return wayTo(id, null, [`#${channel.name}`], { class: "mention" });
}

/** A link to a channel on this page, or to a message in it. */
export function wayTo(channelId, messageId, children, attributes = {}) {
  const goes = { href: "#", "data-action": "go", "data-channel": channelId, "data-message": messageId };
  return el("a", { ...goes, ...attributes }, children);
}

/** An address without words of its own: one of a message here is called by its channel. */
function bareLink(url, names) {
  const channel = names.channel(JUMP.exec(url)?.[1]);
  if (!channel) return linkNode(url, [url]);
  return linkNode(url, [`#${channel.name} › message`], { class: "mention" });
}

/**
 * A link outside opens beside the page; a link to a message of Discord's leads to that message on this page.
 */
export function linkNode(url, children, attributes = {}) {
  const jump = JUMP.exec(url);
  if (jump) return wayTo(jump[1], jump[2] ?? null, children, attributes);
  const safe = /^https?:\/\//i.test(url) ? url : null;
  return el(
    "a",
    { href: safe, target: "_blank", rel: "noopener noreferrer nofollow", ...attributes },
    children,
  );
}
