#!/bin/sh
# PDF gradients end at the ends of their axis unless the shading says Extend (ISO 32000-1, 8.7.4.5.3). Poppler 22.12 passes
# that on to Cairo as CAIRO_EXTEND_NONE. Cairo 1.16.0 draws it so in pixels (pdftocairo -png: white beside the gradient), but its SVG
# surface has no way to write it, and writes a gradient that SVG pads: in pdftocairo -svg the first and last colors run on to
# the edges of the page, without a warning. A converter that goes through that SVG has to clip such gradients itself.
#
#   findings/svg-surface-extends-gradients.sh   # Debian 12; unpacks packages into a temporary folder; 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial root
: >status
apt-get --quiet=2 --yes --no-install-recommends --download-only -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o Dir::State::status="$folder/status" \
    -o Dir::Cache::archives="$folder/archives" install \
    poppler-utils=22.12.0-2+deb12u3 libcairo2=1.16.0-7 librsvg2-bin=2.54.7+dfsg-1~deb12u2 >/dev/null
for package in archives/*.deb; do
    case "$package" in
        */libc6_* | */libc-bin_* | */perl*) ;;
        *) dpkg-deb --extract "$package" root ;;
    esac
done
libraries=$(dirname "$(find root -name 'libcairo.so.2')")
export LD_LIBRARY_PATH="$folder/$libraries"
programs=root/usr/bin

python3 - <<'PYTHON'
shading = (b"<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [40 0 60 0]"
           b" /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>")
content = b"/S sh"
objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
           b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /Shading << /S 5 0 R >> >> >>",
           b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content), shading]
data, places = b"%PDF-1.4\n", []
for number, body in enumerate(objects, 1):
    places.append(len(data))
    data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
start = len(data)
data += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
data += b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start
open("axial.pdf", "wb").write(data)
PYTHON

$programs/pdftocairo -v 2>&1 | head -1
$programs/pdftocairo -png -r 72 -singlefile axial.pdf pixels
$programs/pdftocairo -svg axial.pdf axial.svg
$programs/rsvg-convert --background-color white -w 100 -h 100 axial.svg -o vectors.png
python3 - <<'PYTHON'
import struct
import zlib


def rows(path):
    """Returns the rows of a PNG of eight bits, and its bytes per pixel."""
    data, place, body = open(path, "rb").read(), 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", data[place + 8:place + 18])
        if kind == b"IDAT":
            body += data[place + 8:place + 8 + length]
        place += 12 + length
    size = {2: 3, 6: 4}[color]
    raw, found, above = zlib.decompress(body), [], bytearray(width * size)
    for y in range(height):
        kind, line = raw[y * (width * size + 1)], bytearray(raw[y * (width * size + 1) + 1:(y + 1) * (width * size + 1)])
        for x in range(len(line)):
            left, up, corner = (line[x - size] if x >= size else 0), above[x], (above[x - size] if x >= size else 0)
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda value: abs(guess - value))
            line[x] = (line[x] + [0, left, up, (left + up) // 2, paeth][kind]) & 255
        found.append(line)
        above = line
    return found, size


for path, expected in [("pixels.png", (255, 255, 255)), ("vectors.png", (255, 0, 0))]:
    found, size = rows(path)
    color = tuple(found[50][5 * size:5 * size + 3])
    print(f"{path}: the color 35 points before the axis is {color}")
    assert color == expected
PYTHON
