/**
 * The positions of tiles in a picture of the content, in whole pixels.
 *
 * One rule rounds all edges, so neighbors share theirs. Nothing extends beyond the content: its own edge is the last
 * whole pixel, and the tiles there, cut to their whole pixels (`Pyramid.pixelsOf`), are stretched to it by less than
 * one.
 */
export class Frame {
    /**
     * An edge this close before a whole pixel counts as being on it: the scale in an address has five decimal places.
     */
    static tolerance = 1 / 16;

    /** The content in a window. */
    static of(pyramid, viewport) {
        const scale = viewport.pixelScale;
        const origin = viewport.pixelOrigin;
        const whole = (length) => Math.max(1, Math.floor(length * scale + Frame.tolerance));
        const content = { x: -origin.x, y: -origin.y, width: whole(pyramid.width), height: whole(pyramid.height) };
        return new Frame(pyramid, content, scale, scale, viewport.pixelWidth, viewport.pixelHeight);
    }

    /** The whole content in a picture of this size. */
    static filling(pyramid, width, height) {
        const content = { x: 0, y: 0, width, height };
        return new Frame(pyramid, content, width / pyramid.width, height / pyramid.height, width, height);
    }

    /** `content` is its rect, the scales are pixels per unit, and `width` and `height` the picture's. */
    constructor(pyramid, content, scaleX, scaleY, width, height) {
        this.pyramid = pyramid;
        this.content = content;
        this.scaleX = scaleX;
        this.scaleY = scaleY;
        // The drawn area is in the window and in the content.
        this.minX = Math.max(0, content.x);
        this.minY = Math.max(0, content.y);
        this.maxX = Math.min(width, content.x + content.width);
        this.maxY = Math.min(height, content.y + content.height);
        this.largestWhole = 2 * Math.max(width, height);
    }

    /** A tile's rect; empty for one that has no whole pixel of the content. */
    rect({ level, column, row }) {
        const { pyramid, content } = this;
        const pixels = pyramid.tilePixels(level);
        const side = pixels / pyramid.scaleOf(level);
        const whole = pyramid.wholeSizeOf(level);
        const across = span(column, side * this.scaleX, column * pixels, pixels, whole.width, content.width);
        const down = span(row, side * this.scaleY, row * pixels, pixels, whole.height, content.height);
        return { x: content.x + across.start, y: content.y + down.start, width: across.length, height: down.length };
    }
}

/** One axis of a tile that begins at pixel `first` of its level's `whole` ones, up to `extent` in the picture. */
function span(index, side, first, pixels, whole, extent) {
    if (first >= whole) return { start: extent, length: 0 };
    const start = Math.min(extent, Math.round(index * side));
    const end = first + pixels >= whole ? extent : Math.min(extent, Math.round((index + 1) * side));
    return { start, length: end - start };
}
