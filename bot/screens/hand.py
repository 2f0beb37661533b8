"""The hand: a player's own cards and what they may do now. Private, in the player's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from bot.hours.screens import hour_in_words
from bot.i18n import Reader
from bot.i18n.sanitising import truncate
from bot.images.model import MessageImage
from bot.images.requests import MORE
from bot.screens import clocks, common, solo
from bot.screens.leaving import no_hand_screen
from bot.screens.pod_verdicts import verdict_at
from bot.screens.result import CAME, conceded, helped, placings, winners
from bot.screens.watching import watch_button
from bot.tables import clocks as tables_clocks
from bot.tables.lessons import NO_TEACHING, Teaching
from bot.tables.model import NO_PLAN, Plan, PlanOutcome, Table
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import TEXT
from games.contract import Choice, Hand, Menu, Observation, Slot
from games.text import Listed, Text, _
from games.thinking.hints import Hint

MOST_BUTTONS = 15
"""More choices than these are a list."""

SIGHT, FRAME, LINE_OF_TEXT, ROW, APART = 604, 104, 22, 40, 8
"""Pixels on a telephone of 390 x 844: of messages that are in sight at a time; of what is around the text,
the picture and the buttons of a hand; of a line of text and of buttons; and between two of these parts.
"""
UNITS = 2
"""Of a drawing in a pixel."""
LINES, LINES_OF_MANY, MANY_ROWS = 4, 3, 3
"""Lines of text that there is room for beside any picture; and where there are so many rows of choices."""
USUAL_ROWS = 3
"""Rows of choices for which there is room where buttons have no places of their own."""

LEAST_RECAP = 40
"""Characters of the last trick; where there is room for less, it is left out."""

STYLES = {"plain": ui.PRIMARY, "card": ui.PRIMARY, "number": ui.PRIMARY, "confirm": ui.SUCCESS}


BETWEEN = " · "
"""Stands between what is told in one paragraph."""

_FROM_LIST = _("Choose from this list")


class Beside(NamedTuple):
    """What stands beside the picture of a hand."""

    text: ui.TextBlock | None
    lesson: ui.TextBlock | None
    """What is explained: below the picture, above the buttons, where the eye is."""
    rows: list[ui.Row]
    """Choices, where they stay for a round."""
    room: float
    """Units that the picture may be high, so that all is in sight: the same in each moment of a round, but
    where somebody learns something.
    """
    lines: int
    """Lines of text that there is room for in place of the picture."""


class HandView(msgspec.Struct, frozen=True, dict=True):
    """A hand as its player is to be shown it, after the values `chosen` of what is asked; what is seen and
    offered there is worked out once for its words, its picture and the room that the picture has.
    """

    table: Table
    user: int
    reader: Reader
    chosen: Sequence[str] = ()
    notice: Text | None = None
    """What just happened, to be told above the cards."""
    unix: clocks.Unix | None = None
    """None: nothing is said of deadlines."""
    teaching: Teaching = NO_TEACHING
    """What is explained beside the cards."""
    hint: Hint | None = None
    """What is best, in place of the notice and of what is explained."""
    offers_text: bool = False
    """Beside a picture, a way without is offered."""
    offers_watching: bool = False
    """Much has been played since their last move."""
    result: bool = False
    """The picture is of the round that has just ended."""

    @cached_property
    def seen(self) -> Observation:
        """What the user may know of the running game."""
        return self.table.observe(self.user)

    @cached_property
    def menu(self) -> Menu | None:
        """What is offered to whoever looks at the hand."""
        return self.table.game.steps(self.seen, self.chosen)

    @cached_property
    def offered(self) -> list[tuple[int, Choice]]:
        """What can be chosen, each with its place in the menu, in the order in which it stands."""
        choices = () if self.menu is None else self.menu.choices
        offered = [each for each in enumerate(choices) if _is_offered(each[1])]
        return sorted(offered, key=lambda each: each[1].place)

    @cached_property
    def keeps_slots(self) -> bool:
        """Whether each card of the hand stands in a slot: not where something else, a bid perhaps, is chosen
        in their place, nor in games without slots.
        """
        values = {slot.choice.value for slot in self.table.game.slots(self.seen)}
        return bool(values) and (not self.offered or any(each.value in values for _at, each in self.offered))

    @property
    def plan(self) -> Plan:
        """What their seat wants done by itself."""
        return NO_PLAN if self.seen.seat is None else self.table.plans.get(self.seen.seat, NO_PLAN)

    @property
    def clock(self) -> Text | None:
        """Until when their seat has time, or why its clock stands still."""
        seat = self.seen.seat
        return None if seat is None else clocks.seat_status(self.table, seat, self.unix)

    @property
    def accent(self) -> int:
        """The colour at the hand's edge."""
        return ui.Accent.GREEN if self.seen.seat in self.seen.to_act else ui.Accent.GREY

    @cached_property
    def beside(self) -> Beside:
        """What stands beside the hand's picture, or beside the table in words. For somebody who plays."""
        asked = 0 if self.menu is None else common.count_words(self.reader(_prompt(self.menu)))
        lesson = ui.block(_lesson_line(self, common.MORE_WORDS - asked), most=400)
        learns = lesson is not None
        rows = _choice_rows(self, fill=not learns)
        high = max(len(rows), 0 if self.table.game.slots(self.seen) else USUAL_ROWS)
        most = LINES_OF_MANY if high >= MANY_ROWS else LINES
        spare = (high - len(rows)) * (ROW + APART) // LINE_OF_TEXT
        below = 0 if lesson is None else common.count_lines(lesson.content)
        text = _words_beside(self, learns=learns, most=most + spare - below)
        above = 0 if text is None else common.count_lines(text.content)
        lines = max(most, above + below - spare)
        pixels = SIGHT - FRAME - 2 * APART - lines * LINE_OF_TEXT - (high + 1) * (ROW + APART) + APART
        pixels -= APART if learns else 0
        in_words = pixels + (lines - above - below) * LINE_OF_TEXT + (high - len(rows)) * (ROW + APART)
        return Beside(text, lesson, rows, pixels * UNITS, in_words // LINE_OF_TEXT)


def hand_screen(view: HandView, picture: MessageImage | None = None) -> ui.Screen:
    """The player's cards, and what is asked of them."""
    table, user, reader, hint = view.table, view.user, view.reader, view.hint
    notice = view.notice if hint is None else hint_line(hint)
    notice_block = ui.block(reader(notice), most=300) if notice is not None else None
    if table.state is None or table.phase == "closed":
        return ui.screen(
            ui.Accent.GREY,
            notice_block,
            ui.block(reader(_why_none(table, user, view.unix)), most=300),
            ui.block(common.pod_line(reader, table), most=200),
        )
    if table.phase == "over" and table.record.learning:
        return solo.course_over_screen(table, user, reader, notice_block, picture)
    if table.phase == "over":
        return _over(table, user, reader, notice_block, picture)
    if table.seat_of(user) is None:
        return no_hand_screen(table, user, reader, notice_block)
    if view.result and picture is not None and picture.drawn is not None:
        return _round_over(table, reader, notice_block, picture)
    watch = watch_button(reader, table) if view.offers_watching else None
    to_hint = _figure_button(reader, table, hint) if hint is not None else _to_hint(view)
    about_lessons = _lesson_button(view)
    back = ui.button(reader, _("Back"), "back", table.id, view.seen.decision) if view.chosen else None
    drawn = picture is not None and picture.drawn is not None
    text, lesson, rows, _room, lines = view.beside
    to_words = None if drawn else common.words_button(reader, table.id)
    offers_text = drawn and view.offers_text
    to_text = ui.button(reader, _("Text mode"), "textmode", table.id) if offers_text else None
    # The last line is always there: who looks for More meets no card. The most important stand first.
    ways = [common.more_button(reader, table.id)]
    to_end = common.end_pause_button(reader, table)
    # Words and a hint are behind More, too.
    seat = view.seen.seat
    asked = seat is not None and clocks.is_asked(table, seat)
    answers = common.answers_to_wish(table, reader) if asked else ()
    for each in (back, to_end, *answers, to_text, about_lessons, to_hint, to_words, watch):
        if each is not None and len(ui.packed([*ways, each])) == 1:
            ways.append(each)
    shown = None if drawn else _table_in_words(view, lines)
    return ui.screen(view.accent, text, shown, picture, lesson, rows, ui.Row(tuple(ways)))


class _Part(NamedTuple):
    """A paragraph of the table in words. `rank`: the lowest is left out last."""

    rank: int
    entries: Sequence[str]


def _table_in_words(view: HandView, most: int) -> ui.TextBlock | None:
    """What the picture would show, in at most so many lines: the essential, with first names where whole ones
    take too many. All of it stands on the page behind Words.
    """
    parts = list(_parts_in_words(view, view.reader))
    if sum(common.count_lines(BETWEEN.join(part.entries)) for part in parts) > most:
        parts = list(_parts_in_words(view, common.with_first_names(view.reader)))
    kept, left, more = dict[int, str](), most, view.reader(MORE)
    for at, part in sorted(enumerate(parts), key=lambda each: each[1].rank):
        begun = ([*part.entries[:some], more] for some in range(len(part.entries) - 1, 0, -1))
        lines = (BETWEEN.join(entries) for entries in (part.entries, *begun))
        fitting = next((line for line in lines if common.count_lines(line) <= left), None)
        if fitting is not None:
            kept[at] = fitting
            left -= common.count_lines(fitting)
        if fitting != BETWEEN.join(part.entries):
            break
    return ui.block(*(kept[at] for at in sorted(kept)), most=1500)


def _parts_in_words(view: HandView, reader: Reader) -> Iterator[_Part]:
    """The paragraphs in the order in which they stand."""
    table, game, seen = view.table, view.table.game, view.seen
    board, own, robots = game.board(seen), game.hand(seen), common.robot_seats(table)
    if view.beside.lesson is not None and view.clock is not None and table.timing.paused is None:
        # It runs while somebody learns as well; beside a picture, which they look at, the board tells it.
        yield _Part(0, [ui.small(reader(view.clock))])
    yield _Part(6, [ui.strong(reader, board.headline)])
    pod = common.pod_line(reader, table)
    if pod is not None:
        yield _Part(7, [pod])
    laid = [reader(each) for each in board.table if each != board.news]
    if laid:
        yield _Part(3, laid)
    elif board.recap is not None and board.news is None:
        # Else the picture alone would tell what has just been.
        yield _Part(4, [ui.strong(reader, board.recap.title), *map(reader, board.recap.lines)])
    yield _Part(
        5, [BETWEEN.join(reader(common.seat_in_words(each, robots, brief=True)) for each in board.seats)]
    )
    if own is not None and own.note is not None:
        yield _Part(1, [reader(own.note)])
    explained = [
        _explained(reader, each.short, each.label)
        for _at, each in view.offered
        if each.kind == "plain" and each.short is not None
    ]
    if explained:
        yield _Part(2, explained)
    pressed = len([each for _at, each in view.offered if each.kind == "card"])
    if own is not None and own.cards and not view.keeps_slots and pressed < len(own.cards):
        # A bid is made from the cards, and where they have slots, nothing else says what they are.
        yield _Part(0 if game.slots(seen) else 4, [_cards_held(reader, own)])


def _explained(reader: Reader, button: Text, whole: Text) -> str:
    """All that a choice says, behind what is on its button."""
    if reader.plain(whole).startswith(reader.plain(button)):
        return reader(whole)
    return reader(_("{button}: {whole}", button=button, whole=whole))


def _to_hint(view: HandView) -> ui.Button | None:
    """To a hint, unless what is left of a choice is to say yes."""
    offered = () if view.menu is None else [each for each in view.menu.choices if each.why_not is None]
    if view.chosen and len(offered) < 2:
        return None
    return hint_button(view.reader, view.table, view.user)


def hint_line(hint: Hint) -> Text:
    """What is best and why, for above the cards that it is about."""
    if hint.choice is None:
        return _("💡 {hint}", hint=hint.why)
    return _("💡 {hint}. {why}", hint=hint.choice, why=hint.why)


def hint_button(reader: Reader, table: Table, user: int) -> ui.Button | None:
    """To a hint, for whoever is asked for something where hints are given."""
    seat = table.seat_of(user)
    if not table.gives_hints or seat is None or seat not in table.game.to_act(table.state):
        return None
    if len(table.observe(user).legal) < 2:
        return None
    return ui.button(reader, _("Hint"), "hint", table.id, emoji="💡")


def _lesson_line(view: HandView, most_words: int = 100) -> str | None:
    """What is explained beside the hand; with somebody's first lesson, which game it is, if the line then has
    no more than so many words.
    """
    lesson, game, reader = view.teaching.lesson, view.table.game, view.reader
    if lesson is None or view.hint is not None:
        return None
    line = reader(_("🎓 {lesson}", lesson=lesson.text))
    named = reader(_("🎓 {game}. {lesson}", game=game.title, lesson=lesson.text))
    if view.teaching.offers_course and common.count_words(named) <= most_words:
        line = named
    return truncate(line, 400)


def _lesson_button(view: HandView) -> ui.Button | None:
    """Beside somebody's first lesson the way to the course; beside others the way out of them. In a course
    there is neither.
    """
    if view.teaching.lesson is None or view.table.record.learning:
        return None
    if view.teaching.offers_course:
        return solo.learn_button(view.reader, view.table)
    return ui.button(view.reader, _("Lessons off"), "lessons", view.table.id, 0, emoji="🎓")


def _figure_button(reader: Reader, table: Table, hint: Hint) -> ui.Button | None:
    """To by how much the hint's choice is better, where that is a figure."""
    if hint.figure is None:
        return None
    return ui.button(reader, _("By how much?"), "figure", table.id)


def hand_in_words_screen(view: HandView) -> ui.Screen:
    """All that the hand's picture says, to be read, with a way back to it. For somebody who plays here."""
    table, reader, seen, menu = view.table, view.reader, view.seen, view.menu
    board, own = table.game.board(seen), table.game.hand(seen)
    mine = menu is not None and seen.seat in seen.to_act
    # Whose turn it is needs no saying to the one whose it is: the prompt says what to do.
    turn, pod = None if mine else reader(board.turn), common.pod_line(reader, table)
    head = ui.block(ui.heading(reader, board.headline), turn, pod, most=550)
    seats = common.seat_lines(reader, board.seats, common.robot_seats(table), most=900)
    played = common.cards_on_table(reader, board, most=740)
    prompt = None if menu is None else ui.block(reader(_prompt(menu)), most=700)
    clock = None if view.clock is None else ui.block(ui.small(reader(view.clock)), most=150)
    cards = None
    if own is not None:
        held = _cards_held(reader, own) if own.cards else None
        cards = ui.block(held, None if own.note is None else reader(own.note), most=950)
    room = TEXT - ui.text_length(head, seats, played, cards, prompt, clock)
    planned = ui.block(*map(reader, _plan_texts(view.plan)), most=min(600, room))
    room -= ui.text_length(planned)
    return ui.screen(
        view.accent,
        # As it is heard: what happened, what to do, then the table and the cards.
        common.small_section(reader, board.recap if room > LEAST_RECAP else None, most=room),
        prompt,
        clock,
        planned,
        head,
        seats,
        played,
        ui.Separator(),
        cards,
        ui.row(common.back_button(reader, table, view.user), common.sheet_button(reader, table.id)),
    )


def _cards_held(reader: Reader, own: Hand) -> str:
    """What the player calls their cards, and each of the cards, in one line."""
    return f"{ui.strong(reader, own.title)}: {reader.listed(own.cards)}"


def _words_beside(view: HandView, *, learns: bool, most: int) -> ui.TextBlock | None:
    """What just happened and what to do, in at most so many lines, if names have to be cut for that.

    Where somebody `learns` something, that is in place of what has just been, which the picture shows, of the
    clock, which stands with the table in words, and of what is planned: it is read once, and the next hand
    shows them again. A pause that all wanted stays in sight, as a press ends it; so does one that others ask
    for.
    """
    table, seen, menu, plan = view.table, view.seen, view.menu, view.plan
    notice, board = view.notice if view.hint is None else hint_line(view.hint), table.game.board(seen)
    told = None if plan.told is None else _plan_outcome(plan.told)
    news = notice or told or (None if learns else board.news)
    prompt = board.turn if menu is None else _prompt(menu)
    paused = table.timing.paused is not None
    if seen.seat is not None:
        paused |= clocks.is_asked(table, seen.seat)
    time = None if learns and not paused else view.clock
    planned = None if learns else plan.move

    def said(reader: Reader) -> list[tuple[int, str | None]]:
        return [
            (0 if notice is not None else 1, None if news is None else reader(news)),
            (0, reader(prompt)),
            (0 if paused else 2, None if time is None else ui.small(reader(time))),
            (3, None if planned is None else ui.small(reader(_planned(planned.label)))),
        ]

    lines = said(view.reader)
    if sum(common.count_lines(line) for rank, line in lines if line and rank < 2) > most:
        lines = said(common.with_first_names(view.reader))
    return common.brief(lines, most, common.count_lines)


def _prompt(menu: Menu) -> Text:
    return _("👉 {prompt}", prompt=menu.prompt)


def _round_over(
    table: Table, reader: Reader, notice: ui.TextBlock | None, picture: MessageImage
) -> ui.Screen:
    """The round's result alone, before the next one is looked at; whoever learns goes on when they like."""
    news, go_on = table.game.board(table.observe(None)).news, None
    if table.record.learning:
        go_on = ui.button(reader, _("Go on"), "hand", table.id, style=ui.SUCCESS)
    return ui.screen(
        ui.Accent.NAVY,
        notice,
        None if news is None else ui.block(reader(news), most=300),
        picture,
        ui.row(go_on, common.more_button(reader, table.id)),
    )


def _plan_texts(plan: Plan) -> Iterator[Text]:
    """What became of the last plan, and what is planned."""
    if plan.told is not None:
        yield _plan_outcome(plan.told)
    if plan.move is None:
        return
    # What everybody takes for granted is not said.
    named = tuple(each.label for each in plan.move.surprises if not each.fixed)
    move = plan.move.label
    if not named:
        yield _planned(move)
    elif plan.move.only_if:
        yield _("📌 Planned: {move}. Only if {conditions}.", move=move, conditions=Listed(named))
    else:
        surprises = Listed(named, either=True)
        yield _("📌 Planned: {move}. Cancelled if: {surprises}", move=move, surprises=surprises)


def _planned(move: Text) -> Text:
    return _("📌 Planned: {move}", move=move)


def _plan_outcome(outcome: PlanOutcome) -> Text:
    match outcome.kind:
        case "forced":
            return _("🎬 Made for you, as you asked, since you had no choice: {move}", move=outcome.label)
        case "planned":
            return _("🎬 Made for you, as you had planned: {move}", move=outcome.label)
        case "unmet" if outcome.why is not None:
            return _(
                "📌 Not played: {move}. You wanted it only if {condition}.",
                move=outcome.label,
                condition=outcome.why,
            )
        case "surprised" if outcome.why is not None:
            return _(
                "📌 Your plan ({move}) was cancelled: {surprise}", move=outcome.label, surprise=outcome.why
            )
        case _:
            return _("📌 Your plan ({move}) is off: the rules don't allow it now.", move=outcome.label)


def choice_list(
    reader: Reader,
    choices: Iterable[tuple[int, Choice]],
    verb: str,
    *parts: str | int,
    hint: Text = _FROM_LIST,
) -> ui.Row:
    """The choices, each with its place in the menu, as a list. What is asked stands above it."""
    options = [
        ui.option(reader, choice.label, str(at), choice.why_not, emoji=choice.symbol)
        for at, choice in choices
    ]
    return ui.select(reader, custom_ids.encode(verb, *parts), hint, options)


def _choice_rows(view: HandView, *, fill: bool) -> list[ui.Row]:
    """What can be chosen, each choice in its slot if it has one; what cannot be chosen now, or is gone, keeps
    its own. Other choices stand behind the slots; where none has one, they stand above, in as many lines, or
    the slots below them `fill` the rest.
    """
    reader, parts = view.reader, (view.table.id, view.seen.decision, len(view.chosen))
    slots = view.table.game.slots(view.seen)
    by_value = {choice.value: (at, choice) for at, choice in view.offered}
    in_slots = [
        _choice_button(reader, *by_value.pop(slot.choice.value), *parts)
        if slot.choice.value in by_value
        else _slot_button(reader, slot, view.table.id, at)
        for at, slot in enumerate(slots)
    ]
    # What is gone leaves its place as wide as it was: the lines are those of the full hand.
    full = [_full_slot_button(reader, slot, view.table.id, at) for at, slot in enumerate(slots)]
    others = [_choice_button(reader, at, choice, *parts) for at, choice in by_value.values()]
    if view.keeps_slots or not others:
        return ui.packed_like([*in_slots, *others], [*full, *others])
    kept = ui.packed_like(in_slots, full)
    if len(others) > MOST_BUTTONS:
        rows = [choice_list(reader, view.offered, "picks", *parts)]
    else:
        rows = ui.spread(others, len(kept) if fill else 0)
    return rows + kept[len(rows) :] if fill else rows


def _is_offered(choice: Choice) -> bool:
    """What cannot be chosen is dimmed in the picture."""
    return choice.why_not is None or choice.chosen


def _choice_button(
    reader: Reader, at: int, choice: Choice, table: str, decision: str, depth: int
) -> ui.Button:
    """A choice keeps its number in the menu."""
    return common.short_button(
        *(reader, choice.label if choice.short is None else choice.short, "pick"),
        *(table, decision, depth, at),
        style=ui.SUCCESS if choice.chosen else STYLES[choice.kind],
        disabled=choice.chosen,
        emoji=choice.symbol,
    )


def _slot_button(reader: Reader, slot: Slot, table: str, at: int) -> ui.Button:
    """What cannot be pressed now, in the colour of choices; or an empty place, as wide, if it is gone."""
    full = _full_slot_button(reader, slot, table, at)
    return full if slot.held else ui.empty(full)


def _full_slot_button(reader: Reader, slot: Slot, table: str, at: int) -> ui.Button:
    return common.short_button(
        *(reader, slot.choice.label if slot.choice.short is None else slot.choice.short),
        *("slot", table, at),
        style=ui.PRIMARY,
        disabled=True,
        emoji=slot.choice.symbol,
    )


def _over(
    table: Table, user: int, reader: Reader, notice: ui.TextBlock | None, picture: MessageImage | None
) -> ui.Screen:
    """The end, as this player reads it."""
    if picture is not None and picture.drawn is not None:
        return ui.screen(
            ui.Accent.GOLD,
            notice,
            ui.block(*map(reader, _who_came_where(table, user)), most=600),
            picture,
            common.buttons_after_game(reader, table, sheet=False),
        )
    return ui.screen(
        ui.Accent.GOLD,
        notice,
        ui.block(ui.heading(reader, _("The game is over")), most=200),
        picture,
        ui.block(*map(reader, _own_place(table, user)), most=200),
        placings(table, reader),
        ui.block(*map(reader, helped(table)), most=200),
        common.small_section(reader, table.game.board(table.observe(user)).recap, most=1200),
        common.buttons_after_game(reader, table, sheet=True),
    )


def _who_came_where(table: Table, user: int) -> Iterator[Text]:
    """Who has won, and the user's own place, which says both if nobody shares a win of theirs."""
    own = list(_own_place(table, user))
    if own == [CAME[0]] and table.outcome is not None and table.outcome.places.count(1) == 1:
        yield from (*own, *conceded(table), *helped(table))
    else:
        yield from (*winners(table), *own)


def _own_place(table: Table, user: int) -> Iterator[Text]:
    outcome, seat = table.outcome, table.seat_of(user)
    if outcome is None or seat is None:
        return
    counts = verdict_at(table, seat)
    if table.record.pod is None:
        yield CAME[outcome.places[seat] - 1]
    elif counts is not None and counts.place and not counts.remark:
        yield CAME[counts.place - 1] if counts.place > 1 else _("🎉 You came first here!")


def _why_none(table: Table, user: int, unix: clocks.Unix | None) -> Text:
    if table.phase == "closed":
        return _("This table has closed. /play deals you cards at another one at once.")
    if table.record.pod is not None:
        if table.is_early:
            return hour_in_words(table)
        end = tables_clocks.show_up_deadline(table)
        if end is None or unix is None:
            return _("No hand yet: I deal once everyone is here.")
        return _(
            "No hand yet: I deal once everyone is here, or {when}.",
            when=clocks.relative_time(unix(end)),
        )
    if user == table.record.host:
        return _("No hand yet: press Start in the lobby.")
    return _("No hand yet: the host still has to press Start.")
