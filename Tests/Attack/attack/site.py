"""The contents that a server serves, from their TileJSON, and their addresses."""

import dataclasses
import json
import math

from .wire import Connection, get


@dataclasses.dataclass(frozen=True)
class Content:
    id: str
    width: float
    height: float
    deepest: int
    deepest_scale: float
    tile_size: int
    format: str
    kind: str

    def scale(self, level):
        return self.deepest_scale / 2 ** (self.deepest - level)

    def columns(self, level):
        return max(1, math.ceil(self.width * self.scale(level) / self.tile_size - 1e-9))

    def rows(self, level):
        return max(1, math.ceil(self.height * self.scale(level) / self.tile_size - 1e-9))

    def tile(self, level, x, y, format=None):
        return f"/tiles/{self.id}/{level}/{x}/{y}.{format or self.format}"

    def any_tile(self, random, levels=None, format=None):
        level = random.choice(levels) if levels else random.randint(0, self.deepest)
        return self.tile(level, random.randrange(self.columns(level)), random.randrange(self.rows(level)), format)

    def middle(self, level):
        return self.tile(level, self.columns(level) // 2, self.rows(level) // 2)

    @classmethod
    def of(cls, document):
        """Creates a content from its TileJSON."""
        own = document["tilework"]
        return cls(own["id"], own["width"], own["height"], document["maxzoom"], own["deepestScale"], own["tileSize"],
                   own["format"], own.get("kind") or "")


async def fetch(sockets, server, path, *lines, method="GET", source=None, patience=60.0):
    """Sends one request over a new connection. Returns the answer, or None if the server closes without one."""
    async with Connection(sockets, server.host, server.port, source) as connection:
        await connection.send(get(path, "Connection: close", *lines, method=method))
        return await connection.answer(method, patience)


async def content(sockets, server, id, patience=60.0):
    """Returns a content's description, or None if there is none."""
    answer = await fetch(sockets, server, f"/tiles/{id}.json", patience=patience)
    return Content.of(json.loads(answer.body)) if answer and answer.status == 200 else None
