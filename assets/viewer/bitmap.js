/**
 * Decodes a tile's picture off the main thread, cut to the content: nothing from beyond it is left for filtering to mix
 * in.
 */
export function decode(blob, pyramid, tile, options = {}) {
    const { width, height } = pyramid.pixelsOf(tile);
    const side = pyramid.tilePixels(tile.level);
    if (width === side && height === side) return createImageBitmap(blob, options);
    return createImageBitmap(blob, 0, 0, width, height, options);
}
