"""The dashboard and the operator's page speak of the figures that there are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.monitoring.metrics import Metrics

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "watching.md").read_text("utf-8")
DASHBOARD: dict[str, Any] = json.loads((DOCS / "grafana.json").read_text("utf-8"))
ROWS = ["Answers", "Event loop and process", "Storage", "Discord", "Shards", "Games", "Pictures"]

FAMILIES = list(Metrics().registry.collect())


def names() -> set[str]:
    """Every name that Prometheus reads."""
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "info": ("_info",)}
    return {family.name + ending for family in FAMILIES for ending in endings.get(family.type, ("",))}


def labels_of(name: str) -> set[str]:
    """The labels with which a figure is measured."""
    meters = Metrics()
    for each in vars(meters).values():
        described = getattr(each, "_name", None)
        if described is not None and re.fullmatch(rf"{described}(_total|_bucket|_sum|_count)?", name):
            # `instance` is Prometheus' own: whom it has asked
            return {"instance", *each._labelnames, *({"le"} if name.endswith("_bucket") else ())}
    return set()


def panels() -> list[dict[str, Any]]:
    return [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


def queries() -> Iterator[str]:
    for panel in panels():
        for target in panel["targets"]:
            yield target["expr"]


def named(query: str) -> set[str]:
    return set(re.findall(r"\b((?:tortuga|process|python)_\w+)", query))


def test_every_figure_on_the_dashboard_is_measured() -> None:
    used = {name for query in queries() for name in named(query)}
    assert used - names() == set()
    assert len(used) > 30


def test_every_figure_of_the_bots_own_is_on_the_dashboard() -> None:
    shown = " ".join(queries()) + json.dumps(DASHBOARD["templating"])
    ours = [family.name for family in FAMILIES if family.name.startswith("tortuga")]
    assert len(ours) > 30
    assert [name for name in ours if name not in shown] == []


def test_every_label_on_the_dashboard_is_one_of_its_figures() -> None:
    odd = [
        (query, label)
        for query in queries()
        for labels in re.findall(r"by \(([^)]*)\)", query)
        for label in labels.split(", ")
        if not any(label in labels_of(name) for name in named(query))
    ]
    assert odd == []


def test_every_figure_is_chosen_by_labels_that_it_has() -> None:
    chosen = [
        (name, label)
        for query in queries()
        for name, labels in re.findall(r"(\w+){([^}]*)}", query)
        for label in re.findall(r"(\w+)=", labels)
    ]
    assert {label for _name, label in chosen} >= {"instance", "phase"}
    assert [
        (name, label) for name, label in chosen if label != "instance" and label not in labels_of(name)
    ] == []


def test_every_legend_speaks_of_labels_that_its_query_leaves() -> None:
    spoken = [
        (target, label) for panel in panels() for target in panel["targets"] for label in spoken_of(target)
    ]
    assert len(spoken) > 20
    assert [(target["expr"], label) for target, label in spoken if label not in left_by(target["expr"])] == []


def spoken_of(target: dict[str, Any]) -> list[str]:
    return re.findall(r"{{(\w+)}}", target["legendFormat"])


def left_by(query: str) -> set[str]:
    """The labels of a query's answer: those that it groups by, or else those of its figures."""
    grouped = re.findall(r"by \(([^)]*)\)", query)
    kept = [set(labels.split(", ")) for labels in grouped] or [labels_of(name) for name in named(query)]
    return set.union(*kept) - {"le"}


def test_the_dashboard_has_a_row_for_everything_that_is_watched() -> None:
    assert [panel["title"] for panel in DASHBOARD["panels"] if panel["type"] == "row"] == ROWS
    places = [tuple(panel["gridPos"].values()) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(places)


@pytest.mark.parametrize("family", [each.name for each in FAMILIES if each.name.startswith("tortuga_")])
def test_every_figure_of_the_bots_own_is_explained(family: str) -> None:
    assert f"`{family}" in PAGE
