/**
 * The message box: what is typed is said, a "/" at its beginning lists the commands, and behind a command its
 * options and their values are offered while one types.
 */

import { CommandHints } from "./command_hints.js";
import { chosenBy, given, problem, readLine, withOption, withValue } from "./command_line.js";
import { commandItems, matching } from "./commands.js";
import { openListbox } from "./listbox.js";
import { fixedChoices } from "./option_values.js";

const TYPING_PAUSE_MS = 120;
const NO_COMMAND = "No command begins like that. Delete the / to send this as a message.";
const OFFLINE = "There is no connection to the playground just now; the message is kept.";

export class Composer {
  #form;
  #box;
  #send;
  #hints;
  #does;
  #list = null;
  #width = 0;
  /** Choices of the bot's that were picked here, by option: they are sent by their value. */
  #picked = new Map();
  #asked = 0;

  /**
   * `form` is the <form> of the template. `does`: commands() gives the commands, names() who and what there
   * is, say(text) says whether the text went out, run(command, options) runs one, complete(command, options,
   * focused) promises the bot's choices, lookUp() moves the keyboard to the messages, refuse(words) tells why
   * nothing happened.
   */
  constructor(form, does) {
    this.#form = form;
    this.#box = form.querySelector(".say");
    this.#send = form.querySelector(".send");
    this.#hints = new CommandHints(form.querySelector(".hints"));
    this.#does = does;
    new ResizeObserver(() => this.#fitWidth()).observe(this.#box);
    this.#box.addEventListener("input", () => this.#typed());
    this.#box.addEventListener("click", () => this.#suggest());
    this.#box.addEventListener("blur", () => this.#closeList());
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    // Before an open list hears of it: choices that are still to come would open another one.
    this.#box.addEventListener("keydown", ({ key }) => key === "Escape" && this.#asked++, true);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /**
   * Make the box ready for a channel. `hint`: what an empty box says; `reason`: why nobody may write here, or
   * null.
   */
  prepare({ name, text, hint, reason }) {
    this.#box.disabled = this.#send.disabled = Boolean(reason);
    this.#box.placeholder = reason ?? hint;
    this.#box.setAttribute("aria-label", `Message ${name}`);
    this.#write(text);
    this.#closeList();
  }

  /** What is being written, so that it can be put away when another channel is looked at. */
  draft() {
    return this.#box.value;
  }

  focus() {
    this.#box.focus();
  }

  /** Begin a command from anywhere on the page, unless something else is being written. */
  slash() {
    this.focus();
    if (this.#box.value) return;
    this.#write("/");
    this.#suggest();
  }

  #typed() {
    this.#fit();
    this.#suggest();
  }

  #key(event) {
    if (event.defaultPrevented) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#form.requestSubmit();
    } else if (event.key === "ArrowUp" && !this.#box.value) {
      event.preventDefault();
      this.#does.lookUp();
    }
  }

  #submit() {
    const text = this.#box.value.trim();
    if (!text) return;
    if (text.startsWith("/")) this.#submitCommand(text);
    else if (this.#does.say(text)) this.#clear();
    else this.#does.refuse(OFFLINE);
  }

  #submitCommand(text) {
    // The space behind a command's name tells that it is whole.
    const line = readLine(`${text} `, text.length + 1, this.#does.commands(), this.#choicesOf);
    if (!line) {
      this.#does.refuse(NO_COMMAND);
      return;
    }
    const reason = problem(line, this.#choicesOf);
    if (reason) {
      this.#does.refuse(reason);
      return;
    }
    const options = given(line, this.#choicesOf);
    this.#clear();
    this.#does.run(line.command, options);
  }

  #clear() {
    this.#write("");
    this.#closeList();
  }

  #write(text, caret = text.length) {
    this.#box.value = text;
    this.#box.setSelectionRange(caret, caret);
    if (!text.startsWith("/")) this.#picked.clear();
    this.#hints.show(this.#line());
    this.#fit();
  }

  #line() {
    return readLine(this.#box.value, this.#box.selectionEnd, this.#does.commands(), this.#choicesOf);
  }

  #choicesOf = (option) => {
    const picked = this.#picked.get(option.name);
    return fixedChoices(option, this.#does.names()) ?? (picked ? [picked] : null);
  };

  /** As many lines as the text has, up to a limit that the style sheet sets. */
  #fit() {
    this.#box.style.height = "auto";
    this.#box.style.height = `${this.#box.scrollHeight}px`;
  }

  /** The room became wider or narrower; a change of height is our own. */
  #fitWidth() {
    if (this.#width === this.#box.clientWidth) return;
    this.#width = this.#box.clientWidth;
    requestAnimationFrame(() => this.#fit());
  }

  // What fits what is typed.

  #suggest() {
    this.#asked++;
    const line = this.#line();
    this.#hints.show(line);
    if (!this.#box.value.startsWith("/")) this.#closeList();
    else if (!line) this.#offerCommands();
    else if (line.current) this.#offerValues(line);
    else this.#offerOptions(line);
  }

  #offerCommands() {
    const commands = this.#does.commands();
    const found = matching(commands, this.#box.value.slice(1));
    this.#offer("Commands", commandItems(found), this.#box.value !== "/", (name) =>
      this.#begin(found.find((command) => command.name === name)),
    );
  }

  /** A command that was picked: run at once if it takes nothing, else ready for its first needed option. */
  #begin(command) {
    this.#clear();
    if (!command.options.length) {
      this.#does.run(command, {});
      return;
    }
    const [first] = command.options;
    this.#continue(`/${command.shown} ${first.required ? `${first.shown}:` : ""}`);
  }

  #continue(text, caret) {
    this.#write(text, caret);
    this.#suggest();
  }

  #offerOptions(line) {
    const stray = line.stray.toLowerCase();
    const fitting = line.remaining.filter(({ shown }) => shown.toLowerCase().startsWith(stray));
    const items = fitting.map((option) => ({
      value: option.name,
      label: `${option.shown}:`,
      description: option.description,
      hint: option.required ? "needed" : "may be left out",
    }));
    if (!items.length) {
      this.#closeList();
      return;
    }
    // With nothing more needed, Enter is to run the command.
    const marked = Boolean(stray) || line.remaining.some((option) => option.required);
    this.#offer(`Options of /${line.command.shown}`, items, marked, (name) => {
      const option = fitting.find((one) => one.name === name);
      const { text, caret } = withOption(line, option);
      this.#continue(text, caret);
    });
  }

  #offerValues(line) {
    const { option, typed } = line.current;
    const fixed = fixedChoices(option, this.#does.names());
    if (fixed)
      this.#offerChoices(
        line,
        fixed.filter(({ name }) => fits(name, typed)),
      );
    else if (option.autocomplete) this.#askForChoices(line);
    else this.#closeList();
  }

  async #askForChoices(line) {
    const asked = this.#asked;
    const { option, typed } = line.current;
    await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
    if (asked !== this.#asked) return;
    const options = { ...given(line, this.#choicesOf), [option.name]: typed };
    const choices = await this.#does.complete(line.command, options, option.name);
    if (asked === this.#asked && document.activeElement === this.#box) this.#offerChoices(line, choices);
  }

  #offerChoices(line, choices) {
    const { option, typed } = line.current;
    const items = choices.map(({ name }, index) => ({ value: String(index), label: name }));
    // A value that stands there whole needs no picking, nor does one that may be left out.
    const isWhole = Boolean(chosenBy(typed, choices)) || (!typed && !option.required);
    this.#offer(option.shown, items, !isWhole, (index) => {
      const choice = choices[Number(index)];
      if (option.autocomplete) this.#picked.set(option.name, choice);
      const { text, caret } = withValue(line, choice.name);
      this.#continue(text, caret);
    });
  }

  /** The list is made anew each time, since what a choice does depends on what is typed. */
  #offer(label, items, marked, onChosen) {
    this.#list = openListbox({
      anchor: this.#box,
      items,
      label,
      typing: true,
      marked,
      onChosen: ([value]) => onChosen(value),
    });
  }

  #closeList() {
    this.#asked++;
    this.#list?.close();
    this.#list = null;
  }
}

function fits(name, typed) {
  return name.toLowerCase().includes(typed.toLowerCase());
}
