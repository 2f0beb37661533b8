/**
 * A slash command as it is typed: "/table create game:Whist seats:4". Reads what is there, knows which option
 * the caret stands in, and says what is still missing. Nothing here touches the page.
 *
 * `choicesOf(option)` gives the choices that are known for an option ([{ name, value }]) or null; with them a
 * value may have spaces in it and yet be told from the word behind it.
 */

import { isNumber, outOfBounds } from "./option_values.js";

/**
 * The line, or null while no whole command with a space behind it stands there: { command, text, caret,
 * parts, current (the part that the caret is in, or null), stray (a word at the caret that belongs to no
 * option), strayFrom, remaining (options not given) }. A part is { option, typed, from, valueFrom, to }.
 */
export function readLine(text, caret, commands, choicesOf) {
  const command = commandOf(text, commands);
  if (!command) return null;
  const parts = partsOf(text, command, choicesOf);
  const inside = (part) => caret >= part.valueFrom && caret <= Math.max(part.to, part.valueFrom);
  const before = parts.filter((part) => part.from < caret).at(-1);
  const strayFrom = before ? before.to : command.shown.length + 1;
  const given = new Set(parts.map((part) => part.option.name));
  return {
    command,
    text,
    caret,
    parts,
    current: parts.find(inside) ?? null,
    stray: text.slice(strayFrom, caret).trim(),
    strayFrom,
    remaining: command.options.filter((option) => !given.has(option.name)),
  };
}

function commandOf(text, commands) {
  const typed = text.toLowerCase();
  const found = commands.filter((command) => typed.startsWith(`/${command.shown.toLowerCase()} `));
  return found.sort((a, b) => b.shown.length - a.shown.length)[0] ?? null;
}

function partsOf(text, command, choicesOf) {
  const names = command.options.map((option) => option.shown).join("|");
  if (!names) return [];
  const begin = command.shown.length + 1;
  const found = [...text.slice(begin).matchAll(new RegExp(`(?<=\\s)(${names}):`, "giu"))];
  return found.map((match, index) => {
    const option = command.options.find(({ shown }) => shown.toLowerCase() === match[1].toLowerCase());
    const from = begin + match.index;
    const valueFrom = from + match[0].length;
    const end = index + 1 < found.length ? begin + found[index + 1].index : text.length;
    const typed = valueIn(text.slice(valueFrom, end), option, choicesOf(option));
    return { option, typed: typed.trim(), from, valueFrom, to: valueFrom + typed.length };
  });
}

/** As much of the text behind "option:" as belongs to its value. */
function valueIn(text, option, choices) {
  const words = text.toLowerCase();
  const lead = text.length - text.trimStart().length;
  const whole = (choices ?? [])
    .map(({ name }) => name.toLowerCase())
    .filter((name) => words.slice(lead) === name || words.startsWith(`${name} `, lead))
    .sort((a, b) => b.length - a.length)[0];
  if (whole !== undefined) return text.slice(0, lead + whole.length);
  return isNumber(option) ? /^\s*\S*/.exec(text)[0] : text;
}

/** The choice that is meant by these words, or null. */
export function chosenBy(words, choices) {
  const same = (one) => String(one).toLowerCase() === words.toLowerCase();
  return (choices ?? []).find(({ name, value }) => same(name) || same(value)) ?? null;
}

/** The options that can be sent as the line stands, by name. */
export function given(line, choicesOf) {
  const options = {};
  for (const { option, typed } of line.parts) {
    const [value, problem] = valueOf(option, typed, choicesOf(option));
    if (value !== null && !problem) options[option.name] = value;
  }
  return options;
}

/** Why the line cannot be sent as it stands, in a sentence; null if it can. */
export function problem(line, choicesOf) {
  const wrong = line.parts.map(({ option, typed }) => valueOf(option, typed, choicesOf(option))[1]);
  const options = given(line, choicesOf);
  const missing = line.command.options.find((option) => option.required && !(option.name in options));
  const stray = strayWords(line);
  return (
    wrong.find(Boolean) ??
    (missing ? `Still needed: ${missing.shown} (${missing.description}).` : null) ??
    (stray ? straySentence(stray, line.command) : null)
  );
}

/** Everything behind the command that belongs to no option. */
function strayWords({ text, command, parts }) {
  const starts = [...parts.map(({ from }) => from), text.length];
  const ends = [command.shown.length + 1, ...parts.map(({ to }) => to)];
  return starts
    .map((start, gap) => text.slice(ends[gap], start).trim())
    .filter(Boolean)
    .join(" ");
}

function straySentence(words, command) {
  const names = command.options.map((option) => `${option.shown}:`).join(" ");
  if (!names) return `/${command.shown} takes nothing more; please delete "${words}".`;
  return `"${words}" belongs to no option. Write one of these before it: ${names}`;
}

function valueOf(option, typed, choices) {
  if (!typed) return [null, null];
  const chosen = chosenBy(typed, choices);
  if (chosen) return [chosen.value, null];
  if (choices && !option.autocomplete)
    return [null, `${option.shown} cannot be "${typed}". Choose from its list.`];
  const problem = outOfBounds(option, typed);
  return [isNumber(option) ? Number(typed) : typed, problem];
}

/** The line's text and caret after an option was picked to be given next. */
export function withOption({ text, caret, strayFrom }, option) {
  const before = `${text.slice(0, strayFrom).trimEnd()} ${option.shown}:`;
  return { text: before + text.slice(caret), caret: before.length };
}

/** The line's text and caret after a value was picked for the part that the caret is in. */
export function withValue({ text, current }, name) {
  const before = `${text.slice(0, current.valueFrom)}${name} `;
  return { text: before + text.slice(current.to).trimStart(), caret: before.length };
}
