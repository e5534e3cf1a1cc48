"""Compares the drawings of real tools with Chromium's, and judges the differences."""

import dataclasses
import json
import os
import pathlib
import sys

from drawings import chromium, exceptions, letters, toolset
from drawings.tilework import Tilework, write_picture

TOP = pathlib.Path(__file__).resolve().parents[2]
KNOWN = TOP / "docs" / "tool-differences.tsv"
# The packages that the tools need are kept here, and the drawings that they make.
FOLDER = TOP / ".build-drawings"
# The pixels of a picture's longer side.
SIDE = 1024
# The largest mean difference of the pixels, of 255, of a drawing without its text.
BAR = 1.0
# The largest mean distance of letters, in pixels of a picture with 1,024 on its longer side, and the share of letters that may
# have no partner.
LETTER_BAR = 1.0
LETTER_SHARE = 0.01
# The number of drawings that are compared at least.
LEAST = 40


@dataclasses.dataclass
class Result:
    name: str
    mean: float | None = None
    # The letters in Chromium, and those of them without one here.
    letters: int = 0
    unpaired: int = 0
    # The distances of letters in pixels.
    letter_mean: float = 0.0
    letter_worst: float = 0.0
    error: str | None = None


def beyond(result):
    """Returns what of a result is beyond its bar; empty if nothing is."""
    if result.error:
        return [result.error]
    reasons = []
    if result.mean > BAR:
        reasons.append(f"pixels by {result.mean:.2f}")
    if result.letter_mean > LETTER_BAR:
        reasons.append(f"letters by {result.letter_mean:.2f} px")
    if result.unpaired > result.letters * LETTER_SHARE:
        reasons.append(f"{result.unpaired} of {result.letters} letters elsewhere")
    return reasons


def verdict(results, known):
    """Returns the results beyond a bar that are not known, and the known names that are within all bars."""
    far = {result.name for result in results if beyond(result)}
    made = {result.name for result in results}
    return sorted(far - known.keys()), sorted((known.keys() & made) - far)


def run(options, browser):
    """Compares drawings of tools with Chromium's. Returns the script's result."""
    chosen = toolset.chosen(options.drawings[1:])
    if not chosen:
        sys.exit(f"compare-drawings: no tool or drawing is named {' or '.join(options.drawings[1:])}")
    # The same fonts in Tilework and in Chromium, whatever the tools have installed.
    os.environ.setdefault("FONTCONFIG_FILE", str(pathlib.Path(__file__).with_name("fonts.conf")))
    known = exceptions.read(KNOWN.read_text())
    at_hand = toolset.Tools(FOLDER)
    tilework = Tilework(options.program)
    # One draws, and the other, which runs no scripts of a drawing, measures.
    browsers = [chromium.Chromium(browser, "--font-render-hinting=none") for _ in range(2)]
    results, skipped = [], []
    print(f"{'pixels':>7} {'letters':>7} {'mean':>6} {'worst':>6}  drawing")
    for drawing in chosen:
        try:
            result = tool_result(drawing.name, at_hand.make(drawing), browsers, tilework, options.pictures)
        except toolset.Skipped as reason:
            skipped.append((drawing.name, str(reason)))
            continue
        results.append(result)
        if tilework.process.poll() is not None:
            tilework = Tilework(options.program)
        reasons = beyond(result)
        entry = known.get(drawing.name)
        note = f": {', '.join(reasons)} ({entry.reason if entry else 'not listed'})" if reasons else ""
        mean = f"{result.mean:7.3f}" if result.mean is not None else f"{'-':>7}"
        print(f"{mean} {result.letters:7} {result.letter_mean:6.3f} {result.letter_worst:6.2f}  {drawing.name}{note}", flush=True)
    for each in browsers:
        each.close()
    for name, reason in skipped:
        print(f"skipped: {name}: {reason}")
    unknown, fine = verdict(results, known)
    for name in fine:
        print(f"{name} is listed, and within the bars")
    tools = {drawing.tool for drawing in chosen} - {name.partition("-")[0] for name, _ in skipped}
    far = sum(bool(beyond(result)) for result in results)
    print(f"{len(results)} drawings by {len(tools)} tools; {len(results) - far} within the bars, {far} beyond, {len(unknown)} of them "
          f"not listed; {len(skipped)} skipped")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps([vars(result) for result in results], indent=1) + "\n")
    is_short = len(options.drawings) == 1 and len(results) < LEAST
    if is_short:
        print(f"fewer than {LEAST}: with --install, the tools are installed")
    return 1 if unknown or is_short else 0


def tool_result(name, path, browsers, tilework, pictures):
    """Returns how far ours is from Chromium's: in the pixels of the drawing without its text, and in the positions of letters."""
    result, (drawer, measurer) = Result(name), browsers
    data = path.read_bytes()
    plain = path.with_suffix(".plain")
    plain.write_bytes(letters.without(data))
    try:
        for source, is_compared in ((plain, True), (path, False)):
            opened = tilework.ask(f"open {source}")
            if opened.get("error"):
                result.error = opened["error"]
                return result
            width, height = opened["width"], opened["height"]
            scale = SIDE / max(width, height)
            columns, rows = max(1, round(width * scale)), max(1, round(height * scale))
            if not is_compared and not pictures:
                continue
            shown = drawer.draw(source.read_bytes(), [[width * scale, height * scale, 0, 0, columns, rows]])[0]
            if is_compared:
                answer = tilework.ask(f"compare {scale!r} 0 0 {columns} {rows}", shown)
                if answer.get("error"):
                    result.error = answer["error"]
                    return result
                result.mean = answer["mean"]
            if pictures:
                kind = "plain" if is_compared else "whole"
                write_picture(f"{pictures}/{name}-{kind}-chromium.png", shown, columns, rows)
                if ours := tilework.draw(scale, 0, 0, columns, rows)[0]:
                    write_picture(f"{pictures}/{name}-{kind}-ours.png", ours, columns, rows)
        pens = tilework.ask("letters")
        if pens.get("error"):
            result.error = pens["error"]
            return result
        theirs = letters.positions(measurer, path, width, height)
    except chromium.Refused as refused:
        result.error = f"Chromium: {refused}"
        return result
    finally:
        plain.unlink()
    ours, theirs = [[[x * scale, y * scale] for x, y in places] for places in (pens["pens"], theirs)]
    distances, _, result.unpaired = letters.pairs(ours, theirs)
    result.letters = len(theirs)
    if distances:
        result.letter_mean, result.letter_worst = sum(distances) / len(distances), max(distances)
    return result
