/**
 * The panel of one person: who they are, the language that their Discord speaks, their roles; and the look of
 * this page, which is the same for all.
 */

import { disc, el, icon } from "./dom.js";
import { THEMES, chooseTheme, theme } from "./theme.js";

/** Discord's names for languages, as they call themselves. */
const LOCALES = {
  "en-US": "English, US",
  "en-GB": "English, UK",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  "es-ES": "Español",
  nl: "Nederlands",
  pl: "Polski",
  "pt-BR": "Português do Brasil",
  ja: "日本語",
};

/** The name of the language that a session's person reads. */
export function languageOf({ world }) {
  return LOCALES[world.locale] ?? world.locale;
}

/** Open the panel of this session's person; `spoken()` is called when their language has changed. */
export function openPersonPanel(session, spoken) {
  const { person } = session;
  const close = el("button", { type: "button", class: "close", "aria-label": "Close" }, icon("close"));
  const title = el("h2", { id: "person-title" }, `You are ${person.name}`);
  const dialog = el(
    "dialog",
    { class: "sheet", "aria-labelledby": title.id },
    el("header", {}, disc(person.name, person.avatar_color), title, close),
    el("div", { class: "sheet-fields" }, languageField(session, spoken), roleFields(session), themeField()),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function languageField(session, spoken) {
  const select = el(
    "select",
    { id: "locale", class: "input" },
    Object.entries(LOCALES).map(([code, name]) =>
      el("option", { value: code, selected: code === session.world.locale }, name),
    ),
  );
  select.addEventListener("change", () => {
    session.speak(select.value);
    spoken();
  });
  return el(
    "div",
    { class: "field" },
    el("label", { for: "locale" }, `${session.person.name}'s language`),
    select,
    el("small", {}, "The bot is told it with everything that this person does."),
  );
}

/** The roles of each server that this person can be given; a change takes effect at once. */
function roleFields(session) {
  return session.world.guilds.map((guild) => {
    const assignable = guild.roles.filter((role) => role.assignable);
    const boxes = assignable.map((role) =>
      el("input", { type: "checkbox", value: role.id, checked: session.person.roles.includes(role.id) }),
    );
    const given = () => boxes.filter((box) => box.checked).map((box) => box.value);
    return el(
      "fieldset",
      { onchange: () => session.takeRoles(guild.id, given()) },
      el("legend", {}, `Roles in ${guild.name}`),
      assignable.map((role, at) => choice(boxes[at], role.name, role.manages ? "manages the server" : null)),
    );
  });
}

function themeField() {
  return el(
    "fieldset",
    { onchange: (event) => chooseTheme(event.target.value) },
    el("legend", {}, "Colours of this page"),
    Object.entries(THEMES).map(([name, words]) =>
      choice(el("input", { type: "radio", name: "theme", value: name, checked: name === theme() }), words),
    ),
  );
}

function choice(control, words, about = null) {
  return el("label", { class: "choice" }, control, words, about && el("small", {}, about));
}
