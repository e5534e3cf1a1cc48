"""The ground the city stands on: a smooth bending of a flat plane, and paths drawn on it.

The city is planned on a flat plane (u, v) in metres, where everything consists of rectangles. The bending makes streets and the
river curve, and everything beside them, too. One unit of the drawing is a metre.
"""

import math


class Ground:
    # Amplitude in metres, wavelength along the other axis in metres, phase. Gentle enough that lots stay near their size.
    ACROSS = ((46, 1180, 0.7), (17, 470, 2.1))
    ALONG = ((64, 1520, 1.9), (15, 520, 0.4))

    def at(self, u, v):
        x, y = u, v
        for amplitude, length, phase in self.ACROSS:
            x += amplitude * math.sin(2 * math.pi * v / length + phase)
        for amplitude, length, phase in self.ALONG:
            y += amplitude * math.sin(2 * math.pi * u / length + phase)
        return x, y

    def slope(self, u, v):
        """Returns the change of (x, y) with u and with v: ((dx/du, dy/du), (dx/dv, dy/dv))."""
        across = sum(a * 2 * math.pi / l * math.cos(2 * math.pi * v / l + p) for a, l, p in self.ACROSS)
        along = sum(a * 2 * math.pi / l * math.cos(2 * math.pi * u / l + p) for a, l, p in self.ALONG)
        return (1.0, along), (across, 1.0)

    def angle(self, u, v, vertical):
        """Returns the direction of a line of constant u (vertical) or v, in degrees."""
        du, dv = self.slope(u, v)
        x, y = dv if vertical else du
        return math.degrees(math.atan2(y, x))

    # Paths

    def line(self, start, end, step=70, move=True):
        """Returns a straight line of the plan as a smooth curve on the ground, in SVG path data."""
        (u0, v0), (u1, v1) = start, end
        length = math.hypot(u1 - u0, v1 - v0)
        pieces = max(1, math.ceil(length / step))
        du, dv = (u1 - u0) / pieces, (v1 - v0) / pieces
        parts = [f"M{point(self.at(u0, v0))}"] if move else []
        for piece in range(pieces):
            ua, va = u0 + du * piece, v0 + dv * piece
            ub, vb = ua + du, va + dv
            (xa, ya), (xb, yb) = self.at(ua, va), self.at(ub, vb)
            (xua, yua), (xva, yva) = self.slope(ua, va)
            (xub, yub), (xvb, yvb) = self.slope(ub, vb)
            # Hermite to Bézier: a third of the derivative on each side.
            c1 = (xa + (xua * du + xva * dv) / 3, ya + (yua * du + yva * dv) / 3)
            c2 = (xb - (xub * du + xvb * dv) / 3, yb - (yub * du + yvb * dv) / 3)
            parts.append(f"C{point(c1)} {point(c2)} {point((xb, yb))}")
        return "".join(parts)

    def polygon(self, corners):
        """Returns straight edges between the corners' positions, for shapes that are small enough not to bend."""
        return "M" + "L".join(point(self.at(u, v)) for u, v in corners) + "Z"

    def stroke(self, corners):
        return "M" + "L".join(point(self.at(u, v)) for u, v in corners)

    def area(self, u0, v0, u1, v1, radius=0):
        """Returns a rectangle of the plan with bent edges and, optionally, round corners."""
        r = min(radius, (u1 - u0) / 2.01, (v1 - v0) / 2.01)
        if r <= 0:
            edges = [((u0, v0), (u1, v0)), ((u1, v0), (u1, v1)), ((u1, v1), (u0, v1)), ((u0, v1), (u0, v0))]
            return "".join(self.line(*edge, move=index == 0) for index, edge in enumerate(edges)) + "Z"
        corner = lambda u, v, to: f"Q{point(self.at(u, v))} {point(self.at(*to))}"
        return (
            self.line((u0 + r, v0), (u1 - r, v0)) + corner(u1, v0, (u1, v0 + r))
            + self.line((u1, v0 + r), (u1, v1 - r), move=False) + corner(u1, v1, (u1 - r, v1))
            + self.line((u1 - r, v1), (u0 + r, v1), move=False) + corner(u0, v1, (u0, v1 - r))
            + self.line((u0, v1 - r), (u0, v0 + r), move=False) + corner(u0, v0, (u0 + r, v0)) + "Z"
        )


digits = 1


def number(value):
    """Returns text with `digits` decimals, without trailing zeros. A tenth of a metre is enough for a city;
    machine-made drawings tend to have more, and a benchmark wants them as they are."""
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def point(place):
    return f"{number(place[0])} {number(place[1])}"


def blob(x, y, radius, random, points=9, wobble=0.16):
    """Returns a round, uneven outline, like those of trees and ponds: closed cubic curves through points around a centre."""
    start = random.uniform(0, math.tau)
    ring = []
    for index in range(points):
        angle = start + math.tau * index / points
        reach = radius * (1 + random.uniform(-wobble, wobble))
        ring.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    parts = [f"M{point(ring[0])}"]
    for index in range(points):
        before, here = ring[index - 1], ring[index]
        there, after = ring[(index + 1) % points], ring[(index + 2) % points]
        c1 = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        c2 = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        parts.append(f"C{point(c1)} {point(c2)} {point(there)}")
    return "".join(parts) + "Z"
