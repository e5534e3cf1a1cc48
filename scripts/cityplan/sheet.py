"""The sheet of paper: the shared definitions of the drawing, its frame with a grid, and its legend."""

from .ground import number

MARGIN = 64

DEFINITIONS = """<defs>
<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#b5d8ea"/><stop offset=".5" stop-color="#9fcbe2"/><stop offset="1" stop-color="#b5d8ea"/></linearGradient>
<linearGradient id="lawn" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#d3e8bd"/><stop offset="1" stop-color="#c2dea8"/></linearGradient>
<linearGradient id="stone" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e6c3b6"/><stop offset="1" stop-color="#d6a99b"/></linearGradient>
<linearGradient id="slate" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#d5dade"/><stop offset="1" stop-color="#bfc7cd"/></linearGradient>
<radialGradient id="leaves" cx=".38" cy=".34" r=".7"><stop offset="0" stop-color="#c6dfae"/><stop offset="1" stop-color="#93b977"/></radialGradient>
<pattern id="grass" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M1.5 3.2l.7-1.6.7 1.6M6 7.6l.7-1.6.7 1.6" fill="none" stroke="#9dc382" stroke-width=".35"/></pattern>
<pattern id="mown" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="10" height="10" fill="#b9d9a0"/><rect width="5" height="10" fill="#add191"/></pattern>
<pattern id="paving" width="3" height="3" patternUnits="userSpaceOnUse"><rect width="3" height="3" fill="#efe9dd"/><path d="M0 0H3M0 1.5H3M.75 0V1.5M2.25 1.5V3" stroke="#ddd4c4" stroke-width=".18"/></pattern>
<g id="tree"><circle cx=".6" cy=".7" r="2.2" fill="#2d3a1e" opacity=".16"/><circle r="2.2" fill="url(#leaves)" stroke="#7fa466" stroke-width=".2"/></g>
<g id="boat"><path d="M-9 -2.6H4Q9 -2 11 0Q9 2 4 2.6H-9Z" fill="#fdfbf6" stroke="#8a8273" stroke-width=".4"/><rect x="-6" y="-1.6" width="7" height="3.2" rx=".6" fill="#c9744f"/><path d="M-13 -1.4Q-24 -3 -34 -5M-13 1.4Q-24 3 -34 5" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width=".5"/></g>
<g id="north"><circle r="30" fill="#fdfcf9" fill-opacity=".85" stroke="#8c8372" stroke-width="1"/><path d="M0 -25L7 8L0 3Z" fill="#3d3830"/><path d="M0 -25L-7 8L0 3Z" fill="#b5ab99"/><text y="23" font-size="13" font-weight="bold" text-anchor="middle" fill="#3d3830">N</text></g>
</defs>"""

STYLE = """<style>
text { font-family: "DejaVu Sans", sans-serif; }
.number { font-size: 2.1px; fill: #6b5a49; }
.street { fill: #6f6656; }
.local { font-size: 3.6px; }
.secondary { font-size: 4.8px; }
.primary { font-size: 6.4px; fill: #7a5f22; font-weight: bold; }
.park { font-size: 8px; font-style: italic; fill: #4a7334; }
.public { font-size: 6px; font-weight: bold; fill: #6e3c30; }
.river { font-size: 17px; font-style: italic; fill: #3f7fa3; }
.district { font-size: 44px; font-weight: bold; fill: #5b4a36; fill-opacity: .22; }
.grid { font-size: 18px; fill: #6f6656; }
.legend { font-size: 15px; fill: #3d3830; }
</style>"""


def write_frame(out, width, height):
    """Writes the border with letters along its top and numbers down its side, every 300 m."""
    w, h = width, height
    out.shape(
        f'<path d="M{-MARGIN} {-MARGIN}H{number(w + MARGIN)}V{number(h + MARGIN)}H{-MARGIN}ZM0 0V{number(h)}H{number(w)}V0Z" '
        f'fill="#fbf9f4"/>')
    out.shape(f'<rect width="{number(w)}" height="{number(h)}" fill="none" stroke="#4f473b" stroke-width="2.4"/>')
    out.shape(
        f'<rect x="-36" y="-36" width="{number(w + 72)}" height="{number(h + 72)}" fill="none" stroke="#4f473b" '
        'stroke-width="1"/>')
    ticks, letters = [], []
    columns, rows = max(1, round(w / 300)), max(1, round(h / 300))
    for column in range(columns):
        x = w * column / columns
        name = chr(65 + column % 26) * (1 + column // 26)
        for y in (-18, h + 18):
            letters.append(f'<text x="{number(x + w / columns / 2)}" y="{number(y + 6.5)}">{name}</text>')
        if column:
            ticks.append(f"M{number(x)} -36V0M{number(x)} {number(h)}V{number(h + 36)}")
    for row in range(rows):
        y = h * row / rows
        for x in (-18, w + 18):
            letters.append(f'<text x="{number(x)}" y="{number(y + h / rows / 2 + 6.5)}">{row + 1}</text>')
        if row:
            ticks.append(f"M-36 {number(y)}H0M{number(w)} {number(y)}H{number(w + 36)}")
    out.group('stroke="#4f473b" stroke-width="1" fill="none"', (f'<path d="{d}"/>' for d in ticks))
    out.group('class="grid" text-anchor="middle"', letters)


LEGEND = (
    ('<path d="M0 -5H46" stroke="#dcbf7a" stroke-width="13"/><path d="M0 -5H46" stroke="#fbe6b0" stroke-width="11"/>', "Main road"),
    ('<path d="M0 -5H46" stroke="#d9d0bf" stroke-width="10"/><path d="M0 -5H46" stroke="#fff" stroke-width="8"/>', "Street"),
    ('<rect y="-12" width="46" height="14" fill="#ddd8cf"/><path d="M0 -5H46" stroke="#a39a8d" stroke-width="9" '
     'stroke-dasharray="1.4 3"/><path d="M0 -8H46M0 -2H46" stroke="#6d675f"/>', "Railway"),
    ('<rect y="-13" width="22" height="16" fill="#e9d9c6" stroke="#a8937d"/><rect x="22" y="-13" width="24" height="16" '
     'fill="#e2cdb9" stroke="#a8937d"/>', "Homes"),
    ('<rect y="-13" width="46" height="16" fill="url(#stone)" stroke="#9a7f78"/>', "Public building"),
    ('<rect y="-13" width="46" height="16" fill="url(#slate)" stroke="#8f99a3"/>', "Works"),
    ('<rect y="-13" width="46" height="16" fill="url(#lawn)" stroke="#b4d29b"/><use href="#tree" transform="translate(12 -5) '
     'scale(2.2)"/><use href="#tree" transform="translate(31 -5) scale(2.6)"/>', "Park"),
    ('<rect y="-13" width="46" height="16" fill="url(#water)" stroke="#8dbcd6"/>', "Water"),
)


def write_legend(out, width, height, seed):
    """Writes title, key and scale in the lower right corner, and north in the upper right."""
    high, wide = 470, 300
    x, y = width - wide - 28, height - high - 28
    out.open(f'transform="translate({number(x + wide * 0.2)} {number(y + high * 0.2)}) scale(.8)"')
    out.shape(f'<rect x="5" y="7" width="{wide}" height="{high}" rx="10" fill="#3a3026" opacity=".16"/>')
    out.shape(
        f'<rect width="{wide}" height="{high}" rx="10" fill="#fdfcf9" fill-opacity=".96" stroke="#8c8372" stroke-width="1.2"/>')
    out.shape('<text x="24" y="56" font-size="34" font-weight="bold" fill="#3d3830">Emberford</text>')
    out.shape('<text x="24" y="82" font-size="14" fill="#7d7364">City plan · one unit is a metre</text>')
    out.shape(f'<path d="M24 100H{wide - 24}" stroke="#d6cdbd" stroke-width="1"/>')
    for index, (swatch, words) in enumerate(LEGEND):
        top = 136 + index * 33
        out.open(f'transform="translate(24 {top})"')
        out.shape(swatch)
        out.shape(f'<text class="legend" x="64" y="0">{words}</text>')
        out.close()
    out.shape(f'<path d="M24 {high - 76}H{wide - 24}" stroke="#d6cdbd" stroke-width="1"/>')
    out.open(f'transform="translate(24 {high - 40})"')
    for index in range(4):
        fill = "#3d3830" if index % 2 == 0 else "#fdfcf9"
        out.shape(f'<rect x="{index * 50}" width="50" height="8" fill="{fill}" stroke="#3d3830" stroke-width="1"/>')
    for meters in (0, 50, 100, 200):
        anchor = "start" if meters == 0 else "middle"
        out.shape(f'<text x="{meters}" y="-7" font-size="12" text-anchor="{anchor}" fill="#3d3830">{meters}</text>')
    out.shape('<text x="210" y="8" font-size="12" fill="#3d3830">m</text>')
    out.shape(f'<text y="27" font-size="10" fill="#9a907f">An imagined place, drawn by rule. Seed {seed}.</text>')
    out.close()
    out.close()
    out.shape(f'<use href="#north" transform="translate({number(width - 62)} 62)"/>')
