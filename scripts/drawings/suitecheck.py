"""Compares Tilework's drawings of resvg's tests with Chromium's, where Chromium and resvg agree."""

import json
import os
import pathlib
import tempfile

from drawings import chromium, exceptions, suite
from drawings.tilework import Tilework, write_picture

TOP = pathlib.Path(__file__).resolve().parents[2]
KNOWN = TOP / "docs" / "suite-differences.tsv"
# The largest mean difference of a test, and the share of the tests without text that may fail, in percent.
BAR = 2.5
SHARE = 1.0


def run(options, browser):
    """Draws the tests without text, and then those with text. Returns the script's result."""
    try:
        place = suite.tests(options.resvg)
    except suite.Missing as missing:
        print(f"compare-drawings: resvg's tests are skipped: {missing}; clone {suite.ADDRESS} and name the folder with --resvg")
        return 0
    known = exceptions.read(KNOWN.read_text())
    results = compare(options, browser, place, suite.drawings(place))
    fails = report(results, "without text", known, SHARE)
    # Tilework removes unlocked folders with the prefix of its own.
    with tempfile.TemporaryDirectory(prefix="tilework-suite-") as folder:
        os.environ["FONTCONFIG_FILE"] = str(suite.font_configuration(place, folder))
        written = compare(options, browser, place, suite.drawings(place, with_text=True))
    fails |= report(written, "with text", known)
    far = {result["file"] for result in results + written if is_far(result)}
    for name in sorted(known.keys() - far):
        print(f"           {name}: listed, and within {BAR}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results + written, indent=1) + "\n")
    return 1 if fails else 0


def compare(options, browser, place, names):
    """Returns the results of tests."""
    chrome, tilework = chromium.Chromium(browser, "--font-render-hinting=none"), Tilework(options.program)
    results = []
    for name in names:
        results.append(result(place, name, chrome, tilework, options.pictures))
        if tilework.process.poll() is not None:
            tilework = Tilework(options.program)
    chrome.close()
    return results


def agrees(result):
    """Returns whether Chromium and resvg draw a test alike."""
    return result.get("references", BAR + 1) <= BAR


def is_far(result):
    return agrees(result) and ("error" in result or result["mean"] > BAR)


def report(results, kind, known, largest_share=100.0):
    """Prints the tests that come out otherwise here. Returns whether one of them is not listed, or they are too many."""
    agreed = [result for result in results if agrees(result)]
    far = [result for result in agreed if is_far(result)]
    unknown = 0
    for result in sorted(far, key=lambda result: (-result.get("mean", 256), result["file"])):
        entry = exceptions.find(result["file"], known)
        unknown += entry is None
        print(f"{result.get('mean', 0):9.3f}  {result['file']}: {result.get('error', entry.code if entry else 'not listed')}")
    share = 100 * len(far) / max(1, len(agreed))
    print(f"{len(results)} tests {kind}; on {len(agreed)} Chromium and resvg agree within {BAR}; "
          f"{len(far)} of these ({share:.2f} %) are farther than that from Chromium's here, {unknown} of them not listed")
    return unknown > 0 or share > largest_share


def result(place, name, chrome, tilework, pictures):
    """Returns how far Chromium's picture of a test is from resvg's ("references") and from ours ("mean")."""
    result = {"file": name}
    path = place / f"{name}.svg"
    picture = path.with_suffix(".png").read_bytes()
    width, height = suite.size(picture)
    view = [[width, height, 0, 0, width, height]]
    try:
        expected = chrome.draw(picture, view, "image/png")[0]
        shown = chrome.draw(path.read_bytes(), view)[0]
    except chromium.Refused as refused:
        result["refused"] = str(refused)
        return result
    result["references"] = tilework.ask(f"differ {width} {height}", shown + expected)["mean"]
    opened = tilework.ask(f"open {path}")
    if opened.get("error"):
        result["error"] = opened["error"]
        return result
    scale = width / opened["width"]
    answer = tilework.ask(f"compare {scale!r} 0 0 {width} {height}", shown)
    result.update({"error": answer["error"]} if answer.get("error") else {"mean": answer["mean"]})
    if pictures and is_far(result):
        ours = tilework.draw(scale, 0, 0, width, height)[0]
        for kind, pixels in (("ours", ours), ("resvg", expected), ("chromium", shown)):
            if pixels:
                write_picture(pathlib.Path(pictures) / f"{name.replace('/', '_')}-{kind}.png", pixels, width, height)
    return result
