"""Drawings in the forms that draw.io, Mermaid, Figma, Illustrator and Observable Plot write, made by rule."""

import base64
import math
import struct
import zlib

from drawings.tools import drawing

HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def drawio_label(x, y, width, text, style=""):
    """Returns a label of a box: a switch between HTML that flex boxes center, and text for programs without it."""
    return f"""<g><switch><foreignObject style="overflow: visible; text-align: left;" pointer-events="none" width="100%" height="100%"
      requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"><div xmlns="http://www.w3.org/1999/xhtml"
      style="display: flex; align-items: unsafe center; justify-content: unsafe center; width: {width}px; height: 1px; padding-top: {y}px;
      margin-left: {x}px;"><div style="box-sizing: border-box; font-size: 0; text-align: center;" data-drawio-colors="color: #000000; "><div
      style="display: inline-block; font-size: 12px; font-family: Helvetica; color: light-dark(#000000, #ffffff); line-height: 1.2;
      pointer-events: all; white-space: normal; word-wrap: normal; {style}">{text}</div></div></div></foreignObject>
      <text x="{x + width / 2}" y="{y + 4}" fill="#000000" font-family="Helvetica" font-size="12px" text-anchor="middle">…</text></switch></g>"""


@drawing()
def drawio_flow(path):
    boxes, labels = "", ""
    for at, (text, fill) in enumerate([
            ("Read the <b>file</b>", "#dae8fc"), ("Is it<br/>valid?", "#fff2cc"),
            ('Draw <font color="#ff0000">red</font> and <i>slanted</i> words that wrap', "#d5e8d4")]):
        x = 20 + 190 * at
        if at == 1:
            boxes += (f'<path d="M {x + 60} 20 L {x + 120} 60 L {x + 60} 100 L {x} 60 Z" fill="{fill}" '
                      f'style="fill: light-dark({fill}, #281d00); stroke: light-dark(#d6b656, #6d5100);"/>')
        else:
            boxes += (f'<rect x="{x}" y="30" width="120" height="60" rx="9" ry="9" fill="{fill}" stroke="#6c8ebf" '
                      f'style="fill: light-dark({fill}, #1d293b); stroke: light-dark(#6c8ebf, #5c79a3);"/>')
        labels += drawio_label(x + 1, 60, 118, text)
        if at < 2:
            boxes += (f'<path d="M {x + 120} 60 L {x + 183.63} 60" fill="none" stroke="#000000" stroke-miterlimit="10" '
                      f'style="stroke: light-dark(rgb(0, 0, 0), rgb(255, 255, 255));"/><path d="M {x + 188.88} 60 L {x + 181.88} 63.5 '
                      f'L {x + 183.63} 60 L {x + 181.88} 56.5 Z" stroke="#000000" stroke-miterlimit="10"/>')
    path.write_text(f"""<svg {HEAD} style="background: transparent; background-color: transparent; color-scheme: light dark;" version="1.1"
      width="541px" height="121px" viewBox="-0.5 -0.5 541 121"><defs/><g>{boxes}{labels}</g></svg>""")


@drawing()
def drawio_table(path):
    lines = "".join(f'<path d="M 10 {40 + 30 * at} L 310 {40 + 30 * at}" fill="none" stroke="#666666"/>' for at in range(4))
    cells = "".join(
        drawio_label(20, 55 + 30 * at, 280, f"<div style='text-align:left'>row <u>{at + 1}</u>: <code>x<sub>{at}</sub></code></div>",
                     "width: 276px; overflow: hidden;") for at in range(3))
    shadow = 'style="filter: drop-shadow(rgba(0, 0, 0, 0.25) 2px 3px 2px);"'
    path.write_text(f"""<svg {HEAD} style="background-color: rgb(255, 255, 255);" version="1.1" width="331px" height="201px"
      viewBox="-0.5 -0.5 331 201"><defs><linearGradient x1="0%" y1="0%" x2="0%" y2="100%" id="gradient-f5f5f5-1-b3b3b3-1-s-0">
      <stop offset="0%" style="stop-color: rgb(245, 245, 245); stop-opacity: 1;"/><stop offset="100%"
      style="stop-color: rgb(179, 179, 179); stop-opacity: 1;"/></linearGradient></defs><g><g {shadow}><rect x="10" y="10" width="300"
      height="120" fill="url(#gradient-f5f5f5-1-b3b3b3-1-s-0)" stroke="#666666"/></g>{lines}{drawio_label(11, 25, 298, "<b>Table</b>")}{cells}
      <ellipse cx="160" cy="165" rx="60" ry="25" fill="none" stroke="#b85450" stroke-dasharray="3 3" stroke-width="2"/>
      {drawio_label(101, 165, 118, '<span style="background-color: rgb(255, 230, 204);">marked words</span>')}</g></svg>""")


MERMAID = """#m{font-family:"trebuchet ms",verdana,arial,sans-serif;font-size:16px;fill:#333;}
#m .node rect,#m .node polygon,#m .node circle{fill:#ECECFF;stroke:#9370DB;stroke-width:1px;}#m .label{color:#333;}
#m .edgePath .path,#m .flowchart-link{stroke:#333333;stroke-width:2.0px;fill:none;}#m .marker{fill:#333333;stroke:#333333;}
#m .edgeLabel{background-color:rgba(232,232,232,0.8);text-align:center;}#m .edgeLabel p{background-color:rgba(232,232,232,0.8);}
#m .cluster rect{fill:#ffffde;stroke:#aaaa33;stroke-width:1px;}#m p{margin:0;}#m :root{--mermaid-font-family:"trebuchet ms",verdana,sans-serif;}
#m .edge-pattern-dashed{stroke-dasharray:3;}@keyframes edge-animation-frame{from{stroke-dashoffset:0;}}#m .label text,#m span{fill:#333;color:#333;}"""


def mermaid_label(width, text, kind="nodeLabel"):
    return f"""<g class="label" transform="translate({-width / 2}, -12)"><rect/><foreignObject width="{width}" height="24"><div
      xmlns="http://www.w3.org/1999/xhtml" style="display: table-cell; white-space: nowrap; line-height: 1.5; max-width: 200px;
      text-align: center;"><span class="{kind}"><p>{text}</p></span></div></foreignObject></g>"""


@drawing()
def mermaid_flowchart(path):
    nodes = [(90, 60, "Start", "rect"), (270, 60, "Decide?", "polygon"), (450, 60, "Finish", "circle")]
    body = ('<g class="clusters"><g class="cluster"><rect x="10" y="8" width="350" height="150"/>'
            f'<g class="cluster-label" transform="translate(185, 22)">{mermaid_label(70, "A group")}</g></g></g><g class="edgePaths">')
    for x, dash in ((130, ""), (312, "edge-pattern-dashed")):
        body += (f'<path d="M{x},80L{x + 15},80C{x + 25},80,{x + 40},95,{x + 50},95C{x + 60},95,{x + 70},80,{x + 82},80" '
                 f'class="flowchart-link {dash}" marker-end="url(#m_pointEnd)"/>')
    body += f'</g><g class="edgeLabels"><g class="edgeLabel" transform="translate(362, 95)">{mermaid_label(30, "yes", "edgeLabel")}</g></g>'
    body += '<g class="nodes">'
    for x, y, text, kind in nodes:
        shape = {"rect": '<rect class="basic label-container" x="-40" y="-27" width="80" height="54"/>',
                 "polygon": '<polygon points="48,0 96,-48 48,-96 0,-48" transform="translate(-48,48)"/>',
                 "circle": '<circle r="38"/>'}[kind]
        body += f'<g class="node default" transform="translate({x}, {y + 20})">{shape}{mermaid_label(60, text)}</g>'
    path.write_text(f"""<svg id="m" width="100%" {HEAD} class="flowchart" style="max-width: 510px;" viewBox="0 0 510 170"
      role="graphics-document document"><style>{MERMAID}</style><g><marker id="m_pointEnd" class="marker flowchart-v2" viewBox="0 0 10 10"
      refX="5" refY="5" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" orient="auto"><path d="M 0 0 L 10 5 L 0 10 z"
      class="arrowMarkerPath" style="stroke-width: 1; stroke-dasharray: 1, 0;"/></marker>{body}</g></g></svg>""")


@drawing()
def mermaid_sequence(path):
    body = ""
    for at, name in enumerate(["Alice", "Bob", "Store"]):
        x = 75 + 200 * at
        body += (f'<g><line x1="{x}" y1="65" x2="{x}" y2="240" class="actor-line" stroke-width="0.5px" stroke="#999"/>'
                 f'<rect x="{x - 75}" y="0" fill="#eaeaea" stroke="#666" width="150" height="65" rx="3" ry="3" class="actor"/>'
                 f'<text x="{x}" y="32.5" dominant-baseline="central" alignment-baseline="central" class="actor actor-box" '
                 f'style="text-anchor: middle; font-size: 16px; font-weight: 400;"><tspan x="{x}" dy="0">{name}</tspan></text></g>')
    for at, (first, last, text, line) in enumerate([(75, 275, "ask for it", 0), (275, 475, "read", 0), (475, 275, "found", 1), (275, 75, "answer", 1)]):
        y = 100 + 35 * at
        body += (f'<text x="{(first + last) / 2}" y="{y - 20}" text-anchor="middle" dominant-baseline="middle" alignment-baseline="middle" '
                 f'class="messageText" dy="1em" style="font-size: 16px; font-weight: 400;">{text}</text>'
                 f'<line x1="{first}" y1="{y}" x2="{last + (4 if last < first else -4)}" y2="{y}" class="messageLine{line}" stroke-width="2" '
                 f'stroke="none" marker-end="url(#arrowhead)" style="fill: none;{" stroke-dasharray: 3, 3;" if line else ""}"/>')
    path.write_text(f"""<svg id="s" width="100%" {HEAD} style="max-width: 650px; background-color: white;" viewBox="-50 -10 650 260"><style>
      #s{{font-family:"trebuchet ms",verdana,arial,sans-serif;font-size:16px;fill:#333;}}#s .actor{{stroke:hsl(259.6261682243, 59.7765363128%,
      87.9019607843%);fill:#ECECFF;}}#s text.actor>tspan{{fill:black;stroke:none;}}#s .messageLine0,#s .messageLine1{{stroke-width:1.5;stroke:#333;}}
      #s .messageText{{fill:#333;stroke:none;}}#s #arrowhead path{{fill:#333;stroke:#333;}}</style><defs><marker id="arrowhead" refX="7.9"
      refY="5" markerUnits="userSpaceOnUse" markerWidth="12" markerHeight="12" orient="auto-start-reverse"><path d="M -1 0 L 10 5 L 0 10 z"/>
      </marker></defs>{body}</svg>""")


@drawing()
def figma_card(path):
    path.write_text(f"""<svg width="360" height="240" viewBox="0 0 360 240" fill="none" {HEAD}>
      <g clip-path="url(#clip0_1_2)"><rect width="360" height="240" fill="#F5F5F7"/><g filter="url(#filter0_d_1_2)"><rect x="40" y="32" width="280"
      height="168" rx="20" fill="white"/><rect x="40.5" y="32.5" width="279" height="167" rx="19.5" stroke="black" stroke-opacity="0.1"/></g>
      <g filter="url(#filter1_ii_1_2)"><circle cx="96" cy="88" r="32" fill="url(#paint0_linear_1_2)"/></g>
      <mask id="mask0_1_2" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="148" y="56" width="64" height="64"><rect x="148" y="56"
      width="64" height="64" rx="16" fill="#D9D9D9"/></mask><g mask="url(#mask0_1_2)"><rect x="140" y="50" width="80" height="80"
      fill="url(#paint1_radial_1_2)"/><path d="M140 110L220 60V130H140Z" fill="#1ABCFE" fill-opacity="0.7" style="mix-blend-mode:multiply"/></g>
      <g style="mix-blend-mode:screen" opacity="0.8" filter="url(#filter2_f_1_2)"><ellipse cx="262" cy="88" rx="30" ry="24" fill="#A259FF"/></g>
      <path fill-rule="evenodd" clip-rule="evenodd" d="M64 150H296V158H64V150ZM64 168H230V176H64V168Z" fill="#111" fill-opacity="0.3"/></g><defs>
      <filter id="filter0_d_1_2" x="20" y="16" width="320" height="216" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
      <feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix"
      values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="4"/><feGaussianBlur stdDeviation="10"/>
      <feComposite in2="hardAlpha" operator="out"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/>
      <feBlend mode="normal" in2="BackgroundImageFix" result="effect1_dropShadow_1_2"/><feBlend mode="normal" in="SourceGraphic"
      in2="effect1_dropShadow_1_2" result="shape"/></filter>
      <filter id="filter1_ii_1_2" x="62" y="54" width="70" height="72" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood
      flood-opacity="0" result="BackgroundImageFix"/><feBlend mode="normal" in="SourceGraphic" in2="BackgroundImageFix" result="shape"/>
      <feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dx="4"
      dy="6"/><feGaussianBlur stdDeviation="3"/><feComposite in2="hardAlpha" operator="arithmetic" k2="-1" k3="1"/><feColorMatrix type="matrix"
      values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0.6 0"/><feBlend mode="normal" in2="shape" result="effect1_innerShadow_1_2"/></filter>
      <filter id="filter2_f_1_2" x="212" y="44" width="100" height="88" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood
      flood-opacity="0" result="BackgroundImageFix"/><feBlend mode="normal" in="SourceGraphic" in2="BackgroundImageFix" result="shape"/>
      <feGaussianBlur stdDeviation="8" result="effect1_foregroundBlur_1_2"/></filter>
      <linearGradient id="paint0_linear_1_2" x1="96" y1="56" x2="96" y2="120" gradientUnits="userSpaceOnUse"><stop stop-color="#0ACF83"/>
      <stop offset="1" stop-color="#0ACF83" stop-opacity="0.4"/></linearGradient><radialGradient id="paint1_radial_1_2" cx="0" cy="0" r="1"
      gradientUnits="userSpaceOnUse" gradientTransform="translate(180 90) rotate(60) scale(48 30)"><stop stop-color="#F24E1E"/><stop offset="1"
      stop-color="#FF7262"/></radialGradient><clipPath id="clip0_1_2"><rect width="360" height="240" rx="24" fill="white"/></clipPath></defs></svg>""")


def picture(size=8):
    """Returns a small checkered PNG as a data URL."""
    rows = b"".join(bytes([30 * x, 200 - 20 * y, 255 if (x + y) % 2 else 60]) for y in range(size) for x in range(size))
    lines = b"".join(b"\0" + rows[at * size * 3:(at + 1) * size * 3] for at in range(size))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    png = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
           + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))
    return "data:image/png;base64," + base64.b64encode(png).decode()


@drawing()
def figma_gradients(path):
    path.write_text(f"""<svg width="420" height="200" viewBox="0 0 420 200" fill="none" {HEAD}>
      <g clip-path="url(#paint0_angular_3_4_clip_path)" data-figma-skip-parse="true"><g transform="matrix(0 0.08 -0.08 0 100 100)"><foreignObject
      x="-1012.5" y="-1012.5" width="2025" height="2025"><div xmlns="http://www.w3.org/1999/xhtml" style="background:conic-gradient(from
      90deg,rgba(242, 78, 30, 1) 0deg,rgba(162, 89, 255, 1) 120deg,rgba(26, 188, 254, 1) 240deg,rgba(242, 78, 30, 1) 360deg);height:100%;width:100%;
      opacity:1"></div></foreignObject></g></g><circle cx="100" cy="100" r="80"/>
      <rect x="220" y="20" width="80" height="160" rx="12" fill="url(#pattern0_3_4)"/>
      <rect x="321" y="21" width="78" height="158" rx="39" stroke="url(#paint1_linear_3_4)" stroke-width="6" stroke-linejoin="round"
      stroke-dasharray="14 6"/><defs><clipPath id="paint0_angular_3_4_clip_path"><circle cx="100" cy="100" r="80"/></clipPath>
      <pattern id="pattern0_3_4" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0_3_4"
      transform="matrix(0.25 0 0 0.125 -0.5 0)"/></pattern><image id="image0_3_4" width="8" height="8" preserveAspectRatio="none"
      xlink:href="{picture()}"/><linearGradient id="paint1_linear_3_4" x1="360" y1="20" x2="360" y2="180" gradientUnits="userSpaceOnUse">
      <stop stop-color="#0D99FF"/><stop offset="1" stop-color="#0D99FF" stop-opacity="0"/></linearGradient></defs></svg>""")


@drawing()
def illustrator_logo(path):
    path.write_text(f"""<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator, by rule -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
 <!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY ns_xlink "http://www.w3.org/1999/xlink">]>
<svg version="1.1" id="Layer_1" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" x="0px" y="0px" width="320px" height="200px" viewBox="0 0 320 200"
 enable-background="new 0 0 320 200" style="enable-background:new 0 0 320 200;" xml:space="preserve"><style type="text/css">
 .st0{{fill:url(#SVGID_1_);}} .st1{{clip-path:url(#SVGID_3_);fill:#ED1C24;}} .st2{{fill:none;stroke:#231F20;stroke-width:4;stroke-linecap:round;
 stroke-miterlimit:10;stroke-dasharray:0,8;}} .st3{{font-family:'MyriadPro-Regular','DejaVu Sans';}} .st4{{font-size:24px;letter-spacing:2;}}
 .st5{{opacity:0.6;fill:#39B54A;enable-background:new;}} .st6{{fill:url(#SVGID_5_);}}</style>
<linearGradient id="SVGID_1_" gradientUnits="userSpaceOnUse" x1="20" y1="20" x2="140" y2="140" gradientTransform="matrix(1 0 0 -1 0 160)">
<stop offset="0" style="stop-color:#FBB03B"/><stop offset="0.5" style="stop-color:#F15A24"/><stop offset="1" style="stop-color:#C1272D"/></linearGradient>
<path class="st0" d="M20,80c0-33.1,26.9-60,60-60s60,26.9,60,60s-26.9,60-60,60S20,113.1,20,80z"/><g><defs><polygon id="SVGID_2_"
points="180,20 300,20 240,140 "/></defs><clipPath id="SVGID_3_"><use xlink:href="#SVGID_2_" style="overflow:visible;"/></clipPath>
<rect x="170" y="60" class="st1" width="140" height="40"/><circle class="st1" cx="240" cy="120" r="30"/></g>
<radialGradient id="SVGID_5_" cx="240" cy="40" r="60" gradientUnits="userSpaceOnUse" xlink:href="#SVGID_1_"/>
<path class="st5" d="M40,110h240v30H40V110z"/><line class="st2" x1="24" y1="160" x2="296" y2="160"/>
<text transform="matrix(1 0 0 1 40 188)" class="st3 st4">Logo </text><text transform="matrix(0.9659 -0.2588 0.2588 0.9659 180 190)"><tspan x="0"
y="0" class="st3" style="font-size:18px;">turned </tspan><tspan x="78" y="0" style="font-family:'DejaVu Serif';font-size:18px;">tspans</tspan></text>
</svg>""", encoding="utf-8")


@drawing()
def illustrator_symbols(path):
    uses = "".join(f'<use xlink:href="#Leaf" width="60" height="40" x="-30" y="-20" transform="matrix({math.cos(at):.4f} {math.sin(at):.4f} '
                   f'{math.sin(at):.4f} {-math.cos(at):.4f} {60 + 50 * (at % 5)} {50 + 60 * (at // 5)})" overflow="visible"/>' for at in range(10))
    path.write_text(f"""<svg id="Ebene_1" data-name="Ebene 1" {HEAD} viewBox="0 0 320 220"><defs><style>.cls-1,.cls-2{{fill:none;}}
      .cls-2{{stroke:#fff;stroke-width:.75px;}}.cls-3{{isolation:isolate;}}.cls-4{{mix-blend-mode:multiply;fill:#8cc63f;}}.cls-5{{fill:#fcee21;
      mask:url(#mask);}}.cls-6{{mask-type:luminance;}}</style><symbol id="Leaf" viewBox="-30 -20 60 40"><path fill="#009245"
      d="M-28,0C-14-20,14-20,28,0,14,20-14,20-28,0Z"/><path class="cls-2" d="M-26,0H26M-10,0-4-9M0,0,6-9M-10,0-4,9M0,0,6,9"/></symbol>
      <mask id="mask" x="0" y="140" width="320" height="80" maskUnits="userSpaceOnUse"><g class="cls-6"><rect fill="#fff" y="140" width="160"
      height="80"/><rect fill="#666" x="160" y="140" width="160" height="80"/></g></mask></defs><g class="cls-3">{uses}<g class="cls-4"><circle
      cx="120" cy="120" r="50"/></g><rect class="cls-5" x="20" y="150" width="280" height="50" rx="25"/></g></svg>""")


PLOT = """:where(.plot-d6a7b5) { --plot-background: white; display: block; height: auto; height: intrinsic; max-width: 100%; }
:where(.plot-d6a7b5 text), :where(.plot-d6a7b5 tspan) { white-space: pre; }"""


def plot(path, body, width=640, height=400):
    path.write_text(f"""<svg class="plot-d6a7b5" fill="currentColor" font-family="system-ui, sans-serif" font-size="10" text-anchor="middle"
      width="{width}" height="{height}" viewBox="0 0 {width} {height}" {HEAD}><style>{PLOT}</style>{body}</svg>""", encoding="utf-8")


def plot_axes(width=640, height=400):
    """Returns the two axes: ticks, labels in digits of one width, and names with arrows."""
    lines, labels = "", ""
    for at in range(7):
        y = height - 30.5 - at * (height - 60) / 6
        lines += f'<path transform="translate(40,{y:.2f})" d="M0,0L-6,0"/>'
        labels += f'<text y="0.32em" transform="translate(31,{y:.2f})">{at * 1111:,}</text>'
    bottom = "".join(f'<text y="0.71em" transform="translate({40 + (width - 60) * at / 10:.2f},{height - 21})">{at / 10:.1f}</text>'
                     for at in range(11))
    return (f'<g aria-label="y-axis tick" aria-hidden="true" fill="none" stroke="currentColor" transform="translate(0,0.5)">{lines}</g>'
            f'<g aria-label="y-axis tick label" text-anchor="end" font-variant="tabular-nums" transform="translate(0,0.5)">{labels}</g>'
            f'<g aria-label="y-axis label" text-anchor="start" transform="translate(-37,-17)"><text y="0.71em" transform="translate(40,20)">'
            f'↑ Frequency</text></g><g aria-label="x-axis tick label" font-variant="tabular-nums" transform="translate(0.5,0)">{bottom}</g>'
            f'<g aria-label="x-axis label" text-anchor="end" transform="translate(17,27)"><text transform="translate({width - 20},{height - 30})">'
            f'value →</text></g>')


@drawing()
def observable_bars(path):
    bars = "".join(f'<rect x="{41 + 29 * at}" width="28" y="{370 - abs(math.sin(at / 3)) * 300:.3f}" height="{abs(math.sin(at / 3)) * 300:.3f}">'
                   f"<title>bar {at}</title></rect>" for at in range(20))
    plot(path, plot_axes() + f'<g aria-label="rect" fill="steelblue">{bars}</g><g aria-label="rule" stroke="currentColor" '
         'transform="translate(0,0.5)"><line x1="40" x2="620" y1="370" y2="370"/></g>')


@drawing()
def observable_dots(path):
    dots = "".join(f'<circle cx="{60 + at * 73 % 540}" cy="{40 + at * 131 % 310}" r="3" stroke="hsl({at * 37 % 360}, 70%, 45%)"/>'
                   for at in range(140))
    line = "M" + "L".join(f"{45 + 5 * at},{200 + 90 * math.sin(at / 9):.3f}" for at in range(110))
    halo = ('<g aria-label="text" fill="currentColor" stroke="var(--plot-background)" stroke-width="3" stroke-linejoin="round" '
            'paint-order="stroke" font-weight="bold"><text transform="translate(320,120) rotate(-12)" y="0.32em"><tspan x="0">a label '
            'with</tspan><tspan x="0" dy="1em">a halo</tspan></text></g>')
    area = ('<clipPath id="plot-clip-1"><rect x="40" y="20" width="580" height="350"/></clipPath><g clip-path="url(#plot-clip-1)">'
            f'<path fill="oklch(0.7 0.15 250 / 0.3)" d="{line}L595,420L45,420Z"/></g>')
    plot(path, plot_axes() + area + f'<g aria-label="dot" fill="none" stroke-width="1.5">{dots}</g><g aria-label="line" fill="none" '
         f'stroke="light-dark(#333, #ccc)" stroke-width="1.5" stroke-linejoin="round" stroke-miterlimit="1"><path d="{line}"/></g>' + halo)
