"""The criteria for green: pure functions from measured series to verdicts, with all bounds as constants.

Tests/Scripts/attack_judge_test.py passes each function a series that must be red.
"""

import dataclasses
import math
import statistics

MB = 1_000_000

# The 99th percentile of hot tiles stays within this factor of the value without load (issue 11) …
HOT_FACTOR = 3.0
# … or below this many seconds, whichever is more. If both cores are busy, a thread that wakes up waits for the time
# slices of the threads before it: 3 ms each on Linux, for two raster workers, two event loops, the attacking client and
# the library that draws filters, on two cores. A request includes two such waits, the server's and the probe's: about
# 20 ms, which is little more than one frame of a screen.
HOT_FLOOR = 0.020
# The median of cold tiles stays within this factor beside clients of a heavy content. Shorter times than the second
# number count as that: a waiting thread's time slice is longer.
COLD_FACTOR = 4.0
COLD_FLOOR = 0.001
FEWEST_COLD = 10
# Limits in seconds for uncached tiles of sound contents under any load: the 95th percentile, and the longest time, which
# is a tile's deadline (issue 11, line 8). Before the fix, a tile took 27 s.
COLD_MOST = 2.0
COLD_WORST = 10.0
# On a slow machine, the limits are times of that machine: a tile waits for one tile of each other client, shared among
# the processors, and the longest of hundreds for this many times that.
COLD_WORST_FACTOR = 2.0
# A percentile of fewer samples is not meaningful.
FEWEST_SAMPLES = 100

# The bound for memory after the first minute, in both directions (issue 11, line 3).
MEMORY_SHARE = 0.05

# The bound at the end of a mixed attack, relative to the state after the warm-up, which has filled the caches. Unused
# parts of the allocator's arenas and thread stacks may come into use. A leak of 4.4 KB a request, as in issue 11, is
# about 300 MB in the shortest run.
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
    """Returns the smallest value that at least `share` of the values do not exceed."""
    if not values:
        raise ValueError("a percentile of nothing")
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def with_omitted(latency, interval):
    """Yields a latency, and those of the requests that a probe with a steady pace could not send meanwhile.

    Without them, a stall of a second would be one sample of a hundred, and the 99th percentile would not show it.
    """
    yield latency
    missed = latency - interval
    while missed > 0:
        yield missed
        missed -= interval


def hot_tiles(quiet, attacked, quiet_control, attacked_control):
    """Returns whether the 99th percentile of hot tiles stayed within bounds.

    The control is a trivial echo server, which the same probe measures at the same times. The growth of its 99th
    percentile is the cost of waiting for the machine's processors, so the server may grow by the same time. The
    allowance is a time and not a factor: an echo takes a tenth of a hot tile's time, so as a factor the same delay would
    excuse ten times as much.
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


def neighbors(pairs):
    """Returns whether cold tiles stayed fast beside clients of a heavy content.

    `pairs` has the seconds of cold tiles of each round, without and with the clients. Both halves of a round meet the
    same machine, so the median of the rounds' ratios does not depend on its speed.
    """
    if not pairs or min(len(times) for pair in pairs for times in pair) < FEWEST_COLD:
        return Verdict(False, f"fewer than {FEWEST_COLD} cold tiles in a round: too few to judge")
    medians = [tuple(statistics.median(times) for times in pair) for pair in pairs]
    factor = statistics.median(beside / max(alone, COLD_FLOOR) for alone, beside in medians)
    alone, beside = (statistics.median(times) * 1000 for times in zip(*medians))
    return Verdict(factor <= COLD_FACTOR, f"p50 {alone:.1f} → {beside:.1f} ms, {factor:.1f} times; bound {COLD_FACTOR:.0f}")


def cold_bounds(alone, clients, processors):
    """Returns the limits in seconds for the 95th percentile and the longest time of uncached tiles.

    `alone` is the time of a tile of the slowest sound content while there are no other clients.
    """
    most = max(COLD_MOST, alone * clients / processors)
    return most, max(COLD_WORST, COLD_WORST_FACTOR * most)


def at_most(value, bound, show=str):
    return Verdict(value <= bound, f"{show(value)} ≤ {show(bound)}" if value <= bound
                   else f"{show(value)} > {show(bound)}")


def end_bound(kind, baseline):
    """Returns the bound for a quantity at the end, given its value after the warm-up."""
    return {
        "memory": baseline + max(END_SHARE * baseline, END_BYTES),
        "descriptors": baseline + END_DESCRIPTORS,
        "threads": baseline + END_THREADS,
        "children": baseline,
        "disk": baseline + END_DISK,
    }[kind]


def slope(points):
    """Returns the slope of a line that a few outliers do not change (Theil and Sen), in units a second.

    For long series, pairs are taken at a stride, so that there are at most about 40,000.
    """
    stride = max(1, len(points) // 200)
    points = points[::stride]
    slopes = [(later[1] - earlier[1]) / (later[0] - earlier[0])
              for index, earlier in enumerate(points) for later in points[index + 1:] if later[0] > earlier[0]]
    return statistics.median(slopes) if slopes else 0.0


def floors(points, span):
    """Returns the lower quartile of each `span` seconds, as (seconds, bytes).

    Up to two renders of at most 64 MB each may be under way. The memory that stays is visible between them, if they
    leave a quarter of the span.
    """
    groups = {}
    for time, value in points:
        groups.setdefault(int(time // span), []).append((time, value))
    return [(statistics.mean(time for time, _ in group), percentile([value for _, value in group], 0.25))
            for _, group in sorted(groups.items())]


def flat_memory(points, minute=60.0):
    """Returns whether memory, as (seconds, bytes), stays within ± 5 % after the first minute.

    The median of the last minute must not differ from that of the second by more, nor must the slope after the first
    minute, taken over that time. The slope of the second half, taken over the same time, finds growth that begins late
    and is still within 5 % when the run ends. All of them are measured on `floors`.
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
    # Half of the samples give a less certain slope.
    green = abs(moved) <= MEMORY_SHARE and abs(drift) <= MEMORY_SHARE and abs(late) <= 2 * MEMORY_SHARE
    text = (f"{start / MB:.1f} → {statistics.median(last) / MB:.1f} MB, {moved:+.1%}; slope {drift:+.1%} "
            f"over {span:.0f} s, by its second half {late:+.1%}; bounds ± {MEMORY_SHARE:.0%}, {2 * MEMORY_SHARE:.0%}")
    return Verdict(green, text)


# The output of a process that ended because of its own error or a library's.
TRAPS = ("Fatal error", "Crash at", "Backtrace took", "*** Signal", "*** Program crashed", "Precondition failed",
         "Assertion failed", "assertion failed", "terminate called", "double free", "corrupted size", "malloc():",
         "free():", "munmap_chunk", "stack smashing", "Segmentation fault", "AddressSanitizer", "ThreadSanitizer",
         "Simultaneous accesses", "SWIFT TASK CONTINUATION MISUSE", "GLib-CRITICAL", "GLib-ERROR", "panicked at")


def traps(log):
    """Returns the lines of a log that report a trap."""
    return [line.strip() for line in log.splitlines() if any(trap in line for trap in TRAPS)]
