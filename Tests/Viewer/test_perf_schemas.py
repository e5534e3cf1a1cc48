"""The schemas of traces, ledgers and comparisons in docs/schemas: the harness writes and reads files that follow them."""

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
    assert ledger["about"] == json.loads((TOP / "Perf" / "Traces" / "pinch.json").read_text())["about"]
    assert ledger["verdict"]["outcome"] == "passed"
    assert any("areas" in frame and "phases" in frame and "lags" in frame for frame in ledger["frames"])
    flick = TOP / "Perf" / "Traces" / "flick.json"
    assert perf(tmp_path, "minimize", flick, "-o", "least.json", "--inject", "draw=20").returncode == 0
    validator("trace").validate(json.loads((tmp_path / "least.json").read_text()))


def test_a_comparison_of_ledgers_is_as_the_schema_says(tmp_path):
    pinch = TOP / "Perf" / "Traces" / "pinch.json"
    assert perf(tmp_path, "run", pinch, "-o", "base").returncode == 0
    assert perf(tmp_path, "run", pinch, "-o", "head", "--inject", "draw=20").returncode == 0
    for head, code in [("base", 0), ("head", 1)]:
        assert perf(tmp_path, "compare", "base", head, "--json", "found.json").returncode == code
        found = json.loads((tmp_path / "found.json").read_text())
        validator("comparison").validate(found)
        assert found["traces"] == ["pinch"] and found["rows"] == []
        assert {finding["frame"] for finding in found["findings"]} == ({20} if code else set())


def test_a_comparison_of_builds_is_as_the_schema_says(tmp_path):
    """Returns parts that a build measured. A shell script serves as the build; its frames take longer if it is the head."""
    trace = {"tilework-trace": 1, "name": "t", "content": {"shapes": 1, "size": [9, 9]}, "events": [], "tail": 0}
    (tmp_path / "t.json").write_text(json.dumps(trace))
    sample = json.loads(perf(tmp_path, "measure", "t.json", "--clock", "virtual").stdout)
    for name, cost in [("base", 1.0), ("head", 2.0)]:
        (tmp_path / f"{name}.sample").write_text(
            json.dumps({**sample, "clock": "real", "milliseconds": {"layout": cost, "draw": 1.0, "raster": 0.01}})
        )
        script = tmp_path / name
        script.write_text('#!/bin/sh\ncase "$*" in *--help*) echo "measure <path>";; *) cat "$0.sample";; esac\n')
        script.chmod(0o755)
    run = perf(tmp_path, "compare", "./base", "./head", "t.json", "--time", "--rounds", 4, "--json", "found.json")
    assert run.returncode == 1, run.stdout + run.stderr
    found = json.loads((tmp_path / "found.json").read_text())
    validator("comparison").validate(found)
    assert {row.get("part", "frame"): row["verdict"] for row in found["rows"]}["layout"] == "slower"
    assert "layout" in {finding["subject"] for finding in found["findings"]}


def test_the_schema_of_comparisons_names_all_parts():
    rows = validator("comparison").schema["properties"]["rows"]["items"]["properties"]
    source = (TOP / "Perf" / "TilePerf" / "Ledger" / "FrameRecord.swift").read_text()
    phases = source.split("enum FramePhase", 1)[1].split("\n}\n", 1)[0]
    named = [line.split()[1] for line in phases.splitlines() if line.startswith("    case ")]
    assert rows["part"]["enum"] == [*named, "raster"]


def mutations():
    """Invalid traces: the schema and the program refuse each."""
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
