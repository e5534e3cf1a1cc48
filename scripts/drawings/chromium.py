"""Drawings as Chromium shows them: one browser without windows, which is asked over a pipe."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import xml.etree.ElementTree

# Draws each view of a drawing, and says what is in it as Cairo has it: alpha highest, colors multiplied by it.
SCRIPT = """
async (source, views, type) => {
  const image = new Image();
  image.src = `data:${type};base64,${source}`;
  await image.decode();
  const answers = [];
  for (const [fullWidth, fullHeight, x, y, width, height] of views) {
    const canvas = new OffscreenCanvas(width, height), context = canvas.getContext("2d", {willReadFrequently: true});
    context.drawImage(image, -x, -y, fullWidth, fullHeight);
    const pixels = context.getImageData(0, 0, width, height).data;
    for (let i = 0; i < pixels.length; i += 4) {
      const [red, green, blue, alpha] = pixels.subarray(i, i + 4);
      pixels[i] = Math.round(blue * alpha / 255);
      pixels[i + 1] = Math.round(green * alpha / 255);
      pixels[i + 2] = Math.round(red * alpha / 255);
    }
    const reader = new FileReader();
    await new Promise(done => { reader.onload = done; reader.readAsDataURL(new Blob([pixels])); });
    answers.push(reader.result.slice(reader.result.indexOf(",") + 1));
  }
  return answers;
}
"""

# The seconds until a page is loaded.
LONGEST_LOAD = 60


def program():
    """Where Chromium is, or None."""
    return shutil.which(os.environ.get("CHROMIUM") or "chromium")


def shown_whole(data, width, height):
    """Returns an SVG document of this size that shows `data` in an `image` element of the same size, if `data` has neither
    a size nor a viewBox. Otherwise returns `data`."""
    parser = xml.etree.ElementTree.XMLPullParser(["start"])
    try:
        parser.feed(data)
        root = next(parser.read_events())[1]
    except (xml.etree.ElementTree.ParseError, StopIteration):
        return data
    if any(name in root.keys() for name in ("width", "height", "viewBox")):
        return data
    source = base64.b64encode(data).decode()
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width!r}" height="{height!r}"><image width="100%" height="100%" '
            f'href="data:image/svg+xml;base64,{source}"/></svg>').encode()


class Refused(Exception):
    """What Chromium says that it does not do."""


class Chromium:
    def __init__(self, path, *options):
        self.profile = tempfile.TemporaryDirectory(prefix="tilework-chromium-")
        (reads, self.commands), (self.answers, writes) = os.pipe(), os.pipe()

        def connect():
            # Chromium reads at 3 and writes at 4, which the other ends may have now.
            ends = os.dup(reads), os.dup(writes)
            high = [os.dup2(end, 100 + index, False) for index, end in enumerate(ends)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             "--force-color-profile=srgb", *options, f"--user-data-dir={self.profile.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=connect,
            close_fds=False)
        os.close(reads)
        os.close(writes)
        self.rest, self.number, self.session = b"", 0, None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def close(self):
        os.close(self.commands)
        os.close(self.answers)
        self.process.terminate()
        self.process.wait()
        try:
            self.profile.cleanup()
        except OSError:
            pass  # Its children may still write there.

    def ask(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        line = json.dumps(command).encode() + b"\0"
        while line:
            line = line[os.write(self.commands, line):]
        while True:
            while b"\0" not in self.rest:
                part = os.read(self.answers, 1 << 20)
                if not part:
                    raise Refused("Chromium ended")
                self.rest += part
            answer, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Refused(answer["error"]["message"])
                return answer["result"]

    def draw(self, data, views, kind="image/svg+xml"):
        """Draws parts of a drawing. Each view gives the whole's width and height, and the part's position and size in it."""
        call = f"({SCRIPT})({json.dumps(base64.b64encode(data).decode())}, {json.dumps(views)}, {json.dumps(kind)})"
        return [base64.b64decode(pixels) for pixels in self.evaluate(call)]

    def evaluate(self, expression, awaits=True):
        """Returns the value of an expression in the page that is open. Where scripts are disabled, no promise is kept."""
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=awaits, returnByValue=True)
        if "exceptionDetails" in answer:
            thrown = answer["exceptionDetails"]
            raise Refused(thrown.get("exception", {}).get("description") or thrown["text"])
        return answer["result"].get("value")

    def open(self, address):
        """Opens a page, and waits until it is loaded."""
        answer = self.ask("Page.navigate", url=address)
        if answer.get("errorText"):
            raise Refused(f"{address}: {answer['errorText']}")
        for _ in range(LONGEST_LOAD * 20):
            if self.evaluate("location.href !== 'about:blank' && document.readyState === 'complete'", False):
                return
            time.sleep(0.05)
        raise Refused(f"{address} is not loaded after {LONGEST_LOAD} s")
