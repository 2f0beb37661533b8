/**
 * Where the reader is in the list of messages. At its end, the list follows what is new, but never so far
 * that what the reader's own press has just brought (their hand) leaves the window; further up, it stays
 * where it is.
 */

import { byId } from "./dom.js";

const NEAR_END = 80;
const MARGIN = 8;

const root = byId("messages");
const newest = byId("newest");
/** `set`: where the list was put last, to tell the reader's scrolling from our own. */
const reader = { follows: true, held: null, set: 0 };

/** Watch over the list whose height is that of `content`. */
export function keepFollowing(content) {
  root.addEventListener("scroll", moved, { passive: true });
  newest.addEventListener("click", toEnd);
  // Pictures that arrive and forms that open change what fits.
  const watcher = new ResizeObserver(follow);
  watcher.observe(root);
  watcher.observe(content);
}

/** Go to the newest message, and follow what comes. */
export function toEnd() {
  Object.assign(reader, { follows: true, held: null });
  keepUp();
}

/** Show this article, which the reader's own press brought, and keep it in the window until they move. */
export function hold(article) {
  Object.assign(reader, { follows: true, held: article });
  keepUp();
}

/**
 * Something was added or changed: keep up with it, if the reader follows. They may have scrolled since, of which
 * the browser tells only before it paints: so it is looked up here.
 */
export function follow() {
  moved();
  keepUp();
}

function keepUp() {
  root.style.overflowAnchor = reader.follows ? "none" : "auto";
  if (!reader.follows) return;
  root.scrollTop = Math.min(root.scrollHeight, furthest());
  reader.set = root.scrollTop;
  newest.hidden = atEnd();
}

/** Tell a reader who is further up that there is more below. */
export function tellOfNew() {
  newest.hidden = atEnd();
}

/**
 * As far as one may scroll without losing what is held: to its top, or to its buttons where it is too tall.
 */
function furthest() {
  if (!reader.held?.isConnected) return Infinity;
  const { offsetTop: top, offsetHeight: height } = reader.held;
  return Math.max(top - MARGIN, top + height + MARGIN - root.clientHeight);
}

function atEnd() {
  return root.scrollHeight - root.scrollTop - root.clientHeight < NEAR_END;
}

function moved() {
  if (Math.abs(root.scrollTop - reader.set) < 1) return;
  Object.assign(reader, { follows: atEnd(), held: null, set: root.scrollTop });
  root.style.overflowAnchor = reader.follows ? "none" : "auto";
  if (reader.follows) newest.hidden = true;
}
