"""resvg's own tests: drawings, each with the picture that resvg draws of it."""

import html
import os
import pathlib
import re
import struct
import subprocess

ADDRESS = "https://github.com/linebender/resvg"
# The place of the tests in resvg's repository.
TESTS = "crates/resvg/tests/tests"
# The fonts of the tests with text, beside the tests' folder.
FONTS = "fonts"
TEXT = re.compile(rb"<(\w+:)?text[\s>]")
# The families that the suite takes for generic ones, by the names that Chromium and Tilework ask fontconfig for.
FAMILIES = {
    "Noto Serif": ("serif", "Times New Roman"),
    "Noto Sans": ("sans-serif", "Arial"),
    "Noto Mono": ("monospace", "Monospace"),
    "Yellowtail": ("cursive", "Comic Sans MS"),
    "Sedgwick Ave Display": ("fantasy", "Impact"),
}


class Missing(Exception):
    """The reason why the tests are not at hand."""


def folder():
    """The folder that the tests are fetched into."""
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "tilework" / "resvg"


def tests(given=None):
    """Returns the tests' folder. Fetches the repository the first time, unless a clone's folder is given."""
    clone = pathlib.Path(given) if given else folder()
    if not given and not (clone / TESTS).is_dir():
        clone.parent.mkdir(parents=True, exist_ok=True)
        command = ["git", "clone", "--quiet", "--depth", "1", ADDRESS, str(clone)]
        try:
            done = subprocess.run(command, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"}, capture_output=True, text=True)
        except OSError as error:
            raise Missing(f"git does not start: {error}") from None
        if done.returncode:
            raise Missing((done.stderr.strip().splitlines() or ["git clone failed"])[-1])
    if not (clone / TESTS).is_dir():
        raise Missing(f"there is no {clone / TESTS}")
    return clone / TESTS


def font_configuration(place, folder):
    """Writes a configuration of fontconfig with the fonts of the suite alone, and returns its path. The fonts have the other names
    of their families, because Chromium takes no font by an alias."""
    rules = []
    for family, others in FAMILIES.items():
        names = "".join(f'<edit name="family" mode="append"><string>{other}</string></edit>' for other in others)
        rules.append(f'<match target="scan"><test name="family"><string>{family}</string></test>{names}</match>')
    for target in ("pattern", "font"):
        rules.append(f'<match target="{target}"><edit name="hinting" mode="assign"><bool>false</bool></edit>'
                     '<edit name="hintstyle" mode="assign"><const>hintnone</const></edit></match>')
    file = pathlib.Path(folder) / "fonts.conf"
    file.write_text('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
                    f'<dir>{html.escape(str((place.parent / FONTS).absolute()))}</dir>'
                    f'<cachedir>{html.escape(str(folder))}/cache</cachedir>{"".join(rules)}</fontconfig>')
    return file


def drawings(place, with_text=False):
    """Returns the names of the tests with a picture, without `.svg`, in order."""
    names = []
    for path in sorted(place.rglob("*.svg")):
        name = path.relative_to(place).with_suffix("").as_posix()
        if path.with_suffix(".png").is_file() and is_text(name, path.read_bytes()) == with_text:
            names.append(name)
    return names


def is_text(name, data):
    return name.startswith("text/") or bool(TEXT.search(data))


def size(png):
    """Returns the width and height in the header of a PNG."""
    return struct.unpack(">II", png[16:24])
