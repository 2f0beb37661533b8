"""What the stand-in answers when it refuses: Discord's status, code and sentence.

The codes and sentences are those of Discord's list of JSON error codes. A refusal of a form (50035) carries a
tree of errors beside it; `playground.rules.form` grows that tree.
"""

from typing import Any, Literal, NamedTuple


class Refusal(NamedTuple):
    """One way in which Discord says no: HTTP status, its own code, and the message."""

    status: int
    code: int
    message: str


UNAUTHORIZED = Refusal(401, 0, "401: Unauthorized")
UNKNOWN_APPLICATION = Refusal(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Refusal(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
UNKNOWN_ROLE = Refusal(404, 10011, "Unknown Role")
UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
UNKNOWN_EMOJI = Refusal(404, 10014, "Unknown Emoji")
UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Refusal(404, 10063, "Unknown application command")
UNKNOWN_SCHEDULED_EVENT = Refusal(404, 10070, "Unknown Guild Scheduled Event")
TOO_MANY_PINS = Refusal(400, 30003, "Maximum number of pins reached for the channel (50)")
TOO_MANY_COMMANDS = Refusal(400, 30032, "Maximum number of application commands reached (100).")
TOO_MANY_COMMAND_CREATES = Refusal(
    400, 30034, "Max number of daily application command creates has been reached (200)"
)
TOO_MANY_EMOJIS = Refusal(400, 30008, "Maximum number of emojis reached (2000)")
TOO_MANY_SCHEDULED_EVENTS = Refusal(
    400, 30038, "Maximum number of uncompleted guild scheduled events reached (100)"
)
TOO_MANY_OLD_EDITS = Refusal(
    429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
)
REQUEST_TOO_LARGE = Refusal(413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED = Refusal(400, 40060, "Interaction has already been acknowledged.")
TOO_MANY_FOLLOW_UPS = Refusal(
    400, 40094, "This interaction has reached the maximum number of follow-up messages"
)
MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
NOT_IN_A_DM = Refusal(403, 50003, "Cannot execute action on a DM channel")
FOREIGN_MESSAGE = Refusal(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Refusal(400, 50006, "Cannot send an empty message")
CLOSED_DMS = Refusal(403, 50007, "Cannot send messages to this user")
NO_MUTUAL_SERVER = Refusal(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
SYSTEM_MESSAGE = Refusal(403, 50021, "Cannot execute action on a system message")
WRONG_CHANNEL_TYPE = Refusal(400, 50024, "Cannot execute action on this channel type")
NO_TEXT_CHANNEL = Refusal(400, 50008, "Cannot send messages in a non-text channel")
INVALID_WEBHOOK_TOKEN = Refusal(401, 50027, "Invalid Webhook Token")
INVALID_ROLE = Refusal(400, 50028, "Invalid Role")
INVALID_FORM_BODY = Refusal(400, 50035, "Invalid Form Body")
THREAD_ARCHIVED = Refusal(400, 50083, "Thread is archived")
INVALID_JSON = Refusal(400, 50109, "The request body contains invalid JSON.")
TAG_REQUIRED = Refusal(400, 40067, "A tag is required to create a forum post in this channel")
THREAD_ALREADY_CREATED = Refusal(400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = Refusal(400, 160005, "Thread is locked")
TOO_MANY_THREADS = Refusal(400, 160006, "Maximum number of active threads reached")
FINISHED_SCHEDULED_EVENT = Refusal(400, 180000, "Cannot update a finished event")
RATE_LIMITED = Refusal(429, 0, "You are being rate limited.")
PROCESSED_TOO_LARGE = Refusal(500, 0, "500: Internal Server Error")


class DiscordError(Exception):
    """A request refused as Discord refuses it.

    `errors` is Discord's tree of what is wrong where in the form; `extra` are further keys of the answer,
    `headers` what is sent beside it.
    """

    def __init__(
        self,
        refusal: Refusal,
        errors: dict[str, Any] | None = None,
        extra: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(f"{refusal.status} {refusal.message} ({refusal.code})")
        self.refusal = refusal
        self.errors = errors
        self.extra = extra or {}
        self.headers = headers or {}

    def body(self) -> dict[str, Any]:
        """The JSON object that Discord answers with."""
        body: dict[str, Any] = {"message": self.refusal.message, "code": self.refusal.code} | self.extra
        if self.errors is not None:
            body["errors"] = self.errors
        return body


Scope = Literal["user", "shared", "global"]
"""Whose coming too often it is: the bot's on a route, everybody's at a place, the bot's altogether."""


def too_many(refusal: Refusal, wait: float, scope: Scope = "user") -> DiscordError:
    """A refusal for coming too often, with the seconds to wait."""
    seconds, is_global = round(wait, 3), scope == "global"
    # discord.py takes a 429 without "Via" for a ban.
    headers = {"Via": "1.1 playground", "Retry-After": str(seconds), "X-RateLimit-Scope": scope}
    if is_global:
        headers["X-RateLimit-Global"] = "true"
    return DiscordError(refusal, extra={"retry_after": seconds, "global": is_global}, headers=headers)


class NotModelled(Exception):
    """Something that Discord has and this stand-in does not: said aloud rather than passed over.

    Answered with status 501; the README lists what is known to be missing.
    """
