"""Requests that no sound client sends, each with its intended answers."""

import itertools

from .exchange import CLOSES, EITHER, STAYS, Case, HalfClose, Reset
from .wire import get

# If RFC 9110 and 9112 leave the answer open, all sound answers are listed.
BAD = ((400,),)
NO_SUCH_METHOD = ((400,), (405,), (501,))
NO_SUCH_VERSION = ((400,), (505,))
TOO_LONG = ((400,), (413,), (414,), (431,))
NOT_THERE = ((400,), (404,))
# The answers to a request of doubtful length, after which no bytes of the connection may be read as a request (RFC 9112
# section 6.1): one refusal, and the end. If only the body is broken, the head may already have been answered.
ONE_REFUSAL = ((400,), (405,), (411,), (413,), (501,), (405, 400))
ANSWERED_FIRST = ((200,), (200, 400))
FOUND = ((200,),)

HOST = b"Host: 127.0.0.1\r\n"
# A request that a smuggler hides in a body. It must never be answered.
HIDDEN = b"GET /hidden HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def no_hidden(answers):
    """Returns a message if a request hidden in a body was answered, or None."""
    return "a request hidden in a body was answered" if any("/hidden" in answer.text for answer in answers) else None


# Names that a page's owner can point at 127.0.0.1 (DNS rebinding), and spellings that a careless check would take for
# this machine.
FOREIGN_HOSTS = ("evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "evillocalhost",
                 "10.0.0.1", "0.0.0.0", "[::]", "2130706433", "0x7f.1", "127.0.0.1@evil.example", "localhost:99999", "[::1")
MISDIRECTED = ((421,),)


def no_permission(answers):
    """Returns a message if a page of another site may read an answer, or None."""
    return "another site may read it" if any(answer.header("access-control-allow-origin") for answer in answers) else None


def raw(line, headers=HOST, rest=b"\r\n"):
    return line + b"\r\n" + headers + rest


def heads(tile):
    """Yields cases of request lines and header lines."""
    def case(name, data, intended, then=EITHER, **more):
        return Case(name, "heads", (data,), intended, then, **more)

    path = tile.encode()
    # Invalid methods, and methods that the server does not support.
    for method in (b"FOO", b"get", b"G\x00T", b"", b" GET", b"GET/", b"G" * 5000, b"TRACE", b"CONNECT", b"PATCH",
                   b"DELETE",
                   b"PROPFIND", b"\xff\xfe", b"G(T)"):
        name = method[:12].decode("latin-1").encode("unicode_escape").decode()
        yield case(f"method {name}", raw(method + b" " + path + b" HTTP/1.1"), NO_SUCH_METHOD + TOO_LONG)
    for version in (b"HTTP/2.0", b"HTTP/0.9", b"HTTP/1.1x", b"HTTP/11", b"http/1.1", b"HTTP/1.", b"HTTP/9999999999.1",
                    b"FTP/1.1", b"HTTP/1,1", b"HTTP/-1.1"):
        yield case(f"version {version.decode()}", raw(b"GET " + path + b" " + version), NO_SUCH_VERSION)
    # An unknown minor version of 1 is read as 1.1 (RFC 9110 section 2.5).
    yield case("version HTTP/1.2", raw(b"GET " + path + b" HTTP/1.2"), FOUND + NO_SUCH_VERSION)
    yield case("no version", raw(b"GET " + path), NO_SUCH_VERSION)
    yield case("no path", raw(b"GET HTTP/1.1"), BAD)
    yield case("two spaces", raw(b"GET  " + path + b"  HTTP/1.1"), FOUND + BAD)
    yield case("a tab", raw(b"GET\t" + path + b"\tHTTP/1.1"), BAD)
    yield case("a space in the path", raw(b"GET /a b HTTP/1.1"), BAD)
    yield case("bytes beyond ASCII in the path", raw(b"GET /\xc3\xa4\xff\xfe HTTP/1.1"), NOT_THERE)
    for byte in (0, 1, 8, 11, 12, 27, 127):
        yield case(f"byte {byte} in the path", raw(b"GET /a" + bytes([byte]) + b"b HTTP/1.1"), BAD)
        # NUL is dangerous; a server may keep the other controls (RFC 9110 section 5.5).
        yield case(f"byte {byte} in a header", raw(b"GET " + path + b" HTTP/1.1", HOST + b"X-A: a" + bytes([byte])
                                                  + b"b\r\n"), BAD if byte == 0 else BAD + FOUND)
    for host in FOREIGN_HOSTS:
        lines = f"Host: {host}\r\n".encode()
        yield case(f"the foreign Host {host}", raw(b"GET " + path + b" HTTP/1.1", lines), MISDIRECTED)
        yield case(f"the foreign Host {host}, forwarded for another",
                   raw(b"GET /contents.json HTTP/1.1", lines + b"X-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\n"),
                   MISDIRECTED)
    for origin in (b"https://evil.example", b"null", b"http://localhost:1", b"http://127.0.0.1.evil.example", b"file://", b""):
        for target in (path, b"/contents.json", b"/view/nothing"):
            yield case(f"{target.decode()[:20]} for a page of {origin.decode()}",
                       raw(b"GET " + target + b" HTTP/1.1", HOST + b"Origin: " + origin + b"\r\n"), FOUND + NOT_THERE,
                       check=no_permission)
    yield case("a preflight for a page of another site",
               raw(b"OPTIONS " + path + b" HTTP/1.1", HOST + b"Origin: https://evil.example\r\nAccess-Control-Request-Method: GET\r\n"),
               ((204,),), check=no_permission)
    for spelling in (b"/~a~4000000000~b", b"/%7ea%7e4000000000%7Eb", b"/%257Ea", b"/~", b"/%7e", b"/%7E%7e%7E", b"/~%7", b"/~%zz~1~b"):
        yield case(f"the grant {spelling.decode()}", raw(b"GET " + spelling + path + b" HTTP/1.1"), NOT_THERE)
    yield case("NUL in the Host", raw(b"GET " + path + b" HTTP/1.1", b"Host: a\x00b\r\n"), BAD)
    yield case("NUL in a name", raw(b"GET " + path + b" HTTP/1.1", HOST + b"X-\x00A: a\r\n"), BAD)
    yield case("an absolute URL", raw(b"GET http://127.0.0.1/healthz HTTP/1.1"), FOUND + NOT_THERE)
    yield case("a URL of another host", raw(b"GET http://elsewhere.example/ HTTP/1.1"),
               ((200,), (400,), (404,), (421,)))
    yield case("a URL of another protocol", raw(b"GET file:///etc/passwd HTTP/1.1"), NOT_THERE, asked="/etc/passwd")
    yield case("a star", raw(b"GET * HTTP/1.1"), NOT_THERE)
    yield case("OPTIONS *", raw(b"OPTIONS * HTTP/1.1"), ((200,), (204,), (400,)))
    yield case("CONNECT host:port", raw(b"CONNECT 127.0.0.1:22 HTTP/1.1", rest=b"\r\nSSH-2.0-x\r\n"), NO_SUCH_METHOD)

    first = b"GET " + path + b" HTTP/1.1\r\n"
    yield case("no Host", first + b"\r\n", BAD)
    yield case("two Hosts", first + HOST + b"Host: elsewhere.example\r\n\r\n", BAD)
    yield case("the same Host twice", first + HOST + HOST + b"\r\n", BAD)
    for name, value in (("a path", b"a/b"), ("spaces", b"a b"), ("a script", b"<script>"), ("user", b"a@b"),
                        ("a list", b"a, b"), ("controls", b"a\tb")):
        # The request is for the document that repeats the host.
        yield Case(f"Host with {name}", "heads", (b"GET /tiles/floor-plan.json HTTP/1.1\r\nHost: " + value
                                                  + b"\r\n\r\n",),
                   FOUND + BAD + MISDIRECTED, check=lambda answers, value=value: "the Host is repeated in a document"
                   if answers[0].status == 200 and b"//" + value in answers[0].body else None)
    for name, line in (("a space before the colon", b"X-A : b"), ("a space first", b" X-A: b"), ("no colon", b"X-A"),
                       ("no name", b": b"), ("a bracket in a name", b"X(A): b"),
                       ("beyond ASCII in a name", b"X-\xe4: b"),
                       ("a quote in a name", b'"X": b')):
        # An invalid name is useless for smuggling as long as all servers agree where it ends.
        intended = BAD + (FOUND if name.endswith("a name") else ())
        yield case(f"{name}, first", first + line + b"\r\n" + HOST + b"\r\n", intended)
        if name != "a space first":
            yield case(name, first + HOST + line + b"\r\n\r\n", intended)
    # A server either refuses folded lines or unfolds them (RFC 9112 section 5.2).
    yield case("a folded line", first + HOST + b"X-A: b\r\n c\r\n\r\n", FOUND + BAD)
    yield case("a folded Host", first + b"Host:\r\n 127.0.0.1\r\n\r\n", FOUND + BAD)
    yield case("a bare CR in a header", first + HOST + b"X-A: b\rX-B: c\r\n\r\n", BAD)
    yield case("a bare CR in the request line", b"GET " + path + b"\r HTTP/1.1\r\n" + HOST + b"\r\n", BAD)
    # A lone LF may count as a line end (RFC 9112 section 2.2).
    yield case("bare LFs", first.replace(b"\r", b"") + HOST.replace(b"\r", b"") + b"\n", FOUND + BAD)
    yield case("empty lines first", b"\r\n\r\n" + first + HOST + b"\r\n", FOUND + BAD)
    yield case("a path of 100,000", raw(b"GET /" + b"a" * 100_000 + b" HTTP/1.1"), TOO_LONG + ((404,),))
    yield case("a path of 2,000,000", raw(b"GET /" + b"a" * 2_000_000 + b" HTTP/1.1"), TOO_LONG, CLOSES)
    yield case("a header of 200,000", first + HOST + b"X-A: " + b"b" * 200_000 + b"\r\n\r\n", TOO_LONG, CLOSES)
    yield case("a name of 200,000", first + HOST + b"X" * 200_000 + b": b\r\n\r\n", TOO_LONG, CLOSES)
    yield case("10,000 headers", first + HOST + b"".join(b"X-%d: b\r\n" % n for n in range(10_000)) + b"\r\n", TOO_LONG,
               CLOSES)
    yield case("900 headers", first + HOST + b"".join(b"X-%d: b\r\n" % n for n in range(900)) + b"\r\n",
               FOUND + TOO_LONG)
    yield case("beyond ASCII in a value", first + HOST + b"X-A: \xe4\xff\r\n\r\n", FOUND + BAD)
    # A request that is not HTTP/1.
    yield case("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9), ((), *NO_SUCH_METHOD, (505,)), CLOSES)
    yield case("TLS", bytes.fromhex("16030100c8010000c40303") + bytes(range(190)), ((), *BAD), CLOSES)
    yield case("SSH", b"SSH-2.0-OpenSSH_9.2\r\n\r\n", ((), *BAD), CLOSES)
    yield case("zeros", bytes(5000), ((), *BAD), CLOSES)
    # curl's request for HTTP/2. The connection can be used again.
    yield case("h2c", first + HOST + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
               b"HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n", FOUND)
    yield case("upgrade to nothing known", first + HOST + b"Connection: upgrade\r\nUpgrade: foo/2\r\n\r\n", FOUND)
    # An HTTP/1.0 connection closes unless the client asks to keep it (issue 11, line 11).
    yield case("HTTP/1.0", raw(b"GET " + path + b" HTTP/1.0"), FOUND, CLOSES)
    yield case("HTTP/1.0 without Host", raw(b"GET " + path + b" HTTP/1.0", b""), FOUND, CLOSES)
    yield case("HTTP/1.0 for a document", raw(b"GET /contents.json HTTP/1.0"), FOUND, CLOSES)
    yield case("HTTP/1.0 for what is not there", raw(b"GET /nothing HTTP/1.0"), ((404,),), CLOSES)
    yield case("HTTP/1.0, keep-alive", raw(b"GET " + path + b" HTTP/1.0", HOST + b"Connection: keep-alive\r\n"), FOUND)
    yield case("close", get(tile, "Connection: close"), FOUND, CLOSES)
    yield case("close in capitals", get(tile, "Connection: CLOSE"), FOUND, CLOSES)
    yield case("close in a list", get(tile, "Connection: foo, close"), FOUND, CLOSES)
    yield case("close, then more", get(tile, "Connection: close") + get("/hidden"), FOUND, CLOSES,
               check=no_hidden)


def framing(tile):
    """Yields cases in which two servers in a row may disagree where a request ends."""
    def case(name, headers, body, intended=ONE_REFUSAL, then=CLOSES, method=b"POST", path=b"/", **more):
        data = raw(method + b" " + path + b" HTTP/1.1", HOST + headers, b"\r\n" + body)
        return Case(name, "framing", (data,), intended, then, check=no_hidden, **more)

    chunked = b"Transfer-Encoding: chunked\r\n"
    length = b"Content-Length: %d\r\n"
    for method in (b"POST", b"GET"):
        verb = method.decode()
        # Includes 200 for GET: a server may use the transfer coding alone, but then has to close (RFC 9112 section
        # 6.1).
        either = ONE_REFUSAL + (ANSWERED_FIRST if method == b"GET" else ())
        yield case(f"{verb} with length and coding", length % 4 + chunked, b"0\r\n\r\n" + HIDDEN, either, method=method)
        yield case(f"{verb} with coding and length", chunked + length % 4, b"0\r\n\r\n" + HIDDEN, either, method=method)
        yield case(f"{verb} with two lengths", length % 0 + length % len(HIDDEN), HIDDEN, method=method)
        yield case(f"{verb} with lengths in a list", b"Content-Length: 0, %d\r\n" % len(HIDDEN), HIDDEN, method=method)
        for value in (b"-1", b"+5", b"0x2c", b"4 4", b"99999999999999999999999", b"1e3", b"", b"5,", b"\xd9\xa5",
                      b"18446744073709551616"):
            yield case(f"{verb} with the length {value[:24].decode('utf-8', 'replace')!r}", b"Content-Length: " + value
                       + b"\r\n", HIDDEN, method=method)
        for value in (b"xchunked", b"chunked, identity", b"identity, chunked, identity", b"chunked;q=1", b"gzip",
                      b"\x0bchunked",
                      b"chunked\r\nTransfer-Encoding: identity", b"chunked, chunked", b'"chunked"'):
            name = value.decode("latin-1").replace("\r\n", " ").strip()
            yield case(f"{verb} with the coding {name!r}", b"Transfer-Encoding: " + value + b"\r\n",
                       b"0\r\n\r\n" + HIDDEN, either, method=method)
        yield case(f"{verb} with a space before the colon of the coding", length % 5
                   + b"Transfer-Encoding : chunked\r\n",
                   b"0\r\n\r\n" + HIDDEN, method=method)
        yield case(f"{verb} with a folded coding", length % 5 + b"Transfer-Encoding:\r\n chunked\r\n", b"0\r\n\r\n"
                   + HIDDEN, either, method=method)
        for size in (b"-1", b"+1", b"0x1", b"fffffffffffffffff", b"g", b"1 1", b"", b"\x00"):
            yield case(f"{verb} with a chunk of {size!r}", chunked, size + b"\r\na\r\n0\r\n\r\n" + HIDDEN, either,
                       method=method)
        yield case(f"{verb} with a chunk that is longer than it says", chunked, b"1\r\nabc\r\n0\r\n\r\n" + HIDDEN,
                   either, method=method)
    sized = length % len(HIDDEN)
    yield case("GET with a body", sized, HIDDEN, FOUND, EITHER, method=b"GET", path=tile.encode())
    yield case("GET with a chunked body", chunked, b"%x\r\n%b\r\n0\r\n\r\n" % (len(HIDDEN), HIDDEN), FOUND + BAD,
               EITHER,
               method=b"GET", path=tile.encode())
    yield case("GET with trailers", chunked + b"Trailer: X-A\r\n", b"0\r\nX-A: b\r\nHost: c\r\n\r\n", FOUND + BAD,
               EITHER,
               method=b"GET", path=tile.encode())
    yield case("HTTP/1.0 with a coding", chunked, b"0\r\n\r\n", ((), *ONE_REFUSAL, (200,)), CLOSES, path=tile.encode(),
               method=b"GET")
    yield case("an extension of 100,000 at a chunk", chunked, b"0;" + b"a" * 100_000 + b"\r\n\r\n", ONE_REFUSAL, EITHER)
    yield case("a trailer of 200,000", chunked, b"0\r\nX-A: " + b"b" * 200_000 + b"\r\n\r\n", ONE_REFUSAL, EITHER)


def addresses(contents):
    """Yields cases of paths and numbers."""
    def case(path, intended=NOT_THERE, **more):
        shown = path if len(path) <= 90 else path[:80] + "…"
        return Case(shown, "addresses", (get(path),), intended, asked=path, patience=60, **more)

    climbs = ("../" * 12 + "etc/passwd", "%2e%2e/" * 12 + "etc/passwd", "..%2f" * 12 + "etc%2fpasswd", "....//" * 8
              + "etc/passwd", "..\\" * 8 + "etc\\passwd", "%252e%252e%252f" * 8 + "etc%252fpasswd", "..%c0%af" * 8
              + "etc/passwd", ".", "..", "./", "%00", "a%00.js", "%0d%0aX-Injected:%20yes", "viewer.js/..", "", "%",
              "%z", "%e4",
              "%F0%9F%92%A9", "~root", "con", "/etc/passwd", "Package.swift", ".git/config")
    for prefix, climb in itertools.product(("/", "/assets/", "/view/", "/tiles/", "/dzi/", "/render/"), climbs):
        if prefix + climb not in ("/", "/.", "/./"):
            yield case(prefix + climb, check=lambda answers: "a header was injected" if answers[0].header("x-injected")
                       else None)
    id = contents[0].id
    numbers = ("-1", "-0", "00000000000000000000000000000000000", "18446744073709551616", "9" * 4000, "-" + "9" * 400,
               "+1", "1e3",
               "0x1", "1.0", "NaN", "inf", "", " ", "%31", "%D9%A1", "1;", "1,1", "--1", "2147483648",
               "9223372036854775807")
    for number in numbers:
        # Another spelling of the same tile is harmless.
        same = FOUND if number in ("-0", "0" * 35) else ()
        for path in (f"/tiles/{id}/{number}/0/0.png", f"/tiles/{id}/0/{number}/0.png", f"/tiles/{id}/0/0/{number}.png",
                     f"/dzi/{id}_files/0/{number}_0.png", f"/dzi/{id}_files/{number}/0_0.png"):
            yield case(path.replace(" ", "%20"), NOT_THERE + same)
    for path in (f"/tiles/{id}/0/0/0.", f"/tiles/{id}/0/0/0.gif", f"/tiles/{id}/0/0/0.png.png",
                 f"/tiles/{id}/0/0/0@3x.png", f"/tiles/{id}/0/0/0@2x@2x.png", f"/tiles/{id}/0/0/0.png/",
                 f"/tiles/{id}/0/0/0.{'p' * 5000}", f"/tiles/{id}/0/0", "/tiles//0/0/0.png",
                 f"/tiles/{'a' * 9000}/0/0/0.png",
                 f"/dzi/{id}_files/0/0", f"/dzi/{id}_files/", "/dzi/_files/0/0_0.png",
                 f"/tiles/{id}/../{id}/0/0/0.png",
                 f"/TILES/{id}/0/0/0.png", f"//tiles/{id}/0/0/0.png", f"/tiles/{id}.json/", "/contents.json/x",
                 "/healthz/x"):
        yield case(path)
    yield case(f"/tiles/{id}/0/0/0.png?{'a' * 15000}", FOUND + TOO_LONG)
    yield case(f"/tiles/{id}/0/0/0.png#fragment", FOUND + NOT_THERE)
    # Requests for too many pixels are refused, as too large or as too many for now.
    refused = ((400,), (404,), (413,), (422,), (503,))
    whole = {"x": "0", "y": "0", "width": "64", "height": "64", "scale": "0.1"}
    wild = ("NaN", "nan", "inf", "-inf", "1e308", "-1e308", "1e-308", "5e-324", "0x10", "1e999", "9" * 4000, "-1", "-0",
            "0", "", "%20",
            "1%00", "9223372036854775807", "-9223372036854775808", "2147483647", "4097", "0.5", "+1", "1,5", "infinity",
            "%F0%9F")
    for name, value in itertools.product(whole, wild):
        query = "&".join(f"{key}={value if key == name else other}" for key, other in whole.items())
        sound = value in ("-0", "0", "-1", "0.5", "+1", "1e-308", "5e-324", "4097", "2147483647", "0x10")
        yield case(f"/render/{id}?{query}", refused + (FOUND if sound else ()))
    for query in ("", "x", "x=&y=&width=&height=", "x=0&x=1&y=0&width=9&height=9", "&&&&", "=", "x==0",
                  "x=0&y=0&width=64",
                  "&".join(f"a{n}=1" for n in range(2000)), "%78=0&y=0&width=9&height=9", "x=0;y=0;width=9;height=9"):
        yield case(f"/render/{id}?{query}", refused + FOUND)
    yield case(f"/render/{id}?x=0&y=0&width=4096&height=4096&scale=100000", refused + FOUND)
    yield case(f"/render/{id}?x=-1000000&y=99999999&width=1&height=4096", refused + FOUND)
    yield case("/render/" + "a" * 9000 + "?x=0", NOT_THERE)


def conditions(tile, tag):
    """Yields conditional requests and ranges. `tag` is the tile's entity tag, with its quotes."""
    def case(name, *lines, intended=FOUND, method="GET", **more):
        return Case(name, "conditions", (get(tile, *lines, method=method),), intended, STAYS, method=method, **more)

    same = ((304,),)
    yield case("the tag", f"If-None-Match: {tag}", intended=same)
    yield case("the weak tag", f"If-None-Match: W/{tag}", intended=same)
    yield case("any", "If-None-Match: *", intended=same)
    yield case("in a list", f'If-None-Match: "x", {tag}, "y"', intended=same)
    yield case("in a list of 500", "If-None-Match: " + ", ".join(f'"{n}"' for n in range(500)) + f", {tag}",
               intended=same)
    yield case("in two lines", 'If-None-Match: "x"', f"If-None-Match: {tag}", intended=same)
    yield case("HEAD with the tag", f"If-None-Match: {tag}", intended=same, method="HEAD")
    # None of these is a list of entity tags with the tile's; a server may refuse invalid ones.
    for name, value in (("garbage after the tag", f"{tag}garbage"), ("garbage before the tag", f"garbage{tag}"),
                        ("no quotes", tag.strip('"')), ("an open quote", tag[:-1]), ("a quote within", f'"a{tag}"'),
                        ("two tags without a comma", f'{tag} "y"'), ("a small w", f"w/{tag}"),
                        ("a star and a tag", f"*, {tag}x"),
                        ("two stars", "**"), ("commas", ",,,,"), ("nothing", ""), ("a quote", '"'),
                        ("15,000 commas", "," * 15_000),
                        ("15,000 quotes", '"' * 15_000), ("a star in quotes", '"*"')):
        yield case(name, f"If-None-Match: {value}", intended=FOUND + BAD)
    for value in ("never", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "-1", "9" * 5000):
        yield case(f"since {value[:30]}", f"If-Modified-Since: {value}", intended=FOUND + same)
    for name, value in (("a range", "bytes=0-9"), ("1,000 ranges", "bytes="
                                                   + ",".join(f"{n}-{n}" for n in range(1000))),
                        ("overlapping ranges", "bytes=" + ",".join(["0-"] * 1000)), ("a range backwards", "bytes=9-0"),
                        ("a range of 2⁶⁴", "bytes=18446744073709551616-"),
                        ("the last 2⁶⁴", "bytes=-18446744073709551616"),
                        ("a range of nothing", "bytes="), ("another unit", "lines=0-1"),
                        ("a negative range", "bytes=-0")):
        yield case(name, f"Range: {value}", intended=((200,), (206,), (400,), (416,)),
                   check=lambda answers: "ranges multiply the answer" if len(answers[0].body) > 5_000_000 else None)
    for name, lines in (("If-Match of another", ['If-Match: "x"']), ("a long Accept",
                                                                     ["Accept: " + ",".join(["a/b"] * 3000)]),
                        ("a session of nobody", ["Tile-Session: " + "a" * 40]),
                        ("a session of 9,000", ["Tile-Session: " + "a" * 9000]),
                        ("cookies", ["Cookie: " + "a=b; " * 2500]), ("encodings",
                                                                     ["Accept-Encoding: " + "gzip;q=0, " * 900]),
                        ("forwarded", ["X-Forwarded-Proto: javascript", "X-Forwarded-For: " + "1, " * 900])):
        yield case(name, *lines, intended=((200,), (412,)))


def cut_off(contents, tile):
    """Yields requests and connections that end early, and many at a time."""
    def case(name, pieces, intended, then=EITHER, **more):
        return Case(name, "bodies, cuts", tuple(pieces), intended, then, **more)

    cold = contents[0]
    deep = cold.deepest
    # A client that half-closes still gets its answer (issue 11, line 11).
    half = HalfClose()
    yield case("half-closed after a hot tile", [get(tile), half], FOUND, CLOSES)
    yield case("half-closed after a document", [get("/contents.json"), half], FOUND, CLOSES)
    for number in range(6):
        path = cold.tile(deep, (17 * number + 5) % cold.columns(deep), (29 * number + 3) % cold.rows(deep))
        yield case(f"half-closed after a cold tile, {number}", [get(path), half], FOUND, CLOSES)
    yield case("half-closed after a render", [get(f"/render/{cold.id}?x=0&y=0&width=600&height=400&scale=0.5"), half],
               ((200,), (503,)), CLOSES)
    yield case("half-closed after three", [get(tile), get("/nothing"), get(tile), half], ((200, 404, 200),), CLOSES)
    yield case("half-closed in a head", [get(tile)[:-2], half], ((), (400,), (408,)), CLOSES)
    yield case("half-closed in a request line", [b"GET /ti", half], ((), (400,), (408,)), CLOSES)
    yield case("half-closed at once", [half], ((),), CLOSES)
    yield case("half-closed in a body", [raw(b"POST / HTTP/1.1", HOST + b"Content-Length: 99\r\n", b"\r\nabc"), half],
               ((400,), (405,), (408,), (405, 400)), CLOSES)
    for pieces in ([], [b"G"], [get(tile)[:30]], [get(tile)], [get("/contents.json")], [get(tile) * 50],
                   [get(cold.tile(deep, 1, 2))], [get(f"/render/{cold.id}?x=0&y=0&width=2000&height=2000&scale=1")]):
        name = f"reset after {sum(len(piece) for piece in pieces)} bytes"
        yield case(name, [*pieces, Reset()], ((),))
    # Hundreds of requests in one write.
    yield case("300 hot tiles at once", [get(tile) * 300], ((200,) * 300,), STAYS, patience=60)
    yield case("300 of what is not there", [get("/nothing") * 300], ((404,) * 300,), STAYS, patience=60)
    mixed = [get(tile), get("/healthz"), get("/nothing"), get(f"/tiles/{cold.id}.json")] * 75
    yield case("300 mixed at once", [b"".join(mixed)], ((200, 200, 404, 200) * 75,), STAYS, patience=60)
    # Fewer than tens of thousands, because earlier answers may have to be drawn.
    yield case("100 cold tiles at once", [b"".join(
        get(cold.tile(deep, (7 * n) % cold.columns(deep), (11 * n) % cold.rows(deep))) for n in range(100))],
        ((200,) * 100,), STAYS, patience=90)
    yield case("garbage after 50", [get(tile) * 50 + b"\x00\x01garbage\r\n\r\n"], ((200,) * 50 + (400,),), CLOSES)
    yield case("a byte at a time", [bytes([byte]) for byte in get(tile)], FOUND, STAYS)
    # A body is not drained forever after 405 (issue 11, line 11).
    ten = b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 10\r\n\r\n0123456789"
    yield case("POST with a small body", [ten], ((405,),), EITHER)
    yield case("PUT to a tile", [f"PUT {tile} HTTP/1.1\r\n".encode() + HOST + b"Content-Length: 3\r\n\r\nabc"],
               ((405,),))
    yield case("POST that waits for 100", [b"POST / HTTP/1.1\r\n" + HOST + b"Expect: 100-continue\r\nContent-Length: "
                                           b"1000000\r\n\r\n", HalfClose()], ((405,), (417,), (405, 400)), CLOSES)
    yield case("GET that waits for 100", [get(tile, "Expect: 100-continue")], ((200,), (417,)))
    yield case("GET that expects nonsense", [get(tile, "Expect: nonsense")], ((200,), (417,)))


def all_cases(contents, tile, tag):
    yield from heads(tile)
    yield from framing(tile)
    yield from addresses(contents)
    yield from conditions(tile, tag)
    yield from cut_off(contents, tile)
