/**
 * What messages without Components V2 carry: embeds and attachments.
 */

import { cssColour, el } from "./dom.js";
import { fileCard } from "./components.js";
import { renderMarkdown } from "./markdown.js";
import { renderInline } from "./markdown_inline.js";
import { picture } from "./pictures.js";

/** Attached pictures are shown, other files are offered. */
export function renderAttachments(view) {
  return (view.message.attachments ?? []).map((attachment) => {
    const isPicture =
      (attachment.content_type ?? "").startsWith("image/") ||
      /\.(png|jpe?g|webp|gif)$/i.test(attachment.filename);
    if (!isPicture) return fileCard(attachment.filename, attachment.size, attachment.url);
    const covered = attachment.filename.startsWith("SPOILER_");
    return el(
      "div",
      { class: "gallery" },
      picture(attachment, attachment.description, covered, view, "picture"),
    );
  });
}

/** An embed: author, title, description, fields, picture, footer. */
export function renderEmbed(embed, view) {
  const words = (text) => renderMarkdown(text, view.names);
  return el(
    "div",
    { class: "container accented embed", vars: embed.color ? { accent: cssColour(embed.color) } : {} },
    embed.author?.name && el("p", { class: "subtext" }, embed.author.name),
    embed.title && el("h4", { class: "md-h3" }, renderInline(embed.title, view.names)),
    embed.description && el("div", { class: "text" }, words(embed.description)),
    embed.fields?.length
      ? el(
          "dl",
          { class: "fields" },
          embed.fields.map((field) =>
            el(
              "div",
              { class: field.inline ? "inline" : null },
              el("dt", {}, renderInline(field.name, view.names)),
              el("dd", {}, words(field.value)),
            ),
          ),
        )
      : null,
    embed.image?.url && picture(embed.image, embed.image.description, false, view, "picture"),
    embed.thumbnail?.url && picture(embed.thumbnail, embed.thumbnail.description, false, view, "thumbnail"),
    embed.footer?.text && el("p", { class: "subtext" }, embed.footer.text),
  );
}
