/**
 * Whose eyes one looks through: a tab for each person and the moderator, with what waits for them; and the
 * language that this person's Discord is set to.
 */

import { byId, disc, el, icon } from "./dom.js";
import { keepingFocus, patch } from "./patch.js";
import { badge } from "./sidebar.js";

const tabs = byId("eyes");
const panel = byId("person");

/** Discord's names for languages, as they call themselves. */
const LOCALES = [
  ["en-US", "English, US"],
  ["en-GB", "English, UK"],
  ["de", "Deutsch"],
  ["fr", "Français"],
  ["it", "Italiano"],
  ["es-ES", "Español"],
  ["nl", "Nederlands"],
  ["pl", "Polski"],
  ["pt-BR", "Português do Brasil"],
  ["ja", "日本語"],
];

/**
 * `look(personId)` looks through somebody's eyes; `speak(locale)` sets the language of whoever is looked
 * through.
 */
export function listenToEyes({ look, speak }) {
  tabs.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-person]");
    if (tab) look(tab.dataset.person);
  });
  tabs.addEventListener("keydown", (event) => {
    const all = [...tabs.children];
    const at = all.indexOf(document.activeElement);
    const last = all.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to].focus();
    look(all[to].dataset.person);
  });
  panel.addEventListener("change", (event) => speak(event.target.value));
}

/** `people` in their order; `unreadOf(id)` gives { messages, pings }; `me` is looked through. */
export function showEyes(people, me, unreadOf) {
  const wanted = el(
    "div",
    { id: "eyes", role: "tablist", "aria-label": "Whose eyes you look through" },
    people.map((person) => tab(person, person.id === me, unreadOf(person.id))),
  );
  keepingFocus(tabs, () => patch(tabs, wanted));
}

function tab(person, isMe, { messages, pings }) {
  return el(
    "button",
    {
      type: "button",
      class: "eye",
      role: "tab",
      "data-key": person.id,
      "data-person": person.id,
      "aria-selected": String(isMe),
      "aria-controls": "room",
      tabindex: isMe ? "0" : "-1",
      title: isMe ? `You are ${person.name}` : `Look through ${person.name}'s eyes`,
    },
    disc(person.name, person.avatar_color),
    el("span", { class: "eye-name" }, person.name),
    person.moderator ? [icon("shield"), el("span", { class: "unseen" }, "moderator")] : null,
    isMe ? null : badge(messages, pings),
  );
}

/** The panel of the person looked through. */
export function showPerson(person, locale) {
  const select = el(
    "select",
    { id: "locale", class: "input" },
    LOCALES.map(([code, name]) => el("option", { value: code, selected: code === locale }, name)),
  );
  panel.replaceChildren(
    disc(person.name, person.avatar_color),
    el("p", {}, el("strong", {}, person.name), el("small", {}, person.moderator ? "Moderator" : "Member")),
    el("label", { class: "unseen", for: "locale" }, `${person.name}'s language`),
    select,
  );
}
