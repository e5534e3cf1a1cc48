"""Image files written without a library, sound and hostile. At most a few megabytes are in memory at a time."""

import struct
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def packed(parts, as_gzip=False):
    """Returns `parts`, blocks with the number of times to repeat each, as a zlib stream or a gzip file.

    Each block is packed only once: after a full flush no data refers to earlier data, so the packed bytes can be repeated.
    """
    stream, check, size = bytearray(), 0 if as_gzip else 1, 0
    for block, times in parts:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        stream += (packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)) * times
        for _ in range(times):
            check = (zlib.crc32 if as_gzip else zlib.adler32)(block, check)
        size += len(block) * times
    stream += zlib.compressobj(9, zlib.DEFLATED, -15).flush()
    if as_gzip:
        return b"\x1f\x8b\x08" + bytes(6) + b"\xff" + stream + struct.pack("<II", check, size & 0xFFFFFFFF)
    return b"\x78\xda" + stream + struct.pack(">I", check)


def png(width, height, row, color=0, depth=8, interlaced=0, header=None, extra=b"", claimed=None):
    """Returns a PNG with identical rows `row`, which packs well. `claimed` is another size for its header."""
    line = b"\0" + row
    # Each block has many rows, because each block takes some bytes of the stream.
    rows = min(height, max(1, 4_000_000 // len(line)))
    data = packed([(line * rows, height // rows), (line * (height % rows), 1)])
    size = claimed or (width, height)
    head = header or struct.pack(">IIBBBBB", *size, depth, color, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def interlaced_png(width, height):
    """Returns a black PNG of one bit a pixel in seven passes."""
    passes = ((0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2))
    size = 0
    for left, across, top, down in passes:
        columns, rows = (width - left + across - 1) // across, (height - top + down - 1) // down
        size += rows * (1 + (columns + 7) // 8) if columns > 0 else 0
    data = packed([(bytes(1_000_000), size // 1_000_000), (bytes(size % 1_000_000), 1)])
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 1))
            + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


def noise_png(side, random):
    """Returns a sound image with pixels that do not pack."""
    rows = b"".join(b"\0" + random.randbytes(3 * side) for _ in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


# TIFF tags and types: 3 is 16 bits, 4 is 32 bits, 5 is a fraction.
WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC = 256, 257, 258, 259, 262
OFFSETS, SAMPLES, ROWS, COUNTS = 273, 277, 278, 279
TILE_WIDTH, TILE_HEIGHT, TILE_OFFSETS, TILE_COUNTS = 322, 323, 324, 325


def tiff(entries, data=b"", first=None, following=0):
    """Returns a TIFF with one directory. `entries` are tag, type, count and value. The data start at byte 8."""
    place = 8 + len(data)
    directory = struct.pack("<H", len(entries)) + b"".join(
        struct.pack("<HHII", *entry) for entry in sorted(entries)) + struct.pack("<I", following)
    return b"II*\0" + struct.pack("<I", place if first is None else first) + data + directory


def gray_tiff(width, height, data=None, **changed):
    """Returns a gray TIFF in one strip. `changed` has other values for its tags, by their names here."""
    tags = {"WIDTH": width, "HEIGHT": height, "BITS": 8, "COMPRESSION": 1, "PHOTOMETRIC": 1, "OFFSETS": 8, "SAMPLES": 1,
            "ROWS": height, "COUNTS": width * height, **changed}
    return tiff([(globals()[name], 4, 1, value) for name, value in tags.items()], data if data is not None
                else bytes(index % 251 for index in range(width * height)))


def jpeg_header(width, height, progressive=False, components=3):
    """Returns a JPEG up to its frame: a size without an image."""
    frame = struct.pack(">HBHHB", 8 + 3 * components, 8, height, width, components) + b"".join(
        bytes([index + 1, 0x11, 0]) for index in range(components))
    tables = b"\xff\xdb" + struct.pack(">HB", 67, 0) + bytes([16] * 64)
    scan = b"\xff\xda" + struct.pack(">HB", 6 + 2 * components, components) + b"".join(
        bytes([index + 1, 0]) for index in range(components)) + b"\x00\x3f\x00" + b"\x55" * 2000
    return b"\xff\xd8" + tables + (b"\xff\xc2" if progressive else b"\xff\xc0") + frame + scan + b"\xff\xd9"


def webp(kind, data, claimed=None):
    body = b"WEBP" + kind + struct.pack("<I", len(data) if claimed is None else claimed) + data + bytes(len(data) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def webp_header(width, height):
    """Returns a lossless WebP with a size and no image."""
    bits = (width - 1) | (height - 1) << 14
    return webp(b"VP8L", b"\x2f" + struct.pack("<I", bits) + b"\x55" * 500)
