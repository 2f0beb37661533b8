/**
 * Modals: a title, one to five components in labels, Submit and Cancel. The dialog stays until the bot has
 * answered, so that nothing typed is lost when it fails.
 */

import { el, icon } from "./dom.js";
import { renderMarkdown } from "./markdown.js";
import { fieldFor } from "./modal_fields.js";
import { modalWords } from "./modal_words.js";

const TEXT_DISPLAY = 10;

/** Open a modal that came from the server: { interactionId, customId, title, components, origin }. */
export function openModal(session, modal) {
  const fields = new Map();
  const { locale } = session.world;
  const said = modalWords(locale);
  const title = el("h2", { id: `modal-${modal.interactionId}` }, modal.title);
  const failure = el("p", { class: "failure", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary" }, said.submit);
  const cancel = el("button", { type: "button", class: "button secondary" }, said.cancel);
  const close = el("button", { type: "button", class: "close", "aria-label": said.close }, icon("close"));
  const form = el(
    "form",
    { class: "modal-form" },
    el(
      "header",
      {},
      el("div", {}, title, el("small", { class: "asked" }, `Asked: ${session.person.name}`)),
      close,
    ),
    el(
      "div",
      { class: "modal-fields" },
      modal.components.map((component) => row(component, session, fields, said)),
    ),
    failure,
    el("footer", {}, cancel, submit),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": title.id, lang: locale }, form);
  const leave = listenForAnswer(session, modal, dialog, { failure, submit });
  for (const button of [cancel, close]) button.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    leave();
    dialog.remove();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(session, modal, fields, { failure, submit });
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".modal-fields :is(input, textarea, button, select)")?.focus();
  return dialog;
}

/** One component of a modal with its label and description; its field is noted under its custom_id. */
function row(component, session, fields, said) {
  if (component.type === TEXT_DISPLAY)
    return el("div", { class: "text" }, renderMarkdown(component.content, session.world.names()));
  const inner = component.component ?? component.components?.[0] ?? component;
  const field = fieldFor(inner, session.world.names(), said);
  if (!field)
    return el("p", { class: "unknown" }, `This page cannot ask for a component of type ${inner.type}.`);
  fields.set(inner.custom_id, field);
  const id = `field-${crypto.randomUUID()}`;
  const required = inner.required !== false;
  const name = component.label ?? inner.label ?? "";
  field.control.id = id;
  field.control.setAttribute("aria-describedby", `${id}-about`);
  const words = [name, required ? el("span", { class: "required" }, ` ${said.required}`) : null];
  const label = field.group
    ? el("p", { class: "label", id: `${id}-label` }, words)
    : el("label", { for: id }, words);
  field.name(name, `${id}-label`);
  return el(
    "div",
    { class: "field" },
    label,
    field.control,
    el("small", { id: `${id}-about` }, component.description ?? ""),
    field.problem,
  );
}

function send(session, modal, fields, { failure, submit }) {
  failure.hidden = true;
  const wrong = [...fields.values()].filter((field) => !field.check());
  if (wrong.length) {
    wrong[0].control.focus();
    return;
  }
  submit.setAttribute("aria-busy", "true");
  submit.disabled = true;
  const values = Object.fromEntries([...fields].map(([customId, field]) => [customId, field.value()]));
  session.interactions.submit(modal, values, modal.origin);
}

function listenForAnswer(session, modal, dialog, { failure, submit }) {
  const { interactions } = session;
  const settled = ({ detail }) => detail.modal === modal.interactionId && dialog.close();
  const failed = ({ detail }) => {
    if (detail.modal !== modal.interactionId) return;
    failure.textContent = detail.reason;
    failure.hidden = false;
    submit.removeAttribute("aria-busy");
    submit.disabled = false;
  };
  interactions.addEventListener("settled", settled);
  interactions.addEventListener("failed", failed);
  return () => {
    interactions.removeEventListener("settled", settled);
    interactions.removeEventListener("failed", failed);
  };
}
