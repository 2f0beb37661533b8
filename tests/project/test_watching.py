"""The dashboard and the operator's page speak of the figures that there are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
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


ALERTS = (DOCS.parent / "deploy/alerts.yml").read_text("utf-8")
RULES: dict[str, str] = dict(re.findall(r"- alert: (\w+)\n +expr: (.+)\n", ALERTS))
FIRST = "0 0 0 0 0 0 1 1 1 1"
"""What is counted and happens once, a minute after the other."""
FIRES: dict[str, Mapping[str, str]] = {
    "TortugaDown": {'up{job="tortuga"}': "0x20"},
    "TortugaCutOff": {'tortuga_gateway_connected{shard="0"}': "0x20"},
    "TortugaShardUnserved": {"tortuga_shards": "2x20", 'tortuga_shard_epoch{shard="0"}': "7x20"},
    "TortugaShardsChangeHands": {"tortuga_shards": "1x90", 'tortuga_shard_epoch{shard="0"}': "1+1x90"},
    "TortugaSlow": {
        'tortuga_acknowledgement_seconds_bucket{le="2.5", shard="0"}': "0x20",
        'tortuga_acknowledgement_seconds_bucket{le="5.0", shard="0"}': "0+9x20",
        'tortuga_acknowledgement_seconds_bucket{le="+Inf", shard="0"}': "0+9x20",
    },
    "TortugaPressFailed": {'tortuga_interactions_ended_total{ended="not stored", shard="0"}': FIRST},
    "TortugaCannotStore": {'tortuga_transactions_total{ended="failed"}': FIRST},
    "TortugaSecondBot": {'tortuga_interactions_ended_total{ended="taken", shard="0"}': "0 0 0 2 4 6 8 8 8 8"},
    "TortugaErrandsWait": {'tortuga_errands_waiting{of="tables"}': "1+1x90"},
    "TortugaErrors": {'tortuga_log_lines_total{level="error"}': FIRST},
    "TortugaCopyFailed": {"tortuga_backup_failed": "0 0 1 1 1 1 1 1 1 1"},
    "TortugaCopyOverdue": {"tortuga_backup_timestamp_seconds": "1x3100"},
    "TortugaClockWrong": {'tortuga_clock_ahead_seconds{shard="0"}': "-2.5x30"},
}
"""What each of the alarms is raised by."""


def test_every_alarm_counts_figures_and_labels_that_there_are() -> None:
    assert RULES.keys() == FIRES.keys()
    assert ALERTS.count("- alert:") == len(RULES) == ALERTS.count("summary:") == ALERTS.count("severity:")
    for query in RULES.values():
        assert named(query) <= names()
        for name, labels in re.findall(r"(tortuga_\w+){([^}]*)}", query):
            assert set(re.findall(r"(\w+)=", labels)) <= labels_of(name)


def test_the_runbook_says_what_to_do_at_every_alarm() -> None:
    assert re.findall(r"^\| `(Tortuga\w+)` \|", (DOCS / "runbook.md").read_text("utf-8"), re.M) == list(RULES)


def test_what_an_alarm_counts_is_there_before_it_happens_for_the_first_time() -> None:
    meters = Metrics()
    meters.serves(0)
    counted = {
        (sample.name, *sample.labels.values())
        for each in meters.registry.collect()
        for sample in each.samples
    }
    for ended in ("failed", "not stored", "late", "taken"):
        assert ("tortuga_interactions_ended_total", ended, "0") in counted
    assert ("tortuga_transactions_total", "failed") in counted
    assert ("tortuga_log_lines_total", "error") in counted


def test_every_alarm_is_raised_and_none_without_reason(tmp_path: Path) -> None:
    """Prometheus' own tool says so. (It comes with Prometheus alone, which nobody needs to work on the bot:
    that each alarm asks for figures that exist is stated above without it.)
    """
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool (Debian's prometheus) is not installed: the alarms are not tried")
    tries = [raised(alarm, series) for alarm, series in FIRES.items()]
    calm = {name: calmly(name) for series in FIRES.values() for name in series}
    tries.append(tried(calm, "count(ALERTS)", "80m"))
    path = tmp_path / "tries.yml"
    rules = str(DOCS.parent / "deploy/alerts.yml")
    path.write_text(json.dumps({"rule_files": [rules], "evaluation_interval": "1m", "tests": tries}))
    told = subprocess.run([promtool, "test", "rules", str(path)], capture_output=True, text=True, timeout=60)
    assert told.returncode == 0, told.stdout + told.stderr


def tried(
    series: Mapping[str, str], query: str, moment: str, *answers: Mapping[str, object]
) -> Mapping[str, object]:
    """A trial as promtool reads it: what is measured each minute, and what is asked for."""
    return {
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in series.items()],
        "promql_expr_test": [{"expr": query, "eval_time": moment, "exp_samples": answers}],
    }


def raised(alarm: str, series: Mapping[str, str]) -> Mapping[str, object]:
    """The alarm is raised once by these figures."""
    query = f'count(ALERTS{{alertname="{alarm}", alertstate="firing"}})'
    return tried(series, query, last_minute(series), {"labels": "{}", "value": 1})


def last_minute(series: Mapping[str, str]) -> str:
    """The last one of what is given."""
    [minutes] = {
        int(values.rpartition("x")[2]) if "x" in values else len(values.split()) - 1
        for values in series.values()
    }
    return f"{minutes}m"


def calmly(name: str) -> str:
    """What the figure is while nothing is wrong."""
    if name.startswith(("up", "tortuga_gateway_connected", "tortuga_shard")):
        return "1x90"
    if name.startswith("tortuga_acknowledgement"):
        return "0+9x90"
    return "4000x90" if "timestamp" in name else "0x90"


def test_the_dashboard_has_a_row_for_everything_that_is_watched() -> None:
    assert [panel["title"] for panel in DASHBOARD["panels"] if panel["type"] == "row"] == ROWS
    places = [tuple(panel["gridPos"].values()) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(places)


@pytest.mark.parametrize("family", [each.name for each in FAMILIES if each.name.startswith("tortuga_")])
def test_every_figure_of_the_bots_own_is_explained(family: str) -> None:
    assert f"`{family}" in PAGE
