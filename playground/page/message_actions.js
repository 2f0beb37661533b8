/**
 * What happens when something in a message is pressed. One listener serves all messages: the nodes say in
 * data-action what they do, so that a message's update never has to hang listeners anew.
 */

import { el } from "./dom.js";
import { enlarge } from "./large_picture.js";
import { openMenu } from "./menus.js";
import { openSelect } from "./selects.js";
import { viewOf } from "./messages.js";

/**
 * `root` holds the messages; `current()` gives { session, channelId }; `go(channelId, messageId)` leads
 * there; `command(name)` begins a command.
 */
export function listenToMessages(root, { current, go, command }) {
  let pressedOn = null;
  // A message may change between pointer down and up; what is sent must be what was pressed.
  root.addEventListener("pointerdown", (event) => {
    const control = event.target.closest("[data-custom-id]");
    pressedOn = control && { control, customId: control.dataset.customId };
  });
  root.addEventListener("click", (event) => {
    const control = event.target.closest("[data-action]");
    if (!control || control.disabled || control.getAttribute("aria-busy") === "true") return;
    if (control.dataset.action === "go") event.preventDefault();
    const moved =
      event.detail > 0 && pressedOn?.control === control && pressedOn.customId !== control.dataset.customId;
    if (!moved) act(control, { current, go, command });
  });
  root.addEventListener("contextmenu", (event) => {
    const article = event.target.closest("article[data-message]");
    if (!article) return;
    const { session, channelId } = current();
    const { id, author } = session.world.message(channelId, article.dataset.message);
    const person = author?.bot ? null : author?.id;
    if (openMenu(article, { session, channelId, message: id, person })) event.preventDefault();
  });
  root.addEventListener("keydown", (event) => {
    const cover = event.target.closest("[data-action='reveal']");
    if (cover === event.target && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      reveal(cover);
    } else if (event.target.matches("article, .messages")) {
      walk(event, root);
    }
  });
}

function act(control, { current, go, command }) {
  const { session, channelId } = current();
  const message = session.world.message(
    channelId,
    control.closest("[data-message].message")?.dataset.message,
  );
  const acts = {
    press: () => session.interactions.press(message, control.dataset.customId),
    choose: () => choose(session, message, control),
    dismiss: () => session.dismiss(message.id),
    reveal: () => reveal(control),
    enlarge: () => enlarge(control.parentElement.querySelector("img"), picturesBeside(control)),
    go: () => go(control.dataset.channel, control.dataset.message ?? null),
    command: () => command(control.dataset.command),
  };
  acts[control.dataset.action]();
}

/** All pictures of the message that can be seen. */
function picturesBeside(control) {
  const all = control.closest(".message").querySelectorAll("img");
  return [...all].filter((image) => image.checkVisibility({ visibilityProperty: true }));
}

function choose(session, message, control) {
  if (control.getAttribute("aria-expanded") === "true") return;
  const component = findComponent(message.components, control.dataset.customId);
  openSelect(control, component, viewOf(session, message), (values) =>
    session.interactions.choose(message, component, values),
  );
}

/** The component with this custom_id, however deep it lies. */
export function findComponent(components, customId) {
  for (const component of components ?? []) {
    if (component.custom_id === customId) return component;
    const inner = [...(component.components ?? []), component.accessory, component.component].filter(Boolean);
    const found = findComponent(inner, customId);
    if (found) return found;
  }
  return null;
}

function reveal(cover) {
  cover.setAttribute("aria-pressed", "true");
  cover.removeAttribute("aria-label");
}

/** From message to message with the arrow keys, once the keyboard stands on one. */
function walk(event, root) {
  const articles = [...root.querySelectorAll("article")];
  const at = articles.indexOf(event.target);
  const steps = {
    ArrowUp: at < 0 ? articles.length - 1 : at - 1,
    ArrowDown: at < 0 ? articles.length - 1 : at + 1,
  };
  const next = articles[steps[event.key]];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}
