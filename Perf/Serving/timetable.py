"""Taps through Timetable, a screen of controllers, and what is said of how long they took."""

import statistics

from .load import percentile

TARGET = 50.0  # ms
# Of its window, in points.
SIZE = (390, 760)

ROW, BACK, ADD, CANCEL = (195, 150), (24, 22), (362, 22), (40, 402)
LIST, MAP, SETTINGS = (65, 730), (195, 730), (325, 730)
# As a person goes through it; the name is the report's.
WALK = [("push", ROW), ("pop", BACK), ("sheet", ADD), ("dismissal", CANCEL), ("tab", MAP), ("tab", SETTINGS), ("tab", LIST)]


def told(name, values):
    """Prints what 99 of 100 took, in milliseconds; answers whether that is within the target."""
    p99 = percentile(values, 0.99)
    print(f"{name}: {len(values)}, median {statistics.median(values):.1f} ms, 99 of 100 within {p99:.1f} ms, worst "
          f"{max(values):.1f} ms (bar: p99 ≤ {TARGET:g} ms {'✓' if p99 <= TARGET else '✗'})", flush=True)
    return p99 <= TARGET
