"""Part 2: scroll sessions over raw sockets. The protocol is docs/sessions.md."""

import asyncio
import time

from . import answers, session_cases
from .session_cases import STAYS
from .site import fetch
from .websocket import CLOSE, PING, Session, close_frame, frame, name, viewport
from .wire import Broken, generator

CLIENTS = 8
CROWD = 8
# Limits for the server, so that few sockets reach them.
MOST_SESSIONS, MOST_PER_CLIENT = 80, 12
PATIENCE = 20.0
# The seconds until a closed session makes room for another; the server may still be closing the old one.
FREED_WITHIN = 10.0


class Sessions:
    """Runs the limits and all cases once, then damaged frames until the time is over, beside many bad viewers."""

    NAME = "sessions"
    clients = CLIENTS + CROWD

    def __init__(self, bout, only=None):
        self.bout, self.only = bout, only
        self.tally = bout.tally(self.NAME)
        self.content = bout.vectors[0]


    async def run(self, until):
        random = generator(self.bout.seed, "sessions")
        steps = [(f"handshake: {shake.name}", self.handshake, shake) for shake in session_cases.HANDSHAKES]
        steps += [(f"session: {talk.name}", self.talk, talk) for talk in session_cases.talks()]
        random.shuffle(steps)
        if self.only:
            steps = [step for step in steps if self.only in step[0]]
        if not self.only or self.only in "limits":
            await self.limits()
        crowd = [asyncio.create_task(self.viewer(number, until)) for number in range(0 if self.only else CROWD)]
        numbers = iter(range(1, 10**9))
        if self.only and self.only.startswith("fuzz "):
            steps = [(self.only, self.damaged, int(self.only.split()[1]))]
        queue = list(reversed(steps))

        def next_step():
            if queue:
                return queue.pop()
            number = next(numbers)
            return None if self.only or until.has_come else (f"fuzz {number}", self.damaged, number)

        async def client():
            while (step := next_step()) and self.bout.server.is_running:
                await self.one(*step)

        await asyncio.gather(*(client() for _ in range(CLIENTS)))
        for viewer in crowd:
            viewer.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    async def one(self, case, act, what):
        start = time.monotonic()
        group = case.split(":")[0].split(" ")[0]
        try:
            label, fault = await act(what)
        except TimeoutError:
            label, fault = "silence", "no answer, and the connection stayed open"
        except (ConnectionError, Broken) as error:
            label, fault = "broken", f"{error}"
        self.bout.done(case)
        if await self.bout.alive() if fault else self.bout.server.is_running:
            self.tally.note(group, label, time.monotonic() - start, case)
            if fault:
                self.tally.fault(group, case, fault)

    def session(self, receive_buffer=None, address=None):
        server = self.bout.server
        return Session(self.bout.sockets, server.host, server.port, address or self.bout.address(), receive_buffer)

    def path(self, random, content=None):
        deliver = random.choice(["", "&deliver=tiles"])
        return f"/session/{name(random)}?content={content or self.content.id}{deliver}"

    # MARK: Cases

    async def handshake(self, shake):
        random = generator(self.bout.seed, "handshake", shake.name)
        template = shake.path or "/session/{id}?content={content}"
        path = template.replace("{id}", name(random)).replace("{content}", self.content.id)
        async with self.session() as session:
            answer = await session.open(path, *shake.lines, after=b"hello" if shake.name == "a body" else b"",
                                        **shake.more)
            if answer is None:
                return "closed", "closed without an answer"
            wrong = list(answers.faults(answer, path, self.bout.secrets))
            if answer.status not in shake.intended:
                wanted = " or ".join(map(str, shake.intended))
                wrong.insert(0, f"answered {answer.status}, not {wanted}: {answer.text[:80].strip()}")
            if answer.status == 426 and answer.header("sec-websocket-version") != "13":
                wrong.append("426 without Sec-WebSocket-Version")
            if answer.status == 101 and answer.status in shake.intended and shake.name != "a body":
                await session.send(close_frame())
                code, _ = await session.until_closed(PATIENCE)
                if code != 1000:
                    wrong.append(f"answered a close by {code}")
            return str(answer.status), wrong[0] if wrong else None

    async def talk(self, talk):
        random = generator(self.bout.seed, "talk", talk.name)
        async with self.session() as session:
            answer = await session.open(self.path(random))
            if answer is None or answer.status != 101:
                return "refused", f"the session was not opened: {answer and answer.status}"
            try:
                for piece in talk.pieces:
                    await session.send(piece)
                await session.send(frame(b"still there?", PING))
            except ConnectionError:
                pass
            if STAYS in talk.intended:
                code = await session.until_pong(b"still there?", PATIENCE)
                if code is None:
                    await session.send(close_frame())
                    ended, _ = await session.until_closed(PATIENCE)
                    return "stays", None if ended == 1000 else f"answered a close by {ended}"
            else:
                code, _ = await session.until_closed(PATIENCE)
                if code is None:
                    return "1006", "the connection ended without a close"
            wanted = " or ".join("stays" if each == STAYS else str(each) for each in talk.intended)
            return str(code), None if code in talk.intended else f"closed with {code}, not {wanted}"

    async def damaged(self, number):
        random = generator(self.bout.seed, "frames", number)
        async with self.session() as session:
            answer = await session.open(self.path(random), after=session_cases.fuzzed(random))
            if answer is None or answer.status != 101:
                return "refused", f"the session was not opened: {answer and answer.status}"
            # The server waits for the rest of half a frame, so the client has to end.
            session.half_close()
            code, _ = await session.until_closed(PATIENCE)
            allowed = (None, 1000, 1001, 1002, 1003, 1005, 1007, 1008, 1009)
            known = code in allowed or 3000 <= code < 5000 or 1007 <= code <= 1014
            return str(code or 1006), None if known else f"closed with {code}"

    # MARK: Limits

    async def limits(self):
        """Opens more sessions than one client may have, and than the server may have. Closed sessions make room again."""
        random = generator(self.bout.seed, "limits")
        bout = self.bout
        opened = []

        async def hold(address):
            """Returns whether one more session was opened."""
            session = self.session(address=address)
            await session.__aenter__()
            answer = await session.open(self.path(random))
            status = answer.status if answer else 0
            self.tally.note("limits", status, answer.seconds if answer else 0.0, "limits")
            for fault in answers.faults(answer, secrets=bout.secrets) if answer else ():
                self.tally.fault("limits", "limits", fault)
            if status == 101:
                opened.append(session)
            else:
                session.close()
            return status

        try:
            address = bout.address()
            statuses = [await hold(address) for _ in range(MOST_PER_CLIENT + 2)]
            # The load beside this may have sessions of other clients.
            if statuses[:MOST_PER_CLIENT] != [101] * MOST_PER_CLIENT or set(statuses[MOST_PER_CLIENT:]) != {429}:
                self.tally.fault("limits", "limits", f"{MOST_PER_CLIENT} of a client, then: {statuses[-4:]}")
            for _ in range(MOST_SESSIONS):
                status = await hold(bout.address())
                if status != 101:
                    break
            if status != 503:
                self.tally.fault("limits", "limits", f"after {len(opened)} sessions: {status}, not 503")
            for index, session in enumerate(opened):
                session.reset() if index % 2 else session.close()
            opened.clear()
            limit = time.monotonic() + FREED_WITHIN
            while (status := await hold(address)) != 101 and time.monotonic() < limit:
                await asyncio.sleep(0.1)
            if status != 101:
                self.tally.fault("limits", "limits", f"no session {FREED_WITHIN:.0f} s after all had gone: {status}")
        except (ConnectionError, TimeoutError, Broken) as error:
            self.tally.fault("limits", "limits", f"{error or 'no answer'}")
        finally:
            for session in opened:
                session.close()

    # MARK: Bad viewers

    async def viewer(self, number, until):
        """Sweeps over the content for a while in one of several manners, and disconnects without closing."""
        random = generator(self.bout.seed, "viewer", number)
        manners = ("never reads", "vanishes", "half-closes", "asks for drafts", "pings")
        while not until.has_come:
            manner = manners[random.randrange(len(manners))]
            start = time.monotonic()
            label = "left"
            try:
                async with self.session(4096 if manner == "never reads" else None) as session:
                    path = self.path(random, random.choice(self.bout.vectors).id)
                    answer = await session.open(path)
                    if answer is None or answer.status != 101:
                        label = str(answer.status if answer else "closed")
                        if label != "503":
                            self.tally.fault("viewers", manner, f"the session was not opened: {label}")
                    else:
                        await self.sweep(session, manner, random, path.split("/")[2].split("?")[0])
            except (ConnectionError, TimeoutError):
                label = "dropped"
            except Broken as broken:
                self.tally.fault("viewers", manner, str(broken))
            self.tally.note("viewers", label, 0.0, manner)
            await asyncio.sleep(max(0.0, 0.5 - (time.monotonic() - start)))

    async def sweep(self, session, manner, random, id):
        content = self.content
        for _ in range(random.randrange(20, 120)):
            level_scale = content.scale(random.randint(0, content.deepest))
            await session.send(viewport(
                random.uniform(-content.width, content.width * 2), random.uniform(-content.height, content.height * 2),
                random.choice((1, 400, 4000)) / level_scale, random.choice((1, 300, 3000)) / level_scale, level_scale,
                velocityX=random.uniform(-1e4, 1e4), velocityY=random.choice((0, 1e6))), patience=5)
            if manner == "pings":
                await session.send(frame(random.randbytes(100), PING), patience=5)
            if manner == "asks for drafts":
                answer = await fetch(self.bout.sockets, self.bout.server, content.any_tile(random),
                                     f"Tile-Session: {id}",
                                     source=self.bout.address())
                if answer:
                    for fault in answers.faults(answer, secrets=self.bout.secrets):
                        self.tally.fault("viewers", manner, fault)
            if manner != "never reads":
                try:
                    await session.receive(0.02)
                except TimeoutError:
                    pass
            else:
                await asyncio.sleep(0.02)
        if manner == "half-closes":
            session.half_close()
            await session.ended(5)
        elif manner == "vanishes":
            session.reset()
        elif manner == "pings":
            await session.send(frame(b"\x03", CLOSE))

