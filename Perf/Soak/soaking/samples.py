"""The samples that are written every ten seconds, and their evaluation at the end."""

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
# The limits for growth of memory after the first quarter: allocators keep the most that was needed at once, and the largest
# need occurs late.
GROWTH, GROWTH_BYTES = 0.10, 32 * MB
# The most descriptors and threads at the end, without clients, in addition to those before the load: event loops, workers
# and open contents start on demand.
DESCRIPTORS, THREADS = 32, 24


def metric(text, name):
    """Returns a metric's value, summed over its labels."""
    found = re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.M)
    return sum(map(float, found))


def part(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else None


def latencies(kinds):
    """Returns each kind's number of requests, and the median and 99th percentile of their durations in milliseconds."""
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
    """Returns the slope of the line through points by least squares."""
    mean_x, mean_y = (statistics.fmean(values) for values in zip(*points))
    below = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / below if below else 0.0


def growth(rows, column):
    """Returns a column's growth after the first quarter, measured on its regression line, and the limit for it."""
    end = rows[-1]["seconds"]
    late = [(row["seconds"], row[column]) for row in rows if row["seconds"] >= end * WARM]
    if len(late) < 3:
        return 0.0, GROWTH_BYTES
    middle = statistics.median(value for _, value in late)
    return slope(late) * (end - end * WARM), max(GROWTH * middle, GROWTH_BYTES)


def faults(rows, before, after):
    """Returns the faults as sentences. `before` and `after` are the server's vitals without load."""
    found = []
    last = rows[-1]
    if last["errors"]:
        found.append(f"{last['errors']:.0f} errors")
    asked = sum(row[f"{kind}_n"] for row in rows for kind in TIMED)
    # On a busy machine a tile may be refused occasionally, with a time to retry.
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
