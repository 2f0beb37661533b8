"""From a method and a path to the function that answers it, with the path's parameters by name."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from playground.backend import Backend
from playground.model import JsonObject, StoredFile
from playground.rules.form import invalid
from playground.world import World


class Call(Struct):
    """One request: which route with which parameters, and what came with it.

    `body` is the JSON body, or the payload_json of a form; `files` its uploads by their index.
    """

    backend: Backend
    route: "Route"
    params: dict[str, str]
    query: dict[str, str]
    body: Any
    files: dict[int, StoredFile]

    @property
    def world(self) -> World:
        return self.backend.world

    @property
    def form(self) -> JsonObject:
        """The body, which has to be an object."""
        if not isinstance(self.body, dict):
            raise invalid((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return self.body

    def flag(self, name: str) -> bool:
        """A parameter of the query that says yes or no."""
        return self.query.get(name, "").lower() in ("1", "true")


# What a route answers: anything that encodes to JSON (status 200), or None (204: nothing to say).
Handler = Callable[[Call], Any]


@dataclass(frozen=True, slots=True)
class Route:
    """`open` needs no token of the bot's (the path carries one); `exempt` does not count globally."""

    method: str
    template: str
    handler: Handler
    open: bool = False
    exempt: bool = False
    status: int = 200

    @property
    def key(self) -> str:
        return f"{self.method} {self.template}"


class Routes(list[Route]):
    """A module's routes, gathered by decorating the functions that answer them."""

    def add(self, method: str, template: str, **options: Any) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self.append(Route(method, template, handler, **options))
            return handler

        return register


@dataclass(slots=True)
class _Node:
    """A step of the paths: what may follow literally, what follows as a parameter, and what ends here."""

    literal: dict[str, "_Node"] = field(default_factory=dict)
    parameter: tuple[str, "_Node"] | UnsetType = UNSET
    ends: dict[str, Route] = field(default_factory=dict)


class Router:
    def __init__(self, routes: Iterable[Route]) -> None:
        self._root = _Node()
        for route in routes:
            node = self._root
            for step in route.template.strip("/").split("/"):
                node = _step_to(node, step)
            node.ends[route.method] = route

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        """The route for a path below the API's address; a literal step goes before a parameter."""
        params: dict[str, str] = {}
        node = self._root
        for step in path.strip("/").split("/"):
            if following := node.literal.get(step):
                node = following
            elif node.parameter is not UNSET:
                name, node = node.parameter
                params[name] = step
            else:
                return None
        route = node.ends.get(method)
        return (route, params) if route else None


def _step_to(node: _Node, step: str) -> _Node:
    if not step.startswith("{"):
        return node.literal.setdefault(step, _Node())
    if node.parameter is UNSET:
        node.parameter = (step.strip("{}"), _Node())
    name, following = node.parameter
    assert name == step.strip("{}"), f"two names for one parameter: {name} and {step}"
    return following
