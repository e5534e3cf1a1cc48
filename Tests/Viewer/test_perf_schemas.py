"""The schemas of traces and ledgers in docs/schemas: what the harness writes and reads is what they say."""

import json
import os
import pathlib
import subprocess

import jsonschema
import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
TRACES = sorted((TOP / "Perf" / "Traces").glob("*.json"))
LEDGERS = sorted((TOP / "Perf" / "Ledgers").glob("*.json"))


def validator(name):
    schema = json.loads((TOP / "docs" / "schemas" / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def perf(folder, *arguments):
    return subprocess.run(
        [os.environ["TILEWORK_BIN"], "perf", *map(str, arguments)], capture_output=True, text=True, cwd=folder
    )


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_the_corpus_is_as_the_schema_says(path):
    validator("trace").validate(json.loads(path.read_text()))


@pytest.mark.parametrize("path", LEDGERS, ids=lambda path: path.stem)
def test_its_ledgers_are_as_the_schema_says(path):
    validator("ledger").validate(json.loads(path.read_text()))


def test_what_a_run_and_a_shrinking_write_is_as_the_schemas_say(tmp_path):
    assert perf(tmp_path, "run", TOP / "Perf" / "Traces" / "pinch.json", "-o", "out").returncode == 0
    ledger = json.loads((tmp_path / "out" / "pinch.json").read_text())
    validator("ledger").validate(ledger)
    assert any("areas" in frame and "phases" in frame and "lags" in frame for frame in ledger["frames"])
    flick = TOP / "Perf" / "Traces" / "flick.json"
    assert perf(tmp_path, "minimize", flick, "-o", "least.json", "--inject", "draw=20").returncode == 0
    validator("trace").validate(json.loads((tmp_path / "least.json").read_text()))


def mutations():
    """Traces that can't be: the schema and the program refuse each."""
    yield "no version", lambda trace: trace.pop("tilework-trace")
    yield "another version", lambda trace: trace.update({"tilework-trace": 2})
    yield "a name with a slash", lambda trace: trace.update(name="a/b")
    yield "an unknown member", lambda trace: trace.update(speed=1)
    yield "a huge screen", lambda trace: trace.update(viewport=[1_000_000, 768])
    yield "two contents", lambda trace: trace.update(content={"file": "a.svg", "shapes": 1, "size": [1, 1]})
    yield "too many workers", lambda trace: trace.update(workers=65)
    yield "a negative cost", lambda trace: trace.update(cost={"tile": -1})
    yield "a count that is none", lambda trace: trace.update(allow={"tiles": {}})
    yield "an event of two kinds", lambda trace: trace["events"][0].update(stall=1)
    yield "an event of no kind", lambda trace: trace["events"].insert(0, {"at": 0})
    yield "a time below 0", lambda trace: trace["events"][0].update(at=-1)
    yield "a phase that is none", lambda trace: trace["events"][0].update(touch=[[0, "hover", 1, 1]])


@pytest.mark.parametrize("name, change", list(mutations()), ids=lambda value: value if isinstance(value, str) else "")
def test_the_schema_and_the_program_refuse_the_same(tmp_path, name, change):
    trace = json.loads((TOP / "Perf" / "Traces" / "flick.json").read_text())
    change(trace)
    assert not validator("trace").is_valid(trace)
    (tmp_path / "trace.json").write_text(json.dumps(trace))
    assert perf(tmp_path, "run", "trace.json").returncode == 65


def test_every_member_of_a_count_is_in_the_schema():
    counts = validator("ledger").schema["properties"]["frames"]["items"]["properties"]["counts"]["properties"]
    source = (TOP / "Perf" / "TilePerf" / "Ledger" / "Count.swift").read_text()
    named = [line.split()[1] for line in source.splitlines() if line.startswith("    case ")]
    assert sorted(counts) == sorted(named)
