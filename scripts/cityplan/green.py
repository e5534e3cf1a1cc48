"""Vegetation: parks with ponds and paths, yards, street trees, playing fields."""

import math

from .ground import blob, number, point

TREE_COLORS = ("#a9c98c", "#9cc07f", "#b5d199", "#92b877")


class Green:
    def __init__(self, ground, random, detail):
        self.ground, self.random, self.detail = ground, random, detail
        self.lawns = []
        self.yards = []
        self.dots = []
        self.ponds = []
        self.paths = []
        self.fields = []
        self.field_lines = []
        self.shadows = []
        self.trees = {color: [] for color in TREE_COLORS}
        self.planted = []
        self.labels = []

    def tree(self, u, v, radius):
        x, y = self.ground.at(u, v)
        points = 8 + round(2 * self.detail)
        outline = blob(x, y, radius, self.random, points)
        self.shadows.append(f'<circle cx="{number(x + radius * 0.3)}" cy="{number(y + radius * 0.36)}" r="{number(radius)}"/>')
        # The inner line is where the light stops.
        self.trees[self.random.choice(TREE_COLORS)].append(
            outline + blob(x - radius * 0.2, y - radius * 0.2, radius * 0.5, self.random, 6, 0.1))

    def scatter(self, u0, v0, u1, v1, distance, keep_out=()):
        """Puts trees all over a rectangle, not too near each other, and not in the circles of `keep_out`."""
        placed = []
        for _ in range(int((u1 - u0) * (v1 - v0) / (distance * distance))):
            u, v = self.random.uniform(u0, u1), self.random.uniform(v0, v1)
            if any((u - a) ** 2 + (v - b) ** 2 < distance**2 * 0.5 for a, b in placed[-40:]):
                continue
            if any((u - a) ** 2 + (v - b) ** 2 < r * r for a, b, r in keep_out):
                continue
            placed.append((u, v))
            self.tree(u, v, self.random.uniform(2.2, 4.4))

    def park(self, block, name):
        g, random = self.ground, self.random
        u0, v0, u1, v1 = block.u0 + 3, block.v0 + 3, block.u1 - 3, block.v1 - 3
        self.lawns.append(g.area(u0, v0, u1, v1, 9))
        self.dots.append(g.area(u0, v0, u1, v1, 9))
        cu, cv = block.middle
        cu += random.uniform(-0.12, 0.12) * block.width
        cv += random.uniform(-0.12, 0.12) * block.height
        radius = min(block.width, block.height) * random.uniform(0.13, 0.2)
        x, y = g.at(cu, cv)
        self.ponds.append(blob(x, y, radius, random, 11, 0.2))
        # A path around the pond, and from it to the gates.
        self.paths.append(blob(x, y, radius * 1.5, random, 12, 0.05))
        gates = [(u0, v0), (u1, v0), (u1, v1), (u0, v1), ((u0 + u1) / 2, v0), ((u0 + u1) / 2, v1), (u0, cv), (u1, cv)]
        for gate in gates:
            away = math.hypot(gate[0] - cu, gate[1] - cv)
            near = (cu + (gate[0] - cu) * radius * 1.5 / away, cv + (gate[1] - cv) * radius * 1.5 / away)
            bend = ((gate[0] + near[0]) / 2 + random.uniform(-14, 14), (gate[1] + near[1]) / 2 + random.uniform(-14, 14))
            self.paths.append(f"M{point(g.at(*near))}Q{point(g.at(*bend))} {point(g.at(*gate))}")
        self.scatter(u0 + 5, v0 + 5, u1 - 5, v1 - 5, 9.5, [(cu, cv, radius * 1.75)])
        lx, ly = g.at(cu, cv - radius * 1.5 - 9)
        self.labels.append(
            f'<text x="{number(lx)}" y="{number(ly)}" transform="rotate({number(g.angle(cu, cv, False))} '
            f'{number(lx)} {number(ly)})">{name}</text>')

    def yard(self, yard):
        u0, v0, u1, v1 = yard
        self.yards.append(self.ground.area(u0, v0, u1, v1, 3))
        self.scatter(u0 + 3, v0 + 3, u1 - 3, v1 - 3, 13)

    def square(self, block, name):
        """Draws a paved square with trees in two rows and a fountain."""
        g = self.ground
        u0, v0, u1, v1 = block.u0 + 4, block.v0 + 4, block.u1 - 4, block.v1 - 4
        cu, cv = block.middle
        x, y = g.at(cu, cv)
        self.fields.append(f'<path d="{g.area(u0, v0, u1, v1, 5)}" fill="url(#paving)" stroke="#d6cdbd"/>')
        self.fields.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="7" fill="#e6e0d4" stroke="#bdb3a1"/>')
        self.fields.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="5" fill="#a8cfe4" stroke="#7fb0cc"/>')
        at = u0 + 6
        while at < u1 - 5:
            self.tree(at, v0 + 5, 2.6)
            self.tree(at, v1 - 5, 2.6)
            at += 9
        self.labels.append(f'<text x="{number(x)}" y="{number(y - 11)}">{name}</text>')

    def sports(self, block):
        """Draws a running track around a pitch."""
        g = self.ground
        u0, v0, u1, v1 = block.u0 + 9, block.v0 + 9, block.u1 - 9, block.v1 - 9
        self.yards.append(g.area(block.u0 + 3, block.v0 + 3, block.u1 - 3, block.v1 - 3, 6))
        end = min(u1 - u0, v1 - v0) / 2
        self.fields.append(f'<path d="{g.area(u0, v0, u1, v1, end)}" fill="#d99a7c" stroke="#b9795c"/>')
        self.fields.append(
            f'<path d="{g.area(u0 + 9, v0 + 9, u1 - 9, v1 - 9, end - 9)}" fill="url(#mown)" stroke="#fff"/>')
        for lane in (2.2, 4.4, 6.6):
            self.field_lines.append(g.area(u0 + lane, v0 + lane, u1 - lane, v1 - lane, end - lane))
        inset = 9 + end * 0.3
        p0, q0, p1, q1 = u0 + inset, v0 + inset, u1 - inset, v1 - inset
        x, y = g.at((p0 + p1) / 2, (q0 + q1) / 2)
        self.field_lines.append(g.area(p0, q0, p1, q1))
        if p1 - p0 > q1 - q0:
            self.field_lines.append(g.stroke([((p0 + p1) / 2, q0), ((p0 + p1) / 2, q1)]))
            box = (q1 - q0) * 0.22
            for a, b in ((p0, p0 + 12), (p1 - 12, p1)):
                self.field_lines.append(g.area(a, (q0 + q1) / 2 - box, b, (q0 + q1) / 2 + box))
        else:
            self.field_lines.append(g.stroke([(p0, (q0 + q1) / 2), (p1, (q0 + q1) / 2)]))
            box = (p1 - p0) * 0.22
            for a, b in ((q0, q0 + 12), (q1 - 12, q1)):
                self.field_lines.append(g.area((p0 + p1) / 2 - box, a, (p0 + p1) / 2 + box, b))
        r = min(p1 - p0, q1 - q0) * 0.16
        self.field_lines.append(
            f"M{point((x - r, y))}A{number(r)} {number(r)} 0 1 0 {point((x + r, y))}"
            f"A{number(r)} {number(r)} 0 1 0 {point((x - r, y))}Z")

    def street_trees(self, street, half, crossings, random):
        """Puts a symbol every few metres along both sides, except where another street (place, half width) joins."""
        at = street.start + 12
        while at < street.end - 12:
            if any(abs(place - at) < wide + 1.5 for place, wide in crossings):
                at += 7
                continue
            for side in (-1, 1):
                if random.random() < 0.8:
                    u, v = street.place(at + random.uniform(-1.5, 1.5))
                    u, v = (u + side * (half - 1.6), v) if street.vertical else (u, v + side * (half - 1.6))
                    self.planted.append(self.ground.at(u, v))
            at += 14

    def write(self, out):
        as_paths = lambda paths: (f'<path d="{d}"/>' for d in paths)
        out.group('fill="#d7e8c6"', as_paths(self.yards))
        out.group('fill="url(#lawn)" stroke="#b4d29b" stroke-width=".6"', as_paths(self.lawns))
        out.group('fill="url(#grass)"', as_paths(self.dots))
        out.group('fill="none" stroke="#f3ecdc" stroke-width="2.2" stroke-linecap="round"', as_paths(self.paths))
        out.group('fill="url(#water)" stroke="#8dbcd6" stroke-width=".5"', as_paths(self.ponds))
        out.group('stroke-width=".5"', self.fields)
        out.group('fill="none" stroke="#fff" stroke-opacity=".85" stroke-width=".35"', as_paths(self.field_lines))

    def write_trees(self, out):
        out.group('fill="#2d3a1e" opacity=".16"', self.shadows)
        out.open('stroke="#6f9457" stroke-opacity=".6" stroke-width=".22"')
        for color, paths in self.trees.items():
            out.group(f'fill="{color}"', (f'<path d="{d}"/>' for d in paths))
        out.close()
        out.group('', (f'<use href="#tree" x="{number(x)}" y="{number(y)}"/>' for x, y in self.planted))
        out.group('class="park" text-anchor="middle"', self.labels)
