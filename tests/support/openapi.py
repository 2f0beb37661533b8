"""Requests held against Discord's own OpenAPI document, named by DISCORD_OPENAPI.

The document is made stricter in one way: an object that lists its properties has no others, so that a field
that Discord does not know is found. It is made milder where Discord takes more than it says; `ALLOWANCES` has
these, each with its reason.
"""

import json
import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from playground.recorder import Request

PROJECT = Path(__file__).parents[2]
DEFAULT_DOCUMENT = "../shared/discord/openapi.json"
DRAFT = "https://json-schema.org/draft/2020-12/schema"

# Properties that Discord reads although its document does not list them.
ALLOWANCES = {
    # discord.py sends it with every command, and Discord's reference describes it.
    "ApplicationCommandUpdateRequest": ("nsfw",),
    # discord.py sends it with every edit of a message, always false, and Discord passes over it.
    "MessageEditRequestPartial": ("tts",),
    "IncomingWebhookUpdateRequestPartial": ("tts",),
    # discord.py sends it with every answer; an update ignores it.
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ("tts",),
    # discord.py sends it with a forum's post, always false.
    "BaseCreateMessageCreateRequest": ("tts",),
    # discord.py sends it with a forum's post, which is always a public thread.
    "CreateForumThreadRequest": ("type",),
}
# Parameters of a query that discord.py sends and the document does not list.
QUERY_ALLOWANCES = ("use_nested_fields",)  # of a forum's post
_INTEGER = re.compile(r"^-?\d+$")


def document_path() -> Path:
    """Where the document is said to be; a relative path counts from the project's root."""
    return PROJECT / os.environ.get("DISCORD_OPENAPI", DEFAULT_DOCUMENT)


class Document:
    """The document, ready to judge requests; each schema is compiled when it is first needed."""

    def __init__(self, path: Path) -> None:
        self._document: dict[str, Any] = json.loads(path.read_text())
        self._validators: dict[tuple[str, ...] | int, jsonschema_rs.Validator] = {}
        self._tighten(self._document["components"]["schemas"])
        # discord.py writes ids as numbers here and there, which Discord takes.
        self._document["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]

    @staticmethod
    def _tighten(schemas: dict[str, Any]) -> None:
        for name, schema in schemas.items():
            for property_name in ALLOWANCES.get(name, ()):
                schema["properties"][property_name] = {}
            if "properties" in schema and "additionalProperties" not in schema:
                schema["additionalProperties"] = False

    @cached_property
    def _registry(self) -> jsonschema_rs.Registry:
        return jsonschema_rs.Registry([("urn:discord", {"$schema": DRAFT, **self._document})])

    def faults(self, request: Request) -> list[str]:
        """What is wrong with a request by the document, a sentence for each fault."""
        operation = self._document["paths"].get(request.template, {}).get(request.method.lower())
        if operation is None:
            return [f"{request.route} is not in the document"]
        return [f"{request.route}: {fault}" for fault in self._operation_faults(request, operation)]

    def _operation_faults(self, request: Request, operation: dict[str, Any]) -> Iterator[str]:
        path_item = self._document["paths"][request.template]
        parameters = path_item.get("parameters", []) + operation.get("parameters", [])
        yield from self._path_faults(request, parameters)
        yield from self._query_faults(request, parameters)
        yield from self._body_faults(request, operation)

    def _path_faults(self, request: Request, parameters: list[Any]) -> Iterator[str]:
        names = re.findall(r"{(\w+)}", request.template)
        pattern = re.sub(r"\\{\w+\\}", "([^/]+)", re.escape(request.template))
        match = re.fullmatch(pattern, request.path)
        if match is None:
            yield f"the path {request.path} does not fit"
            return
        schemas = {parameter["name"]: parameter["schema"] for parameter in parameters}
        for name, value in zip(names, match.groups(), strict=True):
            yield from self._schema_faults(f"path {name}", schemas[name], value)

    def _query_faults(self, request: Request, parameters: list[Any]) -> Iterator[str]:
        schemas = {
            parameter["name"]: parameter["schema"] for parameter in parameters if parameter["in"] == "query"
        }
        for name, value in request.query.items():
            if name in QUERY_ALLOWANCES:
                continue
            if name not in schemas:
                yield f"there is no parameter {name} in the query"
            else:
                yield from self._schema_faults(f"query {name}", schemas[name], _typed(value, schemas[name]))

    def _body_faults(self, request: Request, operation: dict[str, Any]) -> Iterator[str]:
        contents = operation.get("requestBody", {}).get("content", {})
        if request.files and "multipart/form-data" not in contents:
            yield "files may not be sent here"
        if not contents:
            if request.body:
                yield "a body may not be sent here"
            return
        if not request.body:
            if operation["requestBody"].get("required"):
                yield "the body is missing"
            return
        # Of a form with files, payload_json has the same shape as the JSON body.
        at = (
            "paths",
            request.template,
            request.method.lower(),
            "requestBody",
            "content",
            "application/json",
            "schema",
        )
        for fault in self._validator(at).iter_errors(request.json):
            for cause in _causes(fault):
                yield f"body {_where(cause.instance_path)}: {cause.message[:500]}"

    def _schema_faults(self, what: str, schema: dict[str, Any], value: Any) -> Iterator[str]:
        key = id(schema)  # which is its own as long as the document is kept
        if key not in self._validators:
            refers = {"$ref": "urn:discord" + schema["$ref"]} if "$ref" in schema else schema
            self._validators[key] = self._compiled(refers)
        for fault in self._validators[key].iter_errors(value):
            yield f"{what}: {fault.message}"

    def _validator(self, at: tuple[str, ...]) -> jsonschema_rs.Validator:
        if at not in self._validators:
            pointer = "/".join(quote(step.replace("~", "~0").replace("/", "~1"), safe="~") for step in at)
            self._validators[at] = self._compiled({"$ref": f"urn:discord#/{pointer}"})
        return self._validators[at]

    def _compiled(self, schema: dict[str, Any]) -> jsonschema_rs.Validator:
        return jsonschema_rs.validator_for(
            {"$schema": DRAFT, **schema}, registry=self._registry, validate_formats=True
        )


def _causes(fault: jsonschema_rs.ValidationError) -> Iterator[jsonschema_rs.ValidationError]:
    """What is behind "fits none of these": the faults of the branch that was meant, known by its type."""
    branches = getattr(fault.kind, "context", None)
    if not branches:
        yield fault
        return
    meant = min(
        branches,
        key=lambda branch: (any("type" in cause.instance_path[-1:] for cause in branch), len(branch)),
    )
    for cause in meant:
        yield from _causes(cause)


def _where(path: Any) -> str:
    return ".".join(map(str, path)) or "as a whole"


def _typed(text: str, schema: dict[str, Any]) -> Any:
    """A value of the query as the schema's type would have it, or the text where it cannot be that."""
    if schema.get("type") == "boolean":
        return {"1": True, "true": True, "0": False, "false": False}.get(text.lower(), text)
    if schema.get("type") == "integer":
        return int(text) if _INTEGER.match(text) else text
    return text
