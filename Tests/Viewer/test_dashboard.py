"""The server exports everything that the dashboard and the alerts query: each name, its kind, and the labels."""

import json
import re
import urllib.request

import pytest

from conftest import TOP

DASHBOARD = json.loads((TOP / "packaging/grafana/tilework.json").read_text())
ALERTS = (TOP / "packaging/prometheus/tilework-alerts.yml").read_text()

PANELS = {f"{panel['title']}: {target['legendFormat']}": target["expr"]
          for panel in DASHBOARD["panels"] for target in panel.get("targets", [])}
RULES = dict(re.findall(r"- alert: (\w+)\n +expr: (\|\n(?: {10,}.*\n)+|.*)", ALERTS))
# Labels that Prometheus adds to every target.
GIVEN = {"job", "instance"}


@pytest.fixture(scope="module")
def exported(server):
    """Returns each exported metric's kind and the labels of its series. There may be no series yet."""
    with urllib.request.urlopen(server.url + "metrics") as answer:
        text = answer.read().decode()
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.M))
    labels = {}
    for name, inside in re.findall(r"^(\w+)(?:\{(.*)\})? ", text, re.M):
        labels.setdefault(name, set()).update(re.findall(r"(\w+)=", inside or ""))
    return kinds, labels


def series(expression):
    """Yields each of the server's metrics in an expression, with the surrounding function and the labels of its selector."""
    for found in re.finditer(r"(?:(\w+) ?\()?\b(tilework_\w+)(?:\{([^}]*)\})?", expression):
        yield found[2], found[1], set(re.findall(r"(\w+) ?=", found[3] or ""))


def check(expression, exported):
    kinds, labels = exported
    named = list(series(expression))
    assert named
    grouped = {label.strip() for group in re.findall(r"by \(([^)]*)\)", expression) for label in group.split(",")}
    for name, function, selected in named:
        base = name if name in kinds else re.sub(r"_(bucket|sum|count)$", "", name)
        assert base in kinds, f"nothing is exported as {name}"
        assert (base != name) == (kinds[base] == "histogram"), f"{name}: a {kinds[base]}"
        assert (function in ("rate", "increase")) == (kinds[base] != "gauge"), f"{function} of {name}: a {kinds[base]}"
        # A metric without series does not show its labels.
        if name in labels:
            assert (selected | grouped) - GIVEN <= labels[name], name


@pytest.mark.parametrize("expression", PANELS.values(), ids=PANELS)
def test_a_panel_asks_for_what_is_exported(expression, exported):
    check(expression, exported)


@pytest.mark.parametrize("expression", RULES.values(), ids=RULES)
def test_an_alert_asks_for_what_is_exported(expression, exported):
    if expression != 'up{job="tilework"} == 0':
        check(expression, exported)


def test_all_that_is_exported_is_on_the_dashboard(exported):
    shown = {re.sub(r"_bucket$", "", name) for each in PANELS.values() for name, _, _ in series(each)}
    assert set(exported[0]) - shown == set()


def test_every_alert_is_explained():
    page = (TOP / "docs/operations.md").read_text()
    assert RULES and re.findall(r"^\| `(Tilework\w+)` \|", page, re.M) == list(RULES)


def test_panels_lie_beside_each_other():
    taken = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        squares = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not squares & taken and max(x for x, _ in squares) < 24, panel["title"]
        taken |= squares
    identifiers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(identifiers)) == len(identifiers)
