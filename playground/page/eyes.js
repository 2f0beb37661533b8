/**
 * Whose eyes one looks through: a tab for each person and the moderator, with what waits for them. Side by
 * side, the same row says who is shown: each is a switch then.
 */

import { byId, disc, el, icon } from "./dom.js";
import { keepingFocus, patch } from "./patch.js";
import { badge } from "./sidebar.js";

const row = byId("eyes");

/**
 * `look(personId)` looks through somebody's eyes; side by side, `toggle(personId)` shows or hides them;
 * `menu(anchor, personId)` offers whoever one is commands on them, and says whether there are any.
 */
export function listenToEyes({ look, toggle, menu }) {
  row.addEventListener("contextmenu", (event) => {
    const tab = event.target.closest("[data-person]");
    if (tab && menu(tab, tab.dataset.person)) event.preventDefault();
  });
  row.addEventListener("click", (event) => {
    const { person } = event.target.closest("[data-person]")?.dataset ?? {};
    if (person) (isTabs() ? look : toggle)(person);
  });
  row.addEventListener("keydown", (event) => {
    const all = [...row.children];
    const at = all.indexOf(document.activeElement);
    const last = all.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined || !isTabs()) return;
    event.preventDefault();
    all[to].focus();
    look(all[to].dataset.person);
  });
}

function isTabs() {
  return row.getAttribute("role") === "tablist";
}

/**
 * One at a time: `people` in their order, of whom `me` is looked through; `unreadOf(id)` gives { messages,
 * pings }.
 */
export function showTabs(people, me, unreadOf) {
  const tab = (person) => ({
    role: "tab",
    id: `eye-${person.id}`,
    "aria-selected": String(person.id === me),
    "aria-controls": "rooms",
    tabindex: person.id === me ? "0" : "-1",
    title: person.id === me ? `You are ${person.name}` : `Look through ${person.name}'s eyes`,
  });
  const told = (person) => (person.id === me ? null : unreadOf(person.id));
  show({ role: "tablist", "aria-label": "Whose eyes you look through" }, people, tab, told);
}

/** Side by side: a switch for each, on for those in `shown` (ids). */
export function showSwitches(people, shown, unreadOf) {
  const control = (person) => ({
    "aria-pressed": String(shown.includes(person.id)),
    title: shown.includes(person.id) ? `Hide ${person.name}` : `Show ${person.name}`,
  });
  const told = (person) => (shown.includes(person.id) ? null : unreadOf(person.id));
  show({ role: "group", "aria-label": "Who is shown side by side" }, people, control, told);
}

function show(attributes, people, attributesOf, unreadOf) {
  const eye = (person) => {
    const { messages, pings } = unreadOf(person) ?? { messages: 0, pings: 0 };
    return el(
      "button",
      {
        type: "button",
        class: "eye",
        "data-key": person.id,
        "data-person": person.id,
        ...attributesOf(person),
      },
      disc(person.name, person.avatar_color),
      el("span", { class: "eye-name" }, person.name),
      person.moderator ? moderatorMark() : null,
      badge(messages, pings),
    );
  };
  keepingFocus(row, () => patch(row, el("div", { id: "eyes", ...attributes }, people.map(eye))));
}

/** A shield, and the word for whoever does not see it. */
export function moderatorMark() {
  return [icon("shield"), el("span", { class: "unseen" }, "moderator")];
}
