#!/bin/sh
# JPEG XL pictures with alpha: libjxl 0.7.0 (Debian 12) uses one distance for colors and alpha. At a distance of 8, a pixel that is
# opaque in the source is stored with an alpha of 252, so that what is behind it shines through. That happens without progressive
# decoding (`-R 0`); with it, and at a distance of 4, opaque pixels stay opaque.
#
#   findings/libjxl-fades-opaque-pixels.sh   # Debian 12; installs into a temporary folder; 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial root
: >status
apt-get --quiet=2 --yes --no-install-recommends --download-only -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o Dir::State::status="$folder/status" \
    -o Dir::Cache::archives="$folder/archives" install libjxl-tools=0.7.0-10+deb12u1 >/dev/null
for package in archives/*.deb; do
    case "$package" in
        */libc6_* | */libc-bin_* | */perl*) ;;
        *) dpkg-deb --extract "$package" root ;;
    esac
done
libraries=$(dirname "$(find root -name 'libjxl.so.0.7' | head -n 1)")
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check numpy==2.4.6 pillow==13.0.0

# An opaque square on a transparent ground.
python/bin/python -c '
import numpy
from PIL import Image
pixels = numpy.zeros((256, 256, 4), numpy.uint8)
pixels[..., :3] = 200, 120, 60
pixels[64:192, 64:192, 3] = 255
Image.fromarray(pixels).save("square.png")'
for options in "-d 8 -R 0" "-d 8 -R 1" "-d 4 -R 0"; do
    # Word splitting is wanted: these are options.
    # shellcheck disable=SC2086
    LD_LIBRARY_PATH=$libraries root/usr/bin/cjxl square.png square.jxl $options >/dev/null 2>&1
    LD_LIBRARY_PATH=$libraries root/usr/bin/djxl square.jxl decoded.png >/dev/null 2>&1
    echo "cjxl $options: alpha in the middle $(python/bin/python -c 'from PIL import Image; print(Image.open("decoded.png").getpixel((128, 128))[3])')"
done | tee seen.txt
grep -qx 'cjxl -d 8 -R 0: alpha in the middle 252' seen.txt
grep -qx 'cjxl -d 8 -R 1: alpha in the middle 255' seen.txt
grep -qx 'cjxl -d 4 -R 0: alpha in the middle 255' seen.txt
