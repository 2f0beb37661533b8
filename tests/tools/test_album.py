"""What README and docs show is what the program draws now, in files that are small and told in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.images.painter import painted
from games.drawing.canvas import Canvas
from tools.album import FOLDER, compact_png, note_in, out_of_date

ROOT = FOLDER.parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "playground/README.md")
IN_MARKDOWN = r"!\[(?P<alt>[^]]*)\]\((?P<file>[^)]+)\)"
IN_HTML = r'<img [^>]*?src="(?P<source>[^"]+)"[^>]*?alt="(?P<said>[^"]*)"'
SHOWN = re.compile(f"{IN_MARKDOWN}|{IN_HTML}")


def shown() -> Iterator[tuple[Path, str]]:
    """Every picture that a page shows, and how it is told."""
    for page in PAGES:
        for found in SHOWN.finditer(page.read_text("utf-8")):
            yield (
                (page.parent / (found["file"] or found["source"])).resolve(),
                found["alt"] or found["said"] or "",
            )


@pytest.mark.long
def test_the_pictures_are_as_the_program_draws_them_now() -> None:
    assert out_of_date() == [], "If this is meant: `make album`, and look at docs/pictures."


def test_every_picture_of_the_album_is_shown_and_what_is_shown_is_there_and_told_in_words() -> None:
    on_pages = dict(shown())
    assert [path for path in on_pages if not path.is_file()] == []
    assert [path for path, words in on_pages.items() if len(words) < 20] == []
    assert {*FOLDER.glob("*.png"), *FOLDER.glob("*.gif")} <= set(on_pages)


def drawing() -> bytes:
    canvas = Canvas(400, 300)
    canvas.circle(200, 150, 140, "#a93832")
    return painted(canvas.drawing())


def looked_at(picture: bytes) -> bytes:
    """Every pixel as somebody sees it, whatever the file is like."""
    return Image.open(BytesIO(picture)).convert("RGBA").tobytes()


def test_in_fewer_bytes_a_picture_looks_the_same_and_keeps_its_note() -> None:
    packed = compact_png(drawing(), "where it comes from")
    assert len(packed) < len(drawing())
    assert looked_at(packed) == looked_at(drawing())
    assert (note_in(packed), note_in(drawing())) == ("where it comes from", "")


def test_what_is_no_picture_of_ours_is_refused() -> None:
    with pytest.raises(ValueError, match="no PNG"):
        compact_png(b"GIF89a")
    with pytest.raises(ValueError, match="eight bits"):
        compact_png(compact_png(drawing()))
