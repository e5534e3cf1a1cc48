"""Pictures by ezdxf, svgwrite, CairoSVG, vtracer, segno, RDKit, LibreOffice, Inkscape, fig2dev and potrace."""

import math
import pathlib

from drawings.tools import drawing
from drawings.tools.plots import run


@drawing("ezdxf==1.4.5")
def ezdxf_plan(path):
    import ezdxf
    from ezdxf.addons.drawing import Frontend, RenderContext, layout, svg
    document = ezdxf.new(setup=True)
    space = document.modelspace()
    walls = [(0, 0), (12, 0), (12, 8), (7, 8), (7, 5), (0, 5)]
    space.add_lwpolyline(walls, close=True, dxfattribs={"const_width": 0.2, "color": 5})
    hatch = space.add_hatch(color=3)
    hatch.set_pattern_fill("ANSI31", scale=0.1)
    hatch.paths.add_polyline_path([(1, 1), (5, 1), (5, 4), (1, 4)], is_closed=True)
    solid = space.add_hatch(color=1)
    solid.paths.add_edge_path().add_ellipse((9.5, 3), major_axis=(2, 0), ratio=0.5)
    space.add_circle((9.5, 6.5), 1, dxfattribs={"linetype": "DASHED", "ltscale": 0.3})
    space.add_text("Room 12", height=0.5).set_placement((7.3, 4.2))
    space.add_mtext("Two lines\\Pof text", dxfattribs={"char_height": 0.3, "insert": (1.2, 3.5)})
    space.add_linear_dim(base=(0, -1), p1=(0, 0), p2=(12, 0)).render()
    backend = svg.SVGBackend()
    Frontend(RenderContext(document), backend).draw_layout(space)
    path.write_text(backend.get_string(layout.Page(200, 140, layout.Units.mm)))


@drawing("svgwrite==1.4.3")
def svgwrite_paints(path):
    import svgwrite
    picture = svgwrite.Drawing(str(path), size=("400px", "300px"), profile="full")
    linear = picture.linearGradient((0, 0), (1, 1), id="linear")
    linear.add_stop_color(0, "red").add_stop_color(0.5, "yellow").add_stop_color(1, "blue", 0.5)
    radial = picture.radialGradient((0.5, 0.5), 0.5, (0.3, 0.3), id="radial", spreadMethod="reflect")
    radial.add_stop_color(0, "white").add_stop_color(0.6, "teal")
    pattern = picture.pattern((0, 0), (20, 20), id="dots", patternUnits="userSpaceOnUse", patternTransform="rotate(30)")
    pattern.add(picture.circle((10, 10), 6, fill="purple"))
    mask = picture.mask(id="fade")
    mask.add(picture.rect((0, 0), (400, 300), fill="url(#linear)"))
    clip = picture.clipPath(id="star")
    clip.add(picture.polygon([(300 + 60 * math.sin(at * 4 * math.pi / 5), 80 - 60 * math.cos(at * 4 * math.pi / 5)) for at in range(5)]))
    marker = picture.marker((5, 3), (10, 6), orient="auto", id="head")
    marker.add(picture.path("M0,0 L10,3 L0,6 z", fill="black"))
    for each in (linear, radial, pattern, mask, clip, marker):
        picture.defs.add(each)
    picture.add(picture.rect((10, 10), (120, 80), rx=10, fill="url(#linear)", stroke="black"))
    picture.add(picture.ellipse((200, 60), (50, 40), fill="url(#radial)"))
    picture.add(picture.rect((230, 10), (150, 140), fill="url(#dots)", clip_path="url(#star)"))
    line = picture.polyline([(20, 150), (80, 120), (140, 180), (200, 140)], fill="none", stroke="green", stroke_width=3)
    line["marker-end"] = line["marker-mid"] = "url(#head)"
    picture.add(line)
    group = picture.g(mask="url(#fade)", font_size=28, font_family="sans-serif")
    text = picture.text("Masked ", insert=(20, 230))
    text.add(picture.tspan("and spans", dy=[10], font_weight="bold", fill="crimson"))
    group.add(text)
    picture.add(group)
    picture.add(picture.text("placed", x=[20, 50, 80, 110, 140, 170], y=[270], rotate=[0, 15, 30, 45, 60, 75], font_size=24))
    picture.save()


@drawing("svgwrite==1.4.3")
def svgwrite_filters(path):
    import svgwrite
    picture = svgwrite.Drawing(str(path), size=(360, 240), viewBox="0 0 360 240", debug=False)
    shadow = picture.filter(id="shadow", start=("-20%", "-20%"), size=("150%", "150%"))
    shadow.feGaussianBlur("SourceAlpha", stdDeviation=4, result="blur")
    shadow.feOffset("blur", dx=6, dy=6, result="moved")
    shadow.feMerge(["moved", "SourceGraphic"])
    gray = picture.filter(id="gray")
    gray.feColorMatrix("SourceGraphic", type="saturate", values="0.2")
    waves = picture.filter(id="waves", start=("0", "0"), size=("100%", "100%"))
    waves.feTurbulence(baseFrequency=0.04, numOctaves=3, seed=4, result="noise")
    waves.feComposite("noise", in2="SourceGraphic", operator="in")
    for each in (shadow, gray, waves):
        picture.defs.add(each)
    picture.add(picture.rect((20, 20), (130, 80), rx=14, fill="orange", filter="url(#shadow)"))
    picture.add(picture.circle((250, 60), 45, fill="red", stroke="blue", stroke_width=8, filter="url(#gray)"))
    picture.add(picture.rect((20, 130), (150, 90), fill="green", filter="url(#waves)"))
    picture.add(picture.text("Shadow", (190, 190), font_size=36, font_weight="bold", fill="navy", filter="url(#shadow)"))
    picture.save()


@drawing("cairosvg==2.9.1")
def cairosvg_again(path):
    import cairosvg
    source = f"""<svg xmlns="http://www.w3.org/2000/svg" width="300" height="220" font-family="DejaVu Sans">
        <defs><radialGradient id="r"><stop stop-color="#fff"/><stop offset="1" stop-color="#06c" stop-opacity=".3"/></radialGradient>
        <clipPath id="c"><circle cx="80" cy="80" r="60"/></clipPath></defs>
        <g clip-path="url(#c)"><rect width="160" height="160" fill="url(#r)"/>
        <path d="M0 80 Q40 20 80 80 T160 80" stroke="red" stroke-width="9" fill="none" stroke-dasharray="14 5"/></g>
        <g opacity=".5"><rect x="160" y="30" width="90" height="90"/><rect x="200" y="70" width="90" height="90" fill="lime"/></g>
        <text x="20" y="190" font-size="30">Glyphs of Cairo</text></svg>"""
    cairosvg.svg2svg(bytestring=source.encode(), write_to=str(path))


def scene(width, height):
    """Returns rows of a picture of a sky with a sun over hills, as triples of bytes."""
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            hill = height * (0.65 + 0.1 * math.sin(x / 17) + 0.05 * math.sin(x / 5))
            if math.hypot(x - width * 0.7, y - height * 0.3) < height / 7:
                row.append((255, 210, 60))
            elif y > hill:
                row.append((40, 90 + int(60 * (y - hill) / height), 50))
            else:
                row.append((110 + y // 2, 160 + y // 3, 230))
        rows.append(row)
    return rows


def write_pnm(name, width=160, height=120):
    data = bytes(value for row in scene(width, height) for pixel in row for value in pixel)
    pathlib.Path(name).write_bytes(f"P6 {width} {height} 255\n".encode() + data)


@drawing("vtracer==0.6.15", "pillow==13.0.0")
def vtracer_curves(path):
    import vtracer
    from PIL import Image
    write_pnm("scene.ppm")
    Image.open("scene.ppm").save("scene.png")
    vtracer.convert_image_to_svg_py("scene.png", str(path), colormode="color", mode="spline")


@drawing("vtracer==0.6.15", "pillow==13.0.0")
def vtracer_polygons(path):
    import vtracer
    from PIL import Image
    write_pnm("scene.ppm", 240, 180)
    Image.open("scene.ppm").save("scene.png")
    vtracer.convert_image_to_svg_py("scene.png", str(path), colormode="color", hierarchical="cutout", mode="polygon")


@drawing("segno==1.6.6")
def segno_code(path):
    import segno
    segno.make("https://www.w3.org/TR/SVG2/", error="h").save(str(path), scale=5, dark="darkblue", data_dark="steelblue", light="#eef")


@drawing("rdkit==2026.9.1")
def rdkit_molecule(path):
    from rdkit import Chem
    from rdkit.Chem import rdDepictor
    from rdkit.Chem.Draw import rdMolDraw2D
    molecule = Chem.MolFromSmiles("CN1C=NC2=C1C(=O)N(C(=O)N2C)C")
    rdDepictor.Compute2DCoords(molecule)
    canvas = rdMolDraw2D.MolDraw2DSVG(400, 300)
    canvas.drawOptions().addAtomIndices = True
    canvas.DrawMolecule(molecule, highlightAtoms=[1, 2, 3])
    canvas.FinishDrawing()
    path.write_text(canvas.GetDrawingText())


SPACES = " ".join(
    [f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{full}:1.0"' for name, full in [
        ("office", "office"), ("style", "style"), ("text", "text"), ("draw", "drawing"), ("fo", "xsl-fo-compatible"),
        ("svg", "svg-compatible"), ("presentation", "presentation")]] + ['xmlns:xlink="http://www.w3.org/1999/xlink"'])


def open_document(kind, pages):
    """Returns a flat OpenDocument with gradients, hatches, dashes, arrows and text."""
    def style(name, paint, text=""):
        return (f'<style:style style:name="{name}" style:family="graphic"><style:graphic-properties {paint}/>'
                f"<style:text-properties {text}/></style:style>")

    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {SPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.{kind}">
<office:styles>
 <draw:gradient draw:name="Blues" draw:style="linear" draw:start-color="#99ccff" draw:end-color="#003366" draw:angle="450"/>
 <draw:gradient draw:name="Glow" draw:style="radial" draw:cx="50%" draw:cy="50%" draw:start-color="#aa3300" draw:end-color="#ffee88"/>
 <draw:hatch draw:name="Lines" draw:style="double" draw:color="#a03020" draw:distance="0.25cm" draw:rotation="450"/>
 <draw:marker draw:name="Arrow" svg:viewBox="0 0 20 30" svg:d="M10 0l-10 30h20z"/>
 <draw:stroke-dash draw:name="Dash" draw:style="rect" draw:dots1="1" draw:dots1-length="0.4cm" draw:distance="0.2cm"/>
</office:styles>
<office:automatic-styles>
 <style:page-layout style:name="PL"><style:page-layout-properties fo:page-width="20cm" fo:page-height="14cm"/></style:page-layout>
 {style("blues", 'draw:fill="gradient" draw:fill-gradient-name="Blues" draw:stroke="solid" svg:stroke-width="0.1cm"',
        'fo:font-size="20pt" fo:color="#ffffff"')}
 {style("glow", 'draw:fill="gradient" draw:fill-gradient-name="Glow" draw:stroke="none" draw:opacity="80%"')}
 {style("lines", 'draw:fill="hatch" draw:fill-hatch-name="Lines" draw:stroke="solid" svg:stroke-color="#a03020"')}
 {style("line", 'draw:stroke="dash" draw:stroke-dash="Dash" draw:marker-end="Arrow" draw:marker-end-width="0.5cm" svg:stroke-width="0.1cm"')}
 {style("label", 'draw:fill="none" draw:stroke="none"', 'fo:font-size="16pt" fo:font-family="DejaVu Sans"')}
 <style:style style:name="bold" style:family="text"><style:text-properties fo:font-weight="bold" fo:color="#aa0000"/></style:style>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="PL"/></office:master-styles>
<office:body><office:{"drawing" if kind == "graphics" else "presentation"}>{pages}</office:{
    "drawing" if kind == "graphics" else "presentation"}></office:body>
</office:document>"""


def page(name, shapes):
    return f'<draw:page draw:name="{name}" draw:master-page-name="Default">{shapes}</draw:page>'


SHAPES = """
 <draw:rect draw:style-name="blues" svg:x="1cm" svg:y="1cm" svg:width="6cm" svg:height="4cm"><text:p>Gradient</text:p></draw:rect>
 <draw:ellipse draw:style-name="glow" svg:x="9cm" svg:y="1cm" svg:width="5cm" svg:height="5cm"/>
 <draw:rect draw:style-name="lines" svg:x="1cm" svg:y="7cm" svg:width="6cm" svg:height="5cm"/>
 <draw:line draw:style-name="line" svg:x1="8cm" svg:y1="12cm" svg:x2="18cm" svg:y2="7cm"/>
 <draw:frame draw:style-name="label" svg:x="8cm" svg:y="7cm" svg:width="10cm" svg:height="2cm"><draw:text-box>
  <text:p>A label with <text:span text:style-name="bold">bold words</text:span> in it that wraps to another line</text:p>
 </draw:text-box></draw:frame>"""


def libreoffice(path, kind, ending, pages):
    source = pathlib.Path(f"document.{ending}")
    source.write_text(open_document(kind, pages))
    profile = pathlib.Path("profile").absolute().as_uri()
    run("soffice", f"-env:UserInstallation={profile}", "--headless", "--convert-to", "svg", str(source))
    path.write_bytes(pathlib.Path("document.svg").read_bytes())


@drawing(packages=["libreoffice-draw"], programs=["soffice"])
def libreoffice_draw(path):
    libreoffice(path, "graphics", "fodg", page("one", SHAPES))


@drawing(packages=["libreoffice-impress"], programs=["soffice"])
def libreoffice_impress(path):
    # A slide is hidden until a script shows it.
    libreoffice(path, "presentation", "fodp", page("one", SHAPES.replace("Gradient", "A slide")))


INKSCAPE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120mm" height="90mm" viewBox="0 0 120 90"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd">
 <defs><linearGradient id="a"><stop offset="0" style="stop-color:#f57900;stop-opacity:1"/>
  <stop offset="1" style="stop-color:#f57900;stop-opacity:0"/></linearGradient>
  <linearGradient id="b" xlink:href="#a" x1="10" y1="10" x2="50" y2="40" gradientUnits="userSpaceOnUse"/>
  <filter id="f" style="color-interpolation-filters:sRGB" inkscape:label="Blur" x="-.1" y="-.1" width="1.2" height="1.2">
  <feGaussianBlur stdDeviation="1.2"/></filter>
  <marker id="m" orient="auto" style="overflow:visible" refX="0" refY="0"><path transform="scale(.4)" d="M5.77 0-2.88 5V-5Z"
  style="fill:context-stroke;fill-rule:evenodd"/></marker></defs>
 <g inkscape:groupmode="layer" inkscape:label="Layer 1" id="layer1">
 <rect x="10" y="10" width="40" height="30" ry="4" style="fill:url(#b);stroke:#204a87;stroke-width:1.2;stroke-dasharray:3,1.2"/>
 <path sodipodi:type="star" sodipodi:sides="5" sodipodi:cx="85" sodipodi:cy="25" sodipodi:r1="18" sodipodi:r2="8" d="m 85,7 5,12 13,1 -10,8 3,13
  -11,-7 -11,7 3,-13 -10,-8 13,-1 z" style="fill:#73d216;filter:url(#f)" inkscape:flatsided="false"/>
 <path d="M10 80C30 40 60 90 90 60" style="fill:none;stroke:#a40000;stroke-width:1;marker-end:url(#m)"/>
 <text xml:space="preserve" x="12" y="56" style="font-size:7px;line-height:1.25;font-family:'DejaVu Serif';-inkscape-font-specification:'DejaVu Serif'"
  ><tspan sodipodi:role="line" x="12" y="56">Text of two</tspan><tspan sodipodi:role="line" x="12" y="65" style="font-style:italic">lines of it</tspan></text>
 </g></svg>"""


def inkscape(path, *options):
    pathlib.Path("source.svg").write_text(INKSCAPE)
    run("inkscape", "source.svg", *options, f"--export-filename={path}", env={
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(pathlib.Path.cwd()), "LC_ALL": "C.UTF-8"})


@drawing(packages=["inkscape"], programs=["inkscape"])
def inkscape_plain(path):
    inkscape(path, "--export-plain-svg")


@drawing(packages=["inkscape"], programs=["inkscape"])
def inkscape_outlines(path):
    inkscape(path, "--export-text-to-path", "--actions=select-by-id:layer1;clone;transform-rotate:8")


@drawing(packages=["fig2dev"], programs=["fig2dev"])
def fig2dev_shapes(path):
    pathlib.Path("shapes.fig").write_text("""#FIG 3.2
Landscape
Center
Inches
Letter
100.00
Single
-2
1200 2
1 3 0 2 4 6 50 -1 43 0.000 1 0.0000 1800 1800 900 900 1800 1800 2700 1800
2 2 1 3 1 7 60 -1 45 4.000 0 0 -1 0 0 5
\t 3300 900 6000 900 6000 2700 3300 2700 3300 900
2 1 0 2 0 7 50 -1 -1 0.000 0 0 -1 1 0 3
\t1 1 2.00 120.00 240.00
\t 900 3300 3000 4200 6000 3300
4 0 0 50 -1 16 18 0.0000 4 200 1200 1200 1900 Helvetica\\001
4 1 4 50 -1 0 20 0.5236 4 200 1200 4500 4000 Times turned\\001
""")
    run("fig2dev", "-L", "svg", "shapes.fig", str(path))


@drawing(packages=["potrace"], programs=["potrace"])
def potrace_hills(path):
    rows = scene(320, 240)
    data = bytes(sum((pixel[2] > 150) << 7 - bit for bit, pixel in enumerate(row[x:x + 8])) for row in rows for x in range(0, 320, 8))
    pathlib.Path("scene.pbm").write_bytes(b"P4 320 240\n" + data)
    run("potrace", "--svg", "--color", "#336699", "-o", str(path), "scene.pbm")
