"""A server's list of events, as far as they take place somewhere else ("external"): made, changed, ended."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from playground.errors import (
    FINISHED_SCHEDULED_EVENT,
    MISSING_PERMISSIONS,
    TOO_MANY_SCHEDULED_EVENTS,
    UNKNOWN_SCHEDULED_EVENT,
    DiscordError,
    NotModelled,
)
from playground.model import EventStatus, Guild, ScheduledEvent
from playground.permissions import Permission, in_guild
from playground.rest.router import Call, Routes
from playground.rules.form import Form

routes = Routes()
MOST_EVENTS = 100
EXTERNAL, MEMBERS_ONLY = 3, 2
# "SCHEDULED to ACTIVE or CANCELED, ACTIVE to COMPLETED; finished ones can no longer be updated."
NEXT = {
    EventStatus.SCHEDULED: (EventStatus.ACTIVE, EventStatus.CANCELED),
    EventStatus.ACTIVE: (EventStatus.COMPLETED,),
}
FIELDS = {
    *("name", "description", "scheduled_start_time", "scheduled_end_time", "privacy_level", "entity_type"),
    *("entity_metadata", "status", "channel_id"),
}


@routes.add("GET", "/guilds/{guild_id}/scheduled-events")
def events(call: Call) -> list[ScheduledEvent]:
    there = (_as_it_is(call, event) for event in _of(call).values())
    return [event for event in there if event.status in NEXT]


@routes.add("POST", "/guilds/{guild_id}/scheduled-events")
def make(call: Call) -> ScheduledEvent:
    guild = _guild(call)
    _require(call, guild, Permission.CREATE_EVENTS)
    form = Form()
    for field in ("name", "privacy_level", "entity_type", "scheduled_start_time", "scheduled_end_time"):
        if call.form.get(field) is None:
            form.required((field,))
    if not call.form.get("entity_metadata"):
        form.required(("entity_metadata", "location"))
    form.answer()
    if len(events(call)) >= MOST_EVENTS:
        raise DiscordError(TOO_MANY_SCHEDULED_EVENTS)
    bot = call.world.bot
    made = ScheduledEvent(call.world.new_id(), guild.id, bot.id, bot, "", "", "", {})
    made = _changed(call, made)
    _of(call)[made.id] = made
    return made


@routes.add("GET", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}")
def event(call: Call) -> ScheduledEvent:
    found = _of(call).get(call.params["guild_scheduled_event_id"])
    if found is None:
        raise DiscordError(UNKNOWN_SCHEDULED_EVENT)
    return _as_it_is(call, found)


@routes.add("PATCH", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}")
def change(call: Call) -> ScheduledEvent:
    was = _own(call)
    if was.status not in NEXT:
        raise DiscordError(FINISHED_SCHEDULED_EVENT)
    _of(call)[was.id] = changed = _changed(call, was)
    return changed


@routes.add("DELETE", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}")
def delete(call: Call) -> None:
    del _of(call)[_own(call).id]


def _guild(call: Call) -> Guild:
    return call.world.guild(call.params["guild_id"])


def _of(call: Call) -> dict[str, ScheduledEvent]:
    return call.world.state.scheduled_events.setdefault(_guild(call).id, {})


def _own(call: Call) -> ScheduledEvent:
    """CREATE_EVENTS is enough for one's own; those of others take MANAGE_EVENTS."""
    found = event(call)
    own = found.creator_id == call.world.bot.id
    _require(call, _guild(call), *([Permission.CREATE_EVENTS] if own else []))
    return found


def _require(call: Call, guild: Guild, *enough: Permission) -> None:
    rights = in_guild(guild, call.world.member(guild, call.world.bot.id))
    if not any(rights & each for each in (*enough, Permission.MANAGE_EVENTS)):
        raise DiscordError(MISSING_PERMISSIONS)


def _as_it_is(call: Call, event: ScheduledEvent) -> ScheduledEvent:
    """An external event begins and ends by itself when its time comes."""
    now = call.world.clock.now()
    if event.status == EventStatus.SCHEDULED and _moment(event.scheduled_start_time) <= now:
        event = replace(event, status=EventStatus.ACTIVE)
    if event.status == EventStatus.ACTIVE and _moment(event.scheduled_end_time) <= now:
        event = replace(event, status=EventStatus.COMPLETED)
    call.world.state.scheduled_events[event.guild_id][event.id] = event
    return event


def _moment(written: str) -> float:
    return datetime.fromisoformat(written).timestamp()


def _changed(call: Call, event: ScheduledEvent) -> ScheduledEvent:
    """The event with what the form says; raises Invalid Form Body."""
    body, form = call.form, Form()
    if unknown := set(body) - FIELDS:
        raise NotModelled(f"{', '.join(sorted(unknown))} of a scheduled event")
    form.text(body, "name", (), 100, low=1)
    form.text(body, "description", (), 1000)
    if "privacy_level" in body:
        form.choice(body["privacy_level"], ("privacy_level",), (MEMBERS_ONLY,))
    if body.get("entity_type", EXTERNAL) != EXTERNAL:
        raise NotModelled("scheduled events in voice and stage channels")
    if body.get("entity_metadata"):
        form.text(body["entity_metadata"], "location", ("entity_metadata",), 100, low=1, required=True)
    if "status" in body:
        form.choice(body["status"], ("status",), NEXT[event.status])
    for key in ("scheduled_start_time", "scheduled_end_time"):
        if body.get(key) is not None:
            _require_time(form, key, body[key])
    form.answer()
    known = {key: body[key] for key in FIELDS - {"channel_id"} if body.get(key) is not None}
    changed = replace(event, **known)
    _require_order(call, event, changed)
    return changed


def _require_time(form: Form, key: str, value: Any) -> None:
    try:
        aware = datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        aware = False
    if not aware:
        form.wrong((key,), "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")


def _require_order(call: Call, was: ScheduledEvent, event: ScheduledEvent) -> None:
    """It begins in the future, and ends afterwards; what has begun does not begin again."""
    form = Form()
    moved = not was.scheduled_start_time or (
        _moment(was.scheduled_start_time) != _moment(event.scheduled_start_time)
    )
    if moved and _moment(event.scheduled_start_time) <= call.world.clock.now():
        what = "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST"
        form.wrong(("scheduled_start_time",), what, "Cannot schedule event in the past.")
    if moved and was.status == EventStatus.ACTIVE:
        what = "GUILD_SCHEDULED_EVENT_ALREADY_ACTIVE"
        form.wrong(("scheduled_start_time",), what, "Cannot update start time of an active event.")
    if _moment(event.scheduled_end_time) <= _moment(event.scheduled_start_time):
        what = "GUILD_SCHEDULED_EVENT_END_BEFORE_START"
        form.wrong(("scheduled_end_time",), what, "Cannot schedule end time before start time.")
    form.answer()
