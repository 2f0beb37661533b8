"use strict";
// What a page does by itself: times in the reader's zone, replays step by step, a live page brought up to date.

const films = (() => {
  const kept = document.getElementById("films");
  return kept ? JSON.parse(kept.textContent) : { pieces: [], films: {} };
})();

function localTimes(root) {
  const shown = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of root.querySelectorAll("time")) time.textContent = shown.format(new Date(time.dateTime));
}

// A frame says how much of the one before it stays at its beginning and its end, and what stands between.
function framesOf(name) {
  let now = [];
  return (films.films[name] || []).map(([width, height, first, last, ...between]) => {
    now = [...now.slice(0, first), ...between, ...(last ? now.slice(-last) : [])];
    return { size: `0 0 ${width} ${height}`, pieces: now };
  });
}

function project(replay) {
  const film = replay.querySelector(".film");
  const frames = framesOf(replay.dataset.film);
  if (!film || !frames.length || !film.hidden) return;
  const words = [...replay.querySelectorAll("ol.steps li")].map((line) => line.textContent);
  const svg = film.querySelector("svg");
  const caption = film.querySelector("p");
  const range = film.querySelector("input");
  const chapters = film.querySelector("select");
  const starts = chapters ? [...chapters.options].map((option) => Number(option.value)) : [];
  const last = frames.length - 1;
  let at = 0;
  function show(step) {
    at = Math.max(0, Math.min(last, step));
    svg.setAttribute("viewBox", frames[at].size);
    svg.innerHTML = frames[at].pieces.map((piece) => films.pieces[piece]).join("");
    svg.setAttribute("aria-label", words[at] || "");
    caption.textContent = `${at} / ${last}  ${words[at] || ""}`;
    range.value = at;
    for (const button of film.querySelectorAll(".controls button")) {
      button.disabled = button.dataset.go === "first" || button.dataset.go === "back" ? at === 0 : at === last;
    }
    if (chapters) chapters.selectedIndex = starts.reduce((found, start, number) => (start <= at ? number : found), 0);
  }
  range.max = last;
  range.addEventListener("input", () => show(Number(range.value)));
  const ways = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => last };
  for (const button of film.querySelectorAll("button")) {
    const way = ways[button.dataset.go] || (() => Number(button.dataset.go));
    button.addEventListener("click", () => show(way()));
  }
  if (chapters) chapters.addEventListener("change", () => show(Number(chapters.value)));
  film.hidden = false;
  show(0);
}

function prepare(root) {
  localTimes(root);
  for (const replay of root.querySelectorAll("[data-film]")) {
    if (replay.tagName !== "DETAILS" || replay.open) project(replay);
    else replay.addEventListener("toggle", () => project(replay), { once: true });
  }
}

// What somebody has opened stays open, and what they read stays where it is.
async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { cache: "no-cache", credentials: "omit" });
  if (!answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const main = document.querySelector("main");
  if (!found || found.dataset.version === main.dataset.version) return;
  for (const part of found.querySelectorAll("details[id]")) {
    const before = document.getElementById(part.id);
    if (before) part.open = before.open;
  }
  prepare(found);
  main.replaceWith(found);
}

prepare(document);
const every = Number(document.body.dataset.refresh || 0);
if (every) setInterval(() => refresh().catch(() => undefined), every * 1000);
