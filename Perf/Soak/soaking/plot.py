"""The samples as a drawing: panels with a common time axis, for light and dark pages."""

import math
import statistics

WIDTH, LEFT, RIGHT, TOP, GAP = 960, 74, 150, 64, 46
INK, FAINT, GRID, PAPER = "#24292f", "#6e7781", "#e4e8ec", "#ffffff"
COLORS = ["#0b62c4", "#c8510d", "#1a7f4b", "#8540b5", "#b0891a", "#c2366f"]
MB = 1_000_000
# A panel: title, unit, whether its scale is logarithmic, its height, and its lines: name, column, factor, and the
# function that combines the samples of a point.
PANELS = [
    ("Memory", "MB", False, 150, [
        ("server", "rss", 1 / MB, statistics.median), ("its workers", "workers_rss", 1 / MB, max),
        ("server over TLS", "tls_rss", 1 / MB, statistics.median), ("kept by budget", "kept", 1 / MB, statistics.median)]),
    ("Descriptors, threads, connections", "", False, 110, [
        ("descriptors", "descriptors", 1, statistics.median), ("threads", "threads", 1, statistics.median),
        ("connections", "connections", 1, statistics.median)]),
    ("Requests a second", "", False, 80, [("requests", "requests_per_second", 1, statistics.fmean)]),
    ("Processor", "% of a core", False, 80, [("server and workers", "cpu", 100, statistics.fmean)]),
    ("Median", "ms", True, 120, [
        (name, f"{kind}_p50", 1, statistics.median) for name, kind in
        (("hot tiles", "hot"), ("cold tiles", "cold"), ("IIIF regions", "region"), ("pages", "page"), ("over TLS", "tls"))]),
    ("99th percentile, the worst ten seconds of each point", "ms", True, 150, [
        (name, f"{kind}_p99", 1, max) for name, kind in
        (("hot tiles", "hot"), ("cold tiles", "cold"), ("IIIF regions", "region"), ("pages", "page"), ("over TLS", "tls"))]),
]


def steps(low, high, logarithmic):
    """Returns the values that get a grid line."""
    if logarithmic:
        return [10.0 ** power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
    size = 10 ** math.floor(math.log10(high / 4))
    size *= next(factor for factor in (1, 2, 5, 10) if high / (size * factor) <= 5)
    return [size * number for number in range(math.ceil(high / size) + 1)]


def gathered(rows, most):
    """Combines rows, so that there are at most `most` points."""
    each = math.ceil(len(rows) / most)
    return [rows[first:first + each] for first in range(0, len(rows), each)]


def points(groups, column, factor, gather):
    for group in groups:
        values = [row[column] for row in group if row[column] is not None]
        if values:
            yield group[len(group) // 2]["seconds"], gather(values) * factor


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def draw(rows, title, subtitle):
    """Returns the drawing's text (SVG 1.1)."""
    groups = gathered(rows, 240)
    end = rows[-1]["seconds"] or 1
    plot = WIDTH - LEFT - RIGHT
    name = "min" if end >= 300 else "s"
    per, tick = (60, next(size for size in (1, 2, 5, 10, 15, 20, 30, 60) if end / 60 / size <= 8)) if name == "min" else (
        1, next(size for size in (1, 2, 5, 10, 20, 30, 60) if end / size <= 8))
    out, top = [], TOP
    for label, unit, logarithmic, height, lines in PANELS:
        drawn = [(text, list(points(groups, column, factor, gather))) for text, column, factor, gather in lines]
        drawn = [(text, line) for text, line in drawn if line]
        values = [value for _, line in drawn for _, value in line]
        if not values:
            continue
        low, high = (max(0.05, min(values)), max(0.1, *values)) if logarithmic else (0, max(1e-9, *values))
        marks = steps(low, high, logarithmic)
        low, high = marks[0], marks[-1]

        def place(value):
            share = (math.log10(max(value, low) / low) / math.log10(high / low)) if logarithmic else value / high
            return top + height * (1 - share)

        heading = f"{label} ({unit})" if unit else label
        out.append(f'<text x="{LEFT}" y="{top - 9}" class="h">{escape(heading)}</text>')
        for mark in marks:
            y = place(mark)
            out.append(f'<path class="g" d="M{LEFT} {y:.1f}h{plot}"/>'
                       f'<text x="{LEFT - 8}" y="{y + 4:.1f}" class="n" text-anchor="end">{mark:,.6g}</text>')
        for number in range(int(end / per / tick) + 1):
            x = LEFT + plot * number * tick * per / end
            out.append(f'<path class="g" d="M{x:.1f} {top}v{height}"/>')
            out.append(f'<text x="{x:.1f}" y="{top + height + 15}" class="n" text-anchor="middle">{number * tick}'
                       f'{" " + name if number == 0 else ""}</text>')
        ends = []
        for index, (text, line) in enumerate(drawn):
            path = "L".join(f"{LEFT + plot * second / end:.1f} {place(value):.1f}" for second, value in line)
            out.append(f'<path class="l" stroke="{COLORS[index]}" d="M{path}"/>')
            ends.append([place(statistics.median(value for _, value in line[-5:])), text, COLORS[index]])
        # Names are beside their lines' ends, apart from each other.
        ends.sort()
        for index, name_at in enumerate(ends):
            name_at[0] = max(name_at[0], top + 6, ends[index - 1][0] + 14 if index else 0)
        beyond = ends[-1][0] - (top + height + 2)
        for index in range(len(ends) - 1, -1, -1):
            if beyond > 0:
                ends[index][0] = min(ends[index][0], ends[index + 1][0] - 14 if index + 1 < len(ends) else top + height + 2)
        for y, text, color in ends:
            out.append(f'<text x="{LEFT + plot + 9}" y="{y + 4:.1f}" class="t" fill="{color}">{escape(text)}</text>')
        top += height + GAP
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top}" viewBox="0 0 {WIDTH} {top}" '
            f'font-family="system-ui, sans-serif" font-size="12">\n<title>{escape(title)}</title>\n'
            f'<style>.h{{font-weight:600;fill:{INK}}}.n{{fill:{FAINT};font-size:11px}}.t{{font-weight:500}}'
            f'.g{{stroke:{GRID};fill:none}}.l{{fill:none;stroke-width:1.6;stroke-linejoin:round}}</style>\n'
            f'<rect width="{WIDTH}" height="{top}" rx="8" fill="{PAPER}"/>\n'
            f'<text x="{LEFT}" y="24" font-size="16" font-weight="600" fill="{INK}">{escape(title)}</text>\n'
            f'<text x="{WIDTH - 16}" y="24" text-anchor="end" class="n">{escape(subtitle)}</text>\n'
            + "\n".join(out) + "\n</svg>\n")
