"""Small sound contents beside the samples, with features that the samples lack."""

from . import pictures
from .hostile_files import svg
from .wire import generator

# Their identifiers, including those of the samples.
IDS = ("city-plan", "floor-plan", "relief", "blurred", "noise", "gray")


def write(folder, seed):
    random = generator(seed, "sound files")
    # A drawing that librsvg draws in a separate process, with text at levels at which it is large (issue 11, line 1).
    shapes = "".join(f"<rect x='{random.randrange(900)}' y='{random.randrange(900)}' width='{random.randrange(9, 99)}' "
                     f"height='{random.randrange(9, 99)}' fill='#{random.randrange(4096):03x}'/>" for _ in range(200))
    (folder / "blurred.svg").write_bytes(svg(
        f"<filter id='f'><feOffset in='BackgroundImage'/><feGaussianBlur in='SourceGraphic' stdDeviation='1'/>"
        f"</filter>{shapes}<rect x='100' y='100' width='300' height='300' "
        "fill='#08c' filter='url(#f)'/><text x='390' y='400' font-size='16'>A text beside it</text>"))
    (folder / "noise.png").write_bytes(pictures.noise_png(900, random))
    (folder / "gray.tif").write_bytes(pictures.gray_tiff(1500, 1100))
