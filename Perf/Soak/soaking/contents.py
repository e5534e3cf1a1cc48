"""The contents that the soak serves: files of every kind, some made here."""

import math
import pathlib
import shutil
import struct
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "assets" / "samples"
WATCHED = 8


def tiff(path, width=3000, height=2000):
    """Writes uncompressed RGB in strips (TIFF 6.0) with a pattern of waves, so that its tiles differ."""
    rows = 64
    strips = []
    line = [bytes((int(127 + 120 * math.sin(x / 90)), int(127 + 120 * math.sin(x / 31)), x * 255 // width))
            for x in range(width)]
    flat = b"".join(line)
    for top in range(0, height, rows):
        strips.append(b"".join(flat[3 * (y % 97):] + flat[:3 * (y % 97)] for y in range(top, min(top + rows, height))))
    head = struct.pack("<2sHI", b"II", 42, 8)
    count = 9
    after = 8 + 2 + 12 * count + 4
    offsets_at, lengths_at = after + 6, after + 6 + 4 * len(strips)
    first = lengths_at + 4 * len(strips)
    offsets, place = [], first
    for strip in strips:
        offsets.append(place)
        place += len(strip)
    entries = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, after), (259, 3, 1, 1), (262, 3, 1, 2),
               (273, 4, len(strips), offsets_at), (277, 3, 1, 3), (278, 4, 1, rows), (279, 4, len(strips), lengths_at)]
    with open(path, "wb") as out:
        out.write(head + struct.pack("<H", count))
        for tag, kind, number, value in entries:
            out.write(struct.pack("<HHII", tag, kind, number, value))
        out.write(struct.pack("<I", 0) + struct.pack("<3H", 8, 8, 8))
        out.write(struct.pack(f"<{len(strips)}I", *offsets))
        out.write(struct.pack(f"<{len(strips)}I", *(len(strip) for strip in strips)))
        for strip in strips:
            out.write(strip)


def pdf(path, pages=3):
    """Writes a document of some pages, each with its own grid of lines."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>",
               f"<</Type/Pages/Count {pages}/Kids[{' '.join(f'{3 + 2 * page} 0 R' for page in range(pages))}]>>"]
    for page in range(pages):
        lines = "".join(f"{step} 0 m {600 - step} 800 l S\n0 {step} m 600 {800 - step} l S\n"
                        for step in range(0, 600, 7 + page))
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {4 + 2 * page} 0 R>>")
        objects.append(f"<</Length {len(lines)}>>stream\n{lines}endstream")
    body, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj{text}endobj\n".encode()
    cross = "".join(f"{place:010} 00000 n \n" for place in places)
    body_end = (f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{cross}"
                f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF\n")
    path.write_bytes(body + body_end.encode())


def drawing(change):
    """Returns a drawing with a part that differs with each change."""
    rects = "".join(f'<rect x="{x}" y="{y}" width="40" height="40" fill="#306090"/>'
                    for x in range(0, 2000, 80) for y in range(0, 1500, 80))
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1500" viewBox="0 0 2000 1500">'
            f'{rects}<circle cx="{50 + change * 37 % 1900}" cy="{50 + change * 53 % 1400}" r="45" fill="#c04020"/></svg>')


def save(path, text):
    """Saves a file as careful programs do: by writing another file and renaming it."""
    other = path.with_name("." + path.name)
    other.write_text(text)
    other.rename(path)


def certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=soak", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "tls.key", "-out",
         folder / "tls.crt"], check=True, capture_output=True)
    return folder / "tls.crt", folder / "tls.key"


def make(folder, program, more):
    """Creates a folder of files that stay the same, and one of files that will change."""
    steady, watched = folder / "steady", folder / "watched"
    steady.mkdir()
    watched.mkdir()
    for path in [*SAMPLES.iterdir(), *more]:
        if path.suffix in (".svg", ".jpg", ".pdf", ".tif", ".png", ".pmtiles"):
            shutil.copy(path, steady / path.name)
    tiff(steady / "waves.tif")
    pdf(steady / "pages.pdf")
    subprocess.run([program, "build", SAMPLES / "floor-plan.svg", "-o", steady / "archive.pmtiles", "--scale", "4"],
                   check=True, capture_output=True)
    for number in range(WATCHED):
        save(watched / f"plan{number}.svg", drawing(number))
    return steady, watched
