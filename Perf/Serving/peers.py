"""Other servers of the same image: iipsrv behind nginx, large_image under uvicorn, MapProxy under gunicorn.

Each is a context that gives a process and a function from (level, column, row) to a path. The image is a TIFF in JPEG tiles
with all levels, which iipsrv and large_image read; MapProxy has the same tiles from nginx and keeps them in files.
"""

import contextlib
import pathlib
import subprocess
import sys

from . import servers

HERE = pathlib.Path(__file__).resolve().parent
VENV = HERE.parent.parent / ".build-bench" / "venv"
IIPSRV = "/usr/lib/iipimage-server/iipsrv.fcgi"


def make_image(file, folder):
    """A picture as a TIFF that all of them read."""
    image = pathlib.Path(folder, "image.tif")
    subprocess.run(
        ["vips", "tiffsave", file, image, "--tile", "--tile-width", "256", "--tile-height", "256", "--pyramid",
         "--compression", "jpeg", "--Q", "80"], check=True)
    return image


def packages():
    """PyPI's, in a folder of their own."""
    wanted, present = HERE / "requirements.txt", VENV / "requirements.txt"
    if not present.exists() or present.read_text() != wanted.read_text():
        print(f"Installing Python packages in {VENV}")
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        subprocess.run([VENV / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", wanted],
                       check=True)
        present.write_text(wanted.read_text())


@contextlib.contextmanager
def iipsrv(image, content, folder):
    port = servers.free_port()
    environment = {
        "FILESYSTEM_PREFIX": f"{image.parent}/", "JPEG_QUALITY": "80", "MAX_IMAGE_CACHE_SIZE": "100", "VERBOSITY": "0",
        "LOGFILE": "/dev/null"}
    # The levels of Deep Zoom go down to one pixel.
    first = (max(content.width, content.height) - 1).bit_length() - content.max_level
    path = lambda z, x, y: f"/dz/{image.name}_files/{first + z}/{x}_{y}.jpg"
    server = f"""
        location ~ ^/dz/(.*)$ {{
            fastcgi_pass 127.0.0.1:{port};
            fastcgi_param QUERY_STRING "Deepzoom=$1";
            fastcgi_param REQUEST_METHOD GET;
            fastcgi_param SERVER_PROTOCOL HTTP/1.1;
            fastcgi_param HTTP_HOST 127.0.0.1;
        }}"""
    program = [IIPSRV, "--bind", f"127.0.0.1:{port}", "--backlog", "1024"]
    with servers.Process(program, port, environment=environment) as behind, \
            servers.nginx(folder, server, path(0, 0, 0)) as front:
        yield Both(front, behind), path


class Both:
    """A server and what is behind it, as one."""

    def __init__(self, front, behind):
        self.front, self.behind, self.port, self.secure = front, behind, front.port, front.secure

    @property
    def seconds(self):
        return self.front.seconds + self.behind.seconds


@contextlib.contextmanager
def large_image(image, content, folder):
    packages()
    port = servers.free_port()
    path = lambda z, x, y: f"/{z}/{x}/{y}.jpg"
    command = [VENV / "bin" / "uvicorn", "--app-dir", HERE, "--port", port, "--no-access-log", "--log-level", "error",
               "large_image_app:app"]
    with servers.Process(command, port, path(0, 0, 0), environment={"IMAGE": str(image)}) as process:
        yield process, path


@contextlib.contextmanager
def mapproxy(image, content, folder):
    """Its source is nginx with files, at the paths that Tilework has; they must have been written."""
    port = servers.free_port()
    resolutions = [2 ** (content.max_level - level) for level in range(content.max_level + 1)]
    path = lambda z, x, y: f"/tiles/image/image/{z}/{x}/{y}.jpeg"
    with servers.nginx_of_files(folder, content.path(0, 0, 0)) as source:
        cache = pathlib.Path(folder, f"mapproxy-{port}")
        configuration = pathlib.Path(folder, f"mapproxy-{port}.yaml")
        configuration.write_text(f"""
services: {{tms: {{use_grid_names: true, origin: nw}}}}
layers: [{{name: image, title: image, sources: [image]}}]
caches:
  image:
    grids: [image]
    sources: [tiles]
    format: image/jpeg
    cache: {{type: file, directory: {cache}/tiles}}
sources:
  tiles:
    type: tile
    grid: image
    url: http://127.0.0.1:{source.port}/tiles/{content.id}/%(z)s/%(x)s/%(y)s.{content.format}
grids:
  image:
    srs: 'EPSG:3857'
    bbox: [0, 0, {content.width}, {content.height}]
    origin: ul
    tile_size: [256, 256]
    res: {resolutions}
globals: {{cache: {{base_dir: {cache}, lock_dir: {cache}/locks}}}}
""")
        command = ["gunicorn", "--workers", "1", "--worker-class", "gthread", "--threads", "8", "--bind",
                   f"127.0.0.1:{port}", "--log-level", "error", f'mapproxy.wsgiapp:make_wsgi_app("{configuration}")']
        with servers.Process(command, port, path(0, 0, 0)) as process:
            yield process, path


ALL = {"nginx + iipsrv": iipsrv, "large_image": large_image, "MapProxy": mapproxy}
