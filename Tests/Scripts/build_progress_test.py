"""scripts/build shows how far a build is, and what went wrong."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
# Prints what swift build prints where its output is no terminal.
SWIFT = """#!/bin/sh
echo "$@" >>"$SWIFT_CALLS"
echo "Fetching https://github.com/apple/swift-nio from cache"
echo "[1/1] Planning build"
for done in 1 15 16 37; do echo "[$done/37] Compiling TileServer Site.swift"; done
[ -z "$SWIFT_CODE" ] || { echo "Site.swift:3: error: no such name"; exit "$SWIFT_CODE"; }
"""


class BuildProgressTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        (self.top / "scripts").mkdir()
        (self.top / "bin").mkdir()
        shutil.copy(TOP / "scripts/build", self.top / "scripts")
        (self.top / "bin/swift").write_text(SWIFT)
        (self.top / "bin/swift").chmod(0o755)

    def build(self, *products, **variables):
        environment = {
            **os.environ, "PATH": f"{self.top}/bin:{os.environ['PATH']}", "SWIFT_CALLS": str(self.top / "calls"), "SWIFT_CODE": "",
            "VERBOSE": "", "BUILD_FLAGS": "-Xcc -g", **variables}
        return subprocess.run([self.top / "scripts/build", *products], env=environment, capture_output=True, text=True)

    def test_each_tenth_is_a_line_and_nothing_of_the_compiler_is(self):
        done = self.build("one", "two")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertIn("The first build takes", lines[0])
        self.assertEqual([line for line in lines if "%" in line], [
            "one: 2%", "one: 40%", "one: 100%", "two: 2%", "two: 40%", "two: 100%"])
        self.assertNotIn("Compiling", done.stdout)
        self.assertEqual((self.top / "calls").read_text().splitlines(), [
            "build -Xcc -g -c release --product one", "build -Xcc -g -c release --product two"])
        self.assertIn("[37/37] Compiling TileServer Site.swift", (self.top / ".build/build.log").read_text())

    def test_a_later_build_is_not_announced_as_the_first(self):
        (self.top / ".build/release").mkdir(parents=True)
        self.assertNotIn("first", self.build("one").stdout)

    def test_an_error_is_shown_and_ends_the_build_with_its_code(self):
        done = self.build("one", "two", SWIFT_CODE="3")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr.splitlines(), [
            "Site.swift:3: error: no such name", "one was not built: the whole output is in .build/build.log"])
        self.assertNotIn("two:", done.stdout)

    def test_the_output_is_shown_where_it_is_wanted(self):
        self.assertIn("[15/37] Compiling TileServer Site.swift", self.build("one", VERBOSE="1").stdout)

    def test_without_a_product_it_says_how_it_is_called(self):
        done = self.build()
        self.assertEqual((done.returncode, done.stderr), (64, "scripts/build PRODUCT...\n"))


if __name__ == "__main__":
    unittest.main()
