"""/settings me: one private screen on which everything that a person prefers is seen and changed."""

from __future__ import annotations

from bot.app import Tortuga
from bot.preferences.people import QuietHours
from playground import Answer, Playground, Seen, Visitor


async def opened(person: Visitor, **where: object) -> Seen:
    """The screen."""
    reply = await person.slash("settings me", **where)  # type: ignore[arg-type]
    assert reply.message is not None
    assert reply.message.is_ephemeral
    return reply.message


def chosen(screen: Seen, name: str) -> str:
    """What is chosen in a list."""
    return next(o.value for o in screen.refresh().select(f"wish:{name}").options if o.chosen)


async def choose(person: Visitor, screen: Seen, name: str, value: str) -> None:
    """Choose something else; the same message shows it."""
    reply = await person.choose(screen, f"wish:{name}", value)
    assert reply.kind is Answer.UPDATE
    screen.refresh()


async def test_what_is_chosen_is_shown_and_kept(pg: Playground, bot: Tortuga, anne: Visitor) -> None:
    screen = await opened(anne)
    assert chosen(screen, "nudges") == "channel"
    assert chosen(screen, "begin") == "never"
    await choose(anne, screen, "nudges", "direct")
    await choose(anne, screen, "begin", "22")
    await choose(anne, screen, "end", "8")
    await choose(anne, screen, "zone", "America/New_York")
    again = await opened(anne, channel=anne.direct_messages)
    for shown in (screen, again):
        assert [chosen(shown, name) for name in ("nudges", "begin", "end", "zone")] == [
            "direct",
            "22",
            "8",
            "America/New_York",
        ]
    wishes = await bot.services.people.of(int(anne.id))
    assert (wishes.quiet, wishes.zone) == (QuietHours(22 * 60, 8 * 60), "America/New_York")
    assert pg.violations == []


async def test_quiet_hours_can_be_given_up_and_never_end_when_they_begin(anne: Visitor) -> None:
    screen = await opened(anne)
    await choose(anne, screen, "begin", "22")
    assert chosen(screen, "end") == "7"
    assert "22" not in [option.value for option in screen.select("wish:end").options]
    await choose(anne, screen, "begin", "7")
    assert chosen(screen, "end") == "16"
    await choose(anne, screen, "begin", "never")
    assert chosen(screen, "begin") == "never"


async def test_quiet_hours_are_those_of_the_place_where_the_language_is_spoken_until_one_says_otherwise(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    screen = await opened(anne.speaks("de"))
    assert chosen(screen, "zone") == "Europe/Berlin"
    await choose(anne, screen, "begin", "22")
    assert (await bot.services.people.of(int(anne.id))).zone == "Europe/Berlin"
    assert chosen(await opened(calico), "zone") == "UTC"


async def test_a_time_zone_that_is_not_in_the_list_is_written_into_a_window(anne: Visitor) -> None:
    screen = await opened(anne)
    asked = await anne.choose(screen, "wish:zone", "other")
    assert asked.modal is not None
    refused = await anne.submit(asked.modal, {"zone": "Tortuga"})
    assert refused.message is not None
    assert refused.message.id != screen.id
    assert "I don't know “Tortuga”" in refused.text
    asked = await anne.choose(screen, "wish:zone", "other")
    assert asked.modal is not None
    await anne.submit(asked.modal, {"zone": "kathmandu"})
    assert chosen(screen, "zone") == "Asia/Kathmandu"


async def test_switches_say_what_holds_and_what_a_press_does(bot: Tortuga, anne: Visitor) -> None:
    screen = await opened(anne)
    await anne.press(screen, "Text mode")
    await anne.press(screen, "Autoplay on")
    assert "are in words" in screen.refresh().text
    wishes = await bot.services.people.of(int(anne.id))
    assert wishes.text_mode
    assert wishes.forced_moves
    await anne.press(screen, "Autoplay off")
    assert not (await bot.services.people.of(int(anne.id))).forced_moves
