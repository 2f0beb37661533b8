/**
 * Slash commands as people meet them: "table create" rather than a command with a subcommand, required
 * options first, in the reader's language where the bot brought it.
 */

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const GROUP = 2;

export const OPTION = {
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  file: 11,
};

/** Where a newcomer begins: its chip stands out. */
const BEGIN_WITH = "play";

/**
 * All commands, one entry for each that can be run: { name, shown, description, options }. `name` is what is
 * sent, `shown` what is read, in `locale` where there are words for it.
 */
export function runnable(commands, locale) {
  return commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .flatMap((command) => leaves(command, [], [], locale));
}

function leaves(command, path, shownPath, locale) {
  const name = [...path, command.name];
  const shown = [...shownPath, localised(command, "name", locale)];
  const inner = (command.options ?? []).filter((option) => [SUBCOMMAND, GROUP].includes(option.type));
  if (inner.length) return inner.flatMap((option) => leaves(option, name, shown, locale));
  const options = (command.options ?? []).map((option) => ({
    ...option,
    shown: localised(option, "name", locale),
    description: localised(option, "description", locale),
    choices: option.choices?.map((choice) => ({ ...choice, name: localised(choice, "name", locale) })),
  }));
  return [
    {
      name: name.join(" "),
      shown: shown.join(" "),
      description: localised(command, "description", locale),
      options: [
        ...options.filter((option) => option.required),
        ...options.filter((option) => !option.required),
      ],
    },
  ];
}

export function localised(thing, field, locale) {
  return thing[`${field}_localizations`]?.[locale] ?? thing[field];
}

export function needsNothing(command) {
  return !command.options.some((option) => option.required);
}

export function isBeginners(command) {
  return command.name === BEGIN_WITH;
}

/** What fits the text after a "/": commands whose name begins with it, then those that have it somewhere. */
export function matching(commands, typed) {
  const words = typed.trim().toLowerCase();
  const begins = commands.filter((command) => command.shown.toLowerCase().startsWith(words));
  const holds = commands.filter(
    (command) =>
      !begins.includes(command) && `${command.shown} ${command.description}`.toLowerCase().includes(words),
  );
  return [...begins, ...holds];
}

/** Commands as the items of a list (see listbox.js). */
export function commandItems(commands) {
  return commands.map((command) => ({
    value: command.name,
    label: `/${command.shown}`,
    description: command.description,
    hint: optionHint(command),
  }));
}

/** The options of a command in one line: "game, [seats]". */
function optionHint(command) {
  return command.options.map((option) => (option.required ? option.shown : `[${option.shown}]`)).join(", ");
}
