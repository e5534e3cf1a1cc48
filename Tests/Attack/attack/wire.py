"""Raw HTTP over sockets: sends any bytes, and reads answers strictly.

This module creates all sockets, and ensures that they connect only to loopback and that their number is limited.
"""

import asyncio
import dataclasses
import ipaddress
import random
import socket
import ssl
import struct
import time

# Issue 11 limits the attack: the most open sockets of all parts together.
MOST_SOCKETS = 200
# The server's answers are smaller; a 4096 × 4096 render of noise has 64 MB.
LARGEST_BODY = 80_000_000
# The seconds without a byte after which reading is given up, unless a case sets another time.
PATIENCE = 30.0


class ForbiddenHost(Exception):
    """A connection to another machine was requested."""


class Broken(Exception):
    """The server sent invalid HTTP, or ended within an answer."""


def loopback(host):
    """Returns the host, which has to be an address of 127.0.0.0/8."""
    try:
        address = ipaddress.IPv4Address(host)
    except ValueError:
        raise ForbiddenHost(f"{host!r} is no address of 127.0.0.0/8; the attack runs on this machine only") from None
    if not address.is_loopback:
        raise ForbiddenHost(f"{host} is not 127.0.0.0/8; the attack runs on this machine only")
    return str(address)


def client_address(number):
    """Returns a separate address for each client, so that limits for clients apply as they would in public.

    127.0.0.1 is reserved for the probe.
    """
    return f"127.0.{1 + number // 250 % 250}.{1 + number % 250}"


class Sockets:
    """Counts the open sockets. A client waits if there are too many."""

    def __init__(self, most=MOST_SOCKETS):
        self._free = asyncio.Semaphore(most)
        # The port that speaks TLS, and a context for it.
        self.secure = (None, None)
        self.open = 0
        self.peak = 0
        self._connections = set()

    async def take(self, connection):
        await self._free.acquire()
        self.open += 1
        self.peak = max(self.peak, self.open)
        self._connections.add(connection)

    def give_back(self, connection):
        self.open -= 1
        self._connections.discard(connection)
        self._free.release()

    def close_all(self):
        for connection in list(self._connections):
            connection.close()


class Connection:
    """A socket to the server. Unread bytes stay in the kernel, and nothing is sent implicitly."""

    def __init__(self, sockets, host, port, source=None, receive_buffer=None):
        self._sockets = sockets
        self._address = (loopback(host), port)
        self._source = source
        self._receive_buffer = receive_buffer
        self._socket = None
        self._tls = None
        self._buffer = bytearray()
        self.opened = 0.0

    async def __aenter__(self):
        await self._sockets.take(self)
        try:
            self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            self._socket.setblocking(False)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._receive_buffer:
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._receive_buffer)
            if self._source:
                # The port is chosen at connect time, so that one port serves several servers.
                self._socket.setsockopt(socket.IPPROTO_IP, 24, 1)
                self._socket.bind((loopback(self._source), 0))
            async with asyncio.timeout(PATIENCE):
                await asyncio.get_running_loop().sock_connect(self._socket, self._address)
                if self._address[1] == self._sockets.secure[0]:
                    await self._shake_hands(self._sockets.secure[1])
        except BaseException:
            self.close()
            raise
        self.opened = time.monotonic()
        return self

    async def __aexit__(self, *_):
        self.close()

    @property
    def is_open(self):
        return self._socket is not None

    async def send(self, data, patience=PATIENCE):
        if self._socket is None:
            raise ConnectionResetError("closed")
        if self._tls:
            self._tls.write(data)
            data = self._outgoing.read()
        async with asyncio.timeout(patience):
            await asyncio.get_running_loop().sock_sendall(self._socket, data)

    async def receive(self, patience=PATIENCE, most=65536):
        """Returns decrypted bytes, or none if the server has closed."""
        if self._tls is None:
            return await self.receive_raw(patience, most)
        while True:
            try:
                return self._tls.read(most)
            except ssl.SSLWantReadError:
                if not (data := await self.receive_raw(patience)):
                    return b""
                self._incoming.write(data)
            except ssl.SSLZeroReturnError:
                return b""

    async def receive_raw(self, patience=PATIENCE, most=65536):
        """Returns bytes as they are on the network, or none if the server has closed."""
        if self._socket is None:
            return b""
        async with asyncio.timeout(patience):
            return await asyncio.get_running_loop().sock_recv(self._socket, most)

    async def _shake_hands(self, context):
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=self._address[0])
        loop = asyncio.get_running_loop()
        while True:
            try:
                tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                await loop.sock_sendall(self._socket, self._outgoing.read())
                if not (data := await loop.sock_recv(self._socket, 65536)):
                    raise ConnectionResetError("closed in the handshake") from None
                self._incoming.write(data)
        await loop.sock_sendall(self._socket, self._outgoing.read())
        self._tls = tls

    @property
    def was_reset(self):
        """Returns whether the server has ended the connection. Bytes sent before can still be read."""
        # The first byte of tcp_info is the state, and 7 is closed (tcp(7), linux/tcp.h).
        return self._socket is None or self._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1) == b"\x07"

    def half_close(self):
        """Ends sending, as `nc -N` does."""
        if self._socket:
            try:
                self._socket.shutdown(socket.SHUT_WR)
            except OSError:
                pass

    def reset(self):
        """Ends the connection like a client that was killed with unread data."""
        if self._socket:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self):
        if self._socket is not None:
            self._socket.close()
            self._socket = None
            self._sockets.give_back(self)
        elif self in self._sockets._connections:
            self._sockets.give_back(self)

    # MARK: Reading answers

    async def _line(self, patience):
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > 65536:
                raise Broken("a line of an answer's head has more than 65536 bytes")
            if not await self._fill(patience):
                return None
        line = bytes(self._buffer[:end + 1])
        del self._buffer[:end + 1]
        return line

    async def _fill(self, patience):
        data = await self.receive(patience)
        self._buffer += data
        return bool(data)

    async def _exactly(self, count, patience):
        while len(self._buffer) < count:
            if not await self._fill(patience):
                raise Broken(f"an answer ends after {len(self._buffer)} of {count} bytes")
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        return data

    async def answer(self, method="GET", patience=PATIENCE):
        """Returns the next final answer, or None if the server closes before its first byte.

        Skips interim answers, which any client has to expect (RFC 9110 section 15.2); 101 counts as final.
        """
        while (answer := await self._answer(method, patience)) and 100 <= answer.status < 200 and answer.status != 101:
            pass
        return answer

    async def _answer(self, method, patience):
        start = time.monotonic()
        first = await self._line(patience)
        if first is None:
            if self._buffer:
                raise Broken(f"the connection ended in a status line: {bytes(self._buffer[:80])!r}")
            return None
        parts = first.rstrip(b"\r\n").split(b" ", 2)
        if not first.endswith(b"\r\n") or len(parts) < 2 or parts[0] not in (b"HTTP/1.1", b"HTTP/1.0") \
                or not (len(parts[1]) == 3 and parts[1].isdigit()):
            raise Broken(f"no status line: {first[:80]!r}")
        status = int(parts[1])
        headers = []
        while True:
            line = await self._line(patience)
            if line is None:
                raise Broken("the connection ended in the head of an answer")
            if line == b"\r\n":
                break
            name, colon, value = line.partition(b":")
            if not line.endswith(b"\r\n") or not colon or not name or name != name.strip():
                raise Broken(f"no header line: {line[:80]!r}")
            headers.append((name.decode("latin-1").lower(), value.strip().decode("latin-1")))
        answer = Answer(status, headers, b"", time.monotonic() - start)
        if status == 101 or method == "HEAD" or status in (204, 304) or status < 200:
            return answer
        body = await self._body(answer, patience)
        return dataclasses.replace(answer, body=body, seconds=time.monotonic() - start)

    async def _body(self, answer, patience):
        if answer.header("transfer-encoding") is not None:
            body = bytearray()
            while True:
                line = await self._line(patience)
                try:
                    size = int(line.split(b";")[0], 16)
                except (ValueError, AttributeError):
                    raise Broken(f"no size of a chunk: {line!r:.80}") from None
                body += (await self._exactly(size + 2, patience))[:-2]
                if len(body) > LARGEST_BODY:
                    raise Broken("an endless body")
                if size == 0:
                    return bytes(body)
        length = answer.header("content-length")
        if length is None:
            body = bytearray(self._buffer)
            self._buffer.clear()
            while data := await self.receive(patience):
                body += data
                if len(body) > LARGEST_BODY:
                    raise Broken("an endless body")
            return bytes(body)
        if not length.isdigit() or int(length) > LARGEST_BODY:
            raise Broken(f"Content-Length: {length}")
        return await self._exactly(int(length), patience)

    async def ended(self, patience):
        """Returns whether the server closes, without further bytes, within `patience` seconds."""
        if self._buffer:
            return False
        try:
            data = await self.receive(patience)
        except ConnectionError:
            return True
        except TimeoutError:
            return False
        self._buffer += data
        return not data


@dataclasses.dataclass(frozen=True)
class Answer:
    status: int
    headers: list
    body: bytes
    seconds: float

    def header(self, name):
        for header, value in self.headers:
            if header == name:
                return value
        return None

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")


def get(path, *lines, method="GET", host="127.0.0.1"):
    """Returns a sound request."""
    head = [f"{method} {path} HTTP/1.1", f"Host: {host}", *lines]
    return ("\r\n".join(head) + "\r\n\r\n").encode("latin-1")


def any_certificate():
    """Returns a TLS context that accepts a test server's certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def generator(*names):
    """Returns random numbers that depend only on the run's seed and `names`, so that each run gets the same."""
    return random.Random(":".join(str(name) for name in names))
