#!/bin/sh
# MapProxy 1.15.1 turns the 204 (No Content) of a tile source into a 500 of its own, and so it does with a 404. Tile servers
# answer so where there is nothing to draw, and a map then has broken tiles around its edges. Only an `on_error` rule in the
# source makes an empty tile of it.
#
#   findings/mapproxy-empty-tiles.sh         # installs from PyPI into a temporary folder; exits 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check MapProxy==1.15.1 pyproj==3.7.1 Pillow==11.3.0 setuptools==69.5.1 six==1.17.0
packages/bin/python - <<'PYTHON'
import http.server, threading, wsgiref.util
from mapproxy.wsgiapp import make_wsgi_app


class Source(http.server.BaseHTTPRequestHandler):
    """Answers each tile with the status that its path begins with, and without a body."""

    def do_GET(self):
        self.send_response(int(self.path.split("/")[1]))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Source)
threading.Thread(target=server.serve_forever, daemon=True).start()
RULE = "    on_error: {%d: {response: transparent, cache: false}}\n"


def answer(status, rule):
    """The status of MapProxy's tile whose source answers `status`."""
    with open("mapproxy.yaml", "w") as file:
        file.write(f"""
services: {{tms: {{use_grid_names: true}}}}
layers: [{{name: plan, title: plan, sources: [kept]}}]
caches: {{kept: {{sources: [tiles], grids: [GLOBAL_WEBMERCATOR], disable_storage: true}}}}
sources:
  tiles:
    type: tile
    url: http://127.0.0.1:{server.server_port}/{status}/%(z)s/%(x)s/%(y)s.png
    grid: GLOBAL_WEBMERCATOR
    transparent: true
{RULE % status if rule else ""}""")
    application = make_wsgi_app("mapproxy.yaml")
    environment = {"PATH_INFO": "/tms/1.0.0/plan/GLOBAL_WEBMERCATOR/1/0/0.png", "SCRIPT_NAME": ""}
    wsgiref.util.setup_testing_defaults(environment)
    found = []
    b"".join(application(environment, lambda line, headers, *_: found.append(line)))
    return found[0]


for status in (204, 404):
    plain, ruled = answer(status, False), answer(status, True)
    print(f"source {status}: {plain} without on_error, {ruled} with it")
    assert plain.startswith("500") and ruled.startswith("200")
PYTHON
