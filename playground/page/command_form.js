/**
 * The small form that asks for a command's options, above the message box. Enter runs the command, Escape
 * goes back.
 */

import { byId, el, icon } from "./dom.js";
import { optionField } from "./option_field.js";

const panel = byId("command-panel");
let close = () => {};

/** Close the open form, if any; what was typed into it is gone. */
export function closeCommandForm() {
  close();
}

/**
 * Ask for the options of `command` (see commands.js). `prefill` goes into the first option. `from`: the
 * control that the keyboard returns to.
 */
export function openCommandForm({ session, channelId, command, prefill = "", from }) {
  closeCommandForm();
  const fields = new Map();
  const given = () =>
    Object.fromEntries(
      [...fields].map(([name, field]) => [name, field.value()]).filter(([, value]) => value !== null),
    );
  const complete = (focused) =>
    session.interactions.complete(channelId, command.name, partly(given(), focused, fields), focused);
  const rows = command.options.map((option) => row(option, session, complete, fields));
  const form = el(
    "form",
    { class: "command-form", "aria-label": `/${command.shown}` },
    el(
      "header",
      {},
      el("strong", {}, `/${command.shown}`),
      el("span", {}, command.description),
      el(
        "button",
        { type: "button", class: "close", "aria-label": "Close", onclick: () => closeCommandForm() },
        icon("close"),
      ),
    ),
    el("div", { class: "options" }, rows),
    el("footer", {}, el("button", { type: "submit", class: "button primary" }, `Run /${command.shown}`)),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    session.interactions.slash(channelId, command.name, given());
    closeCommandForm();
  });
  form.addEventListener("keydown", (event) => event.key === "Escape" && closeCommandForm());
  panel.replaceChildren(form);
  panel.hidden = false;
  close = () => {
    const held = panel.contains(document.activeElement);
    close = () => {};
    panel.replaceChildren();
    panel.hidden = true;
    if (held) (from?.isConnected ? from : byId("say")).focus();
  };
  const first = [...fields.values()][0]?.control;
  if (prefill && first?.tagName === "INPUT") first.value = prefill;
  (first ?? form.querySelector("button[type=submit]")).focus();
}

/** While one types, the focused option goes out as typed, even when it is still empty. */
function partly(options, focused, fields) {
  return { ...options, [focused]: fields.get(focused).control.value };
}

function row(option, session, complete, fields) {
  const field = optionField(option, session.world.names(), complete);
  fields.set(option.name, field);
  const id = `option-${crypto.randomUUID()}`;
  field.control.id = id;
  field.control.name = option.name;
  field.control.setAttribute("aria-describedby", `${id}-about`);
  return el(
    "div",
    { class: "field" },
    el(
      "label",
      { for: id },
      option.shown,
      option.required ? el("span", { class: "required" }, " required") : null,
    ),
    field.control,
    el("small", { id: `${id}-about` }, option.description),
  );
}
