"""Pictures of a game at a table: its board, a hand, the score sheet."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeVar

import msgspec

from bot.i18n import Reader
from bot.i18n.sanitising import disambiguate, truncate
from bot.images.animation import fitting
from bot.images.model import MOST_ALT, AnimatedDrawing, DescribedDrawing, ImageRequest, MessageImage
from bot.images.portraits import PORTRAITS, SeatedRobot, with_robots
from games.catalogue import game as game_of
from games.contract import AnyGame, Observation, Options, Picture
from games.drawing.furniture import stripes
from games.drawing.lettering import TEXT, drawable, initials
from games.shapes import Drawing
from games.text import Words, _
from games.thinking.levels import SYMBOLS, level_of

# The words in a picture, and those beside it, in a reader's language.


MOST_HEARD = 200
"""Characters of what a picture of a game says: what matters now. The rest is behind Words."""
MORE = _("More under Words.")


def words_for(reader: Reader) -> Words:
    """How this reader reads words in pictures. Whose name cannot be drawn there is called by number."""
    return Reader(reader.locale, reader.game, _drawable(reader, reader.names)).plain


def words_at_table(reader: Reader) -> Words:
    """The same at a table, where chips often stand alone: whose initials are somebody else's too has the
    seat's number behind the name, and so on the chip.
    """
    names = disambiguate(_drawable(reader, reader.names), initials)
    return Reader(reader.locale, reader.game, names).plain


def _drawable(reader: Reader, names: Mapping[int, str]) -> dict[int, str]:
    return {seat: name if can_be_drawn(name) else _numbered(reader, seat) for seat, name in names.items()}


def can_be_drawn(name: str) -> bool:
    """Whether anything of it is seen in a picture. True also of no name: the reader has words for that."""
    return not name or any(map(str.isalnum, drawable(name, TEXT)))


def _numbered(reader: Reader, seat: int) -> str:
    return reader.plain(_("Player {number}", number=seat + 1))


def alt_text(reader: Reader, picture: Picture, most: int = MOST_ALT) -> str:
    """What the picture says, line by line, in so many characters; for those that have no room there
    stands one that says so.
    """
    lines = list(map(reader.plain, picture.alt))
    if _length(lines) <= most:
        return "\n".join(lines)
    rest = reader.plain(MORE)
    kept = [truncate(lines[0], most - len(rest) - 1)]
    for line in lines[1:]:
        if _length([*kept, line, rest]) <= most:
            kept.append(line)
    return "\n".join([*kept, rest])


def says_all(image: MessageImage | None, reader: Reader) -> bool:
    """Whether the picture is there, and had room to say all that it shows to whoever does not see it."""
    drawn = None if image is None else image.drawn
    return drawn is not None and not drawn.alt.endswith(reader.plain(MORE))


def _length(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + len(lines) - 1


Kind = Literal["board", "hand", "sheet", "result"]


def game_image(
    kind: Kind,
    game: AnyGame,
    observation: Observation,
    reader: Reader,
    subject: str = "",
    chosen: Sequence[str] = (),
    room: float = math.inf,
) -> ImageRequest:
    """The game's picture of this kind of an observation: all that its watcher may know. `chosen`: what a
    hand's player has chosen so far of an action in steps; `room`: how many units high a hand may be.
    """
    encoded = msgspec.json.encode(observation)
    names = tuple(reader.names.items())
    return ImageRequest(
        _draw_game_image, (kind, game.slug, encoded, reader.locale, names, tuple(chosen), room), subject
    )


WATCHED, WHOLE_GAME = "watched", "whole game"


class Most(NamedTuple):
    """What an animated picture may be."""

    milliseconds: int
    size: int
    """The most that the file may take, in bytes."""


ANIMATED: Mapping[str, Most] = {WATCHED: Most(8_000, 1_000_000), WHOLE_GAME: Most(20_000, 2_500_000)}


def animation(
    kind: str, game: AnyGame, seen: Sequence[Observation], lines: Sequence[str], reader: Reader
) -> ImageRequest:
    """The game's animated picture of what one watcher has seen. `lines`: the same in words."""
    encoded = tuple(msgspec.json.encode(each) for each in seen)
    alt = "\n".join(_latest(lines))
    args = (kind, game.slug, encoded, alt, reader.locale, tuple(reader.names.items()))
    return ImageRequest(_draw_animation, args, animated=True)


def _latest(lines: Sequence[str]) -> list[str]:
    """As many of the last lines as are heard of a picture; the rest is behind Words."""
    kept = [truncate(line, MOST_HEARD) for line in lines[-1:]]
    for line in reversed(lines[:-1]):
        if _length([line, *kept]) > MOST_HEARD:
            break
        kept.insert(0, line)
    return kept


# in the worker process


def _draw_animation(
    kind: str, slug: str, encoded: Sequence[bytes], alt: str, locale: str, names: tuple[tuple[int, str], ...]
) -> AnimatedDrawing | None:
    game, most = game_of(slug), ANIMATED[kind]
    seen = [msgspec.json.decode(each, type=game.Observation) for each in encoded]
    frames = fitting(game.frames(seen, words_at_table(Reader(locale, game, dict(names)))), most.milliseconds)
    return AnimatedDrawing(frames, alt, most.size) if frames else None


def _draw_game_image(
    kind: Kind,
    slug: str,
    encoded: bytes,
    locale: str,
    names: tuple[tuple[int, str], ...],
    chosen: tuple[str, ...],
    room: float,
) -> DescribedDrawing | None:
    game = game_of(slug)
    seen = msgspec.json.decode(encoded, type=game.Observation)
    return draw_game(kind, game, seen, locale, dict(names), chosen, room)


def draw_game(
    kind: Kind,
    game: AnyGame,
    seen: Observation,
    locale: str,
    names: Mapping[int, str],
    chosen: Sequence[str] = (),
    room: float = math.inf,
) -> DescribedDrawing | None:
    """The game's drawing of what is seen, with words; None if it draws none."""
    reader = Reader(locale, game, names)
    words = words_at_table(reader)
    match kind:
        case "hand":
            picture = game.hand_picture(seen, words, chosen, room)
            if picture is not None:
                picture = Picture(picture.drawing.fitted(room), picture.alt)
        case "board":
            picture = game.board_picture(seen, words)
        case "sheet":
            picture = game.sheet_picture(seen, words)
        case "result":  # a game that was given up early has nothing on its sheet
            picture = game.sheet_picture(seen, words) or game.cover_picture(words)
    return (
        None if picture is None else DescribedDrawing(picture.drawing, alt_text(reader, picture, MOST_HEARD))
    )


def reference_image(game: AnyGame, options: Options, reader: Reader) -> ImageRequest:
    """The rules on one page, as these options have them."""
    return ImageRequest(_draw_reference, (game.slug, options.model_dump_json(), reader.locale))


def emoji_drawings(game: AnyGame) -> Mapping[str, Drawing]:
    """The drawings of a game's symbols, and those of its robots' levels."""
    levels = enumerate(SYMBOLS.values(), 1)
    return {**game.emoji(), **{symbol: stripes(number) for number, symbol in levels}}


def emoji_image(game: AnyGame, symbol: str) -> ImageRequest:
    """What stands for one of the game's symbols. It says nothing: it is always beside words."""
    return ImageRequest(_draw_emoji, (game.slug, symbol))


# in the worker process


def _draw_emoji(slug: str, symbol: str) -> DescribedDrawing:
    return DescribedDrawing(emoji_drawings(game_of(slug))[symbol], "")


def _draw_reference(slug: str, options: str, locale: str) -> DescribedDrawing | None:
    game = game_of(slug)
    reader = Reader(locale, game)
    picture = game.reference_picture(game.Options.model_validate_json(options), words_for(reader))
    return None if picture is None else DescribedDrawing(picture.drawing, alt_text(reader, picture))


def cover_image(
    game: AnyGame, reader: Reader, robots: Sequence[tuple[str, str]] = (), subject: str = ""
) -> ImageRequest:
    """What the game's lobbies show while people come: the same at every table, but for the faces of the
    `robots` that sit there, by name and level.
    """
    known = tuple((name, level) for name, level in robots if name in PORTRAITS)
    return ImageRequest(_draw_cover, (game.slug, reader.locale, known), subject if known else "")


# in the worker process


def _draw_cover(slug: str, locale: str, robots: tuple[tuple[str, str], ...]) -> DescribedDrawing | None:
    game = game_of(slug)
    reader = Reader(locale, game)
    picture = game.cover_picture(words_for(reader))
    if picture is None:
        return None
    known = [(name, level_of(game, level)) for name, level in robots]
    seated = [
        SeatedRobot(name, game.robots[level].name if level in game.robots else level) for name, level in known
    ]
    shown = with_robots(picture, seated, words_for(reader))
    return DescribedDrawing(shown.drawing, alt_text(reader, shown))


# Pictures of what no game draws, by what they show: ratings, leaderboards, tournaments.


Shown = TypeVar("Shown")
Draw = Callable[[Shown, Words], Picture]
"""One of `record_drawings`, `tournament_drawings` or `knockout_drawing`."""


def record_image(draw: Draw[Shown], shown: Shown, reader: Reader, subject: str = "") -> ImageRequest:
    """The drawing of this, for a reader who knows the people in it."""
    game = None if reader.game is None else reader.game.slug
    return ImageRequest(
        _draw_record_image, (draw, shown, game, reader.locale, tuple(reader.names.items())), subject
    )


# in the worker process


def _draw_record_image(
    draw: Draw[Shown], shown: Shown, game: str | None, locale: str, names: tuple[tuple[int, str], ...]
) -> DescribedDrawing:
    reader = Reader(locale, None if game is None else game_of(game), dict(names))
    picture = draw(shown, words_for(reader))
    return DescribedDrawing(picture.drawing, alt_text(reader, picture))
