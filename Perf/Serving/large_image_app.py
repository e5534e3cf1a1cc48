"""Tiles of the image in $IMAGE by large_image, for uvicorn: /{z}/{x}/{y}.jpg."""

import os

import large_image

source = large_image.open(os.environ["IMAGE"], encoding="JPEG", jpegQuality=80)


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    z, x, y = (int(part) for part in scope["path"].removesuffix(".jpg").strip("/").split("/"))
    tile = bytes(source.getTile(x, y, z))
    length = str(len(tile)).encode()
    await send({"type": "http.response.start", "status": 200,
                "headers": [(b"content-type", b"image/jpeg"), (b"content-length", length)]})
    await send({"type": "http.response.body", "body": tile})
