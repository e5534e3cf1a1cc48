"""resvg's own tests: drawings, each with the picture that resvg draws of it."""

import os
import pathlib
import re
import struct
import subprocess

ADDRESS = "https://github.com/linebender/resvg"
# The place of the tests in resvg's repository.
TESTS = "crates/resvg/tests/tests"
# A test with text depends on the fonts that are installed.
TEXT = re.compile(rb"<(\w+:)?text[\s>]")


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
