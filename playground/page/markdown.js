/**
 * Discord's markdown, block by block: headings, subtext, quotes, lists, paragraphs. What stands inside a line
 * is the work of markdown_inline.js. Both build nodes; neither ever writes markup.
 */

import { el } from "./dom.js";
import { renderInline } from "./markdown_inline.js";

const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const QUOTE = /^> (.*)$|^>$/;
const LONG_QUOTE = /^>>> /;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.+)$/;

/** The page has an h1 and an h2 of its own, so a message's headings begin below them. */
const HEADING_TAGS = ["h3", "h4", "h5"];

/**
 * Text as Discord shows it. `names` knows who and what an id is (see world.js: user, channel, role).
 * Returns an array of nodes.
 */
export function renderMarkdown(text, names) {
  const lines = joinFences(text.replace(/\r\n?/g, "\n").split("\n"));
  const blocks = [];
  let plain = [];
  const flush = () => {
    const words = plain.join("\n").replace(/^\n+|\s+$/g, "");
    if (words) blocks.push(paragraph(renderInline(words, names)));
    plain = [];
  };
  for (let at = 0; at < lines.length;) {
    const block = blockAt(lines, at, names);
    if (block) {
      flush();
      blocks.push(block.node);
      at = block.end;
    } else {
      plain.push(lines[at++]);
    }
  }
  flush();
  return blocks;
}

/** A code block may not stand in a <p>. */
function paragraph(nodes) {
  const holdsCode = nodes.some((node) => node.nodeName === "PRE");
  return el(holdsCode ? "div" : "p", { class: "paragraph" }, nodes);
}

/** A code block may span lines that would otherwise read as headings or lists: glue them into one line. */
function joinFences(lines) {
  const joined = [];
  for (let at = 0; at < lines.length; at++) {
    const opens = lines[at].split("```").length % 2 === 0;
    const close = opens ? lines.findIndex((line, index) => index > at && line.includes("```")) : -1;
    if (close < 0) {
      joined.push(lines[at]);
    } else {
      joined.push(lines.slice(at, close + 1).join("\n"));
      at = close;
    }
  }
  return joined;
}

/** The block that begins at this line, and the line after it; null where ordinary text stands. */
function blockAt(lines, at, names) {
  const line = lines[at];
  const heading = HEADING.exec(line);
  if (heading) {
    const level = heading[1].length;
    return {
      node: el(HEADING_TAGS[level - 1], { class: `md-h${level}` }, renderInline(heading[2], names)),
      end: at + 1,
    };
  }
  const subtext = SUBTEXT.exec(line);
  if (subtext) return { node: el("p", { class: "subtext" }, renderInline(subtext[1], names)), end: at + 1 };
  if (LONG_QUOTE.test(line)) {
    const words = [line.replace(LONG_QUOTE, ""), ...lines.slice(at + 1)].join("\n");
    return { node: el("blockquote", {}, renderMarkdown(words, names)), end: lines.length };
  }
  if (QUOTE.test(line)) return quoteAt(lines, at, names);
  if (ITEM.test(line)) return listAt(lines, at, names);
  return null;
}

function quoteAt(lines, at, names) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end++;
  const words = lines
    .slice(at, end)
    .map((line) => QUOTE.exec(line)[1] ?? "")
    .join("\n");
  return { node: el("blockquote", {}, renderMarkdown(words, names)), end };
}

/** A list: items of one indentation; deeper items form a list inside the item above them. */
function listAt(lines, at, names) {
  const [, indent, marker] = ITEM.exec(lines[at]);
  const ordered = /\d/.test(marker);
  const list = ordered ? el("ol", { start: parseInt(marker, 10) }) : el("ul");
  let end = at;
  while (end < lines.length) {
    const item = ITEM.exec(lines[end]);
    if (!item || item[1].length < indent.length) break;
    if (item[1].length > indent.length + 1 && list.lastChild) {
      const inner = listAt(lines, end, names);
      list.lastChild.append(inner.node);
      end = inner.end;
    } else {
      if (/\d/.test(item[2]) !== ordered) break;
      list.append(el("li", {}, renderInline(item[3], names)));
      end++;
    }
  }
  return { node: list, end };
}
