"""What stands and lies on every table: sentences fit where they stand, as long as they can."""

from __future__ import annotations

from games.drawing.canvas import Canvas
from games.drawing.furniture import BANNER, STRIP, WIDTH, banner, note, strip
from games.drawing.palette import GOLD
from tests.games.audit import outside, words_in

SENTENCE = "Whoever is next plays a card, and follows the suit that was led, if there is one in the hand."


def drawn(width: float, least: float | None) -> str:
    """The sentence on two lines of a note."""
    canvas = Canvas(width, 70)
    note(canvas, SENTENCE, canvas.box, size=26, least=least)
    assert outside(canvas.drawing().svg()) == []
    return " ".join(words_in(canvas.drawing().svg()))


def test_a_sentence_that_does_not_fit_shrinks_before_it_is_cut() -> None:
    assert drawn(width=510, least=None).endswith("…")
    assert drawn(width=510, least=20) == SENTENCE


def test_a_sentence_that_is_too_long_even_then_is_cut() -> None:
    shown = drawn(width=300, least=20)
    assert shown.endswith("…")
    assert SENTENCE.startswith(shown[:-1])


def test_a_title_stands_whole_beside_long_news_that_are_whole_too() -> None:
    canvas = Canvas(WIDTH, BANNER)
    news = "Carte la plus haute : Wilhelmina entame"
    banner(canvas, "Manche 1 sur 6", news, news=GOLD)
    assert set(words_in(canvas.drawing().svg())) == {"Manche 1 sur 6", news}


def test_where_both_ends_of_a_line_are_too_long_the_shorter_one_stays_whole() -> None:
    canvas = Canvas(WIDTH, STRIP)
    strip(canvas, "Manche 1 sur 6", SENTENCE)
    title, cut = sorted(words_in(canvas.drawing().svg()), key=len)
    assert title == "Manche 1 sur 6"
    assert cut.endswith("…")
