/**
 * What an option of a slash command may be: its fixed choices, and what typed words mean as its value.
 */

import { OPTION } from "./commands.js";

const YES_NO = [
  { name: "Yes", value: true },
  { name: "No", value: false },
];

/** The choices that are known beforehand, [{ name, value }]; null for an option that takes what is typed. */
export function fixedChoices(option, names) {
  if (option.choices?.length) return option.choices;
  const found = {
    [OPTION.boolean]: () => YES_NO,
    [OPTION.user]: () => people(names),
    [OPTION.mentionable]: () => [...people(names), ...roles(names)],
    [OPTION.role]: () => roles(names),
    [OPTION.channel]: () =>
      names.channels(option.channel_types).map(({ id, name }) => ({ name: `#${name}`, value: id })),
  }[option.type];
  return found ? found() : null;
}

function people(names) {
  return names.people().map((person) => ({ name: person.name, value: person.id }));
}

function roles(names) {
  return names.roles().map((role) => ({ name: `@${role.name}`, value: role.id }));
}

export function isNumber(option) {
  return option.type === OPTION.integer || option.type === OPTION.number;
}

/** What stands in the way of this number or text, in a sentence; null if nothing does. */
export function outOfBounds(option, words) {
  if (!isNumber(option)) {
    const [low, high] = [option.min_length ?? 0, option.max_length ?? 6000];
    return words.length < low || words.length > high
      ? `${option.shown} takes ${low} to ${high} letters.`
      : null;
  }
  const number = Number(words);
  if (!Number.isFinite(number) || (option.type === OPTION.integer && !Number.isInteger(number)))
    return `${option.shown} takes a number.`;
  const [low, high] = [option.min_value ?? -Infinity, option.max_value ?? Infinity];
  if (number >= low && number <= high) return null;
  if (high === Infinity) return `${option.shown} takes ${low} or more.`;
  return low === -Infinity
    ? `${option.shown} takes ${high} at most.`
    : `${option.shown} takes ${low} to ${high}.`;
}
