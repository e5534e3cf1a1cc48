#!/bin/sh
# Two JSON Schema patterns that match the same strings can cost test generators very different times. Hypothesis 6.170.17, which
# schemathesis uses, expands a range of a character class character by character each time it builds a strategy from a
# pattern: a class with the range U+0080 to U+FFFF took 829 times as long (973 ms) as the negated class of the ASCII
# characters that it leaves out. Strategies are built again for each mutation of a schema, so a server whose OpenAPI document
# holds such a range is tested for minutes instead of seconds. Write classes of "all letters" as negated ASCII.
#
#   findings/ranges-in-patterns-cost-by-character.sh   # installs from PyPI into a temporary folder; exits 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check hypothesis==6.170.17
packages/bin/python - <<'PYTHON'
import re
import time

import hypothesis
from hypothesis.strategies import from_regex

print("hypothesis", hypothesis.__version__)
ranges = r"^[A-Za-z0-9_\u0080-\uFFFF-]+$"
negated = r"^[^\u0000-,./:-@\[-\^`{-\u007F]+$"
for number in range(0x10000):
    assert bool(re.match(ranges, chr(number))) == bool(re.match(negated, chr(number))), hex(number)


def seconds(pattern):
    """Returns the least time of five in which a strategy is built from a pattern that was not seen before."""
    times = []
    for round in range(5):
        fresh = re.compile(pattern.replace("^", f"^(?#{round})", 1))
        begin = time.perf_counter()
        from_regex(fresh).validate()
        times.append(time.perf_counter() - begin)
    return min(times)


slow, quick = seconds(ranges), seconds(negated)
print(f"class with a range: {slow * 1000:.1f} ms, negated class: {quick * 1000:.2f} ms, ratio {slow / quick:.0f}")
assert slow > 20 * quick
PYTHON
