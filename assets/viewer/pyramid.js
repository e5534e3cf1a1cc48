/**
 * The grids of square tiles that a content is cut into: level z draws it at twice the scale of level z − 1.
 *
 * The content's units are its own (points of a drawing, pixels of an image), y down. A tile (level, column, row) is the
 * XYZ tile {z}/{x}/{y}; its grid starts at the content's top left corner, and tiles of the last column and row are
 * whole squares that reach beyond the content. Pure arithmetic: nothing here asks the network or the page.
 */
export class Pyramid {
    constructor({ width, height, tileSize, deepestScale, maxLevel, minLevel = 0, doubled = false, template = "",
        part = null }) {
        /** The content's extent, in its units. */
        this.width = width;
        this.height = height;
        /** The side of a tile, in pixels. */
        this.tileSize = tileSize;
        /** Pixels per unit at the deepest level of the grid. */
        this.deepestScale = deepestScale;
        this.minLevel = minLevel;
        /** The deepest level that has a grid of its own. */
        this.maxLevel = maxLevel;
        /**
         * The deepest available level. One more than `maxLevel` when the server draws tiles of `maxLevel` at twice the
         * resolution (`@2x`): the same grid, tiles of twice the pixels.
         */
        this.sharpestLevel = doubled ? maxLevel + 1 : maxLevel;
        this.template = template;
        /** The query of all tiles, with its question mark; empty for none. */
        this.query = "";
        /** The area that a viewer shows first: the whole content, unless an archive has only a part. */
        this.home = part ?? { x: 0, y: 0, width, height };
        /** Whether it is a screen: as large as the window, with nothing beyond. */
        this.isScreen = false;
    }

    /** Makes it a screen of the window's size, in whole units. */
    setScreenSize({ width, height }) {
        this.isScreen = true;
        this.home = {
            x: 0, y: 0, width: Math.min(this.width, Math.max(1, Math.floor(width))),
            height: Math.min(this.height, Math.max(1, Math.floor(height))),
        };
    }

    /** The size of the visible area, from the content's origin. */
    get reach() {
        return this.isScreen ? this.home : this;
    }

    /** The whole content. */
    get box() {
        return { minX: 0, minY: 0, maxX: this.width, maxY: this.height };
    }

    /** The pyramid that a TileJSON document with a `tilework` member describes; `base` is the document's own URL. */
    static fromTileJSON(document, base) {
        const own = document.tilework;
        if (!own || !(own.width > 0) || !(own.height > 0) || !(own.deepestScale > 0)) {
            throw new Error("the tile description lacks the content's size and scale");
        }
        const template = document.tiles?.[0];
        if (!template) throw new Error("the tile description names no tiles");
        return new Pyramid({
            width: own.width,
            height: own.height,
            tileSize: own.tileSize ?? 256,
            deepestScale: own.deepestScale,
            minLevel: document.minzoom ?? 0,
            maxLevel: document.maxzoom ?? 0,
            doubled: own.doubled === true,
            part: Pyramid.#part(own.part),
            template: new URL(template, base).href.replace(/%7B/gi, "{").replace(/%7D/gi, "}"),
        });
    }

    static #part(numbers) {
        if (!Array.isArray(numbers) || numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;
        const [x, y, width, height] = numbers;
        return width > 0 && height > 0 ? { x, y, width, height } : null;
    }

    /** Pixels per unit. */
    scaleOf(level) {
        return this.deepestScale * 2 ** (level - this.maxLevel);
    }

    /** The side of a tile, in pixels of its level. */
    tilePixels(level) {
        return level > this.maxLevel ? this.tileSize * 2 : this.tileSize;
    }

    /** The whole content's size in pixels of a level; a rounding error does not make it one pixel more. */
    sizeOf(level) {
        const scale = this.scaleOf(level);
        return {
            width: Math.max(1, Math.ceil(this.width * scale - 1e-6)),
            height: Math.max(1, Math.ceil(this.height * scale - 1e-6)),
        };
    }

    /**
     * The number of a level's pixels that the content covers fully; a partly covered pixel also shows the background.
     */
    wholeSizeOf(level) {
        const scale = this.scaleOf(level);
        return {
            width: Math.max(1, Math.floor(this.width * scale + 1e-6)),
            height: Math.max(1, Math.floor(this.height * scale + 1e-6)),
        };
    }

    /** The part of a tile's picture that is content, in whole pixels from its top left corner; at least one. */
    pixelsOf({ level, column, row }) {
        const side = this.tilePixels(level);
        const { width, height } = this.wholeSizeOf(level);
        const part = (length, index) => Math.min(side, Math.max(1, length - index * side));
        return { width: part(width, column), height: part(height, row) };
    }

    columns(level) {
        return Math.ceil(this.sizeOf(level).width / this.tilePixels(level));
    }

    rows(level) {
        return Math.ceil(this.sizeOf(level).height / this.tilePixels(level));
    }

    /**
     * The coarsest level that is not coarser than `scale` (pixels of the screen per unit), or the sharpest available
     * one. A level that is less than 2 % too coarse also qualifies: the difference is invisible, and it saves three
     * tiles of four.
     */
    levelFor(scale) {
        const exact = this.maxLevel + Math.log2(scale / this.deepestScale);
        return Math.min(this.sharpestLevel, Math.max(this.minLevel, Math.ceil(exact - Math.log2(1.02))));
    }

    /** The tiles of a level that meet a box in units, as ranges of columns and rows (both ends in); may be empty. */
    range(level, { minX, minY, maxX, maxY }) {
        const side = this.tilePixels(level) / this.scaleOf(level);
        return {
            level,
            firstColumn: Math.max(0, Math.floor(minX / side)),
            lastColumn: Math.min(this.columns(level), Math.ceil(maxX / side)) - 1,
            firstRow: Math.max(0, Math.floor(minY / side)),
            lastRow: Math.min(this.rows(level), Math.ceil(maxY / side)) - 1,
        };
    }

    tile(level, column, row) {
        return { level, column, row, key: `${level}/${column}/${row}` };
    }

    /** Whether a tile shows something of a box in units, or lies so close that antialiasing reaches it. */
    touches({ level, column, row }, { minX, minY, maxX, maxY }) {
        const scale = this.scaleOf(level);
        const side = this.tilePixels(level) / scale;
        const margin = 1 / scale;
        return minX - margin <= (column + 1) * side && maxX + margin >= column * side
            && minY - margin <= (row + 1) * side && maxY + margin >= row * side;
    }

    /** All tiles of a range, row by row. */
    tiles(range) {
        const tiles = [];
        for (let row = range.firstRow; row <= range.lastRow; row++) {
            for (let column = range.firstColumn; column <= range.lastColumn; column++) {
                tiles.push(this.tile(range.level, column, row));
            }
        }
        return tiles;
    }

    /** The tile of the next coarser level that holds this one; `null` at the top. */
    parent({ level, column, row }) {
        if (level <= this.minLevel) return null;
        if (level > this.maxLevel) return this.tile(level - 1, column, row);
        return this.tile(level - 1, column >> 1, row >> 1);
    }

    /** The tiles of the next finer level that this one is made of; none at the bottom. */
    children({ level, column, row }) {
        if (level >= this.sharpestLevel) return [];
        if (level === this.maxLevel) return [this.tile(level + 1, column, row)];
        const columns = this.columns(level + 1);
        const rows = this.rows(level + 1);
        const children = [];
        for (let y = row * 2; y < Math.min(row * 2 + 2, rows); y++) {
            for (let x = column * 2; x < Math.min(column * 2 + 2, columns); x++) {
                children.push(this.tile(level + 1, x, y));
            }
        }
        return children;
    }

    /** The address of a tile's picture. */
    url({ level, column, row }) {
        const doubled = level > this.maxLevel;
        const url = this.template
            .replace("{z}", Math.min(level, this.maxLevel))
            .replace("{x}", column)
            .replace("{y}", row);
        return (doubled ? url.replace(/(\.\w+)(\?|$)/, "@2x$1$2") : url) + this.query;
    }
}
