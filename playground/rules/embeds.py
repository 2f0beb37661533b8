"""Embeds: at most ten, each text of a certain length, 6000 characters together. Source: Discord's message
reference.
"""

from playground.model import JsonObject
from playground.rules.form import Form, Path

MOST_EMBEDS = 10
MOST_CHARACTERS = 6000


def check_embeds(body: JsonObject, form: Form) -> list[JsonObject]:
    """The body's embeds with the type that Discord gives them; errors go into the form."""
    embeds = form.items(body, "embeds", (), 0, MOST_EMBEDS)
    total = sum(_check_embed(embed, ("embeds", index), form) for index, embed in enumerate(embeds))
    if total > MOST_CHARACTERS:
        form.wrong(
            ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_CHARACTERS}"
        )
    return [{"type": "rich"} | embed for embed in embeds]


def _check_embed(embed: JsonObject, at: Path, form: Form) -> int:
    """Returns how many characters of the embed count."""
    texts = [form.text(embed, "title", at, 256), form.text(embed, "description", at, 4096)]
    if footer := embed.get("footer"):
        texts.append(form.text(footer, "text", (*at, "footer"), 2048, low=1, required=True))
    if author := embed.get("author"):
        texts.append(form.text(author, "name", (*at, "author"), 256, low=1, required=True))
    for index, field in enumerate(form.items(embed, "fields", at, 0, 25)):
        here = (*at, "fields", index)
        texts.append(form.text(field, "name", here, 256, low=1, required=True))
        texts.append(form.text(field, "value", here, 1024, low=1, required=True))
    return sum(len(text or "") for text in texts)
