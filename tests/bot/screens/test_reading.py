"""What is there to read: score sheet, result, proof, rules, log, lists, help, and small answers."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from discord import app_commands
from msgspec.structs import replace

from bot.commands.tree import ALL
from bot.i18n import Reader, reader_for
from bot.images.model import MessageImage
from bot.profiles.rating_service import RatingChange, RatingChanges
from bot.screens.board import board_screen, more_screen, this_table_screen
from bot.screens.help import commands_screen, help_screen
from bot.screens.history import log_screen
from bot.screens.leaving import confirm_concede, no_hand_screen, substitute_screen, ways_out_screen
from bot.screens.lobby import confirm_close, game_started_screen, table_closed_screen
from bot.screens.options import WORD, cut_modal
from bot.screens.result import (
    ended_screen,
    proof_screen,
    ratings_in_a_line,
    result_screen,
    sealed_screen,
    sheet_screen,
)
from bot.screens.rules import rules_screen
from bot.screens.table_lists import (
    MOST_TABLES,
    NotifiedTable,
    table_choice_screen,
    tables_screen,
    turn_notification,
)
from bot.tables.history import Proof
from bot.tables.model import Call, Cut, Leaver
from bot.tables.pod_model import PodInfo
from bot.ui import components as ui
from bot.ui import notices
from games import fairness
from games.catalogue import catalogue
from games.contract import Outcome, Section, Sheet, SheetRow
from games.text import Player, Text, _
from tests.bot.screens.looking import PICTURE, buttons, lists, pieces, pressed, text
from tests.bot.screens.puppet import ANNE, BART, SECRET, Puppet, digging, english, table_of

PLAYING = table_of(digging(3, 1), "Anne", "Bart", "Calico")


def over(places: tuple[int, ...], points: tuple[int, ...]):
    """A table whose game has ended like this."""
    return table_of(digging(3, end=Outcome(places, points)), "Anne", "Bart", "Calico")


# Result


def test_the_winner_is_named_first_and_then_everybody_by_place():
    table = over((3, 1, 2), (-10, 90, 40))
    assert text(result_screen(table, english(table))).split("\n")[:5] == [
        "## 🏁 Find the Treasure: the game is over",
        "**Bart** wins. Yo-ho-ho!",
        "🥇 Place 1: **Bart**, 90 points",
        "🥈 Place 2: **Calico**, 40 points",
        "🥉 Place 3: **Anne**, −10 points",
    ]


def test_equal_points_share_a_place():
    table = over((1, 1, 3), (1, 1, 0))
    read = text(result_screen(table, english(table)))
    assert "**Anne** and **Bart** share the win. Yo-ho-ho!" in read
    assert "🥇 Place 1, shared: **Anne**, 1 point\n🥇 Place 1, shared: **Bart**, 1 point" in read
    assert "🥉 Place 3: **Calico**, 0 points" in read


def test_the_result_leads_to_a_rematch_and_what_there_is_to_read():
    table = over((1, 2, 3), (3, 2, 1))
    assert {
        label: button["custom_id"] for label, button in buttons(result_screen(table, english(table))).items()
    } == {
        "Rematch": "rematch:k3x9qp",
        "Scores": "sheet:k3x9qp",
        "Replay": "replay:k3x9qp:0:mine:begin",
        "More": "more:k3x9qp",
    }
    assert pressed(more_screen(table, english(table), 999), "Fairness") == "proof:k3x9qp"


def test_the_seal_of_the_lobby_stays_to_be_compared_until_the_end():
    seal = fairness.commitment(bytes.fromhex(SECRET))
    ended = over((1, 2, 3), (3, 2, 1))
    for shown in (
        game_started_screen(PLAYING, english(PLAYING), None),
        result_screen(ended, english(ended)),
        result_screen(ended, english(ended), picture=PICTURE),
    ):
        assert seal[:16] in text(shown)
        assert SECRET not in text(shown)


def test_before_the_end_fairness_tells_the_whole_seal_and_nothing_of_the_secret():
    shown = sealed_screen(PLAYING, english(PLAYING))
    assert fairness.commitment(bytes.fromhex(SECRET)) in text(shown)
    assert SECRET not in text(shown)


def test_the_result_beside_its_picture_is_a_sentence_and_the_seal():
    table = over((3, 1, 2), (-10, 90, 40))
    changes = RatingChanges((RatingChange(Player(0), 1500, 1490), RatingChange(Player(1), 1500, 1510)))
    assert text(result_screen(table, english(table), changes, PICTURE)).split("\n") == [
        "### 🏁 Find the Treasure",
        "**Bart** wins. Yo-ho-ho!",
        "-# 🔏 Seal `9985b2e4b9b71b28` proves a fair shuffle.",
        "-# Ratings: **Anne** −10 and **Bart** +10",
    ]


@pytest.mark.parametrize("picture", [PICTURE, None])
def test_where_results_are_hidden_no_word_and_no_picture_tells_how_it_ended_before_it_is_pressed(
    picture: MessageImage | None,
):
    table = over((3, 1, 2), (-10, 90, 40))
    changes = RatingChanges((RatingChange(Player(1), 1500, 1510),))
    shown = result_screen(table, english(table), changes, picture, hidden=True)
    open_words = re.sub(r"\|\|.*?\|\|", "", text(shown))
    assert "### 🏁 Find the Treasure" in open_words
    assert "||**Bart** wins. Yo-ho-ho!||" in text(shown)
    assert ("Place 1" in text(shown)) == (picture is None)
    (*_heading, seal) = open_words.strip().split("\n")
    assert "Bart" not in open_words
    assert "90" not in open_words
    assert seal.startswith("-# 🔏 Seal")
    covered = [item["spoiler"] for piece in pieces(shown) for item in piece.get("items", ())]
    assert covered == ([True] if picture else [])
    board = board_screen(table, english(table), picture=picture, hidden=True)
    assert text(board).split("\n") == ["### Find the Treasure", "🏁 The game is over."]
    assert not [piece for piece in pieces(board) if "items" in piece]
    assert "Bart** wins" in text(ended_screen(table, english(table)))
    assert "wins" not in text(ended_screen(table, english(table), hidden=True))


def test_ratings_that_take_many_words_stand_behind_more_alone():
    table = over((3, 1, 2), (-10, 90, 40))
    few = RatingChanges((RatingChange(Player(0), 1500, 1490), RatingChange(Player(1), 1500, 1510)))
    many = RatingChanges(tuple(RatingChange(Player(at % 3), 1500, 1510) for at in range(8)))
    reader = english(table)
    assert ratings_in_a_line(few, reader) is not None
    assert ratings_in_a_line(many, reader) is None
    assert "Ratings" not in text(result_screen(table, reader, many, PICTURE))


def test_the_lobby_says_where_the_game_went_on():
    assert "board" not in text(game_started_screen(PLAYING, english(PLAYING), None))
    read = text(game_started_screen(PLAYING, english(PLAYING), "https://discord.com/channels/1/2/3"))
    assert "**Anne**, **Bart** and **Calico** are playing." in read
    assert "⚔️ The board: https://discord.com/channels/1/2/3" in read


def test_a_running_game_has_no_result():
    with pytest.raises(ValueError, match="not ended"):
        result_screen(PLAYING, english(PLAYING))


# Proof


def proof_with(*words: str) -> tuple[Proof, str]:
    """A proof with these cuts, and how it reads."""
    joins = ("7001", "7002", "7003")
    cuts = tuple(Cut(ANNE + at, word) for at, word in enumerate(words))
    seed = fairness.game_seed(bytes.fromhex(SECRET), joins, [(cut.user, cut.word) for cut in cuts])
    made = Proof(SECRET, fairness.commitment(bytes.fromhex(SECRET)), joins, cuts, seed.hex(), (2, 0, 1))
    table = over((1, 2, 3), (3, 2, 1))
    return made, text(proof_screen(table, made, english(table)))


def test_whoever_reads_the_proof_can_check_it_from_what_stands_there():
    made, read = proof_with("shibboleth", "día ☠")
    secret, commitment, seed = re.findall(r"^`([0-9a-f]{64})`$", read, re.MULTILINE)
    story = re.findall(r"```json\n(.*)\n```", read)[0]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment == made.commitment
    assert hashlib.sha256(story.encode()).hexdigest() == seed == made.seed


def test_the_proof_says_who_sits_where_and_where_to_read_on():
    _made, read = proof_with()
    assert "**Anne** (join 3), **Bart** (join 1) and **Calico** (join 2)" in read
    assert "docs/fairness.md" in read
    assert "`tortuga verify k3x9qp`" in read


def test_fairness_says_first_what_was_found():
    made, read = proof_with()
    assert read.split("\n")[1] == "✅ Checked: the cards were dealt as sealed before the game."
    table = over((1, 2, 3), (3, 2, 1))
    wrong = text(proof_screen(table, made, english(table), wrong=[_("Deal {number} is odd.", number=3)]))
    assert "✅" not in wrong
    assert wrong.split("\n")[1:3] == ["⚠️ Deal 3 is odd.", "Show this to whoever runs me."]


def test_fairness_leads_to_the_source_where_its_address_is_known():
    made, _read = proof_with()
    table = over((1, 2, 3), (3, 2, 1))
    reader = english(table)
    linked = buttons(proof_screen(table, made, reader, source="https://example.org/tortuga"))
    assert (linked["My source"]["url"], linked["My source"]["style"]) == ("https://example.org/tortuga", 5)
    assert "My source" not in buttons(proof_screen(table, made, reader))


@pytest.mark.parametrize("word", ["```", "\u202egold", "@everyone", "\u3164" * 50, "🏴‍☠️" * 12])
def test_a_strange_word_stays_inside_its_code_and_is_still_the_same_word(word: str):
    _made, read = proof_with(*[word] * 3)
    story = re.findall(r"```json\n(.*)\n```", read)[0]
    assert [cut[1] for cut in json.loads(story)[2]] == [word] * 3
    assert read.count("```") == 2
    assert "\u202e" not in read


# Score sheet

SHEET = Sheet(
    _("Holes dug"),
    tuple(
        SheetRow(_("Day {day}", day=day), tuple(_("{points}", points=day * seat - 2) for seat in range(3)))
        for day in (1, 2)
    ),
    SheetRow(_("Total"), tuple(_("{points}", points=3 * seat - 4) for seat in range(3))),
    (_("{player} dug and found a boot.", player=Player(1)),),
)


def test_the_sheet_is_told_in_sentences_and_then_drawn():
    assert text(sheet_screen(PLAYING, SHEET, english(PLAYING))).split("\n") == [
        "### Holes dug",
        "**Bart** dug and found a boot.",
        "Total: **Anne** −4, **Bart** −1 and **Calico** 2",
        "```",
        "       Anne  Bart  Calico",
        "Day 1    −2    −1       0",
        "Day 2    −2     0       2",
        "-------------------------",
        "Total    −4    −1       2",
        "```",
    ]


def test_a_wide_sheet_goes_on_below():
    names = [f"Capt. {letter}" for letter in "ABCDEFGH"]
    table = table_of(digging(8), *names, capacity=8)
    cells = tuple(_("{points}", points=100) for _seat in range(8))
    wide = Sheet(_("Holes"), (SheetRow(_("Day 1"), cells),), SheetRow(_("Total"), cells))
    read = text(sheet_screen(table, wide, english(table)))
    pads = re.findall(r"```\n(.*?)\n```", read, re.DOTALL)
    assert len(pads) == 2
    assert all(len(line) <= 52 for pad in pads for line in pad.split("\n"))
    assert re.findall(r"Capt\. [A-H]", "".join(pads)) == names


def test_columns_stay_even_under_wide_letters_and_accents():
    table = table_of(digging(2), "海賊王", "Zoe\u0301", capacity=2)
    cells = (_("{points}", points=1), _("{points}", points=2))
    read = text(sheet_screen(table, Sheet(_("Holes"), (), SheetRow(_("Total"), cells)), english(table)))
    assert "       海賊王  Zoe\u0301\n" in read
    assert "Total       1    2" in read


def test_long_names_that_would_be_cut_alike_are_told_apart_by_their_seats():
    table = table_of(digging(3), "Featherstonehaugh Ann", "Bart", "Featherstonehaugh Zoe", capacity=3)
    cells = (_("{points}", points=1),) * 3
    read = text(sheet_screen(table, Sheet(_("Holes"), (), SheetRow(_("Total"), cells)), english(table)))
    assert "       Feat… 1  Bart  Feat… 3\n" in read


def test_a_name_cannot_end_the_notepad():
    table = table_of(digging(2), "```", "x", capacity=2)
    cells = (_("{points}", points=1), _("{points}", points=2))
    read = text(sheet_screen(table, Sheet(_("Holes"), (), SheetRow(_("Total"), cells)), english(table)))
    assert read.count("```") == 2


def test_an_empty_sheet_says_so():
    assert "Nothing to score yet" in text(sheet_screen(PLAYING, None, english(PLAYING)))


# Rules and log

HANDBOOK = tuple(
    Section(_("Chapter {number}", number=at), tuple(_("Rule {number}.", number=line) for line in range(90)))
    for at in range(4)
)


def test_rules_are_turned_page_by_page_and_end_where_they_end():
    game = Puppet(handbook=HANDBOOK)
    reader = Reader("", game)
    first = rules_screen(game, game.Options(), None, 0, reader)
    assert text(first).startswith("### Find the Treasure\n### Chapter 0\nRule 0.")
    assert list(buttons(first)) == ["Next page"]
    page, read, turned = first, "", 0
    while True:
        read += text(page)
        if "Next page" not in buttons(page):
            break
        turned = int(pressed(page, "Next page").split(":")[-1])
        page = rules_screen(game, game.Options(), None, turned, reader)
    assert turned > 0
    assert "Previous page" in buttons(page)
    assert [read.count(f"### Chapter {at}\n") for at in range(4)] == [1, 1, 1, 1]
    assert read.count("Rule 89.") == 4


def test_rules_of_a_game_and_of_a_table_are_turned_by_buttons_of_their_own():
    game = Puppet(handbook=HANDBOOK)
    reader = Reader("", game)
    assert pressed(rules_screen(game, game.Options(), None, 0, reader), "Next page") == "rulesof:puppet:1"
    seen = PLAYING.observe(ANNE)
    back = ui.button(reader, Text("Back"), "hand", "k3x9qp")
    of_table = rules_screen(game, game.Options(), seen, 0, reader, "k3x9qp", back=back)
    assert pressed(of_table, "Next page") == "rules:k3x9qp:1"
    assert pressed(of_table, "Back") == "hand:k3x9qp"


def test_the_first_page_is_the_drawn_one_and_the_words_follow():
    game = Puppet(handbook=HANDBOOK)
    reader = Reader("", game)
    first = rules_screen(game, game.Options(), None, 0, reader, drawn=True, picture=PICTURE)
    assert "Chapter" not in text(first)
    assert len(first.images) == 1
    second = rules_screen(game, game.Options(), None, 1, reader, drawn=True)
    assert "Chapter 0" in text(second)
    assert "Page 2 of" in text(second)


def test_each_page_of_each_games_rules_is_read_at_a_glance():
    for game in catalogue().values():
        for locale in ("en-US", "de", "fr", "it"):
            reader = Reader(locale, game)
            for page in range(20):
                shown = rules_screen(game, game.Options(), None, page, reader)
                assert len(text(shown).split()) <= 90, (game.slug, locale, page)


def test_a_page_that_is_not_there_is_the_nearest_that_is():
    game = Puppet(handbook=(Section(_("The whole of it"), (_("Find the treasure."),)),))
    last = rules_screen(game, game.Options(), None, 99, Reader("", game))
    assert last == rules_screen(game, game.Options(), None, 0, Reader("", game))
    assert "Page" not in text(last), "a single page needs no number"


def lines(count: int) -> list[Text]:
    """So much has happened."""
    return [
        _("{player} dug hole number {number}, and found nothing.", player=Player(0), number=at)
        for at in range(count)
    ]


def test_the_log_opens_at_its_end_with_the_newest_last():
    shown = log_screen(PLAYING, lines(100), -1, english(PLAYING))
    assert text(shown).split("\n")[-2] == "**Anne** dug hole number 99, and found nothing."
    assert list(buttons(shown)) == ["Earlier"]


def test_the_newest_page_is_full_also_when_a_page_has_just_begun():
    pages = [len(text(log_screen(PLAYING, lines(count), -1, english(PLAYING)))) for count in range(100, 140)]
    assert min(pages) > 1700


def test_the_log_loses_nothing_between_its_pages():
    read, page = [], log_screen(PLAYING, lines(100), 0, english(PLAYING))
    assert list(buttons(page)) == ["Later"]
    while True:
        read += re.findall(r"number (\d+),", text(page))
        if "Later" not in buttons(page):
            break
        page = log_screen(PLAYING, lines(100), int(pressed(page, "Later").split(":")[-1]), english(PLAYING))
    assert list(dict.fromkeys(read)) == [str(at) for at in range(100)]


def test_an_empty_log_says_so():
    assert "Nothing has happened yet." in text(log_screen(PLAYING, [], -1, english(PLAYING)))


# Lists


def test_tables_say_where_they_are_who_plays_and_how_to_get_there():
    lobby = replace(table_of(None, "Dampier"), id="aaaaaa", channel=77)
    lobby = lobby.with_record(seats=(replace_user(lobby.seats[0], 500),))
    full = replace(table_of(None, "Edward", capacity=1), id="bbbbbb").with_record(seats=lobby.seats)
    shown = tables_screen([PLAYING, lobby, full], english(PLAYING), BART)
    read = text(shown)
    assert "**Find the Treasure, table `aaaaaa` in <#77>**\nWaiting: 1 of 6 seats taken\n**Dampier**" in read
    assert "Day 2 of 7\n**Anne**, **Bart** and **Calico**" in read
    sent = {label: button["custom_id"] for label, button in buttons(shown).items()}
    assert sent == {"My hand, your turn": "hand:k3x9qp", "Join": "join:aaaaaa", "Show": "show:bbbbbb"}


def test_a_table_that_lets_nobody_in_offers_no_join():
    lobby = table_of(None, "Dampier").with_record(seats=(replace_user(table_of(None).seats[0], 500),))
    for shut in (lobby.with_record(locked=True), lobby.with_record(invited=(ANNE,))):
        assert list(buttons(tables_screen([shut], english(PLAYING), BART))) == ["Show"]
    assert list(buttons(tables_screen([lobby.with_record(invited=(BART,))], english(PLAYING), BART))) == [
        "Join"
    ]


def replace_user(seat, user: int):
    """The same seat with somebody else in it."""
    return seat.__class__(seat.name, seat.join, user)


def test_a_long_list_says_how_many_it_leaves_out():
    many = [replace(PLAYING, id=f"table{at}") for at in range(MOST_TABLES + 3)]
    assert "And 3 more." in text(tables_screen(many, english(PLAYING), ANNE))
    assert "more table" not in text(tables_screen(many[:MOST_TABLES], english(PLAYING), ANNE))


def test_without_tables_there_is_a_way_to_one():
    assert "/table create opens one" in text(tables_screen([], english(PLAYING), ANNE))


def test_somebody_at_several_tables_is_asked_which():
    there = [PLAYING, replace(PLAYING, id="aaaaaa")]
    asked = table_choice_screen("hand", there, english(PLAYING))
    ways = lists(asked)["which:hand"]["options"]
    assert text(asked) == "Which table do you mean?"
    assert [(way["value"], way["label"]) for way in ways] == [
        ("k3x9qp", "Find the Treasure, table k3x9qp"),
        ("aaaaaa", "Find the Treasure, table aaaaaa"),
    ]
    assert ways[0]["description"] == "Day 2 of 7, with Anne, Bart and Calico"


def test_a_tournaments_table_is_listed_by_its_pod():
    pod = PodInfo("cup", "Winter Cup", 2, 5, ("1", "2", "3"))
    asked = table_choice_screen("moderate", [PLAYING.with_record(pod=pod)], english(PLAYING))
    assert lists(asked)["which:moderate"]["options"][0]["label"] == "Winter Cup: Round 2, Pod 5, table k3x9qp"


def test_more_tables_than_a_list_holds_are_counted():
    many = [replace(PLAYING, id=f"table{at}") for at in range(27)]
    asked = text(table_choice_screen("show", many, english(PLAYING)))
    assert "And 2 more: name yours" in asked


# Help and small answers


def offered() -> list[str]:
    """Every command there is, by its whole name."""
    names: list[str] = []
    for command in ALL:
        within = command.walk_commands() if isinstance(command, app_commands.Group) else [command]
        names += [each.qualified_name for each in within if each.name != "help"]
    return names


def test_help_leads_into_each_game_by_playing_learning_and_reading():
    reader, game = Reader("en-US"), Puppet()
    shown = help_screen(reader, [game], game)
    assert list(buttons(shown)) == ["Play", "Learn", "Rules", "Commands"]
    sent = [pressed(shown, label) for label in ("Play", "Learn", "Rules")]
    assert sent == ["play:puppet", "learn:puppet", "rulesof:puppet:0"]
    assert [offer["label"] for offer in lists(shown)["helpgame"]["options"]] == ["Find the Treasure"]
    assert len(text(shown).split()) <= 60


def test_help_leads_to_the_operators_texts_where_there_are_any():
    reader, game = Reader("en-US"), Puppet()
    texts = {"terms": "https://example.org/terms", "privacy": "https://example.org/privacy"}
    shown = help_screen(reader, [game], game, **texts)
    assert list(buttons(shown)) == ["Play", "Learn", "Rules", "Commands", "Terms", "Privacy"]
    assert all(address in str(shown) for address in texts.values())


def test_every_command_is_named_with_what_it_is_for():
    read = text(commands_screen(Reader("en-US")))
    for command in offered():
        # There are so many about tournaments that those stand for them which lead to all others.
        assert f"/{command}" in read or command.startswith(("tournament ", "organise ", "moderate "))
    for command in ("tournament list", "tournament me", "tournament create", "organise", "moderate"):
        assert f"/{command}" in read


def test_whoever_plays_on_may_look_for_somebody_in_the_place_of_a_robot():
    reader = english(PLAYING)
    assert "Sub: Bart" not in buttons(this_table_screen(PLAYING, reader, ANNE, ()))
    offered = this_table_screen(PLAYING, reader, ANNE, [1])
    assert pressed(offered, "Sub: Bart") == "call:k3x9qp:1"


def test_a_call_names_the_seat_the_game_and_what_it_means_for_a_substitute():
    called = PLAYING.with_record(calls=(Call(1, BART),))
    shown = substitute_screen(called, english(PLAYING), 1)
    assert "**Bart** needs a substitute in Find the Treasure" in text(shown)
    assert "won't count for your rating" in text(shown)
    assert pressed(shown, "Take this seat") == "take:k3x9qp:1"
    by_another = PLAYING.with_record(calls=(Call(1, ANNE),))
    assert "who is away" in text(substitute_screen(by_another, english(PLAYING), 1))


def test_a_hand_that_is_no_more_says_what_became_of_it():
    left = PLAYING.with_record(seats=(replace(PLAYING.seats[0], robot="wild"), *PLAYING.seats[1:]))
    assert "My hand brings you back" in text(no_hand_screen(left, ANNE, english(left), None))
    assert "My hand" in buttons(no_hand_screen(left, ANNE, english(left), None))
    conceded = left.with_record(leavers=(Leaver(ANNE, "Anne", 0, 3, "conceded"),))
    assert "You conceded" in text(no_hand_screen(conceded, ANNE, english(left), None))
    assert "My hand" not in buttons(no_hand_screen(conceded, ANNE, english(left), None))
    taken = PLAYING.with_record(
        seats=(replace(PLAYING.seats[0], user=9, name="Dampier"), *PLAYING.seats[1:]),
        leavers=(Leaver(ANNE, "Anne", 0, 3, "replaced", 3),),
    )
    read = text(no_hand_screen(taken, ANNE, english(taken), None))
    assert "**Dampier** took over your seat" in read


def test_a_conceded_game_has_places_and_no_points():
    table = replace(PLAYING, phase="over").with_record(leavers=(Leaver(ANNE, "Anne", 0, 3, "conceded"),))
    read = text(result_screen(table, english(table)))
    assert "Place 1: **Bart**" in read
    assert "hole" not in read
    assert "the game ended early" in read


def test_a_refusal_may_lead_back_to_the_window():
    reader = Reader("")
    assert not buttons(notices.refusal(_("No."), reader))
    assert pressed(notices.refusal(_("No."), reader, again="newseries"), "Fix it") == "newseries"


def test_a_failure_gives_the_id_to_tell_the_operator():
    assert "error `7f3a`" in text(notices.error("7f3a", Reader("")))


def test_leaving_and_closing_are_asked_about_first():
    reader = english(PLAYING)
    assert pressed(ways_out_screen(PLAYING, reader, 0), "Concede") == "concede:k3x9qp"
    assert pressed(confirm_concede(PLAYING, reader, 0), "Yes, concede") == "concedeconfirm:k3x9qp"
    assert pressed(confirm_close(PLAYING, reader), "Close table") == "closeconfirm:k3x9qp"


def test_the_window_for_cutting_asks_for_one_word_that_may_be_empty():
    window = cut_modal(PLAYING, english(PLAYING)).payload()
    assert window["custom_id"] == "cut:k3x9qp"
    [field] = [label["component"] for label in window["components"]]
    assert (field["custom_id"], field["required"], field["max_length"]) == (WORD, False, 50)


def test_a_closed_table_says_why():
    reader = english(PLAYING)
    called_off = table_closed_screen(replace(PLAYING, phase="closed"), reader)
    assert "The host called it off before the first move." in text(called_off)
    left = replace(table_of(None, "Anne"), phase="closed").with_record(seats=())
    assert "Everyone left before the game began." in text(table_closed_screen(left, reader))
    robots = replace(table_of(digging(2), "Anne", robots=["Rusty Nell"]), phase="closed")
    robots = robots.with_record(seats=(robots.seats[1], robots.seats[1]))
    assert "Everyone left" in text(table_closed_screen(robots, reader))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en-US", "<@101>: Your turn, until <t:9:f>."),
        ("de", "<@101>: Du bist dran, bis <t:9:f>."),
        ("fr", "<@101> : À toi de jouer. Dernier délai : <t:9:f>."),
        ("it", "<@101>: Tocca a te. Scadenza: <t:9:f>."),
    ],
)
def test_a_nudge_beside_the_board_is_a_sentence_and_has_no_address(language: str, said: str):
    line = NotifiedTable(PLAYING, "turn", "https://discord.com/channels/1/2/3", 9.0, beside_board=True)
    reader = reader_for(PLAYING, language)
    here = text(turn_notification([line], reader, [ANNE], direct=False, unix=float))
    assert here.startswith(said)
    assert "https://" not in here
    elsewhere = replace(line, beside_board=False)
    assert "https://" in text(turn_notification([elsewhere], reader, [ANNE], direct=False, unix=float))
    both = [line, replace(line, table=replace(PLAYING, id="aaaaaa"))]
    assert "https://" in text(turn_notification(both, reader, [ANNE], direct=False, unix=float))
