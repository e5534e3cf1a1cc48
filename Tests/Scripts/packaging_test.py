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


class BaseImageTests(unittest.TestCase):
    """Images are named by digest, because what a tag names changes."""

    IMAGE = r"(?:docker\.io|ghcr\.io|quay\.io)/\S+"

    def containerfiles(self):
        listed = subprocess.run(["git", "-C", TOP, "ls-files", "--cached", "--others", "--exclude-standard"],
                                stdout=subprocess.PIPE, text=True, check=True).stdout
        paths = [TOP / path for path in listed.splitlines() if re.search(r"(^|[./])(Containerfile|Dockerfile)($|\.)", path)]
        self.assertIn(TOP / "Containerfile", paths)
        return paths

    def test_every_base_has_a_digest_with_its_record(self):
        for path in self.containerfiles():
            lines = path.read_text().splitlines()
            stages = set()
            for before, line in zip(["", *lines], lines):
                parts = line.split()
                if not parts or parts[0].upper() != "FROM":
                    continue
                image = next(part for part in parts[1:] if not part.startswith("--"))
                if len(parts) > 2 and parts[-2].upper() == "AS":
                    stages.add(parts[-1])
                if image in stages or image == "scratch":
                    continue
                self.assertRegex(image, r"^[^@\s]+:[^@\s]+@sha256:[0-9a-f]{64}$", f"{path.name}: {line}")
                # The comment above names the record of the digest, as a path and a commit.
                self.assertRegex(before, r"^# repos/\S+/remote/\S+\.md at [0-9a-f]{40}\b", f"{path.name}: {line}")
                name, tag = re.fullmatch(r"docker\.io/library/([^:]+):([^@]+)@.*", image).groups()
                self.assertIn(f"repos/{name}/remote/{tag}.md", before)

    def test_files_that_a_stage_copies_come_from_a_stage(self):
        for path in self.containerfiles():
            text = path.read_text()
            stages = set(re.findall(r"(?im)^FROM\s.*\sAS\s+(\S+)$", text))
            sources = set(re.findall(r"(?:--from=|[,=]from=)([^,\s]+)", text))
            self.assertLessEqual(sources, stages, path.name)

    def test_services_name_no_image_by_tag_alone(self):
        for folder in ("packaging", "scripts", ".ci"):
            for path in filter(pathlib.Path.is_file, (TOP / folder).rglob("*")):
                for image in re.findall(self.IMAGE, path.read_text(errors="replace")):
                    self.assertIn("@sha256:", image, path)


class ProxyTests(unittest.TestCase):
    HEADERS = {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Prefix", "Forwarded"}

    def test_every_example_of_a_proxy_sets_or_clears_all_headers_that_the_server_believes(self):
        examples = [
            path for folder in ("docs", "packaging", "assets") for path in (TOP / folder).rglob("*")
            if path.suffix in (".md", ".conf", ".yaml", ".service", ".default", ".html") and path.is_file()]
        texts = {path: path.read_text() for path in [TOP / "README.md", *examples]}
        proxies = {path: text for path, text in texts.items() if re.search(r"^\s*proxy_set_header \S", text, re.M)}
        self.assertEqual({path.name for path in proxies}, {"nginx.conf", "operations.md"})
        for path, text in proxies.items():
            self.assertLessEqual(self.HEADERS, set(re.findall(r"^\s*proxy_set_header (\S+) .*;$", text, re.M)), path)
        # Of other proxies there are no examples, which this would have to know.
        for path, text in texts.items():
            self.assertNotRegex(text, r"(?m)^\s*(reverse_proxy|ProxyPass|http-request set-header|RequestHeader) ", path)


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
