"""Invalid messages of viewers, with the answers and closing codes of docs/sessions.md."""

import dataclasses
import json
import re
import struct

from .websocket import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, close_frame, frame, viewport

# The session stays open and answers a ping.
STAYS = 0


@dataclasses.dataclass(frozen=True)
class Handshake:
    """A request for a session and the intended statuses."""

    name: str
    intended: tuple
    lines: tuple = ()
    # A path in place of /session/{id}?content={content}.
    path: str | None = None
    more: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Talk:
    """Frames for an open session, and the codes that may close it."""

    name: str
    pieces: tuple
    intended: tuple


HANDSHAKES = [
    Handshake("sound", (101,)),
    Handshake("no upgrade", (426, 400), more={"upgrade": None}),
    Handshake("another upgrade", (426, 400), more={"upgrade": "h2c"}),
    Handshake("upgrades in a list", (101, 426, 400), more={"upgrade": "h2c, websocket"}),
    Handshake("no connection", (426, 400), more={"connection": None}),
    Handshake("keep-alive alone", (426, 400), more={"connection": "keep-alive"}),
    *(Handshake(f"version {version}", (426, 400), more={"version": version})
      for version in ("12", "14", "8", "0", "-13", "13, 8", "1333333333333333333333", "", "013", "1 3")),
    Handshake("no version", (426, 400), more={"version": None}),
    Handshake("two versions", (426, 400), ("Sec-WebSocket-Version: 8",)),
    *(Handshake(f"key {key[:12]!r}", (400,), more={"key": key})
      for key in ("x", "AAAA", "!" * 24, "A" * 24, "A" * 4000, "AAAAAAAAAAAAAAAAAAAAAA==A", "AAAAAAAAAAAAAAAAAAAAAA=")),
    Handshake("two keys", (400,), ("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",)),
    *(Handshake(f"Origin {origin[:30]}", (403,), (f"Origin: {origin}",))
      for origin in ("https://elsewhere.example", "null", "http://127.0.0.1.elsewhere.example", "http://127.0.0.1:1",
                     "https://127.0.0.1@elsewhere.example", "127.0.0.1", "file://", "*", "http://127.0.0.1/", "")),
    Handshake("two Origins", (403,), ("Origin: http://127.0.0.1", "Origin: http://127.0.0.1")),
    Handshake("the own Origin", (101,), ("Origin: http://127.0.0.1",)),
    *(Handshake(f"a page of the foreign host {host}", (421,), (f"Origin: http://{host}",), more={"host": host})
      for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "10.0.0.1")),
    Handshake("two Hosts", (400,), ("Host: elsewhere.example",)),
    Handshake("a body", (101, 400, 426), ("Content-Length: 5",)),
    Handshake("extensions", (101,), ("Sec-WebSocket-Extensions: permessage-deflate; " + "a; " * 1000,)),
    Handshake("protocols", (101,), ("Sec-WebSocket-Protocol: " + ", ".join("abc" for _ in range(1000)),)),
    Handshake("POST", (400, 405, 426), more={"method": "POST"}),
    Handshake("a short name", (400,), path="/session/abc?content={content}"),
    Handshake("a long name", (400,), path=f"/session/{'a' * 65}?content={{content}}"),
    Handshake("a name of 9,000", (400, 414, 431), path=f"/session/{'a' * 9000}?content={{content}}"),
    Handshake("tiles delivered", (101,), path="/session/{id}?content={content}&deliver=tiles"),
    Handshake("something else delivered", (400,), path="/session/{id}?content={content}&deliver=pizza"),
    Handshake("no name", (400, 404), path="/session/?content={content}"),
    Handshake("a name with escapes", (400,), path="/session/%61%62%63%64%65%66%67%68%69%6a%6b?content={content}"),
    Handshake("a name that climbs", (400, 404), path="/session/../../../../etc/passwd?content={content}"),
    Handshake("no content", (400,), path="/session/{id}"),
    Handshake("an empty content", (400, 404), path="/session/{id}?content="),
    Handshake("no such content", (404,), path="/session/{id}?content=nothing"),
    Handshake("a content that climbs", (404,), path="/session/{id}?content=../../etc/passwd"),
    Handshake("no such format", (400,), path="/session/{id}?content={content}&format=exe"),
    Handshake("format first", (101,), path="/session/{id}?format=png&content={content}"),
    Handshake("2,000 parameters", (101, 400, 414), path="/session/{id}?content={content}&" + "&".join(
        f"a{n}=1" for n in range(2000))),
    Handshake("a folder more", (404, 400, 426), path="/session/{id}/more?content={content}"),
]


def message(**members):
    return frame(json.dumps({"type": "viewport", "x": 0, "y": 0, "width": 800, "height": 600, "scale": 1, **members})
                 .encode())


def without(member):
    whole = {"type": "viewport", "x": 0, "y": 0, "width": 800, "height": 600, "scale": 1}
    return frame(json.dumps({key: value for key, value in whole.items() if key != member}).encode())


def text(data):
    return frame(data if isinstance(data, bytes) else data.encode())


def spelled(member, value):
    """Returns a viewport with a number in a spelling that Python would not write."""
    whole = {"x": "0", "y": "0", "width": "800", "height": "600", "scale": "1", member: value}
    return text('{"type":"viewport",' + ",".join(f'"{key}":{number}' for key, number in whole.items()) + "}")


def talks():
    """Yields cases that each break one rule."""
    def talk(name, pieces, *intended):
        return Talk(name, tuple(pieces) if isinstance(pieces, (list, tuple)) else (pieces,), intended)

    sound = viewport()
    yield talk("sound", [sound], STAYS)
    yield talk("unmasked", [frame(b"{}", mask=None)], 1002)
    yield talk("a mask of zeros", [frame(json.dumps({"type": "viewport", "x": 0, "y": 0, "width": 8, "height": 6,
                                                     "scale": 1})
                                         .encode(), mask=bytes(4))], STAYS)
    for bits in (1, 2, 4, 7):
        yield talk(f"reserved bits {bits}", [frame(b"{}", reserved=bits)], 1002)
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        yield talk(f"opcode {opcode}", [frame(b"a", opcode)], 1002)
    for opcode in (PING, PONG, CLOSE):
        yield talk(f"fragmented control {opcode}", [frame(b"", opcode, fin=False)], 1002)
        yield talk(f"long control {opcode}", [frame(b"\x03\xe8" + b"a" * 200, opcode)], 1002)
    yield talk("a fragment of nothing", [frame(b"a", CONTINUATION)], 1002)
    yield talk("a message within another", [frame(b"a", fin=False), frame(b"b")], 1002)
    yield talk("in fragments", [frame(b'{"type":"viewport","x":0,"y":0,', fin=False),
                                frame(b'"width":9,"height":9,', CONTINUATION, fin=False), frame(b"ping", PING),
                                frame(b'"scale":1}', CONTINUATION)], STAYS)
    yield talk("in empty fragments", [frame(b"", fin=False), *[frame(b"", CONTINUATION, fin=False)] * 300], STAYS)
    yield talk("in 2,000 empty fragments", [frame(b"", fin=False) + frame(b"", CONTINUATION, fin=False) * 2000], 1008)
    yield talk("binary", [frame(b"{}", BINARY)], 1003)
    yield talk("too long", [frame(b"a" * 4097)], 1009)
    yield talk("fragments too long", [frame(b"a" * 3000, fin=False), frame(b"a" * 3000, CONTINUATION)], 1009)
    # The payload need not arrive: the length suffices.
    for length in (4097, 0xFFFF, 0x10000, 2**31, 2**32, 2**62, 2**63 - 1, 2**63, 2**64 - 1):
        yield talk(f"a length of {length}", [frame(b"abc", length=length)], 1009, 1002)
    yield talk("a length that is wider than it need be", [frame(b"{}", wide=8)], 1002, 1008)
    yield talk("no UTF-8", [text(b'{"type":"\xff\xfe"}')], 1007)
    yield talk("half a character", [text(b'{"type":"\xe2\x82"}')], 1007)
    yield talk("a surrogate", [text(b'{"type":"\xed\xa0\x80"}')], 1007)
    yield talk("UTF-16", [text("{}".encode("utf-16"))], 1007)
    for data in ("", "{", "}", "nul", "\0", "{\"type\":}", "{'type':'viewport'}", "[" * 4000, "{\"a\":" * 800, "\""
                 + "\\" * 3001,
                 "-", "+1", "01", "1e", "{} {}", "NaN", "Infinity", "\ufeff", "\\u0000", "//",
                 "{\"type\":\"viewport\",}"):
        # A reader may reject the message before it finds that it is not JSON.
        yield talk(f"no JSON: {data[:20]!r}", [text(data)], 1007, 1008)
    for data in ("[]", "0", "true", "null", "\"viewport\"", "[" * 200 + "]" * 200, "{}", '{"type":1}', '{"type":null}',
                 '{"type":"Viewport"}', '{"type":"input"}', '{"type":"' + "a" * 4000 + '"}', '{"type":["viewport"]}'):
        yield talk(f"no message: {data[:20]}", [text(data)], 1008, 1007)
    for member in ("x", "y", "width", "height", "scale"):
        yield talk(f"without {member}", [without(member)], 1008)
        for value in ("0", None, [], {}, True):
            yield talk(f"{member} is {value!r}", [message(**{member: value})], 1008)
        for value in ("NaN", "Infinity", "-Infinity", "1e999", "-1e999"):
            yield talk(f"{member} is {value}", [spelled(member, value)], 1007)
        for value in ("1e308", "-1e308", "9007199254740994", "1e17", "1" * 300):
            yield talk(f"{member} is {value[:20]}", [spelled(member, value)], 1008)
        # Tiny and huge numbers, which are valid.
        for value in ("1e-320", "5e-324", "9007199254740992", "-0.0", "0." + "1" * 3000):
            yield talk(f"{member} is {value[:20]}", [spelled(member, value)], STAYS, 1008)
    yield talk("a width below nothing", [message(width=-1)], 1008, STAYS)
    yield talk("a scale of nothing", [message(scale=0)], 1008, STAYS)
    yield talk("speeds of 2⁵³", [message(velocityX=2**53, velocityY=-2**53, scale=64)], STAYS, 1008)
    yield talk("lands far away", [message(landing={"x": 2**53, "y": -2**53, "width": 2**53, "height": 2**53})], STAYS,
               1008)
    yield talk("lands nowhere", [message(landing={})], 1008)
    yield talk("lands on a list", [message(landing=[0, 0, 1, 1])], 1008)
    yield talk("zooms by number", [message(zooming=1)], 1008, STAYS)
    yield talk("all of the world", [message(x=-2**52, y=-2**52, width=2**53, height=2**53, scale=2**53)], STAYS, 1008)
    yield talk("a viewport of 10⁹ tiles", [message(width=1e6, height=1e6, scale=64)], STAYS, 1008)
    yield talk("members by the hundred", [text('{"type":"viewport","x":0,"y":0,"width":9,"height":9,"scale":1,'
                                               + ",".join(
        f'"a{n}":0' for n in range(350)) + "}")], STAYS)
    yield talk("a member twice",
               [text('{"type":"viewport","type":"input","x":0,"y":0,"width":9,"height":9,"scale":1}')],
               STAYS, 1008, 1007)
    for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535):
        yield talk(f"closes with {code}", [close_frame(code)], 1002)
    yield talk("closes with one byte", [frame(b"\x03", CLOSE)], 1002)
    yield talk("closes with no UTF-8", [close_frame(1000, b"\xff")], 1007)
    for code in (1000, 1001, 3000, 4999):
        yield talk(f"closes with {code}", [close_frame(code)], code)
    yield talk("closes with nothing", [frame(b"", CLOSE)], 1005)
    yield talk("talks on after its close", [close_frame(1000) + sound * 50], 1000)
    yield talk("1,000 pings", [frame(b"p" * 125, PING) * 1000], 1008)
    yield talk("1,000 pongs", [frame(b"p", PONG) * 1000], 1008)
    yield talk("1,000 viewports", [sound * 1000], 1008)
    yield talk("400 viewports", [sound * 400], STAYS)
    yield talk("HTTP", [b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 9], 1002)
    yield talk("zeros", [bytes(3000)], 1002)
    yield talk("a byte at a time", [bytes([byte]) for byte in sound], STAYS)


# Valid messages of viewers, including those for touchable and recorded contents, which these are not.
MESSAGES = (
    b'{"type":"viewport","x":0,"y":0,"width":800,"height":600,"scale":1}',
    b'{"type":"viewport","x":-3.5,"y":1e3,"width":80,"height":60,"scale":0.25,"velocityX":-400,"velocityY":1e-3,'
    b'"landing":{"x":1,"y":2,"width":50,"height":40},"zooming":true}',
    b'{"type":"touch","touches":[{"finger":1,"phase":"began","x":3,"y":4},{"finger":2,"phase":"moved","x":3,"y":-4}]}',
    b'{"type":"input","time":0.5,"events":[{"kind":"wheel","x":1,"y":2,"dx":0,"dy":-3}]}',
)
WORDS = (b"null", b"true", b"{}", b"[]", b'"', b"\\u0000", b"\\ud800", b"1e400", b"-0", b"1e308", b"9" * 300, b"[" * 300, b"", b"\xff",
         b"viewport", b"touch", b"landing", b"NaN", b"9223372036854775808", b",", b":")
PIECE = re.compile(rb"[A-Za-z]+|-?\d+(?:\.\d+)?(?:e-?\d+)?|.", re.DOTALL)


def damaged_message(random):
    """Returns a message with some words replaced, in a valid frame."""
    pieces = PIECE.findall(random.choice(MESSAGES))
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        place = random.randrange(len(pieces) + 1)
        match random.randrange(4):
            case 0:
                del pieces[place:place + random.randrange(1, 5)]
            case 1:
                pieces[place:place] = pieces[place:place + random.randrange(1, 9)]
            case 2:
                pieces.insert(place, random.choice(WORDS))
            case _:
                pieces[place:place + 1] = [random.choice(WORDS)]
    return frame(b"".join(pieces))


def fuzzed(random):
    """Returns damaged frames, or damaged messages in valid frames. Any code may close the session, and none has to."""
    if random.randrange(2):
        return b"".join(damaged_message(random) for _ in range(random.randrange(1, 4)))
    data = bytearray(b"".join(random.choice((viewport(), frame(b"p", PING), frame(b"a", TEXT, fin=False),
                                             close_frame()))
                              for _ in range(random.randrange(1, 6))))
    for _ in range(random.choice((1, 2, 8))):
        place = random.randrange(len(data))
        match random.randrange(4):
            case 0:
                data[place] ^= 1 << random.randrange(8)
            case 1:
                data[place:place] = struct.pack(">Q", random.getrandbits(64))[:random.randrange(1, 9)]
            case 2:
                del data[place:place + random.randrange(1, 9)]
            case _:
                data[place:place + 4] = random.randbytes(4)
        if not data:
            data = bytearray(b"\0")
    return bytes(data)
