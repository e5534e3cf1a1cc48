#!/bin/sh
# TIFF has two numbers for JPEG 2000 as slide scanners write it: 33003 for tiles in YCbCr and 33005 for tiles in RGB. libvips 8.14.1
# (Debian 12) decodes both, and converts both from YCbCr: a red tile (200, 40, 40) that is stored as RGB becomes green
# (77, 255, 45), without a warning. tifffile 2026.3.3 returns the red; OpenSlide 4.0.1 refuses a file with this number that no
# scanner's description explains.
#
#   findings/libvips-turns-rgb-of-jpeg-2000.sh   # Debian 12; installs into a temporary folder; 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial root
: >status
apt-get --quiet=2 --yes --no-install-recommends --download-only -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o Dir::State::status="$folder/status" \
    -o Dir::Cache::archives="$folder/archives" install libvips-tools=8.14.1-3+deb12u3 >/dev/null
for package in archives/*.deb; do
    case "$package" in
        */libc6_* | */libc-bin_* | */perl*) ;;
        *) dpkg-deb --extract "$package" root ;;
    esac
done
libraries=$(dirname "$(find root -name 'libvips.so.42' | head -n 1)")
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check \
    numpy==2.4.6 tifffile==2026.3.3 imagecodecs==2026.3.6 openslide-python==1.4.7 openslide-bin==4.0.1.2

cat >write.py <<'PYTHON'
import imagecodecs
import numpy
import openslide
import tifffile

red = numpy.full((256, 256, 3), (200, 40, 40), numpy.uint8)
tile = imagecodecs.jpeg2k_encode(red, level=0, reversible=True, mct=False, codecformat="j2k")
with tifffile.TiffWriter("red.tif") as file:
    file.write(iter([tile]), shape=red.shape, dtype=red.dtype, tile=(256, 256), photometric="rgb", compression=33005)
print("tifffile:", *tifffile.imread("red.tif")[0, 0])
try:
    openslide.OpenSlide("red.tif")
    print("OpenSlide: opened")
except openslide.OpenSlideError as error:
    print("OpenSlide:", error)
PYTHON
python/bin/python write.py | tee seen.txt
LD_LIBRARY_PATH="$folder/$libraries:$folder/$libraries/pulseaudio:$folder/$libraries/blas:$folder/$libraries/lapack" \
    root/usr/bin/vips getpoint red.tif 0 0 | sed 's/^/libvips: /; s/ *$//' | tee -a seen.txt

grep -qx 'tifffile: 200 40 40' seen.txt
grep -qx 'OpenSlide: Unsupported TIFF compression: 33005' seen.txt
grep -qx 'libvips: 77 255 45' seen.txt
