/**
 * Components V2 as nodes: containers, text, sections, pictures, files, separators, rows of buttons and
 * selects. The nodes carry what they do in data- attributes; app.js listens once for all of them.
 *
 * Every function takes `view`: { message, names, busy(customId), chosen(component) }.
 */

import { cssColour, el, emojiNode, icon } from "./dom.js";
import { renderMarkdown } from "./markdown.js";
import { linkNode } from "./markdown_inline.js";
import { addressOf, gallery, hidden, picture } from "./pictures.js";
import { isSelect, selectButton } from "./selects.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link-button", 6: "primary" };

const BUILDERS = {
  1: actionRow,
  2: button,
  9: section,
  10: textDisplay,
  11: thumbnail,
  12: gallery,
  13: file,
  14: separator,
  17: container,
};

/** One component with all that it holds. One that this page does not know says so instead of vanishing. */
export function renderComponent(component, view) {
  if (isSelect(component)) return selectButton(component, view);
  const build = BUILDERS[component.type];
  if (!build)
    return el("p", { class: "unknown" }, `This page cannot show a component of type ${component.type}.`);
  return build(component, view);
}

function renderAll(components, view) {
  return (components ?? []).map((component) => renderComponent(component, view));
}

function container(component, view) {
  const colour = component.accent_color ?? null;
  const node = el(
    "div",
    {
      class: colour === null ? "container" : "container accented",
      vars: colour === null ? {} : { accent: cssColour(colour) },
    },
    renderAll(component.components, view),
  );
  return component.spoiler ? hidden(node) : node;
}

function textDisplay(component, view) {
  return el("div", { class: "text" }, renderMarkdown(component.content, view.names));
}

function section(component, view) {
  return el(
    "div",
    { class: "section" },
    el("div", { class: "section-texts" }, renderAll(component.components, view)),
    el("div", { class: "accessory" }, component.accessory && renderComponent(component.accessory, view)),
  );
}

function separator(component) {
  const size = component.spacing === 2 ? "wide" : "narrow";
  return component.divider === false ? el("div", { class: `gap ${size}` }) : el("hr", { class: size });
}

function actionRow(component, view) {
  return el("div", { class: "row" }, renderAll(component.components, view));
}

/** A button that acts, or one that is a link. While its press waits for an answer it is busy and says so. */
export function button(component, view) {
  const face = [emojiNode(component.emoji), component.label && el("span", {}, component.label)];
  const name = component.label ? null : (component.emoji?.name ?? "Button");
  const look = `button ${STYLES[component.style] ?? "secondary"}`;
  if (component.style === 5) {
    return linkNode(component.url, [...face, icon("outside")], { class: look, "aria-label": name });
  }
  return el(
    "button",
    {
      type: "button",
      class: look,
      "data-action": "press",
      "data-custom-id": component.custom_id,
      disabled: Boolean(component.disabled),
      "aria-label": name,
      "aria-busy": view.busy(component.custom_id) && "true",
    },
    face,
  );
}

function thumbnail(component, view) {
  return picture(component.media, component.description, component.spoiler, view, "thumbnail");
}

function file(component, view) {
  const source = addressOf(component.file, view.message);
  const name = component.name ?? source?.split("/").pop()?.split("?")[0] ?? "file";
  const node = fileCard(name, component.size, source);
  return component.spoiler ? hidden(node) : node;
}

/** A file to open or save. `size` in bytes, where known. */
export function fileCard(name, size, url) {
  return el(
    "a",
    {
      class: "file",
      href: /^https?:\/\//.test(url ?? "") ? url : null,
      target: "_blank",
      rel: "noopener noreferrer",
      download: name,
    },
    icon("file"),
    el("span", {}, name),
    size ? el("small", {}, formatSize(size)) : null,
  );
}

function formatSize(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
