"""Image files made by GDAL and Pillow are shown as these show them: the fast ones of scripts/compare-images."""

import os
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]


def test_files_of_other_programs():
    run = subprocess.run(
        [sys.executable, "-B", TOP / "scripts/compare-images", "--fast", "--program", os.environ["TILEWORK_BIN"]],
        capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    summary = run.stdout.strip().splitlines()[-1]
    compared, exceptions, skipped = (int(part.split()[0]) for part in summary.split(", "))
    assert compared == 15 and exceptions == 0 and skipped == 0, summary
