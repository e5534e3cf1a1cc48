"""Puts the city together: the use of each block, and the drawing order."""

import random

from .drawing import Drawing
from .green import Green
from .ground import Ground, number
from .houses import Houses
from .names import DISTRICTS, Names
from .plan import HALF_WIDTH, Plan
from .sheet import DEFINITIONS, MARGIN, STYLE, write_frame, write_legend
from .ways import Ways

# The sheet is four to three.
ASPECT = 4 / 3
# Land outside the frame is planned, too, so that the bent plan covers the frame everywhere.
PLANNED_OUTSIDE = 130


def draw(width, seed, detail):
    """Returns the city on a sheet `width` metres wide: the SVG text, and its number of shapes."""
    chance = random.Random(seed)
    height = width / ASPECT
    ground = Ground()
    plan = Plan(width, height, PLANNED_OUTSIDE, chance)
    names = Names(chance)
    ways = Ways(ground, plan, names, chance)
    houses = Houses(ground, chance, detail)
    green = Green(ground, chance, detail)
    pavements, tanks, labels = [], [], []

    for block in plan.blocks:
        if not is_on_sheet(ground, block, width, height):
            continue
        use = choose(block, plan, chance)
        pavements.append(ground.area(block.u0, block.v0, block.u1, block.v1, 4))
        x, y = ground.at(*block.middle)
        if use == "park":
            green.park(block, names.park())
        elif use == "sports":
            green.sports(block)
        elif use == "square":
            green.square(block, names.park().replace("Park", "Square").replace("Common", "Square"))
        elif use == "works":
            tanks += [(ground.at(u, v), r) for u, v, r in houses.works(block)]
            labels.append((x, y, names.works()))
        elif use == "office":
            houses.office(block)
            labels.append((x, y, names.house()))
        else:
            yard = houses.fill(block)
            if yard:
                green.yard(yard)
    for street in plan.streets:
        if street.kind == "primary":
            green.street_trees(street, HALF_WIDTH["primary"], crossings(street, plan), chance)
    green.planted = [
        (x, y) for x, y in green.planted
        if 0 < x < width and 0 < y < height and not in_water(ground, plan, x, y)
    ]

    out = Drawing()
    full_width, full_height = width + 2 * MARGIN, height + 2 * MARGIN
    out.add('<?xml version="1.0" encoding="UTF-8"?>')
    out.add(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(full_width)}" height="{number(full_height)}" '
        f'viewBox="{-MARGIN} {-MARGIN} {number(full_width)} {number(full_height)}">')
    out.add("<title>Emberford, city plan</title>")
    out.add(DEFINITIONS)
    out.add(STYLE)
    out.add(f'<clipPath id="sheet"><rect width="{number(width)}" height="{number(height)}"/></clipPath>')
    out.shape(f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{number(full_width)}" height="{number(full_height)}" fill="#fbf9f4"/>')
    out.open('clip-path="url(#sheet)"')
    out.shape(f'<rect width="{number(width)}" height="{number(height)}" fill="#efe9de"/>')
    out.group('fill="#f4efe6" stroke="#e4dccd" stroke-width=".4"', (f'<path d="{d}"/>' for d in pavements))
    green.write(out)
    ways.write_rivers(out)
    ways.write_bridges(out)
    ways.write_rails(out)
    ways.write_streets(out)
    houses.write(out)
    out.group(
        'fill="url(#slate)" stroke="#8f99a3" stroke-width=".4"',
        (f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>' for (x, y), r in tanks))
    ways.write_stations(out)
    green.write_trees(out)
    houses.write_numbers(out)
    ways.write_names(out)
    out.group(
        'class="public" text-anchor="middle"',
        (f'<text x="{number(x)}" y="{number(y + 2)}">{name}</text>' for x, y, name in labels))
    ways.write_river_names(out)
    out.group('class="district" text-anchor="middle"', districts(width, height, chance))
    out.close()
    write_frame(out, width, height)
    write_legend(out, width, height, seed)
    out.add("</svg>")
    return out.text(), out.shapes


def is_on_sheet(ground, block, width, height):
    corners = [
        ground.at(u, v) for u in (block.u0, block.middle[0], block.u1) for v in (block.v0, block.middle[1], block.v1)
    ]
    return any(-5 < x < width + 5 and -5 < y < height + 5 for x, y in corners)


def choose(block, plan, chance):
    """Returns a block's use, which depends on its size and on what is near it."""
    near_rail = any(abs(block.middle[0] - rail.at) < 170 for rail in plan.rails)
    near_river = any(abs(block.middle[1] - river.at) < 190 for river in plan.rivers)
    roll = chance.random()
    if min(block.width, block.height) < 30:
        return "homes"
    if block.use == "large":
        if near_rail and roll < 0.6:
            return "works"
        if roll < 0.72 or min(block.width, block.height) < 80:
            return "park"
        return "sports"
    if near_rail and roll < 0.16:
        return "works"
    if near_river and roll < 0.14:
        return "office"
    if roll < 0.045:
        return "square"
    if roll < 0.10:
        return "office"
    if roll < 0.15:
        return "park"
    return "homes"


def crossings(street, plan):
    """Returns the crossings of a main road with other streets: (place along it, half width)."""
    reach = HALF_WIDTH["primary"] + 1
    return [
        (other.at, HALF_WIDTH[other.kind]) for other in plan.streets
        if other.vertical != street.vertical and other.start - reach <= street.at <= other.end + reach
    ]


def in_water(ground, plan, x, y):
    # The bending is gentle, so undoing it once is accurate enough for a tree.
    u, v = x, y
    for _ in range(4):
        bx, by = ground.at(u, v)
        u, v = u + x - bx, v + y - by
    return any(abs(v - river.at) < river.half_width + 6 for river in plan.rivers)


def districts(width, height, chance):
    columns, rows = max(2, round(width / 620)), max(2, round(height / 520))
    names = list(DISTRICTS)
    for row in range(rows):
        for column in range(columns):
            x = width * (column + 0.5) / columns + chance.uniform(-40, 40)
            y = height * (row + 0.5) / rows + chance.uniform(-30, 30)
            # The legend's corner stays free.
            if x > width - 380 and y > height - 430:
                continue
            name = names[(row * columns + column) % len(names)]
            yield f'<text x="{number(x)}" y="{number(y)}">{name}</text>'


def draw_with(shapes, seed, detail):
    """Returns the city with about `shapes` shapes, at the same density for any number."""
    width = (shapes * ASPECT * 190) ** 0.5
    best = None
    for _ in range(6):
        text, count = draw(width, seed, detail)
        if best is None or abs(count - shapes) < abs(best[1] - shapes):
            best = (text, count)
        if abs(count - shapes) < shapes * 0.02:
            break
        # The frame and the legend do not grow.
        width = max(700.0, width * (shapes / count) ** 0.5)
    return best
