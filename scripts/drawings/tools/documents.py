"""Pages, formulas, notes and codes by dvisvgm, Verovio, Typst, MuPDF, Poppler, ReportLab, ziamath, Zint and python-barcode."""

import pathlib

from drawings.tools import drawing
from drawings.tools.plots import run

TEX = r"""\documentclass{article}\usepackage[paperwidth=9cm,paperheight=6cm,margin=4mm]{geometry}\pagestyle{empty}
\begin{document}\section*{Sums and integrals}
The sum of a series $\sum_{n=1}^{\infty}\frac{1}{n^2}=\frac{\pi^2}{6}$ is known, and so is
\[\int_{-\infty}^{\infty}e^{-x^2}\,dx=\sqrt{\pi},\qquad A=\left(\begin{array}{cc}a&b\\c&d\end{array}\right).\]
A line of \emph{slanted} and \textbf{bold} text.
\end{document}
"""
DVISVGM = {"packages": ["dvisvgm", "texlive-latex-base"], "programs": ["dvisvgm", "latex"]}


def dvisvgm(path, *options):
    pathlib.Path("page.tex").write_text(TEX)
    run("latex", "-interaction=batchmode", "page.tex")
    run("dvisvgm", *options, "-o", str(path), "page.dvi")


@drawing(**DVISVGM)
def dvisvgm_outlines(path):
    dvisvgm(path, "--no-fonts")


@drawing(**DVISVGM)
def dvisvgm_fonts(path):
    dvisvgm(path, "--font-format=woff")


MUSIC = """<?xml version="1.0" encoding="UTF-8"?>
<score-partwise version="3.1"><part-list><score-part id="P1"><part-name>Flute</part-name></score-part></part-list><part id="P1">
<measure number="1"><attributes><divisions>2</divisions><key><fifths>2</fifths></key><time><beats>3</beats><beat-type>4</beat-type></time>
<clef><sign>G</sign><line>2</line></clef></attributes>
<note><pitch><step>D</step><octave>5</octave></pitch><duration>2</duration><type>quarter</type><lyric><text>La</text></lyric></note>
<note><pitch><step>E</step><octave>5</octave></pitch><duration>1</duration><type>eighth</type><beam number="1">begin</beam></note>
<note><pitch><step>F</step><alter>1</alter><octave>5</octave></pitch><duration>1</duration><type>eighth</type><beam number="1">end</beam></note>
<note><rest/><duration>2</duration><type>quarter</type></note></measure>
<measure number="2"><note><pitch><step>G</step><octave>4</octave></pitch><duration>6</duration><type>half</type><dot/></note></measure>
</part></score-partwise>"""


@drawing("verovio==6.4.1")
def verovio_score(path):
    import verovio
    toolkit = verovio.toolkit()
    toolkit.setOptions({"pageWidth": 1600, "pageHeight": 800, "adjustPageHeight": True, "scale": 50})
    toolkit.loadData(MUSIC)
    path.write_text(toolkit.renderToSVG(1))


@drawing("typst==0.15.0")
def typst_page(path):
    import typst
    pathlib.Path("page.typ").write_text("""
        #set page(width: 12cm, height: auto, margin: 1cm)
        = A page of Typst
        The area is $A = integral_0^1 sqrt(1 - x^2) dif x$.
        #rect(width: 100%, height: 2cm, fill: gradient.linear(red, yellow, blue), radius: 6pt)[White *bold* text]
        #circle(radius: 1cm, fill: tiling(size: (10pt, 10pt))[#place(line(start: (0%, 100%), end: (100%, 0%)))])
        #table(columns: 3, [a], [b], [c], [1], [2], [3])""")
    typst.compile("page.typ", output=str(path), format="svg")


def write_pdf(name):
    """Writes a page with text, gradients, a pattern, clips and translucent shapes."""
    from reportlab.lib import colors
    from reportlab.pdfgen import canvas
    page = canvas.Canvas(name, pagesize=(360, 260))
    page.setFont("Helvetica", 22)
    page.drawString(20, 220, "A page as SVG")
    page.setFont("Times-Italic", 12)
    page.drawString(20, 200, "with a line of slanted text below")
    page.saveState()
    clip = page.beginPath()
    clip.circle(90, 110, 60)
    page.clipPath(clip, stroke=0)
    page.linearGradient(30, 50, 150, 170, (colors.red, colors.yellow, colors.green))
    page.restoreState()
    page.setFillColorRGB(0, 0, 1, alpha=0.4)
    page.rect(120, 60, 100, 80, stroke=1, fill=1)
    page.setFillColorRGB(1, 0, 0, alpha=0.4)
    page.circle(230, 110, 45, stroke=1, fill=1)
    page.setDash(6, 3)
    page.setLineWidth(3)
    page.bezier(20, 20, 120, 90, 220, -40, 340, 40)
    page.save()


@drawing("reportlab==5.1.0", "pymupdf==1.26.6")
def mupdf_page(path):
    import pymupdf
    write_pdf("page.pdf")
    path.write_text(pymupdf.open("page.pdf")[0].get_svg_image(text_as_path=False))


@drawing("reportlab==5.1.0", packages=["poppler-utils"], programs=["pdftocairo"])
def poppler_page(path):
    write_pdf("page.pdf")
    run("pdftocairo", "-svg", "page.pdf", str(path))


@drawing("reportlab==5.1.0")
def reportlab_chart(path):
    from reportlab.graphics import renderSVG
    from reportlab.graphics.charts.barcharts import VerticalBarChart
    from reportlab.graphics.shapes import Drawing, String
    chart = VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = 40, 40, 300, 150
    chart.data = [(13, 5, 20, 22), (14, 6, 21, 23)]
    chart.categoryAxis.categoryNames = ["one", "two", "three", "four"]
    chart.categoryAxis.labels.angle = 30
    picture = Drawing(380, 230)
    picture.add(chart)
    picture.add(String(100, 210, "Bars by ReportLab", fontSize=16, fontName="Helvetica-Bold"))
    renderSVG.drawToFile(picture, str(path))


@drawing("ziamath==0.13")
def ziamath_formula(path):
    import ziamath
    path.write_text(ziamath.Latex(r"f(x) = \frac{1}{\sqrt{2\pi\sigma^2}} e^{-\frac{(x-\mu)^2}{2\sigma^2}}", size=36).svg())


@drawing(packages=["zint"], programs=["zint"])
def zint_code(path):
    run("zint", "--barcode=EANX", "--data=978020137962", "--filetype=SVG", f"--output={path}", "--fg=003366")


@drawing("python-barcode==0.16.1")
def barcode_bars(path):
    import barcode
    with path.open("wb") as file:
        barcode.get("code128", "TILE-2048", writer=barcode.writer.SVGWriter()).write(file)
