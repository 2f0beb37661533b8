"""Templates: whatever people are called, it stays text."""

from __future__ import annotations

import json
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from bot.web import html
from bot.web.page import templates

NASTY = st.text(max_size=40) | st.sampled_from(
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "' onmouseover='x",
        "</title></style></script><!--",
        "&lt;b&gt;",
        "\x00<b>",
        "<t:1:R><b>",
        "]]>",
    ]
)


class Read(HTMLParser):
    """What a browser makes of it: tags, attributes and text."""

    def __init__(self, content: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._heard: list[str] = []
        self.feed(content)
        self.close()
        self.said = "".join(self._heard)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self._heard.append(data)


def seen(said: str) -> str:
    """As HTML can hold it: without what no document may contain, and with one kind of line's end."""
    return "".join(char for char in said if char not in "\x00\x0b\x0c\ufffe\uffff")


@given(said=NASTY, hint=NASTY)
def test_text_stays_text_and_an_attribute_its_value(said: str, hint: str):
    template = templates().from_string('<p title="{{ hint }}">{{ said }}</p>')
    read = Read(template.render(said=said, hint=hint))
    assert read.tags == [("p", {"title": seen(hint)})]
    assert read.said == seen(said)


def test_a_moment_that_is_told_twice_on_discord_is_told_once():
    same = html.timed("It starts <t:1800000000:R>: <t:1800000000:f>.")
    assert Read(same).said == "It starts 2027-01-15 08:00 UTC."
    others = html.timed("<t:1800000000:R>: <t:1800000060:f>")
    assert Read(others).said == "2027-01-15 08:00 UTC: 2027-01-15 08:01 UTC"


@given(said=NASTY)
def test_a_moment_for_discord_becomes_a_time_and_the_rest_stays_text(said: str):
    read = Read(html.timed(f"It starts <t:1795000000:R>: {said}"))
    assert read.tags[0] == ("time", {"datetime": "2026-11-18T11:06:40Z"})
    assert {name for name, _attributes in read.tags} == {"time"}
    assert read.said.startswith("It starts 2026-11-18 11:06 UTC: ")


@given(said=NASTY)
def test_data_for_the_script_ends_no_element(said: str):
    told = html.data(json.dumps({"name": said}, ensure_ascii=False).encode())
    assert "<" not in told
    assert json.loads(told) == {"name": said}
