"""What the files for Kubernetes, panels and workflows say is held to the code and to the image.

None of them is run in a test: there is no cluster, no panel and no such account.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot import __version__
from bot.settings import Settings

ROOT = Path(__file__).parents[2]
IMAGE = f"registry.example.org/somebody/tortuga:{__version__}"
SETTINGS = {name.upper() for name in Settings.model_fields}


def documents(name: str) -> list[Any]:
    """Those of a YAML file."""
    return list(yaml.safe_load_all((ROOT / name).read_text("utf-8")))


@pytest.mark.parametrize(
    "name",
    [
        *("compose.yaml", "compose.scale.yaml", "deploy/alerts.yml", "deploy/kubernetes.yaml"),
        *(".github/workflows/image.yml", ".github/workflows/check.yml"),
    ],
)
def test_it_is_yaml(name: str) -> None:
    assert all(isinstance(each, dict) for each in documents(name))


def test_the_manifest_runs_one_pod_on_a_volume_of_its_own() -> None:
    claim, deployment = documents("deploy/kubernetes.yaml")
    spec = deployment["spec"]
    assert (spec["replicas"], spec["strategy"]) == (1, {"type": "Recreate"}), "a file has one owner"
    assert spec["selector"]["matchLabels"].items() <= spec["template"]["metadata"]["labels"].items()
    pod = spec["template"]["spec"]
    [container] = pod["containers"]
    assert container["image"] == IMAGE
    assert {each["name"] for each in container["env"]} <= SETTINGS
    assert {each["name"] for each in container["volumeMounts"]} == {each["name"] for each in pod["volumes"]}
    assert pod["volumes"][0]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
    assert pod["securityContext"]["runAsUser"] == 1000
    assert container["securityContext"]["readOnlyRootFilesystem"]
    probes = [container[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "liveness", "readiness")]
    assert probes == ["/live", "/live", "/ready"]


def test_the_egg_sets_what_the_bot_reads_and_stops_it_by_a_signal() -> None:
    egg = json.loads((ROOT / "deploy/pterodactyl-egg.json").read_text("utf-8"))
    assert list(egg["docker_images"].values()) == [IMAGE]
    assert egg["startup"] == "tortuga run"
    assert egg["config"]["stop"] == "^C"
    assert {each["env_variable"] for each in egg["variables"]} <= SETTINGS
    for each in ("files", "startup", "logs"):
        assert isinstance(json.loads(egg["config"][each]), dict)


def test_the_template_sets_what_the_bot_reads_and_mounts_the_volume() -> None:
    template = ET.parse(ROOT / "deploy/unraid.xml").getroot()
    assert template.findtext("Repository") == IMAGE
    targets = {each.get("Type"): each.get("Target") for each in template.findall("Config")}
    assert targets == {"Variable": "DISCORD_TOKEN", "Path": "/data"}
    assert "DISCORD_TOKEN" in SETTINGS


def test_compose_is_one_file_that_needs_no_checkout() -> None:
    [compose] = documents("compose.yaml")
    for service in compose["services"].values():
        assert "build" not in service
        assert service["image"] == "${TORTUGA_IMAGE:-tortuga}"


def test_what_is_checked_is_checked_on_every_python_that_is_supported() -> None:
    from tests.project.supply.wheels import supported

    [workflow] = documents(".github/workflows/check.yml")
    assert workflow["jobs"]["check"]["strategy"]["matrix"]["python"] == supported()
    assert "make wheels AUDIT=asked" in str(workflow["jobs"]["wheels"]["steps"])


def test_the_image_is_signed_and_has_a_bill_of_materials() -> None:
    [workflow] = documents(".github/workflows/image.yml")
    steps = workflow["jobs"]["publish"]["steps"]
    [build] = [step["with"] for step in steps if step.get("id") == "build"]
    assert (build["platforms"], build["sbom"]) == ("linux/amd64,linux/arm64", True)
    assert [step["run"] for step in steps if "cosign sign" in step.get("run", "")]
    assert workflow["permissions"]["id-token"] == "write"
