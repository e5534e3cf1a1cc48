"""Tilework's drawing, by the program tilework-compare, and pictures of pixels."""

import json
import pathlib
import struct
import subprocess
import zlib


class Tilework:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line, data=b""):
        self.process.stdin.write(line.encode("utf-8", "surrogateescape") + b"\n" + data)
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def draw(self, scale, x, y, columns, rows):
        """Returns the pixels, or the reason why there are none."""
        answer = self.ask(f"draw {scale!r} {x} {y} {columns} {rows}")
        if answer.get("error"):
            return None, answer["error"]
        return self.process.stdout.read(columns * rows * 4), None

    def apart(self, ours, theirs, right, columns, rows):
        """Returns how far two pictures are from a third where they differ, ignoring its edges."""
        return self.ask(f"judge {columns} {rows}", ours + theirs + right)["apart"]


def write_picture(path, pixels, width, height):
    """Writes a PNG on white."""
    lines = bytearray()
    for row in range(height):
        blue, green, red, alpha = (pixels[row * width * 4 + at:(row + 1) * width * 4:4] for at in range(4))
        line = bytearray(width * 3 + 1)
        for at, channel in enumerate((red, green, blue)):
            line[at + 1::3] = bytes(min(255, value + 255 - cover) for value, cover in zip(channel, alpha))
        lines += line

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    pathlib.Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                       + chunk(b"IDAT", zlib.compress(bytes(lines), 1)) + chunk(b"IEND", b""))
