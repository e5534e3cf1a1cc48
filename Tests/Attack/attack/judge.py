"""What counts as green: pure functions from measured series to verdicts, with every bound named here.

Tests/Scripts/attack_judge_test.py feeds each of them a series that must be red.
"""

import dataclasses
import math
import statistics

MB = 1_000_000

# Hot tiles keep their p99 within this factor of what it was on the quiet server (issue 11) …
HOT_FACTOR = 3.0
# … or below this many seconds, whichever is more. With both cores busy, a thread that wakes up waits for a time slice
# of those before it: 3 ms each on Linux, of two raster workers, two event loops, the attacking client and the library
# that draws filters, on two cores. A request takes two such waits, the server's and the probe's: some 20 ms, which is
# also little more than one frame of a screen.
HOT_FLOOR = 0.020
# A percentile of fewer samples than this says nothing.
FEWEST_SAMPLES = 100

# Memory beyond the first minute, in both directions (issue 11, line 3).
MEMORY_SHARE = 0.05

# At the end of a mixed attack, against the state after the warm-up, which has filled the caches: what is still unused
# of the allocator's arenas and thread stacks may come into use. A leak of 4.4 KB a request, as was found in issue 11,
# is some 300 MB in the shortest run.
END_SHARE = 0.10
END_BYTES = 32 * MB
# Connections that the server is still closing, and threads that Dispatch and the event loops start on demand and end
# seconds later.
END_DESCRIPTORS = 4
END_THREADS = 4
END_DISK = 1 * MB


@dataclasses.dataclass(frozen=True)
class Verdict:
    green: bool
    text: str

    @property
    def word(self):
        return "green" if self.green else "RED"


def percentile(values, share):
    """The smallest value that at least `share` of the values do not exceed."""
    if not values:
        raise ValueError("a percentile of nothing")
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def with_omitted(latency, interval):
    """A latency, and those of the requests that a probe of steady pace could not send while it waited for it.

    Without them a server that stands still for a second costs one sample of a hundred, and the 99th percentile is
    blind.
    """
    yield latency
    missed = latency - interval
    while missed > 0:
        yield missed
        missed -= interval


def hot_tiles(quiet, attacked, quiet_control, attacked_control):
    """Whether the 99th percentile of hot tiles stayed within bounds.

    The control is a trivial echo server, asked by the same probe at the same times. What its own 99th percentile grew
    by is what the machine's processors cost whoever waits on it, and is allowed to the server too: as time, not as a
    factor. An echo takes a tenth of a hot tile's time, so as a factor the same delay would excuse ten times as much.
    """
    for name, samples in (("quiet", quiet), ("attacked", attacked), ("control", quiet_control),
                          ("control under attack", attacked_control)):
        if len(samples) < FEWEST_SAMPLES:
            return Verdict(False, f"only {len(samples)} samples ({name}): too few to judge")
    before, during = percentile(quiet, 0.99), percentile(attacked, 0.99)
    machine = max(0.0, percentile(attacked_control, 0.99) - percentile(quiet_control, 0.99))
    bound = max(HOT_FACTOR * before, HOT_FLOOR) + machine
    text = (f"p99 {before * 1000:.1f} → {during * 1000:.1f} ms; "
            f"bound {bound * 1000:.1f} ms, of it {machine * 1000:.1f} ms the machine's")
    return Verdict(during <= bound, text)


def at_most(value, bound, show=str):
    return Verdict(value <= bound, f"{show(value)} ≤ {show(bound)}" if value <= bound
                   else f"{show(value)} > {show(bound)}")


def end_bound(kind, baseline):
    """What a quantity may be at the end, given what it was after the warm-up."""
    return {
        "memory": baseline + max(END_SHARE * baseline, END_BYTES),
        "descriptors": baseline + END_DESCRIPTORS,
        "threads": baseline + END_THREADS,
        "children": baseline,
        "disk": baseline + END_DISK,
    }[kind]


def slope(points):
    """The line through most of the points (Theil and Sen): a few outliers do not move it. In units a second.

    Of long series, pairs are taken at a stride, so that it costs at most some 40,000 of them.
    """
    stride = max(1, len(points) // 200)
    points = points[::stride]
    slopes = [(later[1] - earlier[1]) / (later[0] - earlier[0])
              for index, earlier in enumerate(points) for later in points[index + 1:] if later[0] > earlier[0]]
    return statistics.median(slopes) if slopes else 0.0


def floors(points, span):
    """The lower quartile of each `span` seconds, as (seconds, bytes).

    Two renders of up to 64 MB each are under way or are not. What stays is what is seen between them, if they leave it a quarter of the span.
    """
    groups = {}
    for time, value in points:
        groups.setdefault(int(time // span), []).append((time, value))
    return [(statistics.mean(time for time, _ in group), percentile([value for _, value in group], 0.25))
            for _, group in sorted(groups.items())]


def flat_memory(points, minute=60.0):
    """Whether memory, as (seconds, bytes), stays within ± 5 % after the first minute.

    The median of the second minute is compared with that of the last, and the slope over all that follows the first
    minute must not come to more than the same share. And the slope of the second half, taken for all that time: what
    begins to grow late is not yet beyond 5 % when the run ends. All of them by `floors`.
    """
    if not points or points[-1][0] < 3 * minute:
        return Verdict(False, f"{points[-1][0] if points else 0:.0f} s are too short to judge: take 3 minutes at least")
    end = points[-1][0]
    counts = [sum(start <= time < start + minute for time, _ in points) for start in (minute, end - minute)]
    if min(counts) < 5:
        return Verdict(False, "fewer than five samples in a minute: too few to judge")
    points = floors(points, minute / 2)
    second = [value for time, value in points if minute <= time < 2 * minute]
    last = [value for time, value in points if time >= end - minute]
    after = [point for point in points if point[0] >= minute]
    start = statistics.median(second)
    moved = statistics.median(last) / start - 1
    span = after[-1][0] - after[0][0]
    drift = slope(after) * span / start
    middle = after[0][0] + span / 2
    late = slope([point for point in after if point[0] >= middle]) * span / start
    # Half of the samples say it less surely.
    green = abs(moved) <= MEMORY_SHARE and abs(drift) <= MEMORY_SHARE and abs(late) <= 2 * MEMORY_SHARE
    text = (f"{start / MB:.1f} → {statistics.median(last) / MB:.1f} MB, {moved:+.1%}; slope {drift:+.1%} "
            f"over {span:.0f} s, by its second half {late:+.1%}; bounds ± {MEMORY_SHARE:.0%}, {2 * MEMORY_SHARE:.0%}")
    return Verdict(green, text)


# What a process writes that ended by a mistake of its own, or of a library in it.
TRAPS = ("Fatal error", "Crash at", "Backtrace took", "*** Signal", "*** Program crashed", "Precondition failed",
         "Assertion failed", "assertion failed", "terminate called", "double free", "corrupted size", "malloc():",
         "free():", "munmap_chunk", "stack smashing", "Segmentation fault", "AddressSanitizer", "ThreadSanitizer",
         "Simultaneous accesses", "SWIFT TASK CONTINUATION MISUSE", "GLib-CRITICAL", "GLib-ERROR", "panicked at")


def traps(log):
    """The lines of a log that tell of a trap."""
    return [line.strip() for line in log.splitlines() if any(trap in line for trap in TRAPS)]
