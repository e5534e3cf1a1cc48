"""A folder of generated hostile files: small on disk, and as large for their readers as the format allows."""

import base64
import dataclasses
import gzip
import os
import struct

from . import pictures
from .wire import generator

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{0}" height="{1}">'
# A color that must never be visible through a link.
SECRET = "#c0ffee"


@dataclasses.dataclass(frozen=True)
class Hostile:
    name: str
    # Whether the file is sound but demanding. At least one of its tiles must then be an image in the end.
    is_sound: bool = False


def svg(body, width=1000, height=1000, prologue=""):
    return (prologue + HEAD.format(width, height) + body + "</svg>").encode()


def _nested(open_tag, close_tag, depth, inside="<rect width='9' height='9'/>"):
    return svg(open_tag * depth + inside + close_tag * depth)


def _uses(levels, each):
    """Returns nested definitions in which each level uses the previous one `each` times: each ** levels rectangles."""
    groups = "<rect id='a0' width='3' height='3'/>" + "".join(
        f"<g id='a{level}'>" + "".join(f"<use xlink:href='#a{level - 1}' x='{n}'/>" for n in range(each)) + "</g>"
        for level in range(1, levels + 1))
    return svg(f"<defs>{groups}</defs><use xlink:href='#a{levels}'/>")


def _entities(levels, each, inside):
    laughs = "<!ENTITY l0 'lol'>" + "".join(
        f"<!ENTITY l{level} '" + f"&l{level - 1};" * each + "'>" for level in range(1, levels + 1))
    return svg(inside.format(f"&l{levels};"), prologue=f"<!DOCTYPE svg [{laughs}]>")


def _filters(primitives, region="x='-1000%' y='-1000%' width='2100%' height='2100%'", used=1):
    # Only librsvg knows the background of an element.
    return svg(f"<filter id='f' {region}><feOffset in='BackgroundImage'/>{primitives}</filter>"
               + "".join(f"<rect x='{20 * n}' width='400' height='400' filter='url(#f)'/>" for n in range(used)))


def drawings(random):
    """Yields names and bytes of hostile SVGs. Those named `sound-…` are sound but demanding."""
    plain = "<rect width='900' height='900' fill='#08c'/>"
    yield "deep-groups", _nested("<g>", "</g>", 200_000)
    yield "deep-opacity", _nested("<g opacity='.999'>", "</g>", 100_000, plain)
    # As deep as allowed, and very wide.
    yield "wide-opacity", svg(("<g opacity='.99'>" * 240 + plain + "</g>" * 240) * 400)
    yield "wide-clips", svg("".join(f"<clipPath id='c{n}' clip-path='url(#c{n - 1})'>"
                                    f"<circle cx='500' cy='500' r='{500 - n}'/></clipPath>"
                                    for n in range(200)) + f"<g clip-path='url(#c199)'>{plain}</g>" * 300)
    yield "wide-masks", svg("".join(f"<mask id='m{n}'><rect width='900' height='900' fill='#fff' "
                                    f"mask='url(#m{n - 1})'/></mask>"
                                    for n in range(1, 120)) + "<rect width='900' height='900' mask='url(#m119)'/>" * 20)
    yield "wide-patterns", svg("".join(
        f"<pattern id='p{n}' width='7' height='7' patternUnits='userSpaceOnUse'>"
        f"<rect width='400' height='400' fill='url(#p{n - 1})'/>"
        "</pattern>" for n in range(1, 120)) + "<rect width='900' height='900' fill='url(#p119)'/>")
    yield "deep-svg", _nested("<svg>", "</svg>", 20_000)
    yield "deep-clips", svg("".join(f"<clipPath id='c{n}' clip-path='url(#c{n - 1})'><rect width='900' height='900'/>"
                                    f"</clipPath>"
                                    for n in range(3000)) + "<rect width='900' height='900' clip-path='url(#c2999)'/>")
    yield "deep-masks", svg("".join(f"<mask id='m{n}'><rect width='900' height='900' fill='#fff' "
                                    f"mask='url(#m{n - 1})'/></mask>"
                                    for n in range(1, 1000)) + "<rect width='900' height='900' mask='url(#m999)'/>")
    yield "deep-patterns", svg("".join(
        f"<pattern id='p{n}' width='4' height='4' patternUnits='userSpaceOnUse'><rect width='400' height='400' "
        f"fill='url(#p{n - 1})'/></pattern>" for n in range(1, 3000))
                               + "<rect width='900' height='900' fill='url(#p2999)'/>")
    yield "deep-gradients", svg("".join(f"<linearGradient id='g{n}' xlink:href='#g{n - 1}'/>" for n in range(1, 20_000))
                                + "<rect width='900' height='900' fill='url(#g19999)'/>")
    yield "deep-text", svg("<text y='500'>" + "<tspan>" * 50_000 + "a" + "</tspan>" * 50_000 + "</text>")
    yield "use-bomb", _uses(9, 10)
    yield "use-bomb-wide", _uses(2, 3000)
    yield "use-many", _uses(5, 10)
    yield "use-of-itself", svg("<g id='a'><use xlink:href='#a'/><use xlink:href='#b'/></g><g id='b'>"
                               "<use xlink:href='#a'/></g>")
    yield "pattern-of-itself", svg("<pattern id='p' width='9' height='9'><rect fill='url(#p)' width='9' height='9'/>"
                                   "</pattern>"
                                   "<rect width='900' height='900' fill='url(#p)'/>")
    yield "laughs", _entities(9, 10, "<text>{}</text>")
    yield "laughs-in-attribute", _entities(9, 10, "<text id='{}'>a</text>")
    yield "laughs-quadratic", svg("<text>" + "&a;" * 20_000 + "</text>",
                                  prologue=f"<!DOCTYPE svg [<!ENTITY a '{'a' * 20_000}'>]>")
    yield "laughs-of-itself", svg("<text>&a;</text>", prologue="<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>")
    yield "entity-of-a-file", svg("<text y='99' font-size='60'>&a;</text>",
                                  prologue="<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>")
    yield "entity-of-a-parameter", svg("<text>&a;</text>",
                                       prologue="<!DOCTYPE svg [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]>")
    yield "image-of-a-file", svg("".join(f"<image width='99' height='99' xlink:href='{link}'/>" for link in (
        "/etc/passwd", "file:///etc/passwd", "../outside/secret.svg", "/dev/zero", "/dev/random", "/proc/self/environ",
        "http://127.0.0.1:1/", "fifo.svg", "image-of-a-file.svg", "data:,", "data:image/png;base64,!!!!")))
    yield "use-of-a-file", svg("<use xlink:href='../outside/secret.svg#a'/><use xlink:href='file:///etc/passwd#a'/>")
    yield "style-of-a-file", svg("<style>@import url('file:///etc/passwd'); "
                                 "@font-face{font-family:a;src:url(/etc/passwd)}"
                                 "rect{fill:url(/etc/passwd#a)}</style>" + plain)
    yield "filter-region", _filters("<feGaussianBlur stdDeviation='1000'/>",
                                    "filterUnits='userSpaceOnUse' x='-1e9' y='-1e9' width='2e9' height='2e9'")
    yield "filter-turbulence", _filters("<feTurbulence baseFrequency='.05' numOctaves='10000'/>")
    yield "filter-chain", _filters("<feGaussianBlur stdDeviation='200'/>" * 2000, used=4)
    yield "filter-many", svg("<filter id='f'><feOffset in='BackgroundImage'/><feGaussianBlur in='SourceGraphic' stdDeviation='9'/></filter>" + "".join(
        f"<rect x='{n % 50 * 20}' y='{n // 50 * 20}' width='300' height='300' fill='#0{n % 10}c' filter='url(#f)'/>"
        for n in range(2500)))
    yield "filter-blurs", _filters("<feGaussianBlur stdDeviation='400 30'/>" * 60, used=20)
    yield "filter-noise", _filters("<feTurbulence baseFrequency='.9' numOctaves='16'/>" * 40, used=9)
    yield "filter-light", _filters("<feSpecularLighting surfaceScale='99' specularExponent='128'>"
                                   "<fePointLight x='9' y='9' z='9'/>"
                                   "</feSpecularLighting><feDisplacementMap in2='SourceGraphic' scale='1e5'/>" * 30)
    yield "filter-convolve", _filters("<feConvolveMatrix order='100' kernelMatrix='" + "1 " * 10_000 + "'/>")
    yield "filter-morphology", _filters("<feMorphology operator='dilate' radius='5000'/>")
    yield "filter-offsets", _filters("<feOffset dx='1e30' dy='-1e30'/><feTile/><feFlood flood-color='#123'/>")
    # Elements that librsvg draws at every level (issue 11, line 1).
    yield "sound-filter-and-text", svg(
        "<filter id='f'><feOffset in='BackgroundImage'/><feGaussianBlur in='SourceGraphic' stdDeviation='1'/></filter>"
        "<rect x='100' y='100' width='300' height='300' fill='#08c' "
        "filter='url(#f)'/><text x='390' y='400' font-size='16'>A text beside it</text>")
    yield "text-size", svg("".join(f"<text font-size='{size}' y='500'>Wide</text>" for size in (
        "1e4", "1e6", "1e9", "1e30", "1e308", "1e-30", "5e-324", "-5", "NaN", "inf", "9" * 400)))
    yield "text-size-filtered", svg("<filter id='f'><feGaussianBlur stdDeviation='1'/></filter><g filter='url(#f)'>"
                                    "<text font-size='100000' y='500'>Wide</text><text font-size='1e7'>W</text></g>")
    yield "text-long", svg("<text y='500' font-size='4'>" + "lorem ipsum " * 80_000 + "</text>")
    yield "text-glyphs", svg("<text y='500' x='" + " ".join(str(n % 1000) for n in range(150_000)) + "'>"
                             + "a" * 150_000
                             + "</text>")
    yield "text-marks", svg("<text y='500' font-size='40'>a" + "\u0301" * 100_000 + "\u202e\u2066" * 5000 + "</text>")
    yield "style-star", svg("<style>" + "".join(f"*{{fill:#{n % 4096:03x}}}" for n in range(20_000)) + "</style>"
                            + "<rect width='9' height='9'/>" * 13_000)
    yield "style-children", svg("<style>" + "".join(f"g g g g g.a{n}>rect{{fill:red}}" for n in range(5000))
                                + "</style>"
                                + "<g>" * 60 + "<rect width='9' height='9'/>" * 3000 + "</g>" * 60)
    yield "style-long", svg("<style>" + "a," * 300_000 + "b{fill:red}" + "{" * 50_000 + "</style>" + plain)
    for mode in ("multiply", "luminosity"):
        yield f"blends-{mode}", svg("".join(
            f"<rect x='{n % 9}' width='999' height='999' fill='#0{n % 10}c' style='mix-blend-mode:{mode}'/>"
            for n in range(10_000)))
    yield "gradients", svg("<radialGradient id='g'>"
                           + "".join(f"<stop offset='{n / 50_000}' stop-color='#{n % 4096:03x}'/>"
                                                               for n in range(50_000)) + "</radialGradient>"
                           + "<circle cx='500' cy='500' r='500' fill='url(#g)' stroke='url(#g)'/>" * 500)
    yield "strokes", svg("".join(f"<path fill='none' stroke='#000' stroke-opacity='.01' stroke-width='999' "
                                 f"stroke-linejoin='round' "
                                 f"stroke-dasharray='.5 .3' d='M0 {n}L999 0L0 999L{n} 3'/>" for n in range(300)))
    yield "opacities", svg("".join(f"<g opacity='.5'><rect width='{900 - n % 100}' height='900'/>"
                                   f"<rect width='90' height='{n % 900}'/>"
                                   "</g>" for n in range(10_000)))
    yield "comments", svg("<!--" + "a" * 12_000_000 + "-->" + plain)
    yield "svg-in-svg", svg("<image width='999' height='999' xlink:href='data:image/svg+xml;base64,"
                            + base64.b64encode(_filters("<feGaussianBlur stdDeviation='400'/>" * 60)).decode() + "'/>")
    yield "marker-many", svg("<defs><marker id='m' markerWidth='9' markerHeight='9'><path d='M0 0h9v9z'/>"
                             "<path d='M1 1h4v4z'/>"
                             "</marker></defs><path marker-mid='url(#m)' marker-start='url(#m)' fill='none' "
                             "stroke='#000' d='M0 0"
                             + "".join(f" {n % 1000} {n % 991}" for n in range(55_000)) + "'/>")
    yield "markers-nested", svg("<defs>" + "".join(
        f"<marker id='m{n}' overflow='visible'>"
        f"<path d='M0 0L9 9L0 9L4 4' marker-mid='url(#m{n - 1})' marker-end='url(#m{n - 1})'/>"
        "</marker>" for n in range(1, 30)) + "</defs><path d='M0 0L900 900L0 900' marker-mid='url(#m29)'/>")
    yield "sound-rects", svg("".join(f"<rect x='{n % 1000}' y='{n // 1000 % 1000}' width='3' height='3'/>"
                                     for n in range(150_000)))
    yield "path-long", svg("<path d='M0 0" + "".join(f"L{n % 1000} {n * 7 % 1000}" for n in range(300_000)) + "'/>")
    yield "path-curves", svg("<path stroke='#000' stroke-dasharray='.001' d='M0 0" + "C1e9-1e9-1e9 1e9 900 900" * 200
                             + "'/>")
    yield "path-dashes", svg("<path stroke='#000' stroke-width='.01' stroke-dasharray='1e-9' d='M0 0L1e9 1e9'/>")
    yield "path-arcs", svg("<path stroke='#000' d='M0 0" + "A1e-9 1e9 45 1 1 1e9 1e-9" * 5000 + "'/>")
    for name, width, height in (("nan", "NaN", "NaN"), ("inf", "inf", "1e999"), ("huge", "1e30", "1e30"),
                                ("thin", "1e9", "1e-9"),
                                ("tiny", "1e-320", "1e-320"), ("negative", "-5", "-5"), ("nothing", "0", "0"),
                                ("percent", "9999999%", "1%"), ("units", "1e8km", "5parsecs"),
                                ("long", "9" * 5000, "1")):
        yield f"size-{name}", svg(plain, width, height)
    yield "view-box", svg(f"<svg viewBox='0 0 1e-30 1e-30'>{plain}</svg><svg viewBox='NaN 0 1 1'>{plain}</svg>"
                          f"<svg viewBox='0 0 -1 -1'>{plain}</svg>"
                          f"<svg viewBox='-1e300 -1e300 1e300 1e300'>{plain}</svg>")
    yield "transforms", svg("".join(f"<g transform='{each}'>{plain}</g>" for each in (
        "scale(0)", "scale(1e300)", "scale(1e-300)", "matrix(1e200 1e200 1e200 1e200 0 0)", "rotate(1e300)",
        "skewX(90)",
        "scale(NaN)", "translate(1e308)" * 3, "scale(2)" * 2000)))
    yield "numbers", svg("".join(f"<circle r='{each}' cx='{each}' cy='1' stroke-width='{each}' stroke='red'/>"
                                 for each in (
        "1e308", "-1e308", "1e-308", "NaN", "1e99999", "." * 500, "1" * 5000, "0x10", "-0")))
    image = base64.b64encode(pictures.noise_png(1700, random)).decode()
    # Large but sound, so there is no damage (issue 11, line 10).
    yield "sound-embedded", svg(f"<image width='1000' height='1000' xlink:href='data:image/png;base64,{image}'/>")
    bomb = base64.b64encode(pictures.png(20_000, 20_000, bytes(2500), 0, 1)).decode()
    yield "embedded-bomb", svg("".join(f"<image x='{n}' width='99' height='99' "
                                       f"xlink:href='data:image/png;base64,{bomb}'/>"
                                       for n in range(20)))
    yield "no-end", svg(plain)[:-30]
    yield "no-root", b"<?xml version='1.0'?>" + b"<!-- a -->" * 20_000 + b"<svg"
    yield "binary", b"<svg xmlns='http://www.w3.org/2000/svg'>" + random.randbytes(50_000)
    yield "utf-16", "<?xml version='1.0' encoding='UTF-16'?>".encode("utf-16") + svg(plain).decode().encode("utf-16")[2:]
    yield "encoding", svg(plain, prologue="<?xml version='1.0' encoding='nothing-of-that-name'?>")
    yield "attributes", svg("<rect " + " ".join(f"a{n}='b'" for n in range(100_000)) + "/>" + plain)
    yield "namespaces", svg("".join(f"<g xmlns:a{n}='b{n}'>" for n in range(3000)) + plain + "</g>" * 3000)


def images(random):
    """Yields names with extensions, and bytes, of hostile images."""
    sound = pictures.png(600, 400, random.randbytes(1800), 2)
    # 60,000² pixels in about 450 KB: 3.6 GB as gray pixels, 14 GB in color (issue 11, line 2).
    yield "png-60000.png", pictures.png(60_000, 60_000, bytes(7500), 0, 1)
    yield "png-interlaced.png", pictures.interlaced_png(16_000, 16_000)
    yield "png-cut.png", sound[:len(sound) // 2]
    yield "png-head.png", sound[:33]
    yield "png-claims.png", pictures.png(10, 10, bytes(30), 2, claimed=(2**31 - 1, 2**31 - 1))
    yield "png-claims-less.png", pictures.png(4000, 4000, bytes(12_000), 2, claimed=(40_000, 30_000))
    yield "png-wide.png", pictures.png(2_000_000, 1, bytes(250_000), 0, 1)
    yield "png-tall.png", pictures.png(1, 2_000_000, b"\0", 0, 8)
    yield "png-nothing.png", pictures.png(1, 1, b"\0", claimed=(0, 0))
    yield "png-depth.png", pictures.png(9, 9, bytes(9), header=struct.pack(">IIBBBBB", 9, 9, 77, 9, 9, 9, 9))
    profile = pictures.chunk(b"iCCP", b"a\0\0" + pictures.packed([(bytes(1_000_000), 60)]))
    yield "png-profile.png", pictures.png(99, 99, bytes(297), 2, extra=profile)
    yield "png-text.png", pictures.png(99, 99, bytes(297), 2, extra=pictures.chunk(
        b"zTXt", b"a\0\0" + pictures.packed([(bytes(1_000_000), 60)])) * 5)
    yield "png-chunks.png", pictures.png(99, 99, bytes(297), 2, extra=pictures.chunk(b"tEXt", b"a\0b") * 30_000)
    yield "sound-noise.png", pictures.noise_png(700, random)
    for name, width, height in (("huge", 65_500, 65_500), ("nothing", 0, 0), ("thin", 65_535, 1)):
        yield f"jpeg-{name}.jpg", pictures.jpeg_header(width, height)
    yield "jpeg-progressive.jpg", pictures.jpeg_header(60_000, 60_000, progressive=True)
    yield "jpeg-segments.jpg", b"\xff\xd8" + (b"\xff\xe1\xff\xff" + b"Exif\0\0" + b"a" * 65_527) * 30 + b"\xff\xd9"
    orientation = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\xff\xff\0\0\xff\xff\xff\xff"
    yield "jpeg-orientation.jpg", (b"\xff\xd8\xff\xe1" + struct.pack(">H", len(orientation) + 2) + orientation
                                   + pictures.jpeg_header(300, 200)[2:])
    yield "tiff-claims.tif", pictures.gray_tiff(8, 8, WIDTH=2**31 - 1, HEIGHT=2**31 - 1)
    yield "tiff-offset.tif", pictures.gray_tiff(64, 64, OFFSETS=2**32 - 9)
    yield "tiff-count.tif", pictures.gray_tiff(64, 64, COUNTS=2**32 - 1)
    yield "tiff-rows.tif", pictures.gray_tiff(64, 64, ROWS=0)
    yield "tiff-nothing.tif", pictures.gray_tiff(64, 64, WIDTH=0)
    yield "tiff-bits.tif", pictures.gray_tiff(64, 64, BITS=2**31)
    yield "tiff-samples.tif", pictures.gray_tiff(64, 64, SAMPLES=65_535)
    yield "tiff-compression.tif", pictures.gray_tiff(64, 64, COMPRESSION=7)
    yield "tiff-first.tif", pictures.tiff([], first=2**32 - 2)
    yield "tiff-loop.tif", pictures.tiff([(pictures.WIDTH, 4, 1, 9), (pictures.HEIGHT, 4, 1, 9)], following=8)
    yield "tiff-tiles.tif", pictures.tiff([(tag, 4, 1, value) for tag, value in (
        (pictures.WIDTH, 60_000), (pictures.HEIGHT, 60_000), (pictures.BITS, 8), (pictures.COMPRESSION, 1),
        (pictures.PHOTOMETRIC, 1), (pictures.TILE_WIDTH, 16), (pictures.TILE_HEIGHT, 16), (pictures.TILE_OFFSETS, 8),
        (pictures.TILE_COUNTS, 256))], bytes(256))
    # A hole in the file: 2.5 GB that take no disk space until they are read.
    yield "tiff-many.tif", pictures.tiff([(tag, 4, 2**28, 8) for tag in (pictures.OFFSETS, pictures.COUNTS)] + [
        (tag, 4, 1, 50_000) for tag in (pictures.WIDTH, pictures.HEIGHT)], bytes(64))
    yield "webp-huge.webp", pictures.webp_header(16_384, 16_384)
    yield "webp-lossy.webp", pictures.webp(b"VP8 ", b"\x10\0\0\x9d\x01\x2a\xff\x3f\xff\x3f" + b"\x55" * 300)
    yield "webp-claims.webp", pictures.webp(b"VP8L", b"\x2f\0\0\0\0", claimed=2**32 - 1)
    yield "webp-canvas.webp", pictures.webp(b"VP8X", b"\x02\0\0\0\xff\xff\xff\xff\xff\xff")


def write(folder, outside, seed, only=None):
    """Writes all files, or those with `only` in their names. Returns the hostile files by identifier.

    `outside` is another folder, the target of links.
    """
    random = generator(seed, "hostile files")
    files = {}

    def put(name, data):
        stem = name.rsplit(".", 1)[0]
        if not only or only in stem:
            (folder / name).write_bytes(data)
            files[stem] = Hostile(name, stem.startswith("sound-"))

    for name, data in drawings(random):
        put(f"{name}.svg", data)
    for name, data in images(random):
        put(name, data)
    head = (HEAD.format(1000, 1000).encode(), 1)
    # 400 MB of rectangles and 900 MB of blanks, packed into a few hundred KB.
    put("svgz-bomb.svgz", pictures.packed([head, (b"<rect width='9' height='9'/>" * 40_000, 350), (b"</svg>", 1)],
                                          True))
    put("svgz-blanks.svgz", pictures.packed([head, (b" " * 1_000_000, 900), (b"</svg>", 1)], True))
    put("svgz-cut.svgz", gzip.compress(svg("<rect width='9' height='9'/>" * 9999), mtime=0)[:500])
    put("svgz-twice.svgz", gzip.compress(gzip.compress(svg("<rect width='9' height='9'/>"), mtime=0), mtime=0))
    for name in ("empty.svg", "empty.png", "empty.tif"):
        put(name, b"")
    if not only:
        _links(folder, outside)
        _odd_names(folder)
    return files


def _links(folder, outside):
    outside.mkdir(exist_ok=True)
    (outside / "secret.svg").write_bytes(svg(f"<rect id='a' width='1000' height='1000' fill='{SECRET}'/>"))
    os.symlink(outside / "secret.svg", folder / "link-outside.svg")
    os.symlink("../outside/secret.svg", folder / "link-up.svg")
    os.symlink("link-two.svg", folder / "link-one.svg")
    os.symlink("link-one.svg", folder / "link-two.svg")
    os.symlink("nowhere.svg", folder / "link-nowhere.svg")
    os.symlink("/dev/zero", folder / "link-zero.svg")
    os.symlink("/proc/self/mem", folder / "link-memory.svg")
    os.symlink(outside, folder / "link-folder")
    os.mkfifo(folder / "fifo.svg")
    (folder / "folder.svg").mkdir()
    (folder / "locked.svg").write_bytes(svg(""))
    os.chmod(folder / "locked.svg", 0)


# Links out of the folder, which must yield no content (issue 11, line 11).
LINKS_OUT = ("link-outside", "link-up", "link-zero", "link-memory")


def _odd_names(folder):
    """Writes sound drawings with unusual file names."""
    drawing = svg("<rect width='100' height='100' fill='#0a0'/>")
    for name in (b"new\nline.svg", b"\xff\xfe.svg", b"a\\b.svg", b"<script>.svg", b"\"'`$(id)`.svg", b"%2e%2e%2f.svg",
                 b"-rf.svg",
                 b"--help.svg", b".svg", b"..svg", b"a" * 240 + b".svg", "ümläut.svg".encode(),
                 "\u202egnp.svg".encode(),
                 "e\u0301.svg".encode(), "é.svg".encode(), "🏛.svg".encode(), b"con.svg", b"tab\t.svg",
                 b"\x1b[31mred.svg",
                 b"CITY-plan.svg", b"contents.json", b"~.svg", b"*.svg", b" .svg"):
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(drawing)
