/**
 * The message box: what is typed is said, and a "/" at its beginning lists the commands.
 */

import { matching, optionHint } from "./commands.js";
import { byId } from "./dom.js";
import { closeListbox, openListbox } from "./listbox.js";

const form = byId("composer");
const box = byId("say");
const send = byId("send");
const NO_COMMAND = "No command begins like that. Delete the / to send this as a message.";

/**
 * `commands()` gives the commands, `say(text)` whether the text went out, `begin(command, rest)` starts a
 * command, `lookUp()` moves the keyboard to the messages, `refuse(words)` tells why nothing happened.
 */
export function listenToComposer({ commands, say, begin, lookUp, refuse }) {
  let list = null;
  const suggest = () => {
    if (!box.value.startsWith("/")) {
      list?.close();
      list = null;
      return;
    }
    const { found, rest } = matching(commands(), box.value.slice(1));
    const items = found.map((command) => ({
      value: command.name,
      label: `/${command.shown}`,
      description: command.description,
      hint: optionHint(command),
    }));
    const onChosen = ([name]) => {
      clearDraft();
      begin(
        found.find((command) => command.name === name),
        rest,
      );
    };
    // The list is made anew each time, since what a choice does depends on what is typed.
    list = openListbox({ anchor: box, items, label: "Commands", typing: true, onChosen });
  };
  box.addEventListener("input", () => {
    fit();
    suggest();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && !event.defaultPrevented) {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.key === "ArrowUp" && !box.value && !event.defaultPrevented) {
      event.preventDefault();
      lookUp();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (!text) return;
    if (text.startsWith("/")) refuse(NO_COMMAND);
    else if (say(text)) clearDraft();
    else refuse("There is no connection to the playground just now; the message is kept.");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, textarea, select, [role=combobox]")) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    box.focus();
    if (!box.value) {
      box.value = "/";
      suggest();
    }
  });
}

function clearDraft() {
  box.value = "";
  closeListbox();
  fit();
}

/** As many lines as the text has, up to a limit that the style sheet sets. */
function fit() {
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
}

/** What is being written, so that it can be put away when another channel is looked at. */
export function draft() {
  return box.value;
}

/** Make the box ready for a channel. `reason`: why nobody may write here, or null. */
export function prepareComposer({ name, text, reason }) {
  box.value = text;
  box.disabled = send.disabled = Boolean(reason);
  box.placeholder = reason ?? `Message ${name} or type /`;
  box.setAttribute("aria-label", `Message ${name}`);
  closeListbox();
  fit();
}
