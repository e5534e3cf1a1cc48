"""Part 3: damaged requests of every protocol: addresses, queries and the headers that answers depend on."""

import asyncio
import re
import urllib.parse

from . import exchange
from .exchange import Case
from .judge import MB
from .malformed import AnySequence
from .wire import generator, get

CLIENTS = 8
# The most concurrent pictures. Pictures of any size take seconds each, and the load beside this requests two at a time.
PICTURES = 1
# The bytes of heap that the server may keep in addition to those of other parts: pictures of any size fragment it. Ten
# times the requests, 19,000, left 26 MB more than 1,900.
MEMORY = 64 * MB
# The seconds until an answer. A tile's deadline is two seconds, and this many pictures wait for one another under load.
PATIENCE = 60.0

NUMBERS = ("0", "1", "-1", "2", "3", "7", "00", "255", "256", "257", "4096", "4097", "1e3", "1e-3", "1e308", "1e999", "0.5", ".5",
           "5.", ".", "nan", "inf", "0x10", "999999999", "1000000000", "2147483647", "2147483648", "4294967296",
           "9223372036854775807", "9223372036854775808", "-9223372036854775808", "9" * 40)
WORDS = ("", "/", "//", "/..", "%2F", "%2e%2e", "%00", "%", "%zz", "%C3", "%F0%9F%97%BA", ".", ",", ":", ";", "=", "&", "&&", "?", "+",
         "full", "square", "max", "pct:", "^", "!", "^!", "default", "gray", "bitonal", "color", "@2x", "@3x", "_files", "-p1", "-p0",
         "png", "jpg", "jpeg", "webp", "pdf", "avif", "jxl", "TileGroup0", "square-256-4", "info.json", "manifest.json",
         "ImageProperties.xml", "GetTile", "GetCapabilities", "folder", "layer", "style=dark", "q", "from", "rect", "A" * 300)
PIECE = re.compile(r"[A-Za-z]+|\d+(?:\.\d+)?|[^A-Za-z0-9]")
# Values with a meaning in a header, and values that must not be echoed.
VALUES = {
    "X-Forwarded-Proto": ("https", "http", "https, http", "javascript", ",", ""),
    "X-Forwarded-Host": ("maps.example", "a.example:8443, 10.0.0.1", "[::1]:80", "a/b", "a\"><script>", "x" * 400, "\xff"),
    "X-Forwarded-Prefix": ("/maps", "/maps/", "//evil.example", "/a/../b", "/%0d%0aX: y", "no-slash", "/" + "a" * 400),
    "If-None-Match": ("*", "\"0123456789abcdef\"", "W/\"x\", \"y\"", "\"unclosed", ", ,", "\"" + "a" * 5000 + "\""),
    "Range": ("bytes=0-0", "bytes=0-", "bytes=-1", "bytes=5-2", "bytes=0-0,2-3," * 50, "bytes=99999999999999999999-", "lines=1-2"),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "yesterday"),
    "Accept": ("image/webp", "image/*;q=0.1, text/html", "application/ld+json", "text/html", "*/*;q=0", ";;", "a/b;q=1e999"),
    "Accept-Encoding": ("gzip", "br;q=1, *;q=0", "identity;q=0", "gzip;q=nan"),
    "Tile-Session": ("0123456789abcdefghij-_", "short", "\xff", "x" * 400),
    "Origin": ("https://a.example", "null"),
}
# Addresses of pictures that are drawn for each request.
DRAWN = re.compile(r"^/(?:static|render|iiif/[23])/")


def targets(contents):
    """Yields sound addresses of every protocol for each content."""
    yield from ("/", "/contents.json", "/tiles.json", "/openapi.json", "/healthz", "/readyz", "/tms/1.0.0", "/tms/1.0.0/",
                "/wmts/1.0.0/WMTSCapabilities.xml", "/wmts?service=WMTS&request=GetCapabilities", "/assets/main.js",
                "/iiif/presentation/3/collection.json", "/iiif/presentation/3/collection.json?folder=a%2Fb")
    for content in contents:
        id, deep = content.id, content.deepest
        level = min(2, deep)
        middle = f"{level}/{content.columns(level) // 2}/{content.rows(level) // 2}"
        side = f"square-{content.tile_size}-{deep}"
        z, x, y = middle.split("/")
        yield from (
            f"/view/{id}", f"/tiles/{id}.json", f"/tiles/{id}/{middle}.png", f"/tiles/{id}/{middle}@2x.webp", f"/dzi/{id}.dzi",
            f"/dzi/{id}_files/9/0_0.jpg", f"/zoomify/{id}/ImageProperties.xml", f"/zoomify/{id}/TileGroup0/{z}-{x}-{y}.jpg",
            f"/tms/1.0.0/{id}", f"/tms/1.0.0/{id}/{z}/{x}/{(1 << level) - 1 - int(y)}.png",
            f"/wmts/1.0.0/WMTSCapabilities.xml?layer={id}", f"/wmts/1.0.0/{id}/default/{side}/{z}/{y}/{x}.png",
            f"/wmts?service=WMTS&request=GetTile&version=1.0.0&layer={id}&style=default&tilematrixset={side}&tilematrix={z}"
            f"&tilerow={y}&tilecol={x}&format=image/png",
            f"/iiif/3/{id}", f"/iiif/2/{id}/info.json", f"/iiif/3/{id}/full/^!300,200/!22.5/gray.png",
            f"/iiif/3/{id}/10,20,300,200/150,/0/default.jpg", f"/iiif/2/{id}/square/full/90/bitonal.webp",
            f"/iiif/2/{id}/pct:10,10,50.5,.5/pct:25/0/color.jpg",
            f"/iiif/3/{id}/0,0,{content.tile_size},{content.tile_size}/{content.tile_size},/0/default.png",
            f"/iiif/presentation/3/{id}/manifest.json", f"/static/{id}?rect=1,2,30,20&width=90&format=webp",
            f"/static/{id}?height=50&format=pdf", f"/render/{id}?x=-5&y=3&width=60&height=40&scale=0.5", f"/links/{id}",
            f"/outline/{id}", f"/search/{id}?q=a&from=1", f"/session/0123456789abcdefghij-_?content={id}&format=png",
        )


def damaged(random, text, others):
    """Returns a text with some pieces replaced, mostly those after the protocol's name."""
    pieces = PIECE.findall(text)
    first = 0 if random.randrange(8) == 0 else min(len(pieces), 3)
    for _ in range(random.choice((0, 1, 1, 1, 2, 3, 6))):
        place = random.randrange(first, max(first, len(pieces)) + 1)
        match random.randrange(9):
            case 0 | 1 | 2:
                # Where there is one, mostly.
                if found := [index for index in range(first, len(pieces)) if pieces[index][:1].isdigit()]:
                    place = random.choice(found)
                pieces[place:place + 1] = [random.choice(NUMBERS)]
            case 3 | 4:
                pieces[place:place + 1] = [random.choice(WORDS)]
            case 5:
                pieces.insert(place, random.choice(WORDS))
            case 6:
                del pieces[place:place + random.randrange(1, 4)]
            case 7:
                pieces[place:place] = pieces[place:place + random.randrange(1, 5)]
            case _:
                other = PIECE.findall(random.choice(others))
                pieces[place:] = other[random.randrange(len(other)):]
    return "".join(pieces)


def case(seed, number, sound):
    """Returns a partly damaged request that depends only on the seed and number."""
    random = generator(seed, "protocols", number)
    target = damaged(random, random.choice(sound), sound)
    if not target.startswith("/"):
        target = "/" + target
    # Bytes that a request line can't contain belong to the part with malformed requests.
    target = urllib.parse.quote(target, safe="/?&=%:;,!^+@()'*$~#[]-._")
    headers = []
    for name in random.sample(sorted(VALUES), random.choice((0, 0, 1, 1, 2, 4))):
        headers.append(f"{name}: {random.choice(VALUES[name])}")
    method = random.choice(("GET", "GET", "GET", "GET", "HEAD"))
    request = get(target, "Connection: close", *headers, method=method)
    return Case(f"fuzz {number}", target.split("/")[1].split("?")[0][:20] or "/", (request,), AnySequence(302, 303), exchange.CLOSES,
                asked=request.decode("latin-1"), method=method, patience=PATIENCE)


def check(answers):
    """Returns what is wrong with the answers to one request."""
    if len(answers) != 1:
        return f"{len(answers)} answers"
    answer = answers[0]
    if answer.status >= 400 and answer.status != 304 and answer.header("cache-control") != "no-store":
        return f"{answer.status} may be kept: {answer.header('cache-control')}"
    for name in ("location", "content-security-policy"):
        value = answer.header(name) or ""
        if "\"" in value or "<" in value or "//evil" in value:
            return f"{name} repeats what it should not: {value[:80]}"
    return None


class Protocols:
    """Sends damaged requests until the time is over."""

    NAME = "protocols"
    clients = CLIENTS
    memory = MEMORY

    def __init__(self, bout, only=None):
        self.bout, self.only = bout, only
        self.tally = bout.tally(self.NAME)
        self._pictures = asyncio.Semaphore(PICTURES)

    async def run(self, until):
        bout = self.bout
        sound = list(targets(bout.contents))
        numbers = iter([int(self.only.removeprefix("fuzz "))] if self.only else range(1, 10**9))
        groups = {target.split("/")[1].split("?")[0] or "/" for target in sound}

        async def client():
            while bout.server.is_running and not until.has_come and (number := next(numbers, None)) is not None:
                each = case(bout.seed, number, sound)
                if not DRAWN.match(each.asked.split(" ")[1]):
                    await self.one(each, groups)
                # No client waits for a turn; it sends other requests meanwhile.
                elif self.only or not self._pictures.locked():
                    async with self._pictures:
                        await self.one(each, groups)

        await asyncio.gather(*(client() for _ in range(CLIENTS)))

    async def one(self, case, groups):
        bout = self.bout
        group = case.group if case.group in groups else "other"
        outcome = await exchange.run(case, bout.sockets, bout.server, bout.address(), bout.secrets)
        bout.done(case.name)
        if not (await bout.alive() if outcome.faults and outcome.end in ("reset", "closed") else bout.server.is_running):
            return
        self.tally.note(group, outcome.label, outcome.seconds, case.name)
        faults = [*outcome.faults]
        if wrong := check(outcome.answers):
            faults.append(wrong)
        for fault in faults:
            self.tally.fault(group, case.name, f"{case.asked.splitlines()[0][:200]}: {fault}")
