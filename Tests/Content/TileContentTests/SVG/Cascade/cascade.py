#!/usr/bin/env python3
"""The styles that Chromium computes for the drawings in cascade.json: writes its answers into the file.

    Tests/Content/TileContentTests/SVG/Cascade/cascade.py

Each case is a drawing with an element `r`. `style` has Chromium's `fill`, `stroke` and `fill-opacity` of it. Run it after adding
a case, and look at what changed.
"""
import html
import http.server
import json
import pathlib
import re
import subprocess
import threading

FILE = pathlib.Path(__file__).parent / "cascade.json"
PROPERTIES = ["fill", "stroke", "fill-opacity"]
PAGE = """<!doctype html><body><script>
(async () => {
  const answers = [];
  for (const drawing of DRAWINGS) {
    const frame = document.createElement("iframe");
    frame.src = URL.createObjectURL(new Blob([drawing], {type: "image/svg+xml"}));
    document.body.append(frame);
    await new Promise(done => frame.onload = done);
    const element = frame.contentDocument.getElementById("r");
    const style = frame.contentWindow.getComputedStyle(element);
    answers.push(PROPERTIES.map(property => style.getPropertyValue(property)));
    frame.remove();
  }
  document.body.textContent = "";
  document.body.dataset.answers = JSON.stringify(answers);
})();
</script></body>"""


def main():
    cases = json.loads(FILE.read_text())
    page = PAGE.replace("PROPERTIES", json.dumps(PROPERTIES)).replace(
        "DRAWINGS", json.dumps([case["drawing"] for case in cases]).replace("</", "<\\/"))

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = page.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    # Frames of a file:// page may not be read.
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    dom = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom",
         f"http://127.0.0.1:{server.server_port}/"], capture_output=True, text=True, check=True).stdout
    server.shutdown()
    answers = json.loads(html.unescape(re.search(r'data-answers="([^"]*)"', dom)[1]))
    for case, answer in zip(cases, answers):
        case["style"] = dict(zip(PROPERTIES, answer))
    lines = ",\n".join("  " + json.dumps(case, ensure_ascii=False) for case in cases)
    FILE.write_text(f"[\n{lines}\n]\n")


main()
