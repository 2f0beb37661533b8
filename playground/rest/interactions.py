"""The first answer to an interaction: POST /interactions/{id}/{token}/callback."""

from collections.abc import Callable

from playground.errors import NotModelled
from playground.interactions import Answer, Interaction, Kind
from playground.model import JsonObject, MessageFlag, Post
from playground.rest import answers
from playground.rest.router import Call, Routes
from playground.rules.commands import check_choices
from playground.rules.form import Form, nested
from playground.rules.messages import read_message
from playground.rules.modals import check_modal
from playground.slash import focused_option

routes = Routes()
NOT_MODELLED = {1: "pings", 10: "premium answers", 12: "activities"}


@routes.add("POST", "/interactions/{interaction_id}/{interaction_token}/callback", open=True, exempt=True)
def answer(call: Call) -> JsonObject | None:
    interactions = call.backend.interactions
    interaction = interactions.to_answer(call.params["interaction_id"], call.params["interaction_token"])
    kind = call.form.get("type")
    if kind in NOT_MODELLED:
        raise NotModelled(f"answering an interaction with {NOT_MODELLED[kind]} (type {kind})")
    form = Form()
    form.choice(kind, ("type",), _possible(interaction))
    form.answer()
    chosen = Answer(kind)
    post = ANSWERS[chosen](call, interaction, call.form.get("data") or {})
    interactions.settle(interaction, chosen, post)
    return _told(interaction, chosen, post) if call.flag("with_response") else None


def _possible(interaction: Interaction) -> set[int]:
    """Which answers an interaction of this kind may get."""
    if interaction.kind is Kind.AUTOCOMPLETE:
        return {Answer.CHOICES}
    possible = {Answer.MESSAGE, Answer.DEFERRED_MESSAGE}
    if interaction.message_id:
        possible |= {Answer.DEFERRED_UPDATE, Answer.UPDATE}
    if interaction.kind is not Kind.MODAL:
        possible.add(Answer.MODAL)
    return set(map(int, possible))


def _message(call: Call, interaction: Interaction, data: JsonObject) -> Post:
    with nested("data"):
        form = read_message(data, call.files)
        post = answers.post_answer(call, interaction, form, bool(form.flags & MessageFlag.EPHEMERAL))
    _set_original(interaction, post)
    return post


def _deferred_message(call: Call, interaction: Interaction, data: JsonObject) -> Post:
    ephemeral = bool((data.get("flags") or 0) & MessageFlag.EPHEMERAL)
    post = answers.post_thinking(call, interaction, ephemeral)
    _set_original(interaction, post)
    interaction.follow_up_is_original = True
    return post


def _deferred_update(call: Call, interaction: Interaction, data: JsonObject) -> None:
    interaction.original_id = interaction.message_id
    interaction.original_channel_id = interaction.channel_id


def _update(call: Call, interaction: Interaction, data: JsonObject) -> Post:
    assert interaction.message_id is not None, "only what came from a message may update it"
    post = answers.post_by_id(call, interaction, interaction.message_id)
    with nested("data"):
        answers.edit_answer(call, interaction, post, data)
    _set_original(interaction, post)
    return post


def _choices(call: Call, interaction: Interaction, data: JsonObject) -> None:
    form = Form()
    choices = form.items(data, "choices", ("data",), 0, 25)
    check_choices(choices, focused_option(interaction.data)["type"], ("data", "choices"), form)
    form.answer()
    interaction.choices = choices


def _modal(call: Call, interaction: Interaction, data: JsonObject) -> None:
    with nested("data"):
        check_modal(data)
    interaction.modal = data


def _set_original(interaction: Interaction, post: Post) -> None:
    interaction.original_id = post.message.id
    interaction.original_channel_id = post.message.channel_id


ANSWERS: dict[Answer, Callable[[Call, Interaction, JsonObject], Post | None]] = {
    Answer.MESSAGE: _message,
    Answer.DEFERRED_MESSAGE: _deferred_message,
    Answer.DEFERRED_UPDATE: _deferred_update,
    Answer.UPDATE: _update,
    Answer.CHOICES: _choices,
    Answer.MODAL: _modal,
}


def _told(interaction: Interaction, chosen: Answer, post: Post | None) -> JsonObject:
    """What `with_response` gives back: the interaction, and the message if there is one."""
    told: JsonObject = {"id": interaction.id, "type": int(interaction.kind)}
    resource: JsonObject = {"type": int(chosen)}
    if post:
        told["response_message_id"] = post.message.id
        told["response_message_loading"] = chosen is Answer.DEFERRED_MESSAGE
        told["response_message_ephemeral"] = post.is_ephemeral
        resource["message"] = post.message
    return {"interaction": told, "resource": resource}
