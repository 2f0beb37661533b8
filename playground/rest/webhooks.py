"""After the first answer: follow-ups, and the answers' own messages read, changed and deleted, for fifteen
minutes.
"""

from playground import posts
from playground.errors import TOO_MANY_FOLLOW_UPS, DiscordError
from playground.interactions import Interaction
from playground.model import Message, MessageFlag
from playground.rest import answers
from playground.rest.router import Call, Routes
from playground.rules.messages import read_message

routes = Routes()
MOST_FOLLOW_UPS = 5
"""To one interaction, where only its person has installed the bot."""
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


def _interaction(call: Call) -> Interaction:
    return call.backend.interactions.answered(call.params["webhook_id"], call.params["webhook_token"])


@routes.add("POST", WEBHOOK, open=True, exempt=True)
def follow_up(call: Call) -> Message:
    """A further message; the first one after a deferral is what was thought about, and as visible as that
    said.
    """
    interaction = _interaction(call)
    if interaction.follow_up_is_original:
        form = call.form
        flags = form.get("flags") or 0
        return answers.edit_answer(
            call,
            interaction,
            answers.original(call, interaction),
            form | {"flags": flags & ~MessageFlag.EPHEMERAL},
        )
    _count(call, interaction)
    form = read_message(call.form, call.files)
    return answers.post_answer(call, interaction, form, bool(form.flags & MessageFlag.EPHEMERAL)).message


def _count(call: Call, interaction: Interaction) -> None:
    """Refused is one more than Discord allows where the bot is no member of the server."""
    if call.world.is_outside(answers.channel_of(call, interaction)):
        if interaction.follow_ups >= MOST_FOLLOW_UPS:
            raise DiscordError(TOO_MANY_FOLLOW_UPS)
        interaction.follow_ups += 1


@routes.add("GET", WEBHOOK + "/messages/@original", open=True, exempt=True)
def get_original(call: Call) -> Message:
    return answers.original(call, _interaction(call)).message


@routes.add("PATCH", WEBHOOK + "/messages/@original", open=True, exempt=True)
def edit_original(call: Call) -> Message:
    interaction = _interaction(call)
    return answers.edit_answer(call, interaction, answers.original(call, interaction), call.form)


@routes.add("DELETE", WEBHOOK + "/messages/@original", open=True, exempt=True)
def delete_original(call: Call) -> None:
    interaction = _interaction(call)
    posts.delete(call.world, answers.original(call, interaction))
    interaction.follow_up_is_original = False


@routes.add("GET", WEBHOOK + "/messages/{message_id}", open=True, exempt=True)
def get_message(call: Call) -> Message:
    return answers.post_by_id(call, _interaction(call), call.params["message_id"]).message


@routes.add("PATCH", WEBHOOK + "/messages/{message_id}", open=True, exempt=True)
def edit_message(call: Call) -> Message:
    interaction = _interaction(call)
    post = answers.post_by_id(call, interaction, call.params["message_id"])
    return answers.edit_answer(call, interaction, post, call.form)


@routes.add("DELETE", WEBHOOK + "/messages/{message_id}", open=True, exempt=True)
def delete_message(call: Call) -> None:
    posts.delete(call.world, answers.post_by_id(call, _interaction(call), call.params["message_id"]))
