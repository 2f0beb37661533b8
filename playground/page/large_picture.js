/**
 * A picture by itself: as large as the window allows, or in its own size; with its description, its file, and
 * the way to the others of its message.
 */

import { el } from "./dom.js";

/** Open the picture that this <img> of a message shows; `all` are those of the message, this one among them. */
export function enlarge(image, all) {
  const large = el("img", {});
  const frame = el(
    "div",
    { class: "large-frame", tabindex: "0", role: "group", "aria-label": "Picture" },
    large,
  );
  const words = el("p", {});
  const size = button("Its own size", "secondary");
  size.setAttribute("aria-pressed", "false");
  const close = button("Close", "primary");
  const save = { class: "button secondary", target: "_blank", rel: "noopener" };
  const file = el("a", save, "Save the picture");
  const [before, after] = [button("Previous", "secondary"), button("Next", "secondary")];
  const dialog = el(
    "dialog",
    { class: "large-picture" },
    frame,
    el("details", {}, el("summary", {}, "Description"), words),
    el("footer", {}, all.length > 1 ? [before, after] : null, size, file, close),
  );
  let at = Math.max(all.indexOf(image), 0);

  function show(index) {
    at = (index + all.length) % all.length;
    const { src, alt } = all[at];
    Object.assign(large, { src, alt });
    Object.assign(file, { href: src, download: nameOf(src) });
    dialog.setAttribute("aria-label", alt);
    words.textContent = alt;
  }
  const grow = () => size.setAttribute("aria-pressed", String(frame.classList.toggle("own-size")));
  size.addEventListener("click", grow);
  large.addEventListener("click", grow);
  before.addEventListener("click", () => show(at - 1));
  after.addEventListener("click", () => show(at + 1));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("keydown", ({ key, target }) => {
    // In a picture that is larger than its frame the arrows move the picture.
    if (target === frame && frame.classList.contains("own-size")) return;
    if (key === "ArrowLeft") show(at - 1);
    if (key === "ArrowRight") show(at + 1);
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  show(at);
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

function button(words, look) {
  return el("button", { type: "button", class: `button ${look}` }, words);
}

function nameOf(address) {
  return new URL(address).pathname.split("/").pop() || "picture";
}
