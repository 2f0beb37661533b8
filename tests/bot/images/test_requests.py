"""What is asked for as a picture: the same once, another one where anything shown is another."""

from __future__ import annotations

import msgspec
import pytest

from bot.i18n import Reader
from bot.images.requests import draw_game, game_image
from bot.publishing.table_messages import table_image
from games.catalogue import catalogue
from tests.bot.tables.test_watching import dealt, played


@pytest.mark.parametrize("slug", ["skull-queen", "buccaneer"])
def test_a_hand_is_another_picture_as_soon_as_something_is_chosen(slug: str) -> None:
    game = catalogue()[slug]
    state = game.new(game.Options(), 4, bytes(32))
    seat = game.to_act(state)[0]
    seen, reader = game.observe(state, seat), Reader("en-GB", game, {})
    menu = game.steps(seen)
    assert menu is not None
    step = next(choice.value for choice in menu.choices if choice.action is None and choice.why_not is None)
    before, same, after = (game_image("hand", game, seen, reader, chosen=path) for path in ((), (), (step,)))
    assert before.key == same.key != after.key
    assert before.draw(*before.args).drawing.svg() != after.draw(*after.args).drawing.svg()


@pytest.mark.parametrize("slug", list(catalogue()))
def test_a_game_that_was_given_up_before_anything_was_scored_has_a_picture_too(slug: str) -> None:
    game = catalogue()[slug]
    seen = game.observe(game.new(game.Options(), min(game.players_for(game.Options())), bytes(32)), None)
    assert draw_game("sheet", game, seen, "en-GB", {}) is None
    drawn = draw_game("result", game, seen, "en-GB", {})
    assert drawn is not None
    assert drawn.drawing.svg().startswith("<svg")


@pytest.mark.parametrize("slug", list(catalogue()))
def test_public_pictures_are_drawn_of_what_everybody_may_know(slug: str) -> None:
    game = catalogue()[slug]
    begun = dealt(game, min(game.players_for(game.Options())))
    over, _log = played(begun, 10**6)
    for table, kind in ((begun, "board"), (over, "board"), (over, "lobby"), (over, "result")):
        request = table_image(table, kind)
        assert request is not None
        _kind, _slug, encoded, *_rest = request.args
        assert encoded == msgspec.json.encode(table.observe(None)), kind
