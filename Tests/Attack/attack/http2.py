"""HTTP/2 without a library (RFC 9113): frames in any order, and the code of the server's GOAWAY."""

import ssl
import struct

from .wire import Connection, any_certificate

DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY = 0, 1, 3, 4, 6, 7
END_STREAM, END_HEADERS = 1, 4
CANCEL = struct.pack(">I", 8)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame(kind, flags=0, stream=0, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def _literal(name, value):
    return b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value


def request(stream, path):
    """Returns a GET. Its fields are literals (RFC 7541 section 6.2.2), so that frames may be sent in any order."""
    fields = b"\x82\x87" + _literal(b":path", path.encode()) + _literal(b":authority", b"127.0.0.1")
    return frame(HEADERS, END_STREAM | END_HEADERS, stream, fields)


def reset(stream):
    return frame(RESET, 0, stream, CANCEL)


def context():
    """Returns a TLS context that offers only HTTP/2."""
    made = any_certificate()
    made.set_alpn_protocols(["h2"])
    return made


class HTTP2Connection(Connection):
    """Opens a connection and sends the preface and settings."""

    async def __aenter__(self):
        await super().__aenter__()
        await self.send(PREFACE + frame(SETTINGS))
        return self

    async def until_goaway(self, patience):
        """Reads to the end. Returns the code of the server's GOAWAY, or None if it closed without one."""
        code = None
        try:
            while True:
                length, kind = struct.unpack(">IB", b"\0" + await self._frame_head(patience))
                await self._exactly(5, patience)
                payload = await self._exactly(length, patience)
                if kind == GOAWAY:
                    code = struct.unpack(">I", payload[4:8])[0]
        except (EOFError, ConnectionError, ssl.SSLError):
            return code

    async def _frame_head(self, patience):
        if not self._buffer and not await self._fill(patience):
            raise EOFError
        return await self._exactly(4, patience)
