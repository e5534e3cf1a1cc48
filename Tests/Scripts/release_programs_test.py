"""`make release` builds every program that the docs have a reader start from .build/release."""

import os
import pathlib
import re
import subprocess
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
DOCS = [TOP / "README.md", TOP / "Perf" / "README.md", *sorted((TOP / "docs").glob("*.md"))]
# Of the package itself: its benchmarks are packages of their own, and build theirs.
STARTED = re.compile(r"(?<![\w/])(?:\./)?\.build/release/([A-Za-z][\w-]*)")


def named():
    return {name: path.name for path in DOCS for name in STARTED.findall(path.read_text())}


def built():
    # What the caller builds with (CI leaves out line numbers) is not what the docs' reader types.
    bare = {name: value for name, value in os.environ.items() if name not in ("BUILD_FLAGS", "MAKEFLAGS")}
    dry = subprocess.run(["make", "-n", "release"], cwd=TOP, env=bare, capture_output=True, text=True, check=True)
    return {name for names in re.findall(r"scripts/build (.+)$", dry.stdout, re.MULTILINE) for name in names.split()}


class ReleaseTest(unittest.TestCase):
    def test_the_docs_name_programs(self):
        self.assertLessEqual({"tilework", "tilework-perf", "SeatMap"}, set(named()))

    def test_each_is_built(self):
        missing = {name: where for name, where in named().items() if name not in built()}
        self.assertEqual(missing, {})


if __name__ == "__main__":
    unittest.main()
