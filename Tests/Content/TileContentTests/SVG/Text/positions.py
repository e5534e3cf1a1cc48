#!/usr/bin/env python3
"""Writes the positions where Chromium puts the characters of the texts in positions.json into the file.

    Tests/Content/TileContentTests/SVG/Text/positions.py

A case has `svg`, the children of an svg element of 400 × 200 with one `text`, and `places`, which lists the position of the
pen and the rotation in degrees for each UTF-16 unit of the text after white space is collapsed. Run this after adding a case,
and look at the changes.
"""
import html
import json
import pathlib
import re
import subprocess
import tempfile

FILE = pathlib.Path(__file__).parent / "positions.json"
SCRIPT = """
for (const svg of document.querySelectorAll("svg")) {
  const text = svg.querySelector("text:not(defs *)"), places = [];
  for (let i = 0; i < text.getNumberOfChars(); i++) {
    const p = text.getStartPositionOfChar(i);
    places.push([p.x, p.y, text.getRotationOfChar(i)].map(v => Math.round(v * 1000) / 1000));
  }
  svg.dataset.places = JSON.stringify(places);
}
"""


def main():
    cases = json.loads(FILE.read_text())
    body = "".join(f'<svg width="400" height="200" font-family="DejaVu Sans" font-size="20">{case["svg"]}</svg>'
                   for case in cases)
    with tempfile.NamedTemporaryFile("w", suffix=".html") as page:
        page.write(f"<!DOCTYPE html><meta charset='utf-8'><body>{body}<script>{SCRIPT}</script>")
        page.flush()
        dom = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"file://{page.name}"],
            capture_output=True, text=True, check=True).stdout
    answers = [json.loads(html.unescape(found)) for found in re.findall(r'data-places="([^"]*)"', dom)]
    assert len(answers) == len(cases), f"{len(answers)} answers to {len(cases)} cases"
    lines = []
    for case, places in zip(cases, answers):
        case["places"] = places
        lines.append("  " + json.dumps(case, ensure_ascii=False))
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n")


main()
