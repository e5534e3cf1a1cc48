#!/usr/bin/env python3
"""Which elements Chromium finds by the selectors in matches.json: writes its answers into the file.

    Tests/Content/TileContentTests/SVG/Selectors/matches.py

`matches` has the ids that a selector matches in the `document`, and null where it is not valid. Run it after adding a
selector, and look at what changed.
"""
import html
import json
import pathlib
import re
import subprocess
import tempfile

FILE = pathlib.Path(__file__).parent / "matches.json"


def main():
    data = json.loads(FILE.read_text())
    script = """
    const svg = document.querySelector("svg");
    document.currentScript.remove();
    svg.dataset.found = JSON.stringify(SELECTORS.map(selector => {
      try { return [...document.querySelectorAll(selector)].map(e => e.id).filter(id => id); } catch { return null; }
    }));
    """.replace("SELECTORS", json.dumps([case["selector"] for case in data["cases"]]))
    with tempfile.NamedTemporaryFile("w", suffix=".svg") as page:
        text = data["document"].replace("</svg>", f"<script>{html.escape(script)}</script></svg>")
        page.write(text)
        page.flush()
        dom = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"file://{page.name}"],
            capture_output=True, text=True, check=True).stdout
    answers = json.loads(html.unescape(re.search(r'data-found="([^"]*)"', dom)[1]))
    for case, matches in zip(data["cases"], answers):
        case["matches"] = matches
    cases = ",\n".join("    " + json.dumps(case, ensure_ascii=False) for case in data["cases"])
    FILE.write_text('{\n  "document": %s,\n  "cases": [\n%s\n  ]\n}\n' % (json.dumps(data["document"]), cases))


main()
