/**
 * Selects: the button that shows what is chosen, and the list that opens from it. Used in messages and in
 * modals.
 */

import { el, emojiNode, icon } from "./dom.js";
import { openListbox } from "./listbox.js";

const STRING = 3;
const KINDS = { 3: "option", 5: "person", 6: "role", 7: "person or role", 8: "channel" };

export function isSelect(component) {
  return component.type in KINDS;
}

/**
 * What can be chosen: [{ value, label, description?, emoji?, chosen }]. People, roles and channels come from
 * `names`.
 */
export function selectOptions(component, names) {
  if (component.type === STRING)
    return component.options.map((option) => ({ ...option, chosen: Boolean(option.default) }));
  const preset = new Set((component.default_values ?? []).map((entry) => entry.id));
  const people = () => names.people().map((person) => ({ value: person.id, label: person.name }));
  const roles = () => names.roles().map((role) => ({ value: role.id, label: `@${role.name}` }));
  const channels = () =>
    names
      .channels(component.channel_types)
      .map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
  const found = { 5: people, 6: roles, 7: () => [...people(), ...roles()], 8: channels }[component.type]();
  return found.map((option) => ({ ...option, chosen: preset.has(option.value) }));
}

/** How many may be chosen: { min, max }, at most as many as there are. */
export function selectBounds(component) {
  return { min: component.min_values ?? 1, max: component.max_values ?? 1 };
}

/**
 * The closed select. `view.chosen(component)` gives values that were chosen here and not yet answered with
 * others.
 */
export function selectButton(component, view) {
  const options = selectOptions(component, view.names);
  const chosen = new Set(
    view.chosen(component) ?? options.filter((option) => option.chosen).map((o) => o.value),
  );
  const shown = options.filter((option) => chosen.has(option.value));
  const placeholder = component.placeholder || `Choose ${article(KINDS[component.type])}`;
  const face = shown.length
    ? shown.map((option) => el("span", { class: "chosen" }, emojiNode(option.emoji), option.label))
    : [el("span", { class: "placeholder" }, placeholder)];
  const spoken = shown.length
    ? `${placeholder}: ${shown.map((option) => option.label).join(", ")}`
    : placeholder;
  return el(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "data-action": "choose",
      "data-custom-id": component.custom_id,
      disabled: Boolean(component.disabled),
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": spoken,
      "aria-busy": view.busy(component.custom_id) && "true",
      "data-keep": "aria-expanded aria-controls aria-activedescendant",
    },
    face,
    icon("chevron"),
  );
}

function article(kind) {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/**
 * Open the list at its button. `onChosen(values)` is called with an allowed number of values, or not at all.
 */
export function openSelect(anchor, component, view, onChosen) {
  const already = view.chosen(component);
  const items = selectOptions(component, view.names).map((option) => ({
    ...option,
    chosen: already ? already.includes(option.value) : option.chosen,
  }));
  openListbox({
    anchor,
    items,
    label: component.placeholder || "Choices",
    bounds: selectBounds(component),
    onChosen,
  });
}
