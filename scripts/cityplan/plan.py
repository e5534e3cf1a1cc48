"""The plan on the flat plane: the courses of the river and the railway, the streets, and the blocks between them."""

import dataclasses

# Half the width of the carriageway with its pavements, in metres.
HALF_WIDTH = {"primary": 10.5, "secondary": 7.0, "local": 4.6}
RIVER_HALF_WIDTH = 46
RAIL_HALF_WIDTH = 17
# Main roads, rivers and railways repeat at these distances, so that a larger city is not a sparser one.
PRIMARY_DISTANCE = 430
RIVER_DISTANCE = 1500
RAIL_DISTANCE = 2200


@dataclasses.dataclass
class Street:
    kind: str
    vertical: bool
    at: float
    start: float
    end: float
    name: str = ""

    def place(self, along):
        return (self.at, along) if self.vertical else (along, self.at)


@dataclasses.dataclass
class Strip:
    """The bed of a river (along u) or of a railway (along v)."""

    at: float
    half_width: float


@dataclasses.dataclass
class Block:
    u0: float
    v0: float
    u1: float
    v1: float
    use: str = "homes"

    @property
    def width(self):
        return self.u1 - self.u0

    @property
    def height(self):
        return self.v1 - self.v0

    @property
    def middle(self):
        return (self.u0 + self.u1) / 2, (self.v0 + self.v1) / 2


class Plan:
    """Divides the plane: first by strips and main roads, then each cell by halves until it is a block."""

    def __init__(self, width, height, margin, random):
        self.random = random
        self.width, self.height = width, height
        self.low_u, self.low_v = -margin, -margin
        self.high_u, self.high_v = width + margin, height + margin
        self.rivers = [
            Strip(v, RIVER_HALF_WIDTH) for v in self._spread(0.56 * min(height, RIVER_DISTANCE), height, RIVER_DISTANCE)
        ]
        self.rails = [
            Strip(u, RAIL_HALF_WIDTH) for u in self._spread(0.30 * min(width, RAIL_DISTANCE), width, RAIL_DISTANCE)
        ]
        self.streets = []
        self.blocks = []
        columns = self._cuts(self.low_u, self.high_u, [(rail.at, rail.half_width) for rail in self.rails])
        rows = self._cuts(self.low_v, self.high_v, [(river.at, river.half_width) for river in self.rivers])
        for cut in columns:
            if cut[2] == "primary":
                self.streets.append(Street("primary", True, cut[0], self.low_v, self.high_v))
        for cut in rows:
            if cut[2] == "primary":
                self.streets.append(Street("primary", False, cut[0], self.low_u, self.high_u))
        for left, right in zip(columns, columns[1:]):
            for top, bottom in zip(rows, rows[1:]):
                cell = (left[0] + left[1], top[0] + top[1], right[0] - right[1], bottom[0] - bottom[1])
                if cell[2] - cell[0] > 20 and cell[3] - cell[1] > 20:
                    self._divide(cell, 0)

    def _spread(self, first, length, distance):
        places = []
        at = first
        while at < length - 150:
            places.append(at)
            at += distance
        return places

    def _cuts(self, low, high, strips):
        """Returns sorted (place, half width, kind): the ends, the strips with a road on each bank, main roads between."""
        cuts = [(low, 0, "end"), (high, 0, "end")]
        edges = [low, high]
        for at, half in strips:
            bank = half + HALF_WIDTH["primary"] + 3
            cuts += [(at - bank, HALF_WIDTH["primary"], "primary"), (at + bank, HALF_WIDTH["primary"], "primary")]
            edges += [at - bank, at + bank]
        edges.sort()
        for start, end in zip(edges, edges[1:]):
            if any(start < at < end for at, _ in strips):
                continue
            pieces = max(1, round((end - start) / PRIMARY_DISTANCE))
            for piece in range(1, pieces):
                place = start + (end - start) * (piece + self.random.uniform(-0.12, 0.12)) / pieces
                cuts.append((place, HALF_WIDTH["primary"], "primary"))
        return sorted(cuts)

    def _divide(self, cell, depth):
        u0, v0, u1, v1 = cell
        if self._is_in_strip((u0 + u1) / 2, (v0 + v1) / 2):
            return
        width, height = u1 - u0, v1 - v0
        longest = 150 if depth < 4 else 118
        if max(width, height) < self.random.uniform(0.72, 1.0) * longest or depth > 7:
            self.blocks.append(Block(u0, v0, u1, v1))
            return
        kind = "secondary" if depth < 2 else "local"
        half = HALF_WIDTH[kind]
        part = self.random.uniform(0.40, 0.60)
        # Large cells are occasionally left whole, for parks, works and schools.
        if depth >= 2 and max(width, height) < 210 and self.random.random() < 0.10:
            self.blocks.append(Block(u0, v0, u1, v1, "large"))
            return
        if width > height:
            at = u0 + width * part
            self.streets.append(Street(kind, True, at, v0, v1))
            self._divide((u0, v0, at - half, v1), depth + 1)
            self._divide((at + half, v0, u1, v1), depth + 1)
        else:
            at = v0 + height * part
            self.streets.append(Street(kind, False, at, u0, u1))
            self._divide((u0, v0, u1, at - half), depth + 1)
            self._divide((u0, at + half, u1, v1), depth + 1)

    def _is_in_strip(self, u, v):
        return any(abs(v - river.at) < river.half_width for river in self.rivers) or any(
            abs(u - rail.at) < rail.half_width for rail in self.rails
        )
