/**
 * A picture by itself: as large as the window allows, or in its own size; with its description and its file.
 */

import { el } from "./dom.js";

/** Open the picture that this <img> of a message shows. */
export function enlarge(image) {
  const large = el("img", { src: image.src, alt: image.alt });
  const frame = el(
    "div",
    { class: "large-frame", tabindex: "0", role: "group", "aria-label": "Picture" },
    large,
  );
  const size = el(
    "button",
    { type: "button", class: "button secondary", "aria-pressed": "false" },
    "Its own size",
  );
  const close = el("button", { type: "button", class: "button primary" }, "Close");
  const file = el(
    "a",
    {
      class: "button secondary",
      href: image.src,
      download: nameOf(image.src),
      target: "_blank",
      rel: "noopener",
    },
    "Save the picture",
  );
  const dialog = el(
    "dialog",
    { class: "large-picture", "aria-label": image.alt },
    frame,
    el("p", {}, image.alt),
    el("footer", {}, size, file, close),
  );
  const grow = () => size.setAttribute("aria-pressed", String(frame.classList.toggle("own-size")));
  size.addEventListener("click", grow);
  large.addEventListener("click", grow);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

function nameOf(address) {
  return new URL(address).pathname.split("/").pop() || "picture";
}
