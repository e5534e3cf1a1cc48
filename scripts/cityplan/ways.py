"""Traffic: streets and their names, the river with its bridges and boats, the railway with its station."""

from .ground import number
from .plan import HALF_WIDTH

STREET_COLORS = {
    # The carriageway, and the edge that shows around it.
    "primary": ("#fbe6b0", "#dcbf7a"),
    "secondary": ("#fffdf6", "#d9d0bf"),
    "local": ("#ffffff", "#e0d9cc"),
}
LABEL_SIZE = {"primary": 6.4, "secondary": 4.8, "local": 3.6}
PAVEMENT = 2.2


class Ways:
    def __init__(self, ground, plan, names, random):
        self.ground, self.plan, self.names, self.random = ground, plan, names, random
        for street in plan.streets:
            street.name = names.street(street.kind)

    # Streets

    def write_streets(self, out):
        order = ("local", "secondary", "primary")
        paths = {kind: [] for kind in order}
        for street in self.plan.streets:
            # Beyond the other street's pavement, into its carriageway.
            start, end = street.start - PAVEMENT - 1.2, street.end + PAVEMENT + 1.2
            paths[street.kind].append(self.ground.line(street.place(start), street.place(end)))
        for kind in order:
            width = 2 * HALF_WIDTH[kind]
            edge = STREET_COLORS[kind][1]
            out.group(
                f'fill="none" stroke="{edge}" stroke-width="{number(width - 2 * PAVEMENT + 1.1)}"',
                (f'<path d="{d}"/>' for d in paths[kind]))
        for kind in order:
            width = 2 * HALF_WIDTH[kind]
            fill = STREET_COLORS[kind][0]
            out.group(
                f'fill="none" stroke="{fill}" stroke-width="{number(width - 2 * PAVEMENT)}"',
                (f'<path d="{d}"/>' for d in paths[kind]))
        out.group(
            'fill="none" stroke="#fff" stroke-width=".5" stroke-dasharray="4 4"',
            (f'<path d="{d}"/>' for d in paths["primary"]))

    def write_names(self, out):
        for kind in ("local", "secondary", "primary"):
            out.group(f'class="street {kind}" text-anchor="middle"', self._labels(kind))

    def _labels(self, kind):
        size = LABEL_SIZE[kind]
        every = {"primary": 210, "secondary": 150, "local": 110}[kind]
        for street in self.plan.streets:
            if street.kind != kind:
                continue
            length = street.end - street.start
            room = len(street.name) * size * 0.62
            count = max(1, int(length / every))
            if room > length:
                continue
            for index in range(count):
                along = street.start + length * (index + 0.5) / count
                u, v = street.place(along)
                if self._crosses_a_strip(u, v, room / 2) or self._crosses_a_main_road(street, along, room / 2):
                    continue
                x, y = self.ground.at(u, v)
                if not (-20 < x < self.plan.width + 20 and -20 < y < self.plan.height + 20):
                    continue
                angle = self.ground.angle(u, v, street.vertical)
                if angle > 90 or angle < -90:
                    angle -= 180
                if street.vertical:
                    # Vertical names are read from the right, as on a sheet's edge.
                    angle = angle - 180 if angle > 0 else angle
                place = f"{number(x)} {number(y)}"
                yield (
                    f'<text transform="translate({place}) rotate({number(angle)})" '
                    f'y="{number(size * 0.36)}">{street.name}</text>')

    def _crosses_a_strip(self, u, v, room):
        return any(abs(v - river.at) < river.half_width + room for river in self.plan.rivers) or any(
            abs(u - rail.at) < rail.half_width + 4 for rail in self.plan.rails)

    def _crosses_a_main_road(self, street, along, room):
        """Returns whether a name that extends `room` around a place would cover a crossing."""
        return any(
            other.kind == "primary" and other.vertical != street.vertical
            and abs(other.at - along) < room + HALF_WIDTH["primary"] and other.start < street.at < other.end
            for other in self.plan.streets
        )

    # The river

    def write_rivers(self, out):
        g, plan, random = self.ground, self.plan, self.random
        for river in plan.rivers:
            half = river.half_width
            u0, u1 = plan.low_u, plan.high_u
            out.shape(f'<path d="{g.area(u0, river.at - half - 2.4, u1, river.at + half + 2.4)}" fill="#d8d0c0"/>')
            out.shape(f'<path d="{g.area(u0, river.at - half, u1, river.at + half)}" fill="url(#water)"/>')
            out.group(
                'fill="none" stroke="#fff" stroke-width="1.2"',
                (f'<path d="{g.line((u0, river.at + half * part), (u1, river.at + half * part))}" '
                 f'stroke-opacity="{0.1 + 0.35 * abs(part):.2f}"/>' for part in (-0.9, -0.76, -0.5, 0.5, 0.76, 0.9)))
            out.group('fill="none" stroke="#fff" stroke-opacity=".5" stroke-width=".5" stroke-linecap="round"',
                      self._ripples(river))
            out.group('', self._boats(river))

    def _ripples(self, river):
        g, random, plan = self.ground, self.random, self.plan
        for _ in range(int((plan.high_u - plan.low_u) / 14)):
            u = random.uniform(plan.low_u, plan.high_u)
            v = river.at + random.uniform(-0.85, 0.85) * river.half_width
            length = random.uniform(4, 11)
            yield (f'<path d="{g.line((u, v), (u + length, v + random.uniform(-0.8, 0.8)))}"/>')

    def _boats(self, river):
        g, random, plan = self.ground, self.random, self.plan
        for _ in range(int((plan.high_u - plan.low_u) / 160)):
            u = random.uniform(plan.low_u, plan.high_u)
            v = river.at + random.choice((-0.62, -0.3, 0.3, 0.62)) * river.half_width
            x, y = g.at(u, v)
            turn = g.angle(u, v, False) + random.choice((0, 180))
            yield f'<use href="#boat" transform="translate({number(x)} {number(y)}) rotate({number(turn)})"/>'

    def write_bridges(self, out):
        """Decks under the main roads where they cross water."""
        g, plan = self.ground, self.plan
        decks = []
        for river in plan.rivers:
            half = river.half_width + 9
            for street in plan.streets:
                if street.kind != "primary" or not street.vertical:
                    continue
                wide = HALF_WIDTH["primary"] + 1
                decks.append(g.area(street.at - wide, river.at - half, street.at + wide, river.at + half))
                for part in (-0.5, 0, 0.5):
                    v = river.at + river.half_width * part
                    decks.append(g.area(street.at - wide - 3, v - 1.8, street.at + wide + 3, v + 1.8, 1.7))
            for rail in plan.rails:
                wide = rail.half_width - 2
                decks.append(g.area(rail.at - wide, river.at - half, rail.at + wide, river.at + half))
        out.group('fill="#cfc6b6" stroke="#a89d8a" stroke-width=".6"', (f'<path d="{d}"/>' for d in decks))

    def write_river_names(self, out):
        g, plan = self.ground, self.plan
        labels = []
        for index, river in enumerate(plan.rivers):
            name = ("River Ember", "River Wend", "River Lark", "River Tarn")[index % 4]
            count = max(2, int(plan.width / 620))
            for part in range(count):
                u = self._between_bridges(plan.width * (part + 0.58) / count)
                # Not under the legend.
                if u > plan.width - 360 and abs(river.at - plan.height) < 470:
                    continue
                x, y = g.at(u, river.at)
                labels.append(
                    f'<text transform="translate({number(x)} {number(y)}) rotate({number(g.angle(u, river.at, False))})" '
                    f'y="6">{name}</text>')
        out.group('class="river" text-anchor="middle"', labels)

    def _between_bridges(self, u):
        """The nearest place along a river where a name is not under a bridge."""
        bridges = [street.at for street in self.plan.streets if street.kind == "primary" and street.vertical]
        bridges += [rail.at for rail in self.plan.rails]
        shifts = sorted(range(-240, 241, 20), key=abs)
        return next((u + by for by in shifts if all(abs(u + by - bridge) > 75 for bridge in bridges)), u)

    # The railway

    def write_rails(self, out):
        g, plan = self.ground, self.plan
        for rail in plan.rails:
            v0, v1 = plan.low_v, plan.high_v
            half = rail.half_width - 3
            out.shape(f'<path d="{g.area(rail.at - half, v0, rail.at + half, v1)}" fill="#ddd8cf"/>')
            tracks = [g.line((rail.at + off, v0), (rail.at + off, v1)) for off in (-9.4, -4.7, 4.7, 9.4)]
            out.group('fill="none" stroke="#a39a8d" stroke-width="2.6" stroke-dasharray=".45 .85"',
                      (f'<path d="{d}"/>' for d in tracks))
            rails = [
                g.line((rail.at + off + gauge, v0), (rail.at + off + gauge, v1))
                for off in (-9.4, -4.7, 4.7, 9.4) for gauge in (-0.72, 0.72)
            ]
            out.group('fill="none" stroke="#6d675f" stroke-width=".26"', (f'<path d="{d}"/>' for d in rails))

    def write_stations(self, out):
        g, plan = self.ground, self.plan
        platforms, roofs, labels = [], [], []
        for rail in plan.rails:
            v = plan.height * 0.27
            for off in (-7.05, 0, 7.05):
                platforms.append(g.area(rail.at + off - 1.5, v - 95, rail.at + off + 1.5, v + 95, 1.2))
            roofs.append(g.area(rail.at - 15, v - 34, rail.at + 15, v + 34, 3))
            lines = "".join(g.stroke([(rail.at - 14, v + at), (rail.at + 14, v + at)]) for at in range(-30, 31, 4))
            x, y = g.at(rail.at, v)
            out_label = (f'<text transform="translate({number(x)} {number(y)}) '
                         f'rotate({number(g.angle(rail.at, v, True) - 180)})" y="3">Central Station</text>')
            labels.append((lines, out_label))
        out.group('fill="#f1ece2" stroke="#b3a994" stroke-width=".3"', (f'<path d="{d}"/>' for d in platforms))
        out.group('fill="url(#stone)" fill-opacity=".92" stroke="#9a7f78" stroke-width=".5"',
                  (f'<path d="{d}"/>' for d in roofs))
        out.group('fill="none" stroke="#fff" stroke-opacity=".55" stroke-width=".6"',
                  (f'<path d="{lines}"/>' for lines, _ in labels))
        out.group('class="public" text-anchor="middle"', (label for _, label in labels))
