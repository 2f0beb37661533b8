"""One picture, one line of news, one line of what to do, and short buttons: in every language."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.i18n import Reader
from bot.images.animation import fitting
from games.contract import BUTTON, Menu
from games.skull_king import tabletop
from games.skull_king.options import SkullKingOptions
from games.skull_king.state import View
from games.text import english
from tests.games.audit import outside, overlapping_words, parsed
from tests.games.skull_king.tavern import HAUNTED, SKULL_KING, Tavern, trick

LANGUAGES = ("en-US", "de", "fr", "it")
ALL = SkullKingOptions(kraken=True, white_whale=True, loot=True, powers=True, scoring="cannonball")
TABLES = (
    (SkullKingOptions(), 8),
    (SkullKingOptions(edition="classic"), 6),
    (ALL, 4),
    (SkullKingOptions(powers=True), 3),
    (HAUNTED, 2),
)
NAMES = dict(enumerate(("Anne", "Bob", "Cora", "Dan", "Eve", "Finn", "Gus", "Hal")))


def views(options: SkullKingOptions, players: int) -> Iterator[View]:
    """A game at random, as whoever is asked sees it."""
    random = Random(players)
    state = SKULL_KING.new(options, players, bytes([players]) * 32)
    while waiting := SKULL_KING.to_act(state):
        for seat in waiting:
            yield SKULL_KING.observe(state, seat)
        seen = SKULL_KING.observe(state, waiting[0])
        state, _events = SKULL_KING.apply(state, waiting[0], SKULL_KING.robots["any"].choose(seen, random))


def menus(view: View) -> Iterator[Menu]:
    """The first step, and what comes after each of its choices."""
    menu = SKULL_KING.steps(view)
    if menu is not None:
        yield menu
        for choice in menu.choices:
            if choice.action is None and choice.why_not is None:
                further = SKULL_KING.steps(view, [choice.value])
                assert further is not None
                yield further


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("options", "players"), TABLES)
def test_buttons_are_short_prompts_and_news_are_one_line(
    options: SkullKingOptions, players: int, language: str
) -> None:
    reader = Reader(language, SKULL_KING, NAMES)
    most = 12 if language == "en-US" else 16
    for view in views(options, players):
        for menu in menus(view):
            assert len(reader.plain(menu.prompt).split()) <= most, reader.plain(menu.prompt)
            assert len(menu.choices) <= 12
            for choice in menu.choices:
                said = reader.plain(choice.label if choice.short is None else choice.short)
                sign = f"{choice.symbol[:1]} " if choice.symbol else ""
                assert len(sign + said) <= BUTTON, said
        news = tabletop.news(view.table)
        assert news is None or len(reader.plain(news).split()) <= most + 1, reader.plain(news)


@pytest.mark.parametrize(("options", "players"), TABLES)
@pytest.mark.long
def test_what_a_picture_says_in_words_is_no_longer_than_discord_takes(
    options: SkullKingOptions, players: int
) -> None:
    reader = Reader("de", SKULL_KING, dict.fromkeys(range(players), "Blackbeard the 1st"))
    for view in list(views(options, players))[::7]:
        for picture in (
            SKULL_KING.board_picture(view, reader.plain),
            SKULL_KING.hand_picture(view, reader.plain),
        ):
            assert picture is not None
            assert len("\n".join(map(reader.plain, picture.alt))) <= 1024


def test_a_bid_that_stands_looks_chosen() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4").bids("Anne", 2)
    assert [choice.chosen for choice in table.menu("Anne").choices] == [False, False, True]


@pytest.mark.parametrize(
    ("told", "news"),
    [
        ("Anne leads king, Bob plays mermaid", "👑 Bob, 1 of 2: Mermaid takes the King, +40 if made"),
        (
            "Anne leads king, Bob plays harry, Cora plays rosie",
            "👑 Anne, 1 of 1: The King takes 2 pirates, +60 if made",
        ),
        ("Anne leads harry, Bob plays mermaid", "👑 Anne, 1 of 1: Pirate takes a mermaid, +20 if made"),
        ("Anne leads harry, Bob plays rosie", "👑 Anne, 1 of 1: The first pirate wins"),
        ("Anne leads g14, Bob plays k1", "👑 Bob, 1 of 2: Black 1 is trump, +10 if made"),
        ("Anne leads g13, Bob plays g2", "👑 Anne takes it, 1 of 1: done!"),
        ("Anne leads g2, Bob plays g13", "👑 Bob takes it, 1 of 2"),
        ("Anne leads g2, Bob plays g14", "👑 Bob takes it, 1 of 2: +10 if made"),
        ("Anne leads g2, Bob plays g1, Cora plays g3", "👑 Cora takes it: 1 for a bid of 0"),
        # A bid that is broken brings no bonus.
        ("Anne leads king, Bob plays g1, Cora plays mermaid", "👑 Cora, 1 of 0: Mermaid takes the King"),
        ("Anne leads g2, Bob plays g1, Cora plays g14", "👑 Cora takes it: 1 for a bid of 0"),
        ("Anne leads g3, Bob plays kraken", "🐙 The Kraken drags it all down. Anne leads."),
        ("Anne leads whale, Bob plays g2", "👑 Bob, 1 of 2: White Whale: highest number wins"),
        (
            "Anne leads whale, Bob plays escape",
            "🐙 White Whale, and no number: nobody takes it. Anne leads.",
        ),
        ("Anne leads escape, Bob plays loot", "👑 Anne, 1 of 1: Nobody wanted it: the first card wins"),
    ],
)
def test_the_news_are_who_took_the_trick_and_what_it_means(told: str, news: str) -> None:
    table = trick(told, left="y1 y2 y3", bids={"Anne": 1, "Bob": 2})
    assert table.say(tabletop.news(table.view().table)) == news


def test_a_picture_tells_the_same_and_leaves_the_bonus_to_the_plate() -> None:
    for told, story in (
        ("Anne leads king, Bob plays mermaid", "Bob, 1 of 2: Mermaid takes the King"),
        ("Anne leads g13, Bob plays g2", "Anne takes it, 1 of 1: done!"),
        ("Anne leads g2, Bob plays g14", "Bob takes it, 1 of 2"),
        ("Anne leads g3, Bob plays kraken", "The Kraken drags it all down"),
    ):
        table = trick(told, left="y1 y2", bids={"Anne": 1, "Bob": 2})
        assert table.say(tabletop.story(table.view().table)) == story


@pytest.mark.parametrize(
    ("language", "made", "captured", "broken"),
    [
        (
            "de",
            "👑 Anne macht ihn, 1 von 1: geschafft!",
            "👑 Bob, 1 von 2: Mermaid fängt den Skull King, +40, wenn’s stimmt",
            "👑 Cora macht ihn: 1 bei Ansage 0",
        ),
        (
            "fr",
            "👑 Anne prend le pli, 1 sur 1 : c’est fait !",
            "👑 Bob, 1 sur 2 : La Sirène prend le Skull King, +40 si c’est tenu",
            "👑 Cora prend le pli : 1 pour une annonce de 0",
        ),
        (
            "it",
            "👑 Anne fa la presa, 1 su 1: fatto!",
            "👑 Bob, 1 su 2: La Sirena prende lo Skull King, +40 se indovina",
            "👑 Cora fa la presa: 1, ma ne ha dette 0",
        ),
    ],
)
def test_a_trick_is_told_in_every_language(language: str, made: str, captured: str, broken: str) -> None:
    reader = Reader(language, SKULL_KING, NAMES)
    for told, news in (
        ("Anne leads g13, Bob plays g2", made),
        ("Anne leads king, Bob plays mermaid", captured),
        ("Anne leads g2, Bob plays g1, Cora plays g14", broken),
    ):
        table = trick(told, left="y1 y2 y3", bids={"Anne": 1, "Bob": 2})
        said = tabletop.news(table.view().table)
        assert said is not None
        assert reader.plain(said) == news


def test_no_coins_are_shown_on_a_bid_that_is_broken() -> None:
    taken = "Anne leads king, Bob plays mermaid"
    for bid, made in ((1, True), (2, True), (0, False)):
        assert _tells_of_coins(trick(taken, left="y1 y2", bids={"Bob": bid})) == (made,) * 4
    # Three were bid, one is lost and one is left.
    short = Tavern(Anne="g13 king y1", Bob="g2 mermaid y2").bidding(Bob=3)
    assert _tells_of_coins(short.plays(f"Anne leads g13, Bob plays g2, {taken}")) == (False,) * 4


def _tells_of_coins(table: Tavern) -> tuple[bool, ...]:
    """Whether Bob's +40 stand in the picture, in the words in its place, in the log, and beside his hand."""
    picture, hand = SKULL_KING.hand_picture(table.view("Bob"), english), SKULL_KING.hand(table.view("Bob"))
    assert picture is not None
    assert hand is not None
    assert hand.note is not None
    said = (" ".join(map(english, picture.alt)), table.why, english(hand.note))
    return (">+40<" in picture.drawing.svg(), *("40" in words for words in said))


def test_a_hands_picture_says_the_trick_before_the_cards_that_stand_on_buttons() -> None:
    def said(table: Tavern) -> list[str]:
        picture = SKULL_KING.hand_picture(table.view("Bob"), table.say)
        assert picture is not None
        return [table.say(line) for line in picture.alt]

    table = Tavern(Anne="g3 g4", Bob="g1 g2")
    assert said(table)[0] == "Your hand: 🦜 Parrot 1 2"
    assert not [line for line in said(table) if "Last" in line or "👑" in line]
    table.bidding(Bob=1).plays("Anne leads g3")
    assert said(table)[:3] == [
        "Anne: 🦜 Parrot 3, winning so far",
        "You bid 1 and have taken 0.",
        "Your hand: 🦜 Parrot 1 2",
    ]


def test_the_news_are_gone_when_the_next_card_lies_there_and_bids_are_news() -> None:
    table = Tavern(Anne="g3 g4", Bob="g1 g2")
    assert tabletop.news(table.view().table) is None
    table.bidding(Anne=2)
    assert table.say(tabletop.news(table.view().table)) == "Yo-ho-ho! Bids add up to 2; 2 tricks to win"
    table.plays("Anne leads g3, Bob plays g1")
    assert tabletop.news(table.view().table) is not None
    table.plays("Anne leads g4")
    assert tabletop.news(table.view().table) is None


def test_a_bonus_is_no_news_any_more_once_its_round_is_scored() -> None:
    table = trick("Anne leads king, Bob plays mermaid")
    assert table.say(tabletop.news(table.view().table)) == "👑 Bob, 1 of 0: Mermaid takes the King"


def test_a_taken_trick_revealed_bids_and_a_scored_round_are_moments() -> None:
    table = Tavern(Anne="g3", Bob="g1").bidding().plays("Anne leads g3, Bob plays g1")
    moments = [type(event).__name__ for event in table.events if SKULL_KING.moment(event)]
    assert moments == ["BidsRevealed", "TrickEnded", "RoundEnded"]


def test_frames_are_all_as_large_and_the_first_is_how_it_stands_now() -> None:
    table = Tavern(Anne="g3 y1", Bob="g1 y2", Cora="g2 y3")
    seen = [table.view()]
    for name in ("Anne", "Bob", "Cora"):
        seen.append(table.bids(name, 1).view())
    for told in ("Anne leads g3", "Bob plays g1", "Cora plays g2", "Anne leads y1"):
        seen.append(table.plays(told).view())
    frames = SKULL_KING.frames(seen, english)
    assert len({parsed(frame.drawing.svg()).attrib["viewBox"] for frame in frames}) == 1
    now = SKULL_KING.board_picture(seen[-1], english)
    assert now is not None
    assert frames[0].drawing.svg() == now.drawing.svg() == frames[-1].drawing.svg()
    # Before the bids, the bids, three cards (with the third the trick is over), the trick gathered, a card.
    assert len(frames) == 1 + 7
    assert SKULL_KING.frames([], english) == ()


def test_a_whole_game_is_told_in_twenty_seconds() -> None:
    frames = SKULL_KING.frames(list(views(SkullKingOptions(), 4)), english)
    assert len(frames) <= 120
    shown = fitting(frames, 20_000)
    assert sum(frame.milliseconds for frame in shown) <= 20_000
    assert len(shown) > 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [options for options, _players in TABLES])
def test_cover_and_reference_hold_together(options: SkullKingOptions, language: str) -> None:
    words = Reader(language, SKULL_KING, NAMES).plain
    cover = SKULL_KING.cover_picture(words)
    page = SKULL_KING.reference_picture(options, words)
    for picture, most in ((cover, 300), (page, 1100)):
        assert picture is not None
        assert float(parsed(picture.drawing.svg()).attrib["viewBox"].split()[3]) <= most
        assert outside(picture.drawing.svg()) == []
        assert overlapping_words(picture.drawing.svg()) == []


def test_the_drawn_rules_say_that_whoever_could_follow_may_lay_a_special_card_all_the_same() -> None:
    page = SKULL_KING.reference_picture(SkullKingOptions(), english)
    assert page is not None
    said = [english(line) for line in page.alt]
    assert any("may always be played" in line for line in said)
    assert "may always be" in " ".join(parsed(page.drawing.svg()).itertext())
