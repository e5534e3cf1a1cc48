#!/usr/bin/env python3
"""How scrolled content moves: the constants, and what they come to. Swift and the viewer's JavaScript are tested against it.

    Tests/Vectors/scrolling.py --write      # writes scrolling.json anew

The constants are published measurements of UIScrollView. This is a third reading of them, to hold the other two to.
"""

import json
import math
import pathlib
import sys

FILE = pathlib.Path(__file__).with_suffix(".json")

CONSTANTS = {
    # What is left of a speed after a millisecond.
    "decelerationRate": 0.998,
    # The speed at which a deceleration is over, in points a second.
    "restSpeed": 10,
    # What an edge leaves of the speed with which content is thrown past it.
    "thrownPart": 0.54,
    # Content past an edge comes back critically damped, in 1/s.
    "springRate": 10.9,
    # Slower than this, in points a second, it creeps: distance · (1 + slope · t) · e^(−rate · t).
    "creepSpeed": 50,
    "creepSlope": 3.5,
    "creepRate": 10.82,
    # As near as this to its rest, in points, it is there.
    "nearness": 0.5,
    "rubberBand": 0.55,
}
MIN, MAX = 0, 1000


def deceleration(velocity):
    """Way and speed over time, and when it is over: the sum of the milliseconds' ways."""
    rate = CONSTANTS["decelerationRate"]
    reach = sum(rate**millisecond for millisecond in range(1, 40_000)) / 1000
    duration = 0
    if abs(velocity) > CONSTANTS["restSpeed"]:
        duration = math.log(CONSTANTS["restSpeed"] / abs(velocity), rate) / 1000
    return (lambda time: velocity * reach * (1 - rate ** (1000 * time)), lambda time: velocity * rate ** (1000 * time),
            duration)


def comeback(distance, velocity):
    """How far from the edge over time, and when it is as good as there."""
    thrown = CONSTANTS["thrownPart"] * velocity
    if abs(velocity) < CONSTANTS["creepSpeed"]:
        rate, slope = CONSTANTS["creepRate"], CONSTANTS["creepSlope"] * distance + thrown
    else:
        rate, slope = CONSTANTS["springRate"], CONSTANTS["springRate"] * distance + thrown

    def bound(time):
        return (abs(distance) + abs(slope) * time) * math.exp(-rate * time)

    time = 0.0
    if bound(0) > CONSTANTS["nearness"] or bound(1 / rate) > CONSTANTS["nearness"]:
        time = 1 / rate
        while bound(time) > CONSTANTS["nearness"]:
            time += 1e-5
    return lambda time: (distance + slope * time) * math.exp(-rate * time), time


def glide(offset, velocity):
    """Offset over time, duration and end, after a finger left content there."""
    way, speed, duration = deceleration(velocity)
    landing = offset + way(duration)
    edge = min(max(offset, MIN), MAX)
    beyond = offset - edge
    if beyond and (beyond * velocity >= 0 or (landing - edge) * beyond >= 0):
        back, duration = comeback(beyond, velocity)
        return lambda time: edge + back(time), duration, edge
    if MIN <= landing <= MAX:
        return lambda time: offset + way(time), duration, landing
    edge = min(max(landing, MIN), MAX)
    low, high = 0.0, duration
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if abs(way(middle)) < abs(edge - offset) else (low, middle)
    back, rest = comeback(0, speed(low))
    return lambda time: offset + way(time) if time < low else edge + back(time - low), low + rest, edge


def glides():
    for offset, velocity in ((500, 300), (500, -700), (0, 1200), (100, 9.5), (0, 900), (500, 3000), (500, -3000),
                             (900, 40), (-40, 0), (1040, 0), (1040, -800), (1040, 300), (-100, -2000), (-30, 20),
                             (1010, -30), (0, -500), (1000, 4000), (700, -60)):
        at, duration, end = glide(offset, velocity)
        times = [round(duration * part, 4) for part in (0, 0.1, 0.3, 0.6, 0.9)] if duration else []
        yield {"offset": offset, "velocity": velocity, "duration": round(duration, 4), "end": round(end, 6),
               "at": [[time, round(at(time), 6)] for time in times]}


def bands():
    for length in (320, 960):
        for pull in (0, 5, 100, 960, 5000):
            yield {"pull": pull, "length": length,
                   "shown": round((1 - 1 / (CONSTANTS["rubberBand"] * pull / length + 1)) * length, 6)}


def text():
    rows = [f'"constants": {json.dumps(CONSTANTS)}', f'"range": [{MIN}, {MAX}]']
    for name, cases in (("glides", glides()), ("bands", bands())):
        rows.append(f'"{name}": [\n' + ",\n".join(f"  {json.dumps(case)}" for case in cases) + "\n]")
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        print(__doc__.strip(), file=sys.stderr)
        sys.exit(64)
    FILE.write_text(text())
