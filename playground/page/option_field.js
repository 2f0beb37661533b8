/**
 * One option of a slash command as a field: text, number, yes or no, choices, people, channels, and text that
 * the bot completes while one types. A field is { control, value() }; an option left empty has the value
 * null.
 */

import { OPTION } from "./commands.js";
import { el } from "./dom.js";
import { openListbox } from "./listbox.js";
import { fixedChoices } from "./option_values.js";

const TYPING_PAUSE_MS = 120;

/**
 * `names` knows people and channels; `complete(name)` promises the bot's choices for this option as it
 * stands.
 */
export function optionField(option, names, complete) {
  const choices = fixedChoices(option, names);
  if (choices) return choiceField(option, choices);
  if (option.autocomplete) return completedField(option, complete);
  const build = {
    [OPTION.integer]: () => numberField(option, 1),
    [OPTION.number]: () => numberField(option, "any"),
    [OPTION.file]: () => fileField(),
  }[option.type];
  return build ? build() : textField(option);
}

function choiceField(option, choices) {
  const control = el(
    "select",
    { class: "input", required: Boolean(option.required) },
    el("option", { value: "" }, option.required ? "Choose…" : "Not given"),
    choices.map((choice, index) => el("option", { value: String(index) }, choice.name)),
  );
  return { control, value: () => (control.value === "" ? null : choices[Number(control.value)].value) };
}

function numberField(option, step) {
  const control = el("input", {
    class: "input",
    type: "number",
    step,
    min: option.min_value ?? null,
    max: option.max_value ?? null,
    required: Boolean(option.required),
  });
  return { control, value: () => (control.value === "" ? null : Number(control.value)) };
}

function textField(option) {
  const control = el("input", {
    class: "input",
    type: "text",
    minlength: option.min_length ?? null,
    maxlength: option.max_length ?? 6000,
    required: Boolean(option.required),
    autocomplete: "off",
  });
  return { control, value: () => control.value || null };
}

function fileField() {
  const control = el("input", {
    class: "input",
    type: "text",
    disabled: true,
    placeholder: "Files cannot be given on this page.",
  });
  return { control, value: () => null };
}

/** What is picked from the list is sent by its value; what is typed and not picked is sent as it stands. */
function completedField(option, complete) {
  const { control } = textField(option);
  if (option.type !== OPTION.string) control.inputMode = "decimal";
  control.setAttribute("role", "combobox");
  control.setAttribute("aria-autocomplete", "list");
  control.setAttribute("aria-expanded", "false");
  const state = { picked: null, list: null, asked: 0, timer: 0 };
  const pick =
    (choices) =>
    ([index]) => {
      state.picked = choices[Number(index)];
      control.value = state.picked.name;
    };
  const ask = async () => {
    const asked = ++state.asked;
    const choices = await complete(option.name);
    if (asked !== state.asked || document.activeElement !== control) return;
    const items = choices.map((choice, index) => ({ value: String(index), label: choice.name }));
    state.list = openListbox({
      anchor: control,
      items,
      label: option.shown,
      typing: true,
      onChosen: pick(choices),
    });
  };
  const askSoon = () => {
    clearTimeout(state.timer);
    state.timer = setTimeout(ask, TYPING_PAUSE_MS);
  };
  control.addEventListener("input", () => {
    state.picked = null;
    askSoon();
  });
  control.addEventListener("focus", askSoon);
  const callOff = () => {
    clearTimeout(state.timer);
    state.asked++;
  };
  control.addEventListener("keydown", ({ key }) => key === "Escape" && callOff(), true);
  control.addEventListener("blur", () => {
    callOff();
    state.list?.close();
  });
  const typed = () =>
    option.type === OPTION.string || control.value === "" ? control.value || null : Number(control.value);
  return { control, value: () => (state.picked ? state.picked.value : typed()) };
}
