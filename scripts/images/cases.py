"""The files that scripts/compare-images makes, each with the program that shows it right."""

import dataclasses
import typing

import numpy
from PIL import Image

from images import pictures
from images.shown import divided, gdal, opaque, run


@dataclasses.dataclass
class Case:
    name: str
    # The file kind, for the table.
    kind: str
    # The name of the file.
    file: str
    writer: str
    reader: str
    make: typing.Callable
    # Returns the right picture.
    reference: typing.Callable
    # The tools that must be there.
    needs: set
    arguments: tuple = ()
    # The bars: differences of 255.
    mean: float = 0.5
    largest: int = 2
    is_fast: bool = False


ALL = []


def add(*arguments, **options):
    ALL.append(Case(*arguments, **options))


# Geodata, by GDAL.

def geodata(name, kind, array, *options, bands=None, show=None, value_range=None, has_mask=True, is_fast=False, source=(),
            mask=None, scale=None, **bars):
    """Adds a TIFF that gdal_translate writes from an array, or from one with another array as its mask.

    The range is that of Tilework and of the reference; the scale is that of the reference alone."""
    shown = show or (1, 2, 3) if array.ndim == 3 and array.shape[2] > 2 else show or (1,)

    def make(path):
        first = pictures.envi(path.with_suffix(".source"), array)
        extra = ()
        if mask is not None:
            both = pictures.envi(path.with_suffix(".both"), numpy.dstack([array, mask]))
            count = array.shape[2] if array.ndim == 3 else 1
            first = both
            extra = tuple(part for band in range(1, count + 1) for part in ("-b", band)) + ("-mask", count + 1)
        run("gdal_translate", "-q", *source, *extra, *options, first, path)

    arguments = ()
    if value_range:
        arguments += ("--range", f"{value_range[0]}:{value_range[1]}")
    if show:
        arguments += ("--bands", ",".join(map(str, show)))
    add(name, kind, name + ".tif", "GDAL", "GDAL", make, lambda path, _: gdal(path, shown, value_range or scale, has_mask),
        {"gdal_translate"}, arguments, is_fast=is_fast, **bars)


def creation(*options):
    return tuple(part for option in options for part in ("-co", option))


rgb, gray, heights = pictures.rgb(), pictures.gray(), pictures.heights()
alpha = pictures.alpha()
rgba = numpy.dstack([rgb, alpha])
holes = pictures.holes()
six = numpy.dstack([rgb, rgb[::-1]])
COG = ("-of", "COG") + creation("BLOCKSIZE=128")
TILED = creation("TILED=YES", "BLOCKXSIZE=128", "BLOCKYSIZE=128")

geodata("strips", "TIFF, RGB in strips", rgb, is_fast=True)
geodata("lzw", "TIFF, LZW with predictor", rgb, *TILED, *creation("COMPRESS=LZW", "PREDICTOR=2"))
geodata("packbits", "TIFF, PackBits", rgb, *creation("COMPRESS=PACKBITS"))
geodata("lzma", "TIFF, LZMA", rgb, *creation("COMPRESS=LZMA"))
geodata("big", "BigTIFF, big-endian", rgb, *TILED, *creation("BIGTIFF=YES", "ENDIANNESS=BIG"))
geodata("jpeg", "TIFF, JPEG (YCbCr) in tiles", rgb, *TILED, *creation("COMPRESS=JPEG", "PHOTOMETRIC=YCBCR"), largest=4)
geodata("cog-deflate", "COG, Deflate", pictures.rgb(700, 500), *COG, *creation("COMPRESS=DEFLATE"), is_fast=True)
geodata("cog-zstd", "COG, Zstandard", rgb, *COG, *creation("COMPRESS=ZSTD"))
geodata("cog-webp", "COG, WebP without loss", rgb, *COG, *creation("COMPRESS=WEBP", "QUALITY=100"))
geodata("cog-jpeg", "COG, JPEG with a mask", rgb, *COG, *creation("COMPRESS=JPEG"), mask=holes, largest=4)
geodata("cog-lerc", "COG, LERC heights", heights, *COG, *creation("COMPRESS=LERC"), value_range=(0, 3000))
geodata("planes", "TIFF, bands apart in tiles", rgb, *TILED, *creation("INTERLEAVE=BAND"), is_fast=True)
geodata("planes-strips", "TIFF, six bands apart in strips", six, *creation("INTERLEAVE=BAND"))
geodata("six", "TIFF, bands 4, 3, 2 of six", six, *creation("PHOTOMETRIC=RGB"), show=(4, 3, 2))
geodata("infrared", "TIFF, RGB and infrared", rgba, *creation("PHOTOMETRIC=RGB", "ALPHA=NO"), has_mask=False, is_fast=True)
geodata("alpha", "TIFF, RGB and alpha", rgba, *creation("PHOTOMETRIC=RGB", "ALPHA=YES"))
geodata("sparse", "TIFF, sparse, without data", pictures.sparse(), *TILED, *creation("SPARSE_OK=TRUE", "COMPRESS=DEFLATE"),
        source=("-a_nodata", 0))
geodata("nodata", "TIFF, heights of 16 bits with missing data", pictures.heights(numpy.int16, -9999), "-a_nodata", -9999,
        value_range=(0, 3000), is_fast=True)
geodata("nodata-float", "TIFF, heights in floating point with missing data", pictures.heights(numpy.float32, -9999),
        "-a_nodata", -9999, value_range=(0, 3000))
geodata("nodata-nan", "TIFF, heights with NaN", pictures.heights(numpy.float32, numpy.nan), "-a_nodata", "nan",
        value_range=(0, 3000))
geodata("mask", "TIFF, with a mask in the file", rgb, *TILED, "--config", "GDAL_TIFF_INTERNAL_MASK", "YES", mask=holes,
        is_fast=True)
geodata("msk", "TIFF, with a .msk file", rgb, "--config", "GDAL_TIFF_INTERNAL_MASK", "NO", mask=holes)
geodata("deep", "TIFF, RGB of 16 bits", rgb.astype(numpy.uint16) * 257, *creation("COMPRESS=DEFLATE"), value_range=(0, 65535))
geodata("uint32", "TIFF, 32 bits", heights.astype(numpy.uint32) * 1000, value_range=(0, 3_000_000))
geodata("int32", "TIFF, 32 bits, signed", heights.astype(numpy.int32) * 1000 - 500_000, value_range=(-500_000, 2_500_000))
geodata("float64", "TIFF, 64 bits, floating point", heights.astype(numpy.float64), value_range=(0, 3000))
geodata("float16", "TIFF, 16 bits, floating point", heights, *creation("NBITS=16"), value_range=(0, 3000))
for bits in (1, 2, 4, 6):
    geodata(f"bits-{bits}", f"TIFF, {bits} bit{'s' if bits > 1 else ''}", gray >> (8 - bits), *TILED, *creation(f"NBITS={bits}"),
            value_range=(0, (1 << bits) - 1), is_fast=bits == 4)
geodata("bits-12", "TIFF, 12 bits", heights.astype(numpy.uint16), *creation("NBITS=12"), value_range=(0, 3000))
geodata("white", "TIFF, white is 0", 255 - gray, *creation("PHOTOMETRIC=MINISWHITE"), scale=(255, 0))
geodata("georeferenced", "GeoTIFF in Mercator", rgb, "-a_srs", "EPSG:3857", "-a_ullr", 0, 30000, 40000, 0, is_fast=True)


def pixels(name, kind, file, writer, reader, make, picture, needs, **options):
    """Adds a file with a reference that is a picture."""
    add(name, kind, file, writer, reader, make, lambda *_: picture, needs, **options)


def complex_values(path):
    source = pictures.envi(path.with_suffix(".source"), (heights * 0.6 + 0.8j * heights).astype(numpy.complex64))
    run("gdal_translate", "-q", source, path)


pixels("complex", "TIFF, complex numbers", "complex.tif", "GDAL", "numpy (magnitudes)", complex_values,
       opaque(heights * 255 / 3000), {"gdal_translate"}, arguments=("--range", "0:3000"))


def with_gdal(name, kind, file, driver, array, *options, **bars):
    add(name, kind, file, "GDAL", "GDAL",
        lambda path: run("gdal_translate", "-q", "-of", driver, *options, pictures.envi(path.with_suffix(".source"), array), path),
        lambda path, _: gdal(path, (1, 2, 3) if array.ndim == 3 else (1,), None, False), {"gdal_translate"}, **bars)


with_gdal("jp2", "JPEG 2000 without tiles, lossless", "whole.jp2", "JP2OpenJPEG", rgb, "-co", "REVERSIBLE=YES", "-co", "QUALITY=100",
          "-co", "BLOCKXSIZE=4096", "-co", "BLOCKYSIZE=4096", is_fast=True)
with_gdal("jp2-tiles", "JPEG 2000 in tiles, lossless", "tiles.jp2", "JP2OpenJPEG", pictures.rgb(700, 500), "-co", "REVERSIBLE=YES",
          "-co", "QUALITY=100", "-co", "BLOCKXSIZE=128", "-co", "BLOCKYSIZE=128")
with_gdal("bmp", "BMP, 24 bits", "a.bmp", "BMP", rgb, is_fast=True)


def offset(path, *options):
    source = path.with_suffix(".ppm")
    Image.fromarray(rgb).save(source)
    run("opj_compress", "-i", source, "-o", path, "-d", "37,21", *options)


for name, kind, options in (("offset", "JPEG 2000, away from the corner of its grid", ()),
                            ("offset-tiles", "the same in tiles", ("-T", "11,7", "-t", "64,64"))):
    pixels(name, kind, name + ".jp2", "OpenJPEG", "its picture", lambda path, options=options: offset(path, *options), opaque(rgb),
           {"opj_compress"})


def htj2k(path):
    import imagecodecs
    path.write_bytes(imagecodecs.htj2k_encode(pictures.gray(700, 500)))


pixels("htj2k", "high-throughput JPEG 2000", "a.jph", "OpenJPH", "its picture", htj2k, opaque(pictures.gray(700, 500)),
       {"imagecodecs"})


# TIFFs of microscopes and measurements, by tifffile.

def tifffile_case(name, kind, array, picture, *, file=None, arguments=(), **options):
    def make(path):
        import tifffile
        tifffile.imwrite(path, array, **options)

    pixels(name, kind, file or name + ".tif", "tifffile", "its picture", make, picture, {"tifffile"}, arguments=arguments)


stack = numpy.stack([numpy.roll(pictures.gray(256, 192), 20 * index, axis=1) for index in range(5)])
tifffile_case("volume", "TIFF volume, its third slice", stack, opaque(stack[2]), tile=(2, 64, 64), photometric="minisblack",
              volumetric=True, arguments=("--page", "3"))
tifffile_case("pages", "TIFF of five pages, its third", stack, opaque(stack[2]), photometric="minisblack", arguments=("--page", "3"))
tifffile_case("planar", "TIFF, planes apart in tiles", rgb.transpose(2, 0, 1), opaque(rgb), tile=(64, 64), photometric="rgb",
              planarconfig="separate")
tifffile_case("half", "TIFF, half precision", heights.astype(numpy.float16), opaque(heights.astype(numpy.float16).astype(float) * 255 / 3000),
              photometric="minisblack", arguments=("--range", "0:3000"))
tifffile_case("uint64", "TIFF, 64 bits", heights.astype(numpy.uint64) * 10**12, opaque(heights // 1 * 255 / 3000),
              photometric="minisblack", arguments=("--range", "0:3000000000000000"))
channels = numpy.stack([gray, numpy.roll(gray, 40, axis=1)])
tifffile_case("ome", "OME-TIFF of two channels", channels,
              opaque(numpy.dstack([channels[0], channels[1], numpy.zeros_like(gray)])), file="cells.ome.tif", photometric="minisblack",
              metadata={"axes": "CYX", "Channel": {"Name": ["one", "two"]}}, arguments=("--channels", "1:red,2:lime"))
tifffile_case("imagej", "ImageJ hyperstack of two channels", channels,
              opaque(numpy.dstack([channels[0], channels[1], numpy.zeros_like(gray)])), imagej=True, photometric="minisblack",
              metadata={"axes": "CYX", "mode": "composite"}, arguments=("--channels", "1:red,2:lime"))


# Photographs, by Pillow, libvips, cjxl and avifenc.

KINDS = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp", "gif": "image/gif", "bmp": "image/bmp", "avif": "image/avif",
         "jxl": "image/jxl"}


def photograph(name, kind, file, writer, make, needs, **bars):
    """Adds a file that Chromium shows."""
    media = KINDS[file.rsplit(".", 1)[1]]
    add(name, kind, file, writer, "Chromium", make, lambda path, browser: browser.picture(path, media), needs | {"chromium"}, **bars)


def pillow(name, kind, file, image, needs=frozenset(), **options):
    bars = {key: options.pop(key) for key in ("mean", "largest") if key in options}
    photograph(name, kind, file, "Pillow", lambda path: image.save(path, **options), {"PIL"} | set(needs), **bars)


photo = Image.fromarray(rgb)
pillow("baseline", "JPEG", "a.jpg", photo, quality=90)
pillow("progressive", "progressive JPEG, 4:4:4", "progressive.jpg", photo, quality=85, progressive=True, subsampling=0)
pillow("gray", "JPEG, gray", "gray.jpg", Image.fromarray(gray), quality=90)
pillow("turned", "JPEG, turned by EXIF", "turned.jpg", photo, quality=95, subsampling=0, exif=pictures.turned(6))
pillow("display-p3", "JPEG in Display P3", "p3.jpg", photo, quality=95, subsampling=0, icc_profile=pictures.display_p3(), largest=4)
pillow("png", "PNG, RGBA", "rgba.png", Image.fromarray(rgba))
pillow("png-palette", "PNG, palette with transparency", "palette.png", pictures.palette(), transparency=bytes(range(0, 256, 4)) * 4)
pillow("png-deep", "PNG, gray of 16 bits", "deep.png", Image.fromarray(gray.astype(numpy.uint16) * 257))
pillow("png-exif", "PNG, turned by eXIf", "turned.png", photo, exif=pictures.turned(8))
photograph("png-gamma", "PNG with gAMA of 1", "gamma.png", "Pillow",
           lambda path: pictures.chunk(photo, path, b"gAMA", (100000).to_bytes(4, "big")), {"PIL"}, largest=4)
photograph("png-cicp", "PNG in Display P3 by cICP", "cicp.png", "Pillow",
           lambda path: pictures.chunk(photo, path, b"cICP", bytes([12, 13, 0, 1])), {"PIL"}, largest=4)
pillow("webp", "WebP", "a.webp", photo, quality=85, largest=6)
pillow("webp-alpha", "WebP, lossless with alpha", "alpha.webp", Image.fromarray(rgba), lossless=True)
photograph("gif-screen", "GIF, smaller than its screen", "screen.gif", "Pillow", lambda path: pictures.small_gif(path), {"PIL"})
pillow("bmp-palette", "BMP, palette", "palette.bmp", photo.quantize(64))


def with_vips(name, kind, file, *arguments, source=rgb, **bars):
    def make(path):
        given = path.with_suffix(".source.png")
        Image.fromarray(source).save(given)
        run("vips", arguments[0], given, path, *arguments[1:])

    photograph(name, kind, file, "libvips", make, {"vips", "PIL"}, **bars)


with_vips("png-interlaced", "PNG, interlaced", "interlaced.png", "pngsave", "--interlace")


def encoder(name, kind, file, program, *arguments, source=rgb, **bars):
    def make(path):
        given = path.with_suffix(".source.png")
        Image.fromarray(source).save(given)
        run(program, *arguments, given, path)

    photograph(name, kind, file, program, make, {program, "PIL"}, **bars)


encoder("jxl-lossless", "JPEG XL, lossless with alpha", "alpha.jxl", "cjxl", "-d", "0", source=rgba)
encoder("jxl", "JPEG XL", "a.jxl", "cjxl", "-d", "1", largest=5)


def transcoded(path):
    given = path.with_suffix(".source.jpg")
    photo.save(given, quality=90)
    run("cjxl", given, path)


photograph("jxl-jpeg", "JPEG XL that wraps a JPEG", "wrapped.jxl", "cjxl", transcoded, {"cjxl", "PIL"}, largest=5)
encoder("avif", "AVIF, 4:4:4", "a.avif", "avifenc", "-y", "444", "--min", "10", "--max", "10", largest=4)
encoder("avif-turned", "AVIF, turned by irot", "turned.avif", "avifenc", "-y", "444", "--min", "10", "--max", "10", "--irot", "1",
        largest=4)
encoder("avif-deep", "AVIF of 10 bits", "deep.avif", "avifenc", "-d", "10", "-y", "444", "--min", "5", "--max", "5", largest=4)


# Formats that browsers do not show.

def original(name, kind, file, writer, make, needs, picture=None, reader="Pillow", **bars):
    def reference(path, _):
        return picture if picture is not None else opaque(numpy.asarray(Image.open(path).convert("RGBA")))

    add(name, kind, file, writer, reader, make, reference, needs, **bars)


def avif(name, kind, *options, **bars):
    """Adds an AVIF with alpha. Chromium 156 takes the opacity that avifenc 0.11 writes for that of a limited range."""
    def make(path):
        given = path.with_suffix(".source.png")
        Image.fromarray(rgba).save(given)
        run("avifenc", "-y", "444", "--min", "5", "--max", "5", *options, given, path)

    original(name, kind, name + ".avif", "avifenc", make, {"avifenc", "PIL"}, **bars)


avif("alpha", "AVIF with alpha", largest=6)
avif("premultiplied", "AVIF, premultiplied", "--premultiply", largest=8)
original("heic", "HEIC", "a.heic", "libvips", lambda path: pictures.by_vips(path, rgb, "heifsave", "--compression", "hevc", "--Q", 95,
                                                                         "--subsample-mode", "off"),
         {"vips", "PIL"}, picture=opaque(rgb), reader="its picture", mean=1.5, largest=12)
original("hdr", "Radiance HDR", "a.hdr", "libvips", lambda path: pictures.by_vips(path, rgb, "radsave"), {"vips", "PIL"},
         picture=opaque(rgb), reader="its picture", mean=1, largest=6)
original("ppm", "PPM", "a.ppm", "Pillow", photo.save, {"PIL"}, is_fast=True)
original("pgm", "PGM of 16 bits", "a.pgm", "Pillow", lambda path: Image.fromarray(gray.astype(numpy.int32) * 257).save(path), {"PIL"},
         picture=opaque(gray), reader="its picture", is_fast=True)
original("pbm", "PBM", "a.pbm", "Pillow", lambda path: photo.convert("1").save(path), {"PIL"}, is_fast=True)
original("pfm", "PFM", "a.pfm", "Pillow", lambda path: Image.fromarray((gray / numpy.float32(255))).save(path), {"PIL"},
         picture=opaque(pictures.encoded_light(gray / 255)), reader="numpy", is_fast=True)
original("qoi", "QOI", "a.qoi", "imagecodecs", lambda path: pictures.qoi(path, rgba), {"imagecodecs"}, picture=opaque(rgba),
         reader="its picture")
original("fax", "TIFF, fax group 4", "fax.tif", "Pillow", lambda path: photo.convert("1").save(path, compression="group4"), {"PIL"},
         is_fast=True)


def slide_reference(path, _):
    import openslide
    with openslide.OpenSlide(str(path)) as slide:
        return divided(numpy.asarray(slide.read_region((0, 0), 0, slide.dimensions)).copy()) if slide else None


add("slide", "Aperio slide", "a.svs", "tifffile", "OpenSlide", pictures.slide, slide_reference, {"openslide", "tifffile", "imagecodecs"},
    largest=4)
