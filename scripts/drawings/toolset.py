"""Installs the tools of `drawings.tools`, and makes their drawings."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from drawings import tools

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
# The seconds for a tool.
LONGEST = 180


class Skipped(Exception):
    """The reason why a drawing cannot be made here."""


class Tools:
    """The tools at hand: Debian's programs, and packages of PyPI in an environment of their own."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).absolute()
        self.python = self.folder / "venv" / "bin" / "python"
        # The reason why a package is not there, or None.
        self.packages = {}

    def install(self, pin):
        """Installs a package unless it is there."""
        if pin not in self.packages:
            self.packages[pin] = self.installed(pin)
        if self.packages[pin]:
            raise Skipped(self.packages[pin])

    def installed(self, pin):
        if not self.python.exists():
            done = subprocess.run([sys.executable, "-m", "venv", self.folder / "venv"], capture_output=True, text=True)
            if done.returncode:
                return f"there is no venv: {last_line(done)}"
        marks = self.folder / "packages"
        marks.mkdir(parents=True, exist_ok=True)
        if (marks / pin).exists():
            return None
        done = subprocess.run([self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:",
                               "--prefer-binary", pin], capture_output=True, text=True)
        if done.returncode:
            # A package of Python alone may have no wheel.
            done = subprocess.run([self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", pin],
                                  capture_output=True, text=True)
        if done.returncode:
            return f"pip does not install {pin}: {last_line(done)}"
        (marks / pin).touch()
        return None

    def make(self, drawing):
        """Makes a drawing unless it is there, and returns its path."""
        target = self.folder / "drawings" / f"{drawing.name}.svg"
        changed = max(each.stat().st_mtime for each in pathlib.Path(tools.__file__).parent.glob("*.py"))
        if target.exists() and target.stat().st_mtime > changed:
            return target
        for program in drawing.programs:
            if not shutil.which(program):
                raise Skipped(f"{program} is not installed; --install installs {' '.join(drawing.packages)}")
        for pin in drawing.pins:
            self.install(pin)
        target.parent.mkdir(parents=True, exist_ok=True)
        python = self.python if drawing.pins else sys.executable
        with tempfile.TemporaryDirectory(prefix="tilework-tool-") as work:
            made = pathlib.Path(work) / f"{drawing.name}.svg"
            try:
                done = subprocess.run(
                    [python, "-B", "-m", "drawings.tools", drawing.name, made], cwd=work, capture_output=True, text=True, timeout=LONGEST,
                    env={**os.environ, "PYTHONPATH": str(SCRIPTS), "LC_ALL": "C.UTF-8", "MPLCONFIGDIR": work, "SOURCE_DATE_EPOCH": "0"})
            except subprocess.TimeoutExpired:
                raise Skipped(f"it is not made after {LONGEST} s") from None
            if done.returncode or not made.exists() or not made.stat().st_size:
                raise Skipped(last_line(done) or "it writes nothing")
            shutil.move(made, target)
        return target


def last_line(done):
    return next((line.strip() for line in reversed((done.stderr or done.stdout or "").splitlines()) if line.strip()), "")


def packages(drawings):
    """Returns the Debian packages of drawings."""
    return sorted({package for drawing in drawings for package in drawing.packages})


def chosen(names):
    """Returns the drawings of these names or tools; all if there are none."""
    every = tools.all_drawings().values()
    return [each for each in every if not names or each.name in names or each.tool in names]
