/**
 * The things a modal can ask for: text, selects, radio buttons, check boxes. Each is a field: { control,
 * group, name(words, labelId), value(), check() -> whether it may be sent, problem: a line that says why not
 * }.
 */

import { el } from "./dom.js";
import { isSelect, openSelect, selectBounds, selectButton, selectOptions } from "./selects.js";

const TEXT_INPUT = 4;
const PARAGRAPH = 2;
const FILE_UPLOAD = 19;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;

/**
 * The field for a modal's component; null for one that this page does not know. `said`: what it says by
 * itself (modal_words.js).
 */
export function fieldFor(component, names, said) {
  if (component.type === TEXT_INPUT) return textField(component, said);
  if (isSelect(component)) return selectField(component, names, said);
  if (component.type === RADIO_GROUP || component.type === CHECKBOX_GROUP)
    return choicesField(component, said);
  if (component.type === FILE_UPLOAD) return fileField(component, said);
  if (component.type === CHECKBOX) return checkField(component);
  return null;
}

/** `reason()` says what is wrong with the field as it stands, or nothing. */
function field(control, { group = false, value, reason, name = () => {} }) {
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const check = () => {
    const words = reason();
    problem.textContent = words ?? "";
    problem.hidden = !words;
    control.setAttribute("aria-invalid", String(Boolean(words)));
    return !words;
  };
  return { control, group, value, check, problem, name };
}

function textField(component, said) {
  const attributes = {
    maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder ?? null,
    class: "input",
  };
  const control =
    component.style === PARAGRAPH
      ? el("textarea", { ...attributes, rows: 4 })
      : el("input", { ...attributes, type: "text" });
  control.value = component.value ?? "";
  const reason = () => {
    const length = [...control.value].length;
    const least = component.min_length ?? 0;
    if (component.required !== false && !length) return said.empty;
    if (length && length < least) return said.short(least, length);
    return null;
  };
  return field(control, { value: () => control.value, reason });
}

function selectField(component, names, said) {
  const held = { values: null, words: "" };
  const view = { names, busy: () => false, chosen: () => held.values };
  const button = selectButton(component, view);
  const redraw = () => {
    const next = selectButton(component, view);
    button.replaceChildren(...next.childNodes);
    button.setAttribute(
      "aria-label",
      [held.words, next.getAttribute("aria-label")].filter(Boolean).join(", "),
    );
  };
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-expanded") === "true") return;
    openSelect(button, component, view, (values) => {
      held.values = values;
      redraw();
    });
  });
  const value = () =>
    held.values ??
    selectOptions(component, names)
      .filter((option) => option.chosen)
      .map((o) => o.value);
  const reason = () => {
    const { min } = selectBounds(component);
    if (component.required === false && !value().length) return null;
    return value().length < Math.max(min, 1) ? tooFew(min, said) : null;
  };
  const name = (words) => {
    held.words = words;
    redraw();
  };
  return field(button, { value, reason, name });
}

function choicesField(component, said) {
  const single = component.type === RADIO_GROUP;
  const groupName = `choices-${crypto.randomUUID()}`;
  const boxes = component.options.map((option) =>
    el("input", {
      type: single ? "radio" : "checkbox",
      name: groupName,
      value: option.value,
      checked: Boolean(option.default),
    }),
  );
  const control = el(
    "div",
    { class: "choices", role: single ? "radiogroup" : "group", tabindex: "-1" },
    component.options.map((option, index) =>
      el(
        "label",
        {},
        boxes[index],
        el("span", {}, option.label, option.description && el("small", {}, option.description)),
      ),
    ),
  );
  const values = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const { min, max } = single
    ? { min: 1, max: 1 }
    : { min: component.min_values ?? 1, max: component.max_values ?? boxes.length };
  const reason = () => {
    const count = values().length;
    if (!count && component.required === false) return null;
    if (count < min) return tooFew(min, said);
    return count > max ? said.many(max) : null;
  };
  return field(control, {
    group: true,
    value: () => (single ? (values()[0] ?? null) : values()),
    reason,
    name: (words, labelId) => control.setAttribute("aria-labelledby", labelId),
  });
}

function tooFew(least, said) {
  return least > 1 ? said.several(least) : said.one;
}

function checkField(component) {
  const control = el("input", { type: "checkbox", checked: Boolean(component.default) });
  return field(control, { value: () => control.checked, reason: () => null });
}

/** Files, of which is sent what stands in them (base64), by name. */
function fileField(component, said) {
  const control = el("input", { type: "file", class: "input", multiple: (component.max_values ?? 1) > 1 });
  const read = new Map();
  control.addEventListener("change", () => {
    read.clear();
    for (const file of control.files) {
      const reader = new FileReader();
      reader.addEventListener("load", () => read.set(file.name, reader.result.split(",")[1] ?? ""));
      reader.readAsDataURL(file);
    }
  });
  const reason = () => (component.required !== false && !read.size ? said.empty : null);
  return field(control, { value: () => Object.fromEntries(read), reason });
}
