#!/bin/sh
# OpenJPEG 2.5.0 decodes a part of a high-throughput JPEG 2000 (HTJ2K) picture to an even middle gray, without an error or a
# warning: opj_decompress -d. The whole picture comes out as it was encoded, and so do parts of usual JPEG 2000. Viewers decode
# parts, so they show a gray area where a program that converts the whole file shows the picture.
#
#   findings/openjpeg-grays-parts-of-htj2k.sh   # installs from PyPI and Debian 12 into a temporary folder; exits 0 if it holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check imagecodecs==2026.3.6 numpy==2.4.6
apt-get -qq -o APT::Sandbox::User=root download libopenjp2-7=2.5.0-2+deb12u3 libopenjp2-tools=2.5.0-2+deb12u3
for package in *.deb; do dpkg -x "$package" debian; done
packages/bin/python - <<'PYTHON'
import imagecodecs, numpy
picture = (numpy.add.outer(numpy.arange(200), numpy.arange(300)) % 251).astype(numpy.uint8)
open("high.j2c", "wb").write(imagecodecs.htj2k_encode(picture))
open("usual.jp2", "wb").write(imagecodecs.jpeg2k_encode(picture, level=0, reversible=True))
picture.tofile("picture.raw")
PYTHON
export LD_LIBRARY_PATH=$(dirname "$(find "$folder/debian" -name 'libopenjp2.so.7')")
for file in usual.jp2 high.j2c; do
    debian/usr/bin/opj_decompress -quiet -i $file -o whole.pgm
    debian/usr/bin/opj_decompress -quiet -i $file -o part.pgm -d 100,50,200,150
    packages/bin/python - $file <<'PYTHON' | tee -a seen.txt
import sys, numpy
def gray(path, width, height):
    return numpy.frombuffer(open(path, "rb").read()[-width * height:], numpy.uint8).reshape(height, width)
picture = numpy.fromfile("picture.raw", numpy.uint8).reshape(200, 300)
whole, part = gray("whole.pgm", 300, 200), gray("part.pgm", 100, 100)
meant = picture[50:150, 100:200]
print(f"{sys.argv[1]}: whole {'as encoded' if (whole == picture).all() else 'wrong'}, "
      f"part {'as encoded' if (part == meant).all() else 'all ' + str(part[0, 0]) if (part == part[0, 0]).all() else 'wrong'}")
PYTHON
done
grep -qx 'usual.jp2: whole as encoded, part as encoded' seen.txt
grep -qx 'high.j2c: whole as encoded, part all 128' seen.txt
