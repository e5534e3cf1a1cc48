"""Pictures as Tilework and other programs show them: arrays of rows of red, green, blue and opacity, 8 bits each."""

import base64
import dataclasses
import pathlib
import re
import subprocess
import tempfile

import numpy
from PIL import Image

from drawings import chromium

# The seconds for a program.
LONGEST = 120


class Failure(Exception):
    """A program that refuses a file."""


@dataclasses.dataclass
class Row:
    """The result of a comparison."""
    case: object
    mean: float
    largest: int


class Browser:
    """Chromium, started when it is first needed."""

    def __init__(self):
        self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.close()

    def picture(self, path, kind):
        self.process = self.process or chromium.Chromium(chromium.program())
        data = pathlib.Path(path).read_bytes()
        sizes = self.process.evaluate(
            "(async (text, type) => { const image = new Image(); image.src = `data:${type};base64,${text}`;"
            "await image.decode(); return [image.naturalWidth, image.naturalHeight]; })"
            f"({base64.b64encode(data).decode()!r}, {kind!r})")
        width, height = sizes
        pixels = self.process.draw(data, [[width, height, 0, 0, width, height]], kind)[0]
        blue, green, red, alpha = numpy.frombuffer(pixels, numpy.uint8).reshape(height, width, 4).transpose(2, 0, 1)
        return divided(numpy.stack([red, green, blue, alpha], axis=-1))


def divided(pixels):
    """Divides colors by alpha."""
    alpha = pixels[..., 3:].astype(float)
    colors = numpy.where(alpha > 0, pixels[..., :3] * 255.0 / numpy.maximum(alpha, 1), 0)
    return numpy.concatenate([colors.round().clip(0, 255), alpha], axis=-1).astype(numpy.uint8)


def opaque(array):
    """Returns a picture of an array of gray, gray and alpha, RGB or RGBA values of 8 bits."""
    array = numpy.asarray(array)
    if array.ndim == 2:
        array = array[..., None]
    colors, alpha = (array[..., :1], array[..., 1:]) if array.shape[2] < 3 else (array[..., :3], array[..., 3:])
    if colors.shape[2] == 1:
        colors = numpy.repeat(colors, 3, axis=2)
    if alpha.shape[2] == 0:
        alpha = numpy.full(colors.shape[:2] + (1,), 255)
    return numpy.concatenate([colors, alpha], axis=2).round().clip(0, 255).astype(numpy.uint8)


def run(*command):
    name = pathlib.Path(str(command[0])).name
    try:
        done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired as error:
        raise Failure(f"{name}: took more than {LONGEST} s") from error
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines() or [f"status {done.returncode}"]
        raise Failure(f"{name}: {lines[-1]}")
    return done.stdout + done.stderr


def tilework(program, path, arguments=()):
    """Returns the picture, put together from the tiles of the deepest level."""
    with tempfile.TemporaryDirectory() as folder:
        told = run(program, "build", path, "-o", folder + "/tiles", "--no-cache-dir", "--no-preview", *arguments)
        size = re.search(r"full size ([\d,]+) × ([\d,]+) pixels", told)
        if not size:
            raise Failure("tilework states no size")
        width, height = (int(number.replace(",", "")) for number in size.groups())
        levels = {}
        for file in pathlib.Path(folder).rglob("*.png"):
            place = re.search(r"(\d+)/(\d+)/(\d+)\.png$", str(file))
            if place:
                levels.setdefault(int(place[1]), []).append((int(place[2]), int(place[3]), file))
        whole = numpy.zeros((height + 512, width + 512, 4), numpy.uint8)
        for x, y, file in levels[max(levels)]:
            tile = numpy.asarray(Image.open(file).convert("RGBA"))
            side = tile.shape[0]
            if x * side < width and y * side < height:
                target = whole[y * side:y * side + side, x * side:x * side + side]
                target[...] = tile[:target.shape[0], :target.shape[1]]
        return whole[:height, :width]


def gdal(path, bands, value_range=None, has_mask=True):
    """Returns bands of a file as GDAL reads them, and transparency where each of them has no data."""

    def raw(*arguments):
        with tempfile.TemporaryDirectory() as folder:
            target = folder + "/band.img"
            run("gdal_translate", "-q", "-of", "ENVI", "-ot", "Float64", *arguments, path, target)
            header = pathlib.Path(folder, "band.hdr").read_text()
            columns, rows = (int(re.search(rf"^{name}\s*=\s*(\d+)", header, re.M)[1]) for name in ("samples", "lines"))
            return numpy.fromfile(target, numpy.float64).reshape(rows, columns)

    planes = [raw("-b", band) for band in bands]
    if value_range:
        low, high = value_range
        planes = [(plane - low) * 255 / (high - low) for plane in planes]
    if has_mask:
        planes = (planes if len(planes) > 1 else planes * 3) + [
            numpy.max([raw("-b", f"mask,{band}") for band in bands], axis=0)]
    return opaque(numpy.nan_to_num(numpy.stack(planes, axis=-1), posinf=255, neginf=0))


def compare(case, folder, program, browser):
    """Makes the file of a case, shows it, and compares."""
    path = folder / case.file
    case.make(path)
    right = case.reference(path, browser)
    seen = tilework(program, path, case.arguments)
    if seen.shape != right.shape:
        raise Failure(f"{seen.shape[1]} × {seen.shape[0]} pixels instead of {right.shape[1]} × {right.shape[0]}")
    one, other = (
        numpy.concatenate([pixels[..., :3] * (pixels[..., 3:] / 255.0), pixels[..., 3:]], axis=-1) for pixels in (seen, right))
    difference = abs(one - other)
    mean, largest = float(difference.mean()), int(numpy.ceil(difference.max() - 0.5))
    if mean > case.mean or largest > case.largest:
        for name, pixels in (("tilework", seen), ("reference", right)):
            Image.fromarray(pixels).save(folder / f"{case.file}.{name}.png")
    return Row(case, mean, largest)
