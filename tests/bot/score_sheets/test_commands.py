"""`/score`: an evening with real cards, noted on one message by whoever keeps it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from bot.app import Tortuga
from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga

NAMES = "Anne, Bart, Clara"


async def begin(keeper: Visitor, players: str = NAMES, game: str = "skull-king", **options: str) -> Seen:
    """A new sheet, which everybody in the channel sees."""
    message = (await keeper.slash("score", game=game, players=players, **options)).message
    assert message is not None
    assert not message.is_ephemeral
    return message


async def write(keeper: Visitor, sheet: Seen, button: str, **typed: str) -> Seen:
    """The window behind this button is filled in; the sheet after that."""
    opened = await keeper.press(sheet.refresh(), button)
    assert opened.modal is not None
    await (await keeper.submit(opened.modal, typed)).settled()
    return sheet.refresh()


async def press(keeper: Visitor, sheet: Seen, button: str) -> Seen:
    """The sheet after this button was pressed."""
    await (await keeper.press(sheet.refresh(), button)).settled()
    return sheet.refresh()


async def play_round(keeper: Visitor, sheet: Seen, bids: str, tricks: str, bonus: str = "") -> Seen:
    await write(keeper, sheet, "Bids", bids=bids)
    return await write(keeper, sheet, "Tricks", tricks=tricks, bonus=bonus)


def labels(sheet: Seen) -> list[str]:
    return [button.label for button in sheet.buttons]


def totals(sheet: Seen) -> dict[str, str]:
    """What everybody has, as the sheet says it."""
    [line] = re.findall("Total: (.*)", "\n".join((sheet.text, *sheet.alt_texts)).replace("**", ""))
    return dict(each.rsplit(" ", 1) for each in re.split(", | and ", line))


async def test_a_round_takes_two_presses(anne: Visitor) -> None:
    sheet = await begin(anne)
    assert "Bids" in labels(sheet)
    await write(anne, sheet, "Bids", bids="1 0 0")
    assert "Anne 1, Bart 0 and Clara 0" in sheet.text.replace("**", "")
    await write(anne, sheet, "Tricks", tricks="1 0 0")
    assert totals(sheet)["Anne"] == "20"
    assert "Bids" in labels(sheet)


async def test_each_number_can_be_one_digit_or_stand_behind_a_name(anne: Visitor) -> None:
    sheet = await begin(anne)
    await write(anne, sheet, "Bids", bids="100")
    await write(anne, sheet, "Tricks", tricks="Clara 0, an 1; bart 0")
    assert totals(sheet)["Anne"] == "20"


async def test_tricks_that_do_not_add_up_are_asked_for_where_all_read_it_and_stay_in_the_window(
    anne: Visitor,
) -> None:
    sheet = await begin(anne)
    await play_round(anne, sheet, "1 0 0", "0 0 0")
    assert "The tricks make 0 of 1: who took the missing one?" in sheet.text
    assert "Tricks" in labels(sheet)
    again = await anne.press(sheet, "Tricks")
    assert again.modal is not None
    assert [question.value for question in again.modal.questions][:1] == ["0 0 0"]
    await anne.submit(again.modal, {"tricks": "0 1 0"})
    assert totals(sheet.refresh())["Bart"] == "−10"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1 0", "that makes 2, for 3 players. In this order: Anne, Bart and Clara."),
        ("1 0 2", "Bids: 2 for Clara can't be: from 0 to 1"),
        ("Anne 1, Bart 0", "Clara is missing"),
        ("Anne 1, Zoe 0", "I can't tell who “zoe” is"),
    ],
)
async def test_what_cannot_be_read_is_said_with_what_can(anne: Visitor, typed: str, said: str) -> None:
    sheet = await begin(anne)
    await write(anne, sheet, "Bids", bids=typed)
    assert said in sheet.text.replace("**", "")
    assert "Bids" in labels(sheet)


async def test_numbers_can_be_tapped_one_after_the_other(anne: Visitor) -> None:
    sheet = await begin(anne)
    await press(anne, sheet, "Tap")
    assert "Bids: Anne" in sheet.text.replace("**", "")
    for number in ("1", "0", "0"):
        await press(anne, sheet, number)
    assert "Tricks" in labels(sheet)
    await press(anne, sheet, "Tap")
    for number in ("1", "0", "1"):
        await press(anne, sheet, number)
    assert "The tricks make 2, but there were only 1: who took fewer?" in sheet.text
    await press(anne, sheet, "0")
    assert "Bids" in labels(sheet)


async def test_the_last_thing_that_was_noted_is_taken_back(anne: Visitor) -> None:
    sheet = await begin(anne)
    await play_round(anne, sheet, "1 0 0", "1 0 0")
    await press(anne, sheet, "Undo")
    assert "Tricks" in labels(sheet)
    await press(anne, sheet, "Undo")
    assert "Bids" in labels(sheet)
    assert "Undo" not in labels(sheet)


async def test_an_earlier_round_is_corrected(anne: Visitor) -> None:
    sheet = await begin(anne)
    await play_round(anne, sheet, "1 0 0", "1 0 0")
    await play_round(anne, sheet, "1 1 0", "1 1 0")
    await press(anne, sheet, "More")
    opened = await anne.choose(sheet, "Change a round", "0")
    assert opened.modal is not None
    assert [question.value for question in opened.modal.questions][:2] == ["1 0 0", "1 0 0"]
    await anne.submit(opened.modal, {"bids": "0 0 1", "tricks": "0 0 1"})
    assert totals(sheet.refresh())["Clara"] == "40"
    await press(anne, sheet, "More")
    opened = await anne.choose(sheet, "Change a round", "1")
    assert opened.modal is not None
    await anne.submit(opened.modal, {"tricks": "1 0 0"})
    assert "who took the missing one?" in sheet.refresh().text
    fixed = await anne.press(sheet, "Fix it")
    assert fixed.modal is not None
    await anne.submit(fixed.modal, {"tricks": "2 0 0"})
    assert totals(sheet.refresh())["Clara"] == "40"
    assert totals(sheet)["Anne"] == "0"


async def test_nobody_else_writes_on_it(anne: Visitor, calico: Visitor) -> None:
    sheet = await begin(anne)
    refused = (await calico.press(sheet, "Bids")).message
    assert refused is not None
    assert refused.is_ephemeral
    assert "Only whoever began this sheet writes on it. /score begins one of your own." in refused.text
    assert "Bids" in labels(sheet.refresh())


async def test_it_goes_on_after_a_restart(pg: Playground, tmp_path: object) -> None:
    anne = pg.person("Anne")
    async with tortuga(pg, tmp_path):  # type: ignore[arg-type]
        sheet = await begin(anne)
        await write(anne, sheet, "Bids", bids="1 0 0")
    async with tortuga(pg, tmp_path):  # type: ignore[arg-type]
        await write(anne, sheet, "Tricks", tricks="1 0 0")
    assert totals(sheet)["Anne"] == "20"


async def test_a_second_message_of_it_shows_what_was_noted_on_the_first(anne: Visitor) -> None:
    first = await begin(anne)
    kept = (await anne.slash("score")).message
    assert kept is not None
    assert kept.is_ephemeral
    [option] = kept.select("Show one here, for everybody").options
    assert option.label == "Skull King: Anne, Bart and Clara"
    second = (await anne.choose(kept, "Show one here, for everybody", option.value)).message
    assert second is not None
    assert not second.is_ephemeral
    await write(anne, first, "Bids", bids="1 0 0")
    stale = await anne.press(second, "Bids")  # it shows what stands there instead of asking for what is there
    assert stale.modal is None
    assert "Tricks" in labels(second.refresh())


async def test_an_evening_ends_when_it_ends_and_is_exported(pg: Playground, anne: Visitor) -> None:
    sheet = await begin(anne, options="bedtime")
    await play_round(anne, sheet, "1 0 0", "1 0 0", "30")
    assert "bonus" not in sheet.text
    sheet = await write(anne, sheet, "Tricks", tricks="1 0 0", bonus="Anne 30")
    assert "🏆 Won by Anne (50 points)" in sheet.text.replace("**", "")
    exported = (await anne.press(sheet, "Export")).message
    assert exported is not None
    assert exported.is_ephemeral
    table, whole = (pg.world.file(file.id) for file in exported.json.attachments)
    assert table is not None
    assert whole is not None
    evening: Mapping[str, object] = json.loads(whole.content)
    assert (evening["points"], evening["places"]) == ([50, 10, 10], [1, 2, 2])
    assert table.content.decode("utf-8-sig").splitlines()[-1] == "1,score,50,10,10"


async def test_it_ends_early_and_goes_on_after_all(anne: Visitor) -> None:
    sheet = await begin(anne)
    await play_round(anne, sheet, "1 0 0", "1 0 0")
    await press(anne, sheet, "More")
    await press(anne, sheet, "End here")
    assert "🏆 Won by Anne" in sheet.text.replace("**", "")
    await press(anne, sheet, "Undo")
    assert "Bids" in labels(sheet)


async def test_what_is_removed_is_gone(bot: Tortuga, anne: Visitor) -> None:
    sheet = await begin(anne)
    await press(anne, sheet, "More")
    await press(anne, sheet, "Remove")
    await press(anne, sheet, "Remove")
    assert "is removed" in sheet.text
    assert await bot.store.score_sheets.of_keeper(int(anne.id)) == []


async def test_members_and_names_are_asked_for_in_a_window(anne: Visitor, calico: Visitor) -> None:
    opened = await anne.slash("score", game="corsari")
    assert opened.modal is not None
    given = {"members": [anne.id, calico.id], "names": "Bart"}
    sheet = (await anne.submit(opened.modal, given)).message
    assert sheet is not None
    assert "Anne, Calico and Bart" in sheet.text.replace("**", "")
    await write(anne, sheet, "Who sailed", sailed="1")
    await write(anne, sheet, "Penalty cards", cards="3 0 4")
    assert totals(sheet)["Bart"] == "4"


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("Anne", "Skull King takes 2 to 8 players, and you named 1, with commas between."),
        ("<@1>, Bart", "opens a window that asks for members"),
    ],
)
async def test_who_cannot_play_is_refused(anne: Visitor, players: str, said: str) -> None:
    refused = (await anne.slash("score", game="skull-king", players=players)).message
    assert refused is not None
    assert refused.is_ephemeral
    assert said in refused.text.replace("\\", "")


async def test_it_is_kept_in_a_group_message_where_the_bot_is_no_member(pg: Playground, bot: Tortuga) -> None:
    pg.add_group("crew", "Anne", "Calico")
    anne = pg.person("Anne", "crew")
    anne.installs_app()
    sheet = await begin(anne)
    await play_round(anne, sheet, "1 0 0", "1 0 0")
    assert totals(sheet)["Anne"] == "20"
    [kept] = await bot.store.score_sheets.of_keeper(int(anne.id))
    assert kept.guild == 0
    assert pg.violations == []


async def test_it_is_said_in_the_servers_language(pg: Playground, anne: Visitor, bot: Tortuga) -> None:
    await bot.services.tables.servers.change(int(pg.guild().id), locale="de")
    assert "mit echten Karten" in (await begin(anne)).text


async def test_what_members_played_with_real_cards_is_rated_apart(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    opened = await anne.slash("score", game="skull-king")
    assert opened.modal is not None
    await anne.submit(opened.modal, {"members": [anne.id, calico.id], "names": "Bart"})
    sheet = anne.last()
    await play_round(anne, sheet, "1 0 1", "1 0 0")
    assert "With real cards" not in (await calico.slash("stats")).text, "the evening goes on"
    await press(anne, sheet, "More")
    await press(anne, sheet, "End here")
    assert re.search(
        r"real cards, rated apart\n- .*King.*: rated 1\d{3}, number 1 of 2, after 1 evening \(1 won\)",
        (await anne.slash("stats", game="skull-king")).text,
    )
    assert "number 2 of 2, after 1 evening (0 won)" in (await calico.slash("stats")).text
    assert "With real cards" not in (await anne.slash("stats", game="corsari")).text
    assert (await bot.store.privacy.of_person(int(anne.id))).ratings == ()


async def test_an_evening_that_is_over_is_told_again_round_by_round(anne: Visitor) -> None:
    sheet = await begin(anne)
    for bids, tricks in (("1 0 0", "1 0 0"), ("0 2 0", "0 2 0")):
        await play_round(anne, sheet, bids, tricks)
    await press(anne, sheet, "More")
    whole = await press(anne, sheet, "End here")
    after_both = totals(whole)
    first = await press(anne, sheet, "Replay")
    assert ("After round 1 of 2" in first.text, totals(first)["Anne"]) == (True, "20")
    second = await press(anne, sheet, "Later")
    assert ("After round 2 of 2" in second.text, totals(second)) == (True, after_both)
    assert totals(await press(anne, sheet, "Earlier")) == totals(first)
    assert "🏆" in (await press(anne, sheet, "Back")).text


async def test_whoever_is_erased_leaves_others_sheets_without_a_name(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    opened = await anne.slash("score", game="skull-king")
    assert opened.modal is not None
    await anne.submit(opened.modal, {"members": [anne.id, calico.id], "names": "Bart"})
    exported = (await calico.slash("privacy export")).message
    assert exported is not None
    await (await bot.services.eraser.erase(int(calico.id)))
    sheet = anne.last()
    await anne.press(sheet, "Bids")  # shows the sheet as it stands now
    assert "a former player" in sheet.refresh().text
    await write(anne, sheet, "Bids", bids="1")
    assert "In this order: Anne, a former player and Bart." in sheet.text.replace("**", "")
    [kept] = await bot.services.score_sheets.of_keeper(int(anne.id))
    assert [(player.name, player.user) for player in kept.record.players] == [
        *[("Anne", int(anne.id)), ("", None), ("Bart", None)],
    ]
    await (await bot.services.eraser.erase(int(anne.id)))
    assert await bot.services.score_sheets.of_keeper(int(anne.id)) == []
