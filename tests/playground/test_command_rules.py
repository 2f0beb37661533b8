"""Which command definitions Discord takes, and what bulk overwriting them does."""

from typing import Any

import pytest

from playground import Playground
from playground.errors import DiscordError
from playground.rules.commands import check_commands
from tests.support.bare_rest import BareRest, bare_rest


def command(name: str = "deal", **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": "Deals cards", "type": 1} | fields


def option(name: str = "game", kind: int = 3, **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": "Which game", "type": kind} | fields


def choice(name: str = "one", value: Any = "1") -> dict[str, Any]:
    return {"name": name, "value": value}


def wordy(number: int) -> dict[str, Any]:
    choices = [choice("y" * 100, "z" * 99 + str(n)) for n in range(2)]
    return option(str(number), description="x" * 100, choices=choices)


@pytest.mark.parametrize(
    "taken",
    [
        command(),
        command("mélange-2"),
        command(options=[option(required=True), option("seats", 4, min_value=3)]),
        command(
            options=[option("create", 1, options=[option()]), option("admin", 2, options=[option("void", 1)])]
        ),
        command(options=[option(choices=[choice()] * 25)]),
        command(options=[option(autocomplete=True)]),
        command(name_localizations={"de": "geben"}, description_localizations={"fr": "Distribue les cartes"}),
        command(contexts=[0, 1], integration_types=[0]),
    ],
)
def test_proper_definitions_are_taken(taken: dict[str, Any]) -> None:
    check_commands([taken])


@pytest.mark.parametrize(
    ("refused", "code"),
    [
        (command("Deal"), "APPLICATION_COMMAND_INVALID_NAME"),
        (command("deal cards"), "APPLICATION_COMMAND_INVALID_NAME"),
        (command("x" * 33), "BASE_TYPE_BAD_LENGTH"),
        (command(description=""), "BASE_TYPE_BAD_LENGTH"),
        (command(description="x" * 101), "BASE_TYPE_BAD_LENGTH"),
        (command(options=[option(str(n)) for n in range(26)]), "BASE_TYPE_MAX_LENGTH"),
        (command(options=[option(), option("seats", required=True)]), "OPTIONS_REQUIRED_INVALID"),
        (command(options=[option(), option()]), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"),
        (command(options=[option(kind=12)]), "BASE_TYPE_CHOICES"),
        (command(options=[option(choices=[choice()] * 26)]), "BASE_TYPE_MAX_LENGTH"),
        (command(options=[option(choices=[choice("x" * 101)])]), "BASE_TYPE_BAD_LENGTH"),
        (command(options=[option(choices=[choice(value=5)])]), "CHOICE_VALUE_TYPE"),
        (command(options=[option(choices=[choice()], autocomplete=True)]), "OPTIONS_CHOICES_AUTOCOMPLETE"),
        (command(options=[option(kind=5, autocomplete=True)]), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        (command(options=[option("create", 1), option()]), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        (command(options=[option("a", 2, options=[option("b", 2)])]), "BASE_TYPE_CHOICES"),
        (command(options=[option("a", 1, options=[option("b", 1)])]), "BASE_TYPE_CHOICES"),
        (command(options=[option("a", 2, options=[option("b", 3)])]), "BASE_TYPE_CHOICES"),
        (command(name_localizations={"xx": "deal"}), "ENUM_TYPE_COERCE"),
        (command(name_localizations={"de": "Zu Geben"}), "APPLICATION_COMMAND_INVALID_NAME"),
        (command(description_localizations={"de": "x" * 101}), "BASE_TYPE_BAD_LENGTH"),
        (command(options=[wordy(n) for n in range(25)]), "APPLICATION_COMMAND_TOO_LARGE"),
    ],
)
def test_a_wrong_definition_is_refused(refused: dict[str, Any], code: str) -> None:
    with pytest.raises(DiscordError) as refusal:
        check_commands([refused])
    assert code in str(refusal.value.errors)


def test_a_hundred_commands_are_taken_and_one_more_is_not() -> None:
    check_commands([command(f"deal-{n}") for n in range(100)])
    with pytest.raises(DiscordError) as refusal:
        check_commands([command(f"deal-{n}") for n in range(101)])
    assert refusal.value.refusal.code == 30032


def test_two_commands_cannot_have_one_name() -> None:
    with pytest.raises(DiscordError) as refusal:
        check_commands([command(), command()])
    assert "APPLICATION_COMMANDS_DUPLICATE_NAME" in str(refusal.value.errors)


def test_a_command_on_a_message_has_a_name_with_capitals_and_nothing_else() -> None:
    check_commands([command("report"), *({"name": "Report this", "type": kind} for kind in (2, 3))])
    for wrong in ({"description": "What it does"}, {"name": "x" * 33}, {"name_localizations": {"de": ""}}):
        with pytest.raises(DiscordError):
            check_commands([{"name": "Report this", "type": 3} | wrong])
    with pytest.raises(DiscordError) as refusal:
        check_commands([{"name": f"Report {n}", "type": 3} for n in range(6)])
    assert refusal.value.refusal.code == 30032


async def test_overwriting_keeps_the_id_of_what_keeps_its_name(pg: Playground, rest: BareRest) -> None:
    path = f"/applications/{pg.world.state.application_id}/commands"
    first = (await rest.call("PUT", path, [command("deal"), command("bid")])).json
    second = (await rest.call("PUT", path, [command("bid"), command("play")])).json
    assert second[0]["id"] == first[1]["id"]
    assert [one["name"] for one in (await rest.call("GET", path)).json] == ["bid", "play"]
    assert pg.person("Anne").commands() == ["bid", "play"]


async def test_commands_of_one_server_stand_beside_those_for_all(pg: Playground, rest: BareRest) -> None:
    base = f"/applications/{pg.world.state.application_id}"
    await rest.call("PUT", f"{base}/commands", [command("deal")])
    answer = await rest.call("PUT", f"{base}/guilds/{pg.guild().id}/commands", [command("bid")])
    assert answer.json[0]["guild_id"] == pg.guild().id
    assert pg.person("Anne").commands() == ["bid", "deal"]


@pytest.mark.breaks_discords_rules
async def test_another_applications_commands_cannot_be_touched(pg: Playground, rest: BareRest) -> None:
    assert (await rest.call("PUT", "/applications/1/commands", [])).refusal == (404, 10002)


@pytest.mark.breaks_discords_rules
async def test_two_hundred_creates_a_day_are_all_there_are() -> None:
    async with Playground.start(limits="discord") as pg, bare_rest(pg) as rest:
        path = f"/applications/{pg.world.state.application_id}/commands"
        for batch in range(2):
            await rest.call("PUT", path, [command(f"deal-{batch}-{n}") for n in range(100)])
        pg.clock.advance(60)
        assert (await rest.call("PUT", path, [command("one-more")])).refusal == (400, 30034)
        pg.clock.advance(86_400)
        assert (await rest.call("PUT", path, [command("one-more")])).status == 200


async def test_a_command_for_moderators_is_offered_to_them_alone(pg: Playground, rest: BareRest) -> None:
    manage_messages = 1 << 13
    path = f"/applications/{pg.world.state.application_id}/commands"
    await rest.call("PUT", path, [command(default_member_permissions=manage_messages)])
    assert pg.person("Anne").commands() == []
    assert pg.person("Morgan").commands() == ["deal"]


async def test_a_command_without_direct_messages_is_not_offered_there(pg: Playground, rest: BareRest) -> None:
    path = f"/applications/{pg.world.state.application_id}/commands"
    await rest.call("PUT", path, [command("here", contexts=[0]), command("both", contexts=[0, 1])])
    anna = pg.person("Anne")
    assert anna.commands(anna.direct_messages) == ["both"]
