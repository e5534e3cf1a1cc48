/**
 * The visible part of the content: a center in units of content and a scale, in a window of some size.
 *
 * This is a value: every change creates a new one. It uses three spaces, all with y down: units of the content; points
 * of the page (CSS pixels); pixels of the screen, `ratio` to a point. "Offset" is the window's top left corner measured
 * from the content's, in points: what a scroll view calls its content offset.
 */
export class Viewport {
    constructor({ centerX, centerY, scale, width, height, ratio }) {
        this.centerX = centerX;
        this.centerY = centerY;
        /** Points per unit. */
        this.scale = scale;
        /** The window's size, in points. */
        this.width = width;
        this.height = height;
        this.ratio = ratio;
    }

    with(changes) {
        return new Viewport({ ...this, ...changes });
    }

    /** Pixels of the screen per unit. */
    get pixelScale() {
        return this.scale * this.ratio;
    }

    get pixelWidth() {
        return Math.round(this.width * this.ratio);
    }

    get pixelHeight() {
        return Math.round(this.height * this.ratio);
    }

    /**
     * The window's top left corner from the content's, in whole pixels of the screen: a picture at rest is aligned with
     * the pixel grid, so a tile at its own scale is shown pixel for pixel.
     */
    get pixelOrigin() {
        return {
            x: Math.round(this.centerX * this.pixelScale - this.pixelWidth / 2),
            y: Math.round(this.centerY * this.pixelScale - this.pixelHeight / 2),
        };
    }

    get offset() {
        return {
            x: this.centerX * this.scale - this.width / 2,
            y: this.centerY * this.scale - this.height / 2,
        };
    }

    withOffset(x, y) {
        return this.with({
            centerX: (x + this.width / 2) / this.scale,
            centerY: (y + this.height / 2) / this.scale,
        });
    }

    /** The content under a point of the window. */
    contentAt(x, y) {
        return {
            x: this.centerX + (x - this.width / 2) / this.scale,
            y: this.centerY + (y - this.height / 2) / this.scale,
        };
    }

    /** The position of a content's point in the window. */
    pointOf(x, y) {
        return {
            x: (x - this.centerX) * this.scale + this.width / 2, y: (y - this.centerY) * this.scale + this.height / 2,
        };
    }

    /** The visible part of the content, in units, extended by a border in points. */
    box({ left = 0, top = 0, right = 0, bottom = 0 } = {}) {
        return {
            minX: this.centerX - (this.width / 2 + left) / this.scale,
            minY: this.centerY - (this.height / 2 + top) / this.scale,
            maxX: this.centerX + (this.width / 2 + right) / this.scale,
            maxY: this.centerY + (this.height / 2 + bottom) / this.scale,
        };
    }

    /** The viewport at another scale; the content under a point of the window stays there. */
    zoomed(scale, x, y) {
        const fixed = this.contentAt(x, y);
        return this.with({
            scale,
            centerX: fixed.x - (x - this.width / 2) / scale,
            centerY: fixed.y - (y - this.height / 2) / scale,
        });
    }
}

/** The limits of a content's position and scale. */
export class Limits {
    /** Points of the page left around a content that fits. */
    static padding = 28;
    /** The maximum magnification of the sharpest level's pixels. */
    static magnification = 4;

    constructor(pyramid, { width, height, ratio }) {
        this.pyramid = pyramid;
        this.width = width;
        this.height = height;
        const padding = pyramid.isScreen ? 0 : Math.min(Limits.padding, width / 10, height / 10);
        /** The current extent: a screen's extent changes with the window. */
        this.reach = { width: pyramid.reach.width, height: pyramid.reach.height };
        this.maxScale = (pyramid.scaleOf(pyramid.sharpestLevel) * Limits.magnification) / ratio;
        /** The scale at which the whole content fits, in points per unit; a small image is not blown up to fit. */
        this.fitScale = Math.min(
            (width - 2 * padding) / this.reach.width, (height - 2 * padding) / this.reach.height, this.maxScale);
        // A screen is shown point for point, whatever part of a point the window is larger.
        if (pyramid.isScreen && this.fitScale > 1 && this.fitScale < 1.01) this.fitScale = 1;
        this.minScale = this.fitScale;
        const { home } = pyramid;
        /** The scale at which the content's home area fits. */
        this.homeScale = pyramid.isScreen ? this.fitScale : Math.min(
            (width - 2 * padding) / home.width, (height - 2 * padding) / home.height, this.maxScale);
        this.ratio = ratio;
    }

    clampScale(scale) {
        return Math.min(this.maxScale, Math.max(this.minScale, scale));
    }

    /**
     * The minimum and the maximum offset of an axis, in points. A content smaller than the window is centered, so both
     * are equal.
     */
    offsets(scale) {
        const axis = (length, window) => {
            const room = length * scale - window;
            return room >= 0 ? { min: 0, max: room } : { min: room / 2, max: room / 2 };
        };
        return { x: axis(this.reach.width, this.width), y: axis(this.reach.height, this.height) };
    }

    /** The nearest viewport within the limits. */
    clamp(viewport) {
        const scale = this.clampScale(viewport.scale);
        const scaled = scale === viewport.scale ? viewport : viewport.with({ scale });
        const { x, y } = this.offsets(scale);
        const offset = scaled.offset;
        return scaled.withOffset(
            Math.min(x.max, Math.max(x.min, offset.x)), Math.min(y.max, Math.max(y.min, offset.y)));
    }

    /** Whether a viewport shows the content's initial view, or the whole content. */
    showsAll(viewport) {
        if (viewport.scale <= this.fitScale * 1.001) return true;
        const start = this.fit(viewport);
        const near = (one, other) => Math.abs(one - other) * start.scale < 1;
        return Math.abs(viewport.scale / start.scale - 1) < 0.001 && near(viewport.centerX, start.centerX)
            && near(viewport.centerY, start.centerY);
    }

    /** The whole visible area of the content, centered. */
    fit(viewport) {
        const { home } = this.pyramid;
        return viewport.with({
            centerX: home.x + home.width / 2, centerY: home.y + home.height / 2, scale: this.homeScale,
        });
    }

    /**
     * The scale of the level that is `steps` from here, in points per unit: zooming by steps rests where tiles are
     * shown pixel for pixel. From between two levels a step is a factor of 1.4 to 2.8.
     */
    stepped(scale, steps) {
        const level = Math.round(Math.log2((scale * this.ratio) / this.pyramid.deepestScale)) + steps;
        return this.clampScale((this.pyramid.deepestScale * 2 ** level) / this.ratio);
    }
}
