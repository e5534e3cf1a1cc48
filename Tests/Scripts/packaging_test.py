"""The service's unit is as closed as docs/operations.md says, and the container's environment is the service's."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
UNIT = TOP / "packaging/systemd/tilework.service"


class UnitTests(unittest.TestCase):
    @unittest.skipUnless(shutil.which("systemd-analyze"), "there is no systemd here")
    def test_its_exposure_is_low(self):
        told = subprocess.run(
            ["systemd-analyze", "security", "--offline=yes", "--no-pager", UNIT], stdout=subprocess.PIPE, text=True, check=True).stdout
        exposure = re.search(r"Overall exposure level for tilework.service: ([\d.]+)", told)
        self.assertLessEqual(float(exposure[1]), 2.0, told)

    def test_the_container_has_its_environment(self):
        def variables(text):
            return {name for line in text for name in re.findall(r"(\w+)=", line)}

        unit = variables(re.findall(r"^Environment=(.*)$", UNIT.read_text(), re.M))
        image = variables(re.findall(r"^ENV (.*)$", (TOP / "Containerfile").read_text(), re.M))
        self.assertTrue(unit)
        self.assertEqual(unit, image)

    def test_the_service_has_longer_to_end_than_the_server_takes(self):
        serving = (TOP / "docs/operations.md").read_text()
        self.assertIn("for ten seconds at most", serving)
        self.assertGreater(int(re.search(r"^TimeoutStopSec=(\d+)$", UNIT.read_text(), re.M)[1]), 10)


class PackageTests(unittest.TestCase):
    def test_without_programs_it_says_what_to_do(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([TOP / "scripts/deb", folder, folder], stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 66)
        self.assertIn("make program", done.stderr)

    def test_arguments_are_two_or_three(self):
        done = subprocess.run([TOP / "scripts/deb"], stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (64, "scripts/deb BUILD FOLDER [VERSION]\n"))


if __name__ == "__main__":
    unittest.main()
