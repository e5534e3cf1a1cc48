"""Part 1: malformed requests, over raw sockets."""

import asyncio

from . import exchange
from .exchange import Case, HalfClose
from .malformed_cases import all_cases
from .slow import SlowClients
from .wire import generator

CLIENTS = 8

# The valid answers to arbitrary bytes: not 500, 502 or 504, and nothing that only a sound request gets.
ANY_OF = (200, 204, 206, 304, 400, 403, 404, 405, 408, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 429, 431, 501,
          503, 505)


class AnySequence:
    """The intended answers to random bytes: any of these and of `more`, any number of times."""

    def __init__(self, *more):
        self._statuses = {*ANY_OF, *more}

    def __contains__(self, statuses):
        return all(status in self._statuses for status in statuses)

    def __iter__(self):
        return iter([(400,)])

    def __getitem__(self, index):
        return [(400,)][index]


def fuzzed(seed, number, bases):
    """Returns a case of damaged bytes, which depends only on the seed and number."""
    random = generator(seed, "malformed", number)
    data = bytearray(b"".join(piece for piece in random.choice(bases).pieces if isinstance(piece, bytes))[:20_000])
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        place = random.randrange(len(data) + 1)
        match random.randrange(6):
            case 0 if place < len(data):
                data[place] ^= 1 << random.randrange(8)
            case 1:
                data[place:place] = random.choice(
                    (b"\r", b"\n", b"\0", b" ", b":", b"\r\n", b"\r\n\r\n", b",", b"%", b"\xff",
                     b"Transfer-Encoding: chunked\r\n",
                     b"Content-Length: 5\r\n", b"Host: b\r\n", b"Connection: close\r\n", b"Upgrade: websocket\r\n"))
            case 2:
                del data[place:place + random.choice((1, 2, 8, 64))]
            case 3:
                data[place:place] = data[place:place + random.randrange(1, 200)]
            case 4:
                data[place:place] = str(random.choice((-1, 2**31, 2**63, 2**64, 10**30))).encode()
            case _:
                del data[place:]
    # The half-close ends requests that have no end.
    return Case(f"fuzz {number}", "fuzz", (bytes(data), HalfClose()), AnySequence(), exchange.EITHER, patience=60,
                asked=data.decode("latin-1"))


class Malformed:
    """Runs all cases once, then damaged ones until the time is over."""

    NAME = "malformed"
    clients = CLIENTS

    def __init__(self, bout, only=None):
        self.bout, self.only = bout, only
        self.tally = bout.tally(self.NAME)
        self.slow = SlowClients(bout.sockets, bout.server, bout.hot[0], self.tally, bout.address, only)

    async def run(self, until):
        bout = self.bout
        tag = await bout.entity_tag(bout.hot[0])
        cases = list(all_cases(bout.vectors, bout.hot[0], tag))
        # HEAD requests are excluded: whether an answer has a body depends on how the damage changed the method.
        bases = [case for case in cases if sum(len(p) for p in case.pieces if isinstance(p, bytes)) < 20_000
                 and any(isinstance(piece, bytes) for piece in case.pieces) and case.method != "HEAD"]
        if self.only:
            number = self.only.removeprefix("fuzz ")
            cases = ([fuzzed(bout.seed, int(number), bases)] if number.isdigit()
                     else [case for case in cases if self.only in case.name])
        else:
            # The order is random, so that the state that a case leaves meets all other cases, and slow cases are not
            # all last.
            generator(bout.seed, "order").shuffle(cases)
        # The first pass is always complete, even if the time is short.
        queue = list(reversed(cases))
        numbers = iter(range(1, 10**9))

        def next_case():
            if queue:
                return queue.pop()
            return None if self.only or until.has_come else fuzzed(bout.seed, next(numbers), bases)

        async def client():
            while (case := next_case()) and bout.server.is_running:
                await self.one(case)

        await asyncio.gather(*(client() for _ in range(CLIENTS)))

    async def one(self, case):
        bout = self.bout
        outcome = await exchange.run(case, bout.sockets, bout.server, bout.address(), bout.secrets)
        bout.done(case.name)
        if not (await bout.alive() if outcome.faults and outcome.end in ("reset", "closed")
                else bout.server.is_running):
            return
        label = outcome.label if case.group != "fuzz" or len(outcome.answers) < 2 else "several"
        self.tally.note(case.group, label, outcome.seconds, case.name)
        for fault in outcome.faults:
            self.tally.fault(case.group, case.name, fault)
