"""The pictures of the files that scripts/compare-images makes, and writers for what no tool writes."""

import io
import zlib

import numpy
from PIL import Image, ImageCms

from images.shown import run

WIDTH, HEIGHT = 300, 220


def rgb(width=WIDTH, height=HEIGHT):
    """Returns soft colors with a disc and hard edges."""
    y, x = numpy.mgrid[:height, :width].astype(float)
    planes = [128 + 100 * numpy.sin(x / 37 + y / 53), 128 + 100 * numpy.sin(x / 61 - y / 29), 255 * x / width * y / height]
    picture = numpy.stack(planes, axis=-1)
    picture[(x - width / 3) ** 2 + (y - height / 2) ** 2 < (height / 5) ** 2] = (220, 60, 30)
    picture[(x > width * 0.7) & (y > height * 0.6)] = (20, 90, 200)
    return picture.round().astype(numpy.uint8)


def gray(width=WIDTH, height=HEIGHT):
    return (rgb(width, height) @ numpy.array([0.3, 0.59, 0.11])).round().astype(numpy.uint8)


def alpha(width=WIDTH, height=HEIGHT):
    """Returns opacity from 0 to 255 across."""
    return numpy.tile(numpy.linspace(0, 255, width).round().astype(numpy.uint8), (height, 1))


def holes(width=WIDTH, height=HEIGHT):
    """Returns a mask with an opening."""
    y, x = numpy.mgrid[:height, :width]
    return numpy.where((x - 150) ** 2 + (y - 110) ** 2 < 80 ** 2, 0, 255).astype(numpy.uint8)


def heights(kind=numpy.float32, missing=None):
    """Returns whole heights from 0 to 3,000, of which some may be missing."""
    values = (gray().astype(float) / 255 * 3000).round()
    if missing is not None:
        values[holes() == 0] = missing
    return values.astype(kind)


def sparse():
    """Returns a picture of which three quarters are 0."""
    picture = rgb(512, 512)
    picture[:256, :] = 0
    picture[:, :256] = 0
    return picture


def envi(path, array):
    """Writes an array for GDAL."""
    kinds = {"uint8": 1, "int16": 2, "int32": 3, "float32": 4, "float64": 5, "complex64": 6, "uint16": 12, "uint32": 13}
    bands = 1 if array.ndim == 2 else array.shape[2]
    planes = array if array.ndim == 2 else array.transpose(2, 0, 1)
    target = path.with_suffix(path.suffix + ".img")
    numpy.ascontiguousarray(planes).tofile(target)
    target.with_suffix(".hdr").write_text(
        f"ENVI\nsamples = {array.shape[1]}\nlines = {array.shape[0]}\nbands = {bands}\nheader offset = 0\n"
        f"file type = ENVI Standard\ndata type = {kinds[array.dtype.name]}\ninterleave = bsq\nbyte order = 0\n")
    return target


def by_vips(path, array, operation, *options):
    given = path.with_suffix(".source.png")
    Image.fromarray(array).save(given)
    if operation == "radsave":
        run("vips", "colourspace", given, path.with_suffix(".source.v"), "scrgb")
        given = path.with_suffix(".source.v")
    run("vips", operation, given, path, *options)


def turned(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif.tobytes()


def display_p3():
    """Returns a profile with the primaries of Display P3 and the curve of sRGB."""
    import struct

    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    def curve():
        numbers = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
        return b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + b"".join(map(fixed, numbers))

    def point(x, y, z):
        return b"XYZ \0\0\0\0" + fixed(x) + fixed(y) + fixed(z)

    text = b"desc\0\0\0\0" + struct.pack(">I", 11) + b"Display P3\0" + bytes(78)
    tags = {b"desc": text, b"wtpt": point(0.9642, 1, 0.8249), b"rXYZ": point(0.51512, 0.2412, -0.00105),
            b"gXYZ": point(0.29198, 0.69225, 0.04189), b"bXYZ": point(0.1571, 0.06657, 0.78407), b"rTRC": curve(),
            b"gTRC": curve(), b"bTRC": curve(), b"cprt": b"text\0\0\0\0None\0\0\0\0"}
    table, data = struct.pack(">I", len(tags)), b""
    for name, value in tags.items():
        table += name + struct.pack(">II", 128 + 4 + 12 * len(tags) + len(data), len(value))
        data += value + bytes(-len(value) % 4)
    body = table + data
    head = struct.pack(">I4sI4s4s4s", 128 + len(body), b"\0\0\0\0", 0x02400000, b"mntr", b"RGB ", b"XYZ ") + bytes(12)
    head += b"acsp" + bytes(28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    return head + bytes(128 - len(head)) + body


def palette():
    return Image.fromarray(rgb()).quantize(256)


def chunk(image, path, kind, body):
    """Writes a PNG with another chunk after its header."""
    file = io.BytesIO()
    image.save(file, "png")
    data = file.getvalue()
    added = len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")
    path.write_bytes(data[:33] + added + data[33:])


def small_gif(path):
    """Writes a GIF of 200 × 150 pixels whose picture of 100 × 80 starts at 40, 30."""
    file = io.BytesIO()
    Image.fromarray(rgb(100, 80)).quantize(64).save(file, "gif")
    data = bytearray(file.getvalue())
    data[6:10] = (200).to_bytes(2, "little") + (150).to_bytes(2, "little")
    place = 13 + (3 << ((data[10] & 7) + 1) if data[10] & 0x80 else 0)
    while data[place] == 0x21:
        place += 2
        while data[place]:
            place += 1 + data[place]
        place += 1
    data[place + 1:place + 5] = (40).to_bytes(2, "little") + (30).to_bytes(2, "little")
    path.write_bytes(data)


def encoded_light(light):
    """Returns the samples of sRGB for linear light."""
    return 255 * numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * numpy.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)


def qoi(path, array):
    import imagecodecs
    path.write_bytes(imagecodecs.qoi_encode(array))


def slide(path):
    import tifffile
    tifffile.imwrite(path, rgb(700, 500), tile=(128, 128), compression="jpeg", compressionargs={"level": 95}, photometric="rgb",
                     description="Aperio Image Library v11.2.1\r\n700x500 [0,0 700x500] (128x128)|AppMag = 20", metadata=None)
