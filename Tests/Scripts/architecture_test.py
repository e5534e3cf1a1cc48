"""Holds docs/architecture.md to the code: its rooms to what targets depend on and import, its walks to files and functions."""

import json
import pathlib
import re
import subprocess
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGE = (TOP / "docs/architecture.md").read_text()
HOP = re.compile(r"`([\w+/-]+\.swift)`\s+`(\w+)(?:\.(\w+))?`")


def rooms():
    """What the page allows: by target, the targets of the package that it may import."""
    rows = re.findall(r"^\| `([\w-]+)` \| .*? \| ?(.*?) ?\|$", PAGE, re.M)
    return {name: set(re.findall(r"`([\w-]+)`", allowed)) for name, allowed in rows}


def targets():
    told = subprocess.run(
        ["swift", "package", "dump-package"], cwd=TOP, stdout=subprocess.PIPE, check=True, env=None).stdout
    return {each["name"]: each for each in json.loads(told)["targets"]}


class RoomTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.targets = targets()
        cls.rooms = rooms()
        # C libraries are not rooms, and tests and their support may see all.
        cls.own = {
            name for name, each in cls.targets.items()
            if each["type"] in ("regular", "executable") and not each["path"].startswith("Sources/C/")
            and name not in ("TestSupport", "CAllocationCount")}

    def test_the_page_has_every_target_and_no_other(self):
        self.assertEqual(set(self.rooms), self.own)

    def test_no_target_depends_on_what_the_page_does_not_allow(self):
        for name in sorted(self.own):
            wanted = {each["byName"][0] for each in self.targets[name]["dependencies"] if "byName" in each} & self.own
            # Built with it so that it is there, not imported.
            wanted -= {"tilework-svg", "tilework-image", "tilework-pdf"}
            self.assertEqual(wanted, self.rooms[name], name)

    def test_no_file_imports_what_the_page_does_not_allow(self):
        for name in sorted(self.own):
            folder = TOP / self.targets[name]["path"]
            for file in folder.rglob("*.swift"):
                imported = set(re.findall(r"^(?:@\w+ |public |package |internal )*import (?:\w+ )?(\w+)", file.read_text(), re.M))
                self.assertLessEqual(imported & self.own, self.rooms[name] | {name}, file.relative_to(TOP))

    def test_what_a_target_may_import_comes_above_it(self):
        order = list(self.rooms)
        for name, allowed in self.rooms.items():
            for other in allowed:
                self.assertLess(order.index(other), order.index(name), f"{name} imports {other}")


class WalkTests(unittest.TestCase):
    def test_each_hop_is_a_file_with_the_type_and_the_function(self):
        folders = {name: TOP / each["path"] for name, each in targets().items()}
        hops = HOP.findall(PAGE)
        self.assertGreater(len(hops), 40)
        for path, kind, member in hops:
            target, rest = path.split("/", 1)
            file = folders[target] / rest
            self.assertTrue(file.is_file(), path)
            text = file.read_text()
            declared = re.search(rf"\b(class|struct|enum|protocol|extension|actor) {kind}\b", text)
            self.assertTrue(declared, f"{path} has no {kind}")
            if member:
                self.assertTrue(re.search(rf"\b(func|var|let) {member}\b", text), f"{path} has no {kind}.{member}")

    def test_every_file_that_is_named_is_there(self):
        for path in re.findall(r"`((?:Tests|assets|docs|Perf|scripts)/[\w./-]+)`", PAGE):
            self.assertTrue((TOP / path).exists(), path)

    def test_every_step_of_a_walk_names_where_it_happens(self):
        for step in re.findall(r"^\d+\. (.*)$", PAGE, re.M):
            self.assertRegex(step, HOP, step)


if __name__ == "__main__":
    unittest.main()
