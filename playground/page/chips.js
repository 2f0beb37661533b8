/**
 * The commands as chips above the message box. One press runs a command that needs nothing; others open a
 * small form. The row is one stop for the Tab key, and the arrow keys move inside it.
 */

import { chipOrder, isBeginners, needsNothing } from "./commands.js";
import { byId, el, icon } from "./dom.js";
import { keepingFocus, patch } from "./patch.js";

const row = byId("chips");

/** `run(command)` runs at once, `ask(command, from)` opens the form; both are told which one was pressed. */
export function listenToChips(find, { run, ask }) {
  row.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-command]");
    if (!chip) return;
    const command = find(chip.dataset.command);
    if (chip.dataset.ask || !needsNothing(command)) ask(command, chip);
    else run(command);
  });
  row.addEventListener("keydown", (event) => {
    const chips = [...row.querySelectorAll("[data-command]")];
    const at = chips.indexOf(document.activeElement);
    const next = { ArrowRight: chips[at + 1], ArrowLeft: chips[at - 1], Home: chips[0], End: chips.at(-1) }[
      event.key
    ];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  row.addEventListener("focusin", (event) => roveTo(event.target));
}

function roveTo(chip) {
  for (const other of row.querySelectorAll("[data-command]")) other.tabIndex = other === chip ? 0 : -1;
}

/** Show the commands (see commands.js) in the order in which they are met. */
export function showChips(commands) {
  const wanted = row.cloneNode(false);
  wanted.append(...chipOrder(commands).map(chip));
  wanted.hidden = !commands.length;
  keepingFocus(row, () => patch(row, wanted));
  const stop = row.querySelector(":focus") ?? row.querySelector("[data-command]");
  if (stop) roveTo(stop);
}

/** A command with options that may all be left out has a second, small button that asks for them. */
function chip(command) {
  const look = isBeginners(command) ? "chip first" : "chip";
  const more = needsNothing(command) && command.options.length;
  const name = needsNothing(command) ? `/${command.shown}` : `/${command.shown} …`;
  return el(
    "span",
    { class: look, "data-key": command.name },
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
