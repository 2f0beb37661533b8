/**
 * The small form that asks for a command's options, above the message box. Enter runs the command, Escape
 * goes back.
 */

import { el, icon } from "./dom.js";
import { optionField } from "./option_field.js";

export class CommandForm {
  #panel;
  #fields = new Map();
  #from = null;

  /** `panel` holds the form while it is open; `home`: where the keyboard goes when its opener is gone. */
  constructor(panel, home) {
    this.#panel = panel;
    this.home = home;
  }

  /** Ask for the options of `command` (see commands.js). `from`: the control that the keyboard returns to. */
  open({ session, channelId, command, from }) {
    this.close();
    this.#from = from;
    const complete = (focused) =>
      session.interactions.complete(channelId, command.name, this.#partly(focused), focused);
    const form = this.#build(session, command, complete);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      session.interactions.slash(channelId, command.name, this.#given());
      this.close();
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    this.#panel.replaceChildren(form);
    this.#panel.hidden = false;
    form.querySelector(".options :is(input, select), [type=submit]").focus();
  }

  /** Close the form, if it is open; what was typed into it is gone. */
  close() {
    const held = this.#panel.contains(document.activeElement);
    this.#panel.replaceChildren();
    this.#panel.hidden = true;
    this.#fields.clear();
    if (held) (this.#from?.checkVisibility() ? this.#from : this.home).focus();
  }

  #build(session, command, complete) {
    const leave = () => this.close();
    const rows = command.options.map((option) => row(option, session, complete, this.#fields));
    return el(
      "form",
      { class: "command-form", "aria-label": `/${command.shown}` },
      el(
        "header",
        {},
        el("strong", {}, `/${command.shown}`),
        el("span", {}, command.description),
        el(
          "button",
          { type: "button", class: "close", "aria-label": "Close", onclick: leave },
          icon("close"),
        ),
      ),
      el("div", { class: "options" }, rows),
      el("footer", {}, el("button", { type: "submit", class: "button primary" }, `Run /${command.shown}`)),
    );
  }

  #given() {
    const values = [...this.#fields].map(([name, field]) => [name, field.value()]);
    return Object.fromEntries(values.filter(([, value]) => value !== null));
  }

  /** While one types, the focused option goes out as typed, even when it is still empty. */
  #partly(focused) {
    return { ...this.#given(), [focused]: this.#fields.get(focused).control.value };
  }
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
