#!/bin/sh
# A JBIG2 image may store the symbols of a dictionary without compression (ITU-T T.88, 6.5.9, BMSIZE of 0). Poppler 22.12 does not
# count these bytes, skips as many of what follows, and draws an empty image; mutool of MuPDF 1.21 and PDFium (pypdfium2 5.15) draw
# it. A program that draws with Poppler has to decode such an image itself: JBIG2Stream::getNextStream() is what is encoded, and
# getGlobalsStream() the segments that several images share.
#
#   findings/poppler-loses-jbig2-after-stored-symbols.sh   # Debian 12; unpacks packages into a temporary folder; 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial root
: >status
apt-get --quiet=2 --yes --no-install-recommends --download-only -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o Dir::State::status="$folder/status" \
    -o Dir::Cache::archives="$folder/archives" install \
    poppler-utils=22.12.0-2+deb12u3 mupdf-tools=1.21.1+ds2-1+deb12u1 >/dev/null
for package in archives/*.deb; do
    case "$package" in
        */libc6_* | */libc-bin_* | */perl*) ;;
        *) dpkg-deb --extract "$package" root ;;
    esac
done
libraries=$(dirname "$(find root -name 'libpoppler.so.126')")
export LD_LIBRARY_PATH="$folder/$libraries"
programs=root/usr/bin

python3 - <<'PYTHON'
# A page of 24 × 8 pixels, a symbol of 12 × 8 pixels, and a text of two of them.
image = bytes.fromhex(
    "000000003000010000001300000018000000080000000000000000000000"
    "0000000100000100000020000100000001 00000001E9E07F00FC00FC00FC00FC0003F003F003F003F00040"
    "00000002062001010000002E000000180000000800000000000000000000110000000000 0201" + 17 * "00" + "000240")
content = b"q 240 0 0 80 0 0 cm /I Do Q"
objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
           b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 240 80] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
           b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
           b"<< /Type /XObject /Subtype /Image /Width 24 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray"
           b" /Filter /JBIG2Decode /Length %d >>\nstream\n%s\nendstream" % (len(image), image)]
data, places = b"%PDF-1.5\n", []
for number, body in enumerate(objects, 1):
    places.append(len(data))
    data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
start = len(data)
data += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
data += b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start
open("symbols.pdf", "wb").write(data)
PYTHON

$programs/pdftoppm -v 2>&1 | head -1
$programs/pdftoppm -r 72 -singlefile symbols.pdf poppler 2>/dev/null
$programs/mutool -v 2>&1 | head -1
$programs/mutool draw -q -r 72 -o mupdf.ppm symbols.pdf
python3 - <<'PYTHON'
for name, expected in [("poppler", 0), ("mupdf", 0.5)]:
    # A PPM of 240 × 80 pixels ends with its samples.
    samples = open(f"{name}.ppm", "rb").read()[-3 * 240 * 80:]
    share = sum(value < 128 for value in samples) / len(samples)
    print(f"{name}: {share:.0%} of the pixels are black")
    assert abs(share - expected) < 0.02
PYTHON
