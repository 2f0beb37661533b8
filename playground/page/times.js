/**
 * Moments as Discord writes them (<t:unix:style>), in the reader's own language and time zone, and kept up to
 * date.
 */

import { el } from "./dom.js";

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

/** From the largest unit down: seconds in it, and its name for Intl. */
const UNITS = [
  [31536000, "year"],
  [2592000, "month"],
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** How a moment (seconds since 1970) reads in this style. */
export function formatTime(unix, style = "f") {
  if (style === "R") return relative(unix - Date.now() / 1000);
  return new Intl.DateTimeFormat(undefined, FORMATS[style] ?? FORMATS.f).format(new Date(unix * 1000));
}

function relative(seconds) {
  const [size, unit] = UNITS.find(([size]) => Math.abs(seconds) >= size) ?? [1, "second"];
  return new Intl.RelativeTimeFormat(undefined, { numeric: "always" }).format(
    Math.round(seconds / size),
    unit,
  );
}

/** A <time> element for a moment within the years that a date can name; else the text as it was written. */
export function timeNode(unix, style = "f") {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${unix}>`;
  return el(
    "time",
    { datetime: date.toISOString(), "data-unix": unix, "data-style": style, title: formatTime(unix, "F") },
    formatTime(unix, style),
  );
}

/** Keep every relative time on the page right, once a second. */
export function keepTimesFresh() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-style='R']")) {
      const words = formatTime(Number(node.dataset.unix), "R");
      if (node.textContent !== words) node.textContent = words;
    }
  }, 1000);
}
