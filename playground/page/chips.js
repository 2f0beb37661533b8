/**
 * Commands as chips above the message box: as many as fit in one row, and a way to all of them. One press
 * runs a command that needs nothing; others open a small form. The row is one stop for the Tab key, and the
 * arrow keys move inside it.
 */

import { isBeginners, needsNothing } from "./commands.js";
import { el, icon } from "./dom.js";
import { keepingFocus, patch } from "./patch.js";

export class Chips {
  #row;
  #commands = [];

  /** `run(command)` runs at once, `ask(command, from)` opens the form, `all(from)` lists every command. */
  constructor(row, { run, ask, all }) {
    this.#row = row;
    row.addEventListener("click", (event) => {
      const chip = event.target.closest("button");
      if (!chip) return;
      if (chip.dataset.command) this.#pressed(chip, run, ask);
      else if (chip.getAttribute("aria-expanded") === "false") all(chip);
    });
    row.addEventListener("keydown", (event) => this.#walk(event));
    row.addEventListener("focusin", (event) => this.#roveTo(event.target));
    new ResizeObserver(() => this.#fit()).observe(row);
  }

  /** Show the commands (see commands.js), in their order. */
  show(commands) {
    this.#commands = commands;
    const wanted = this.#row.cloneNode(false);
    wanted.append(allChip(commands.length), ...commands.map(chip));
    wanted.hidden = !commands.length;
    keepingFocus(this.#row, () => patch(this.#row, wanted));
    this.#fit();
    this.#roveTo(this.#row.querySelector(":focus") ?? this.#row.querySelector("[data-command]"));
  }

  #pressed(button, run, ask) {
    const command = this.#commands.find(({ name }) => name === button.dataset.command);
    if (button.dataset.ask || !needsNothing(command)) ask(command, button);
    else run(command);
  }

  /** What does not fit in the row is left out: it is in the list of all commands. */
  #fit() {
    const chips = [...this.#row.querySelectorAll(".chip:not(.all)")];
    for (const one of chips) one.hidden = false;
    const [first] = chips;
    const over = chips.filter((one) => one.offsetTop > first.offsetTop);
    for (const one of over) one.hidden = true;
    const stop = this.#row.querySelector("[tabindex='0']");
    if (!stop || stop.closest("[hidden]")) this.#roveTo(this.#buttons()[0]);
  }

  #buttons() {
    return [...this.#row.querySelectorAll(".chip:not([hidden]) button")];
  }

  #walk(event) {
    const all = this.#buttons();
    const at = all.indexOf(event.target);
    const next = { ArrowRight: all[at + 1], ArrowLeft: all[at - 1], Home: all[0], End: all.at(-1) }[
      event.key
    ];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  #roveTo(stop) {
    if (stop) for (const one of this.#row.querySelectorAll("button")) one.tabIndex = one === stop ? 0 : -1;
  }
}

function allChip(count) {
  return el(
    "span",
    { class: "chip all", "data-key": "all" },
    el(
      "button",
      {
        type: "button",
        role: "combobox",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-label": `All ${count} commands`,
        title: "All commands; the same as typing /",
        "data-keep": "aria-expanded aria-controls aria-activedescendant",
      },
      icon("menu"),
      `All ${count}`,
    ),
  );
}

/** A command with options that may all be left out has a second, small button that asks for them. */
function chip(command) {
  const look = isBeginners(command) ? "chip first" : "chip";
  const more = needsNothing(command) && command.options.length;
  const name = needsNothing(command) ? `/${command.shown}` : `/${command.shown} …`;
  return el(
    "span",
    { class: look, "data-key": command.name, "data-keep": "hidden" },
    el(
      "button",
      {
        type: "button",
        "data-command": command.name,
        title: command.description,
        "aria-label": `/${command.shown}: ${command.description}`,
      },
      name,
    ),
    more
      ? el(
          "button",
          {
            type: "button",
            "data-command": command.name,
            "data-ask": "yes",
            class: "more",
            "aria-label": `/${command.shown} with options`,
            title: "With options",
          },
          icon("options"),
        )
      : null,
  );
}
