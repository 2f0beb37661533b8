/**
 * The commands on a message and on a person, which Discord's clients offer under "Apps" at a right click, a long
 * press, or the menu key.
 */

import { localised } from "./commands.js";
import { openListbox } from "./listbox.js";

const ON_PERSON = 2;
const ON_MESSAGE = 3;

/** Open the list of them at `anchor`; whether there are any. `message`, `person`: ids, one of them or both. */
export function openMenu(anchor, { session, channelId, message, person }) {
  const { world, interactions } = session;
  const on = (kind, target) =>
    world.commands
      .filter((command) => target && command.type === kind)
      .map((command) => ({
        value: JSON.stringify([kind, command.name, target]),
        label: localised(command, "name", world.locale),
      }));
  const items = [...on(ON_MESSAGE, message), ...on(ON_PERSON, person)];
  if (!items.length) return false;
  anchor.focus();
  openListbox({
    anchor,
    items,
    label: "Apps",
    onChosen: ([value]) => interactions.useOn(channelId, ...JSON.parse(value)),
  });
  return true;
}
