#!/bin/sh
# A PDF may say that a layer is not for screens: its Usage has a View with ViewState OFF, and AS in the default configuration
# names the layers whose state a viewer sets by their usage, here for the event View (ISO 32000-1, 8.11.4.4 and 8.11.4.5).
# Poppler 22.12 reads the usage, ignores AS, and draws the layer in pdftocairo and pdftoppm; mutool of MuPDF 1.21 and
# PDFium (pypdfium2 5.15) leave it out. A program that draws with Poppler has to set the state of such layers itself:
# OptionalContentGroup::getViewState() is ocUsageOff, and setState(Off) hides it.
#
#   findings/poppler-shows-layers-for-printing.sh   # Debian 12; unpacks packages into a temporary folder; 0 if this still holds
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
content = b"/OC /L BDC 1 0 0 rg 0 0 100 100 re f EMC"
objects = [b"<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << /Order [5 0 R]"
           b" /AS [<< /Event /View /Category [/View] /OCGs [5 0 R] >>] >> >> >>",
           b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
           b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /Properties << /L 5 0 R >> >> >>",
           b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
           b"<< /Type /OCG /Name (Crop marks) /Usage << /View << /ViewState /OFF >> /Print << /PrintState /ON >> >> >>"]
data, places = b"%PDF-1.5\n", []
for number, body in enumerate(objects, 1):
    places.append(len(data))
    data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
start = len(data)
data += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
data += b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start
open("layers.pdf", "wb").write(data)
PYTHON

$programs/pdftoppm -v 2>&1 | head -1
$programs/pdftoppm -r 72 -singlefile layers.pdf poppler
$programs/mutool -v 2>&1 | head -1
$programs/mutool draw -q -r 72 -o mupdf.ppm layers.pdf
python3 - <<'PYTHON'
for name, expected in [("poppler", (255, 0, 0)), ("mupdf", (255, 255, 255))]:
    # A PPM of 100 × 100 pixels ends with its samples.
    samples = open(f"{name}.ppm", "rb").read()[-30_000:]
    color = tuple(samples[15_150:15_153])
    print(f"{name}: the color in the middle is {color}")
    assert color == expected
PYTHON
