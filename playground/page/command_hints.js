/**
 * What a command that is being typed can take: its options in a row, required ones first, which of them are
 * given, which one the caret is in, and what that one is for.
 */

import { el, icon } from "./dom.js";
import { announce } from "./notices.js";

export class CommandHints {
  #node;
  #told = "";

  constructor(node) {
    this.#node = node;
  }

  /** `line`: see command_line.js; null takes the hints away. */
  show(line) {
    this.#node.hidden = !line;
    if (!line) {
      this.#told = "";
      this.#node.replaceChildren();
      return;
    }
    const { command, current } = line;
    const about = current ? aboutOption(current.option) : command.description;
    this.#node.replaceChildren(
      el("code", {}, `/${command.shown}`),
      ...command.options.map((option) => optionMark(option, line)),
      el("small", {}, about),
    );
    if (about !== this.#told) announce(about);
    this.#told = about;
  }
}

function optionMark(option, { current, parts }) {
  const isCurrent = current?.option.name === option.name;
  const given = !isCurrent && parts.some((part) => part.option.name === option.name && part.typed);
  const looks = ["option-mark", option.required && "needed", given && "given", isCurrent && "current"];
  return el(
    "span",
    { class: looks.filter(Boolean).join(" ") },
    given ? icon("check") : null,
    option.shown,
    option.required && !given ? el("em", {}, " needed") : null,
    given ? el("span", { class: "unseen" }, " given") : null,
  );
}

function aboutOption(option) {
  return `${option.shown}${option.required ? ", needed" : ""}: ${option.description}`;
}
