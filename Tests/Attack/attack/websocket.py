"""WebSockets without a library (RFC 6455): sends any frame, and reads the server's frames strictly."""

import base64
import json
import secrets
import struct

from .wire import Broken, Connection, get

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0


def key():
    return base64.b64encode(secrets.token_bytes(16)).decode()


def name(random):
    """Returns a session's name from the run's random numbers, so that a run can be repeated."""
    return "".join(random.choice("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") for _ in range(32))


def handshake(path, *lines, key=None, version="13", upgrade="websocket", connection="Upgrade", method="GET",
              host="127.0.0.1"):
    fields = [("Upgrade", upgrade), ("Connection", connection), ("Sec-WebSocket-Key", key or globals()["key"]()),
              ("Sec-WebSocket-Version", version)]
    return get(
        path, *(f"{field}: {value}" for field, value in fields if value is not None), *lines, method=method, host=host)


def frame(payload=b"", opcode=TEXT, fin=True, reserved=0, mask=b"\x11\x22\x33\x44", length=None, wide=None):
    """Returns a frame. `length` replaces its true length; `wide` is a length of 2 or 8 bytes where fewer would do."""
    size = len(payload) if length is None else length
    bit = 0x80 if mask else 0
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    if wide == 8 or size > 0xFFFF:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    elif wide == 2 or size > 125:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | size])
    if not mask:
        return head + payload
    repeated = (mask * (len(payload) // 4 + 1))[:len(payload)]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(payload), "big")
    return head + mask + masked


def close_frame(code=1000, reason=b""):
    return frame(struct.pack(">H", code) + reason, CLOSE)


def viewport(x=0, y=0, width=800, height=600, scale=1, **more):
    return frame(json.dumps({"type": "viewport", "x": x, "y": y, "width": width, "height": height, "scale": scale,
                             **more}).encode())


class Session(Connection):
    """A connection that became a session, or was refused."""

    async def open(self, path, *lines, after=b"", **more):
        """Sends the handshake, and `after` in the same write. Returns the answer, or None if there is none."""
        await self.send(handshake(path, *lines, **more) + after)
        return await self.answer()

    async def frame(self, patience):
        """Returns the next frame as its opcode and payload, or None if the server has closed."""
        try:
            first = await self._some(2, patience)
        except ConnectionError:
            return None
        if first is None:
            return None
        if first[0] & 0x70:
            raise Broken("the server sent reserved bits")
        if first[1] & 0x80:
            raise Broken("the server masked a frame")
        size = first[1] & 0x7F
        if size == 126:
            size = struct.unpack(">H", await self._exactly(2, patience))[0]
        elif size == 127:
            size = struct.unpack(">Q", await self._exactly(8, patience))[0]
        if size > 1_000_000:
            raise Broken(f"the server sent a frame of {size} bytes")
        return first[0] & 0x0F, await self._exactly(size, patience)

    async def _some(self, count, patience):
        if not self._buffer and not await self._fill(patience):
            return None
        return await self._exactly(count, patience)

    async def until_closed(self, patience, answers_close=True):
        """Reads to the end. Returns the closing code, or None if there is none, and the texts before it."""
        texts, code = [], None
        while (got := await self.frame(patience)) is not None:
            opcode, payload = got
            if opcode == CLOSE:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                if answers_close:
                    try:
                        await self.send(frame(payload[:2], CLOSE))
                    except ConnectionError:
                        pass
            elif opcode == TEXT:
                texts.append(payload)
        return code, texts

    async def until_pong(self, payload, patience):
        """Reads until a pong, which confirms all earlier messages. Returns the code of a close that arrives instead."""
        while (got := await self.frame(patience)) is not None:
            if got[0] == PONG and got[1] == payload:
                return None
            if got[0] == CLOSE:
                return struct.unpack(">H", got[1][:2])[0] if len(got[1]) >= 2 else 1005
        return 1006
