"""What is written down each ten seconds, and what is made of it in the end."""

import csv
import re
import statistics

from .load import RATES

TIMED = [kind for kind in RATES if kind not in ("abort", "change")]
PLAIN = ["seconds", "rss", "workers_rss", "kept", "cache", "tls_rss", "descriptors", "threads", "workers", "disk", "connections",
         "sessions", "cpu", "requests_per_second", "errors", "refused", "left_out"]
COLUMNS = PLAIN + [f"{kind}_{what}" for kind in TIMED for what in ("n", "p50", "p99")]
MB = 1_000_000
# The first quarter fills the caches.
WARM = 0.25
# Over the three quarters after it memory may grow by so much: allocators keep what was needed at once, and its largest
# comes late.
GROWTH, GROWTH_BYTES = 0.10, 32 * MB
# At the end, when nobody is connected, beyond what was open before the load: event loops, workers and what is kept open
# of contents begin on demand.
DESCRIPTORS, THREADS = 32, 24


def metric(text, name):
    """A metric's value; the sum over its labels."""
    found = re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.M)
    return sum(map(float, found))


def part(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else None


def latencies(kinds):
    """Of each kind the number, the median and the 99th percentile in milliseconds; the kinds begin anew."""
    row = {}
    for kind in TIMED:
        seconds = kinds[kind].seconds
        row[f"{kind}_n"] = len(seconds)
        for name, share in (("p50", 0.5), ("p99", 0.99)):
            value = part(seconds, share)
            row[f"{kind}_{name}"] = "" if value is None else f"{value * 1000:.2f}"
    return row


def read(path):
    with open(path, newline="") as file:
        return [{name: float(value) if value != "" else None for name, value in row.items()}
                for row in csv.DictReader(file, delimiter="\t")]


def slope(points):
    """Of the line through points by least squares."""
    mean_x, mean_y = (statistics.fmean(values) for values in zip(*points))
    below = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / below if below else 0.0


def growth(rows, column):
    """What a column grew by over the time after the first quarter, and what it may, by its line."""
    end = rows[-1]["seconds"]
    late = [(row["seconds"], row[column]) for row in rows if row["seconds"] >= end * WARM]
    if len(late) < 3:
        return 0.0, GROWTH_BYTES
    middle = statistics.median(value for _, value in late)
    return slope(late) * (end - end * WARM), max(GROWTH * middle, GROWTH_BYTES)


def faults(rows, before, after):
    """What is wrong, as sentences. `before` and `after` are the server's vitals without load."""
    found = []
    last = rows[-1]
    if last["errors"]:
        found.append(f"{last['errors']:.0f} errors")
    asked = sum(row[f"{kind}_n"] for row in rows for kind in TIMED)
    # On a machine that is busy with other work a tile may be refused now and then, with a time to come back.
    if last["refused"] > max(1, asked / 1000):
        found.append(f"{last['refused']:.0f} requests of {asked:.0f} refused with 503")
    for column, name in (("rss", "the server's memory"), ("tls_rss", "the memory of the server over TLS"),
                         ("workers_rss", "the workers' memory")):
        grew, most = growth(rows, column)
        if grew > most:
            found.append(f"{name} grew by {grew / MB:.0f} MB after the first quarter, more than {most / MB:.0f} MB")
    for name, most in (("descriptors", DESCRIPTORS), ("threads", THREADS)):
        if getattr(after, name) > getattr(before, name) + most:
            found.append(f"{getattr(after, name)} {name} when all was over, {getattr(before, name)} before")
    return found
