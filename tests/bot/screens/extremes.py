"""The longest and strangest that a game and people may bring, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from games.contract import (
    Board,
    Choice,
    Hand,
    Menu,
    OptionField,
    OptionValue,
    Outcome,
    PlanMenu,
    SeatLine,
    Section,
    Sheet,
    SheetRow,
    Surprise,
)
from games.text import Listed, Player, Text
from tests.bot.screens.puppet import Scene

NASTY = "*_~|`<>[]()#@:/\\\n\u202e\u200b\u0301"
names = st.one_of(
    st.text(max_size=33),
    st.text(alphabet=NASTY, min_size=1, max_size=33),
    st.just("*" * 32),
    st.just("@everyone <@1> `x`"),
)


def texts(most: int) -> st.SearchStrategy[Text]:
    """Texts of at most so many characters, some of them with a player in them."""
    words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=min(most, 30))
    plain = words.map(Text)
    about = st.builds(
        lambda seat: Text("{player} " + "x" * max(0, most - 40), {"player": Player(seat)}), st.integers(0, 7)
    )
    full = st.just(Text("W" * most))
    listed = st.just(Text("{all}", {"all": Listed(tuple(map(Player, range(8))))}))
    return st.one_of(plain, about, full, listed)


labels = st.one_of(st.just(Text("W" * 80)), st.text(min_size=1, max_size=80).map(Text))
lines = texts(120)
sections = st.builds(Section, texts(60), st.lists(texts(300), max_size=12).map(tuple))


def choices(count: int) -> st.SearchStrategy[tuple[Choice, ...]]:
    """So many choices, with and without reasons against them."""
    kinds = st.sampled_from(["plain", "card", "number", "confirm"])
    one = st.builds(
        Choice,
        st.text(max_size=5),
        labels,
        st.none(),
        st.sampled_from(["", "🦜"]),
        st.none() | texts(200),
        kinds,
    )
    return st.lists(one, min_size=count, max_size=count).map(tuple)


menus = st.integers(1, 25).flatmap(lambda count: st.builds(Menu, texts(200), choices(count)))
hands = st.builds(Hand, texts(60), st.lists(texts(80), max_size=10).map(tuple), st.none() | texts(200))


surprises = st.integers(0, 25).flatmap(
    lambda count: st.tuples(
        *(
            st.builds(Surprise, st.just(f"s{at}"), texts(120), st.booleans(), st.booleans())
            for at in range(count)
        )
    )
)
plannable = st.builds(Choice, st.text(max_size=5), labels, st.just("play"), st.sampled_from(["", "🦜"]))
plans = st.builds(PlanMenu, texts(200), st.lists(plannable, min_size=1, max_size=25).map(tuple), surprises)


def boards(players: int) -> st.SearchStrategy[Board]:
    """A board with so many seats."""
    seats = st.tuples(
        *(
            st.builds(SeatLine, st.just(seat), texts(90), st.booleans(), st.booleans())
            for seat in range(players)
        )
    )
    return st.builds(
        Board, texts(120), texts(300), st.lists(lines, max_size=9).map(tuple), seats, st.none() | sections
    )


@st.composite
def scenes(draw: st.DrawFn, players: int, over: bool = False) -> Scene:
    """A game with so many players, everybody asked something that takes two steps; or its end."""
    some = draw(st.sets(st.integers(0, players - 1)))
    end = None
    if over:
        places = tuple(draw(st.integers(1, players)) for _seat in range(players))
        end = Outcome(places, tuple(draw(st.integers(-9999, 9999)) for _seat in range(players)))
    return Scene(
        board=draw(boards(players)),
        awaited=tuple(sorted(some)),
        asked=tuple(range(players)),
        menus=(draw(menus), draw(menus)),
        own=draw(st.none() | hands),
        plan=draw(st.none() | plans),
        end=end,
    )


def sheets(players: int) -> st.SearchStrategy[Sheet]:
    """A score sheet for so many players."""
    cells = st.lists(texts(50), min_size=players, max_size=players).map(tuple)
    rows = st.builds(SheetRow, texts(50), cells)
    latest = st.lists(texts(150), max_size=players).map(tuple)
    return st.builds(Sheet, texts(80), st.lists(rows, max_size=10).map(tuple), rows, latest)


def fields(most: int) -> st.SearchStrategy[list[OptionField]]:
    """Options with as many values as a list may hold."""
    values = st.integers(1, 25).flatmap(
        lambda count: st.tuples(
            *(
                st.builds(OptionValue, st.just(f"v{at}"), texts(90), st.none() | texts(200))
                for at in range(count)
            )
        )
    )
    return st.integers(0, most).flatmap(
        lambda count: st.tuples(
            *(st.builds(OptionField, st.just(f"option{at}"), texts(90), values) for at in range(count))
        ).map(list)
    )
