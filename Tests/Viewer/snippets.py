"""The pages and commands of docs/viewers.md, and the JavaScript libraries that the pages load."""

import dataclasses
import fnmatch
import functools
import pathlib
import re
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ARTICLE = HERE.parents[1] / "docs" / "viewers.md"
LIST = HERE / "libraries.txt"

CDN = "https://cdn.jsdelivr.net/npm/"


@dataclasses.dataclass(frozen=True)
class Library:
    """A library with its path on the CDN, and its place in a Python package with the same files."""

    prefix: str
    wheel: str
    folder: str
    # Code that is appended to the library's file, so that tests can access the objects that the page creates.
    script: str
    hook: str

    def file(self, path):
        """Returns the bytes at the library's path on the CDN."""
        name = path.removeprefix("dist/").removeprefix("build/openseadragon/")
        with zipfile.ZipFile(_wheel(self.wheel)) as wheel:
            data = wheel.read(f"{self.folder}/{name}")
        return data + self.hook.encode() if name == self.script else data


LIBRARIES = [
    Library(
        "leaflet@1.9.4/", "django_js_lib_leaflet-*.whl", "js_lib_leaflet/static/js_lib_leaflet", "leaflet.js",
        "\n;L.Map.addInitHook(function () { window.shown = this; });",
    ),
    Library(
        "ol@10.9.0/", "mapproxy-*.whl", "mapproxy/service/templates/demo/static", "ol.js",
        """
        ;ol.Map = class extends ol.Map {
            constructor(options) {
                super(options);
                window.shown = this;
                window.rendered = 0;
                this.on("rendercomplete", () => { rendered += 1; });
            }
        };""",
    ),
    Library(
        "openseadragon@4.1.0/", "tissuumaps-*.whl", "tissuumaps/static/vendor/openseadragon-bin-4.1.0",
        "openseadragon.min.js", "",
    ),
]


def library_file(url):
    """Returns the file at an address of the CDN."""
    path = url.removeprefix(CDN)
    for library in LIBRARIES:
        if path.startswith(library.prefix):
            return library.file(path.removeprefix(library.prefix))
    raise LookupError(f"no package in {LIST.name} has {url}")


def _wheel(pattern):
    return next(path for path in _wheels() if fnmatch.fnmatch(path.name, pattern))


@functools.cache
def _wheels():
    """Downloads the packages if their list has changed. The list contains their hashes."""
    folder = pathlib.Path(sys.prefix).parent / "libraries"
    stamp = folder / LIST.name
    if not stamp.exists() or stamp.read_bytes() != LIST.read_bytes():
        folder.mkdir(exist_ok=True)
        subprocess.run(
            [
                sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                "--only-binary", ":all:", "--require-hashes", "--requirement", LIST, "--dest", folder,
            ],
            check=True)
        stamp.write_bytes(LIST.read_bytes())
    return sorted(folder.glob("*.whl"))


def article():
    return ARTICLE.read_text()


def block(heading, language):
    """Returns the only block of code in a language below a heading of the article."""
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", article(), re.M | re.S)
    assert section, f"docs/viewers.md has no section “{heading}”"
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", section.group(1), re.M | re.S)
    assert len(blocks) == 1, f"“{heading}” has {len(blocks)} blocks of {language}, not one"
    return blocks[0]


def replaced(text, old, new):
    """Returns the text with the only occurrence of `old` replaced."""
    assert text.count(old) == 1, f"“{old}” is {text.count(old)} times in\n{text}"
    return text.replace(old, new)
