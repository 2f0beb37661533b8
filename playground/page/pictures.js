/**
 * Pictures in messages. Their size is known before they are there, so that nothing moves when they come; the
 * button that enlarges one lies over it, so that its description is the picture's and not the button's.
 */

import { el } from "./dom.js";
import { spoiler } from "./markdown_inline.js";

/**
 * A picture with its description; `look` is "picture" or "thumbnail". Without a description its alt text says
 * that there is none.
 */
export function picture(media, description, isSpoiler, view, look) {
  const { width, height } = media;
  const measured = Boolean(width && height);
  const node = el(
    "div",
    {
      class: measured ? `${look} measured` : look,
      vars: measured ? { wide: `${width}px`, ratio: (width / height).toFixed(4) } : {},
    },
    el("img", {
      src: addressOf(media, view.message),
      alt: description || "Picture without a description",
      width: width ?? null,
      height: height ?? null,
    }),
    el("button", { type: "button", class: "enlarge", "data-action": "enlarge", "aria-label": "Enlarge the picture" }),
  );
  return isSpoiler ? hidden(node) : node;
}

/** Up to ten pictures: one as large as there is room for, several beside each other. */
export function gallery(component, view) {
  const items = component.items ?? [];
  return el(
    "div",
    { class: items.length > 1 ? "gallery several" : "gallery" },
    items.map((item) => picture(item.media, item.description, item.spoiler, view, "picture")),
  );
}

/** Where the bytes are: the address that came, or that of the attachment which it names. */
export function addressOf(media, message) {
  if (!media.url?.startsWith("attachment://")) return media.url;
  const name = media.url.slice("attachment://".length);
  return (message.attachments ?? []).find((attachment) => attachment.filename === name)?.url ?? null;
}

/** Covered until it is pressed. */
export function hidden(node) {
  const cover = spoiler([node]);
  cover.classList.add("block");
  return cover;
}
