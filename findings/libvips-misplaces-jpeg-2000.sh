#!/bin/sh
# libvips 8.14.1 shows a JPEG 2000 file wrongly if the picture is not at the corner of its reference grid (XOsiz, YOsiz), without
# an error: the parts that it has OpenJPEG decode are counted from the picture's corner, and OpenJPEG counts them from the grid's.
# OpenJPEG itself decodes the whole picture as it was encoded.
#
#   findings/libvips-misplaces-jpeg-2000.sh   # installs from Debian 12 into a temporary folder; exits 0 if it holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download libopenjp2-7=2.5.0-2+deb12u3 libopenjp2-tools=2.5.0-2+deb12u3
for package in *.deb; do dpkg -x "$package" debian; done
python3 - <<'PYTHON'
pixels = bytes((3 * x + 5 * y) % 256 for y in range(30) for x in range(40))
open("picture.pgm", "wb").write(b"P5\n40 30\n255\n" + pixels)
PYTHON
export LD_LIBRARY_PATH=$(dirname "$(find "$folder/debian" -name 'libopenjp2.so.7')")
debian/usr/bin/opj_compress -i picture.pgm -o corner.j2k -n 3 >/dev/null
debian/usr/bin/opj_compress -i picture.pgm -o away.j2k -n 3 -d 37,21 >/dev/null
for file in corner away; do
    debian/usr/bin/opj_decompress -quiet -i $file.j2k -o $file-openjpeg.pgm
    vips copy $file.j2k $file-libvips.pgm
    python3 - $file <<'PYTHON' | tee -a seen.txt
import sys
name = sys.argv[1]
pixels = lambda path: open(path, "rb").read()[-1200:]
right = pixels("picture.pgm")
for reader in ("openjpeg", "libvips"):
    wrong = sum(a != b for a, b in zip(pixels(f"{name}-{reader}.pgm"), right))
    print(f"{name}, {reader}: {wrong} of 1,200 pixels differ")
PYTHON
done
grep -qx 'corner, libvips: 0 of 1,200 pixels differ' seen.txt
grep -qx 'away, openjpeg: 0 of 1,200 pixels differ' seen.txt
grep -q 'away, libvips: [1-9][0-9]* of 1,200 pixels differ' seen.txt
