#!/usr/bin/env python3
"""Adds Chromium's positions of words to the cases in words.json.

    FONTCONFIG_FILE=Tests/fonts.conf Tests/Content/TileContentTests/SVG/ForeignObject/words.py

A case has `svg`, the children of an svg element of 400 × 400 with one `foreignObject`, and `words`, which lists for each word of
each text: the left and top of its first letter, and the right and top of its last one. Run this after adding a case, and look
at the changes.
"""
import html
import json
import pathlib
import re
import subprocess
import tempfile

FILE = pathlib.Path(__file__).parent / "words.json"
SCRIPT = """
const all = [...document.querySelectorAll("body > svg")];
// One at a time, because the style sheet of one would apply to the others.
for (const svg of all) svg.remove();
for (const svg of all) {
  document.body.append(svg);
  const walker = document.createTreeWalker(svg, NodeFilter.SHOW_TEXT), words = [];
  const own = svg.getBoundingClientRect(), round = v => Math.round(v * 100) / 100;
  for (let node; node = walker.nextNode();) {
    if (node.parentNode.localName == "style") continue;
    for (const match of node.data.matchAll(/[^ \\t\\n\\r]+/g)) {
      const rect = at => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getClientRects()[0];
      };
      const first = rect(match.index), last = rect(match.index + match[0].length - 1);
      if (first) words.push([first.left - own.left, first.top - own.top, last.right - own.left, last.top - own.top].map(round));
    }
  }
  svg.dataset.words = JSON.stringify(words);
  svg.remove();
}
document.body.append(...all);
"""


def main():
    cases = json.loads(FILE.read_text())
    body = "".join(f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" style="display:block" '
                   f'font-family="DejaVu Sans" font-size="14">{case["svg"]}</svg>' for case in cases)
    with tempfile.NamedTemporaryFile("w", suffix=".xhtml") as page:
        page.write(f'<html xmlns="http://www.w3.org/1999/xhtml"><head/><body>{body}'
                   f"<script><![CDATA[{SCRIPT}]]></script></body></html>")
        page.flush()
        dom = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"file://{page.name}"],
            capture_output=True, text=True, check=True).stdout
    answers = [json.loads(html.unescape(found)) for found in re.findall(r'data-words="([^"]*)"', dom)]
    assert len(answers) == len(cases), f"{len(answers)} answers to {len(cases)} cases"
    lines = []
    for case, words in zip(cases, answers):
        case["words"] = words
        lines.append("  " + json.dumps(case, ensure_ascii=False))
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n")


main()
