"""Buildings: rows of houses along a block's edges, large houses with courts, works with saw-tooth roofs."""

from .ground import number

WALL_COLORS = ("#e9d9c6", "#e4d0bb", "#ecdfcf", "#e2cdb9", "#e7d4c9")
ROOF_HATCH = 1.5


class Frame:
    """The axes of a lot: `along` the street that it faces, `deep` away from it."""

    def __init__(self, u, v, along, deep):
        self.u, self.v, self.along, self.deep = u, v, along, deep

    def at(self, a, d):
        return (
            self.u + self.along[0] * a + self.deep[0] * d,
            self.v + self.along[1] * a + self.deep[1] * d,
        )

    def box(self, a0, d0, a1, d1):
        return [self.at(a0, d0), self.at(a1, d0), self.at(a1, d1), self.at(a0, d1)]


def edges(block, inset):
    """Returns the four sides of a block as (frame, length); corners belong to the long sides."""
    u0, v0, u1, v1 = block.u0 + inset, block.v0 + inset, block.u1 - inset, block.v1 - inset
    corner = 14.5
    return [
        (Frame(u0, v0, (1, 0), (0, 1)), u1 - u0),
        (Frame(u1, v1, (-1, 0), (0, -1)), u1 - u0),
        (Frame(u1, v0 + corner, (0, 1), (-1, 0)), v1 - v0 - 2 * corner),
        (Frame(u0, v1 - corner, (0, -1), (1, 0)), v1 - v0 - 2 * corner),
    ]


class Houses:
    """Collects the shapes of all buildings by their fills, so that each group states its fill once."""

    def __init__(self, ground, random, detail):
        self.ground, self.random, self.detail = ground, random, detail
        self.shadows = []
        self.walls = {color: [] for color in WALL_COLORS}
        self.shades = []
        self.roofs = []
        self.numbers = []
        self.halls = []
        self.hall_roofs = []
        self.public = []
        self.public_roofs = []

    # Homes

    def fill(self, block):
        """Draws rows of houses around a block. Returns the remaining yard inside, or None."""
        inset = 3.4
        depth = 12.5
        if min(block.width, block.height) < 2 * (inset + depth) + 4:
            depth = max(7.0, min(block.width, block.height) / 2 - inset - 1.5)
        number_on = 1
        shadow = []
        for frame, length in edges(block, inset):
            at = 0.0
            while length - at > 7:
                width = min(self.random.uniform(8.5, 17), length - at)
                if length - at - width < 7:
                    width = length - at
                if width > 24:
                    width /= 2
                if self.random.random() < 0.06:
                    at += width
                    continue
                back = depth * self.random.uniform(0.78, 1.0)
                self.house(frame, at, width - 0.4, self.random.uniform(0, 1.1), back, number_on, shadow)
                number_on += self.random.choice((1, 2, 2))
                at += width
        self.shadows.append("".join(shadow))
        yard = (block.u0 + inset + depth + 2, block.v0 + inset + depth + 2,
                block.u1 - inset - depth - 2, block.v1 - inset - depth - 2)
        return yard if yard[2] - yard[0] > 9 and yard[3] - yard[1] > 9 else None

    def house(self, frame, at, width, front, back, number_on, shadow):
        """Draws a house with a gabled, hipped or flat roof, and its number."""
        polygon = self.ground.polygon
        outline = frame.box(at, front, at + width, back)
        if self.random.random() < 0.3 and width > 10:
            # A wing towards the yard.
            wing = self.random.uniform(3, 5.5)
            side = self.random.choice((0, width - wing * 1.1))
            outline = [
                frame.at(at, front), frame.at(at + width, front), frame.at(at + width, back),
                frame.at(at + side + wing, back), frame.at(at + side + wing, back + wing),
                frame.at(at + side, back + wing), frame.at(at + side, back), frame.at(at, back),
            ]
        path = polygon(outline)
        self.walls[self.random.choice(WALL_COLORS)].append(path)
        shadow.append(polygon([(u + 1.3, v + 1.6) for u, v in outline]))
        kind = self.random.random()
        ridge = (front + back) / 2
        if kind < 0.62:
            self.shades.append(polygon(frame.box(at, ridge, at + width, back)))
            self.roofs.append(self.gable(frame, at, width, front, ridge, back))
        elif kind < 0.82:
            hip = min((back - front) / 2, width / 2.4)
            self.shades.append(polygon([
                frame.at(at + hip, ridge), frame.at(at + width - hip, ridge),
                frame.at(at + width, back), frame.at(at, back),
            ]))
            self.roofs.append(self.hip(frame, at, width, front, ridge, back, hip))
        else:
            self.roofs.append(self.flat(frame, at, width, front, back))
        # A small house has its number, too, so it is between the hatching of the eaves.
        self.numbers.append((frame.at(at + width / 2, front + 2.1), number_on))

    def gable(self, frame, at, width, front, ridge, back):
        stroke = self.ground.stroke
        lines = [stroke([frame.at(at, ridge), frame.at(at + width, ridge)])]
        rows = max(2, round((back - front) / ROOF_HATCH * self.detail))
        for row in range(1, rows):
            deep = front + (back - front) * row / rows
            if abs(deep - front - 2) < 1.6 and self.detail <= 1:
                continue
            lines.append(stroke([frame.at(at + 0.3, deep), frame.at(at + width - 0.3, deep)]))
        chimney = at + width * self.random.uniform(0.2, 0.8)
        lines.append(self.ground.polygon(frame.box(chimney, ridge - 0.5, chimney + 1, ridge + 0.5)))
        return "".join(lines)

    def hip(self, frame, at, width, front, ridge, back, hip):
        stroke = self.ground.stroke
        lines = [
            stroke([frame.at(at, front), frame.at(at + hip, ridge), frame.at(at, back)]),
            stroke([frame.at(at + width, front), frame.at(at + width - hip, ridge), frame.at(at + width, back)]),
            stroke([frame.at(at + hip, ridge), frame.at(at + width - hip, ridge)]),
        ]
        columns = max(2, round(width / ROOF_HATCH * self.detail))
        for column in range(1, columns):
            along = width * column / columns
            reach = min(1, along / hip, (width - along) / hip) if hip > 0 else 1
            end = back - (back - ridge) * reach
            lines.append(stroke([frame.at(at + along, back), frame.at(at + along, end)]))
        return "".join(lines)

    def flat(self, frame, at, width, front, back):
        polygon = self.ground.polygon
        parts = [polygon(frame.box(at + 0.8, front + 0.8, at + width - 0.8, back - 0.8))]
        for _ in range(self.random.randint(2, 4 + round(3 * self.detail))):
            a = at + self.random.uniform(1.4, max(1.5, width - 3))
            d = self.random.uniform(front + 4, max(front + 4.1, back - 2.6))
            parts.append(polygon(frame.box(a, d, a + 1.4, d + 1)))
        return "".join(parts)

    # Larger

    def office(self, block):
        """Draws one large house with a court in the middle."""
        g = self.ground
        u0, v0, u1, v1 = block.u0 + 5, block.v0 + 5, block.u1 - 5, block.v1 - 5
        deep = min(16, (u1 - u0) / 3, (v1 - v0) / 3)
        outline = g.area(u0, v0, u1, v1, 3) + g.area(u0 + deep, v0 + deep, u1 - deep, v1 - deep, 2)
        self.shadows.append(g.area(u0 + 2.2, v0 + 2.8, u1 + 2.2, v1 + 2.8, 3))
        self.public.append(outline)
        lines = [g.area(u0 + 1.4, v0 + 1.4, u1 - 1.4, v1 - 1.4, 2)]
        lines.append(g.area(u0 + deep - 1.4, v0 + deep - 1.4, u1 - deep + 1.4, v1 - deep + 1.4, 2))
        step = 3.2 / self.detail
        along = u0 + deep
        while along < u1 - deep:
            lines.append(g.stroke([(along, v0 + 2.5), (along, v0 + deep - 2.5)]))
            lines.append(g.stroke([(along, v1 - deep + 2.5), (along, v1 - 2.5)]))
            along += step
        self.public_roofs.append("".join(lines))

    def works(self, block):
        """Draws halls with saw-tooth roofs, and tanks."""
        g, random = self.ground, self.random
        u0, v0, u1, v1 = block.u0 + 7, block.v0 + 7, block.u1 - 7, block.v1 - 7
        halls = max(1, round((v1 - v0) / 42))
        height = (v1 - v0) / halls
        tanks = []
        for hall in range(halls):
            top = v0 + hall * height + 2
            bottom = top + height - 7
            end = u1 - random.uniform(0, (u1 - u0) * 0.3)
            self.halls.append(g.area(u0, top, end, bottom))
            self.shadows.append(g.area(u0 + 2, top + 2.6, end + 2, bottom + 2.6))
            teeth = max(3, round((end - u0) / 7 * self.detail))
            lines = []
            for tooth in range(teeth):
                at = u0 + (end - u0) * tooth / teeth
                lines.append(g.stroke([(at, top), (at, bottom)]))
                lines.append(g.polygon([
                    (at + 1.1, top + 1), (at + 2.1, top + 1), (at + 2.1, bottom - 1), (at + 1.1, bottom - 1)]))
            self.hall_roofs.append("".join(lines))
            at = end + 9
            while at < u1 - 6:
                tanks.append((at, (top + bottom) / 2, random.uniform(3.5, 5.5)))
                at += 13
        return tanks

    # Out

    def write(self, out):
        out.group("fill=\"#3a3026\" opacity=\".16\"", (f'<path d="{d}"/>' for d in self.shadows))
        out.open('stroke="#a8937d" stroke-width=".28" stroke-linejoin="round"')
        for color, paths in self.walls.items():
            out.group(f'fill="{color}"', (f'<path d="{d}"/>' for d in paths))
        out.group('fill="url(#slate)" stroke="#8f99a3"', (f'<path d="{d}"/>' for d in self.halls))
        out.group('fill="url(#stone)" stroke="#9a7f78" fill-rule="evenodd"', (f'<path d="{d}"/>' for d in self.public))
        out.close()
        out.group('fill="#7a5a3c" fill-opacity=".14"', (f'<path d="{d}"/>' for d in self.shades))
        out.group(
            'fill="none" stroke="#9c7f63" stroke-opacity=".55" stroke-width=".16"',
            (f'<path d="{d}"/>' for d in self.roofs))
        out.group(
            'fill="#e9eef2" fill-opacity=".5" stroke="#7d8892" stroke-width=".2"',
            (f'<path d="{d}"/>' for d in self.hall_roofs))
        out.group(
            'fill="none" stroke="#8a6a62" stroke-opacity=".6" stroke-width=".2"',
            (f'<path d="{d}"/>' for d in self.public_roofs))

    def write_numbers(self, out):
        def texts():
            for (u, v), value in self.numbers:
                x, y = self.ground.at(u, v)
                yield f'<text x="{number(x)}" y="{number(y + 0.8)}">{value}</text>'
        out.group('class="number" text-anchor="middle"', texts())
