import { Frame } from "./frame.js";

/**
 * Draws a viewport from the available tiles.
 *
 * Every tile's edges are rounded to whole pixels of the screen by one rule, so neighbors share an edge exactly and no
 * seam shows at any scale; the last ones end where the content does. Finer tiles are the placeholder for a missing
 * tile, or else the nearest coarser one. A tile that arrives late fades in over its placeholder, so nothing flickers.
 */
export class Painter {
    /** The duration of a late tile's fade, in milliseconds. */
    static fade = 140;
    /** The maximum number of levels by which a placeholder may be finer. */
    static finerLevels = 3;

    constructor(canvas, pyramid, store) {
        this.context = canvas.getContext("2d", { alpha: false });
        this.canvas = canvas;
        this.pyramid = pyramid;
        this.store = store;
        this.reduced = false;
        this.colors = { page: "#eef0f2", edge: "rgb(0 0 0 / 14%)", failed: "rgb(128 128 128 / 45%)" };
        /** The color under the content. */
        this.paper = "#ffffff";
    }

    resize(width, height) {
        if (this.canvas.width === width && this.canvas.height === height) return;
        this.canvas.width = width;
        this.canvas.height = height;
    }

    /**
     * Draws one frame. Returns the number of visible tiles that are `missing`, and whether any is still `fading`.
     *
     * `isLost` says whether a tile has failed: a missing one then gets a subtle mark.
     */
    paint(viewport, { level, visible }, now, isLost) {
        const { context, store } = this;
        const frame = Frame.of(this.pyramid, viewport);
        store.beginFrame();
        context.globalAlpha = 1;
        context.fillStyle = this.colors.page;
        context.fillRect(0, 0, this.canvas.width, this.canvas.height);
        this.paintPaper(frame);

        const ready = [];
        const standIns = new Map();
        const lost = [];
        let missing = 0;
        let fading = false;
        for (const tile of visible) {
            const entry = store.use(tile.key);
            const opacity = entry ? this.opacity(entry, now) : 0;
            if (entry) ready.push({ entry, opacity });
            else missing += 1;
            if (opacity < 1) {
                if (entry) fading = true;
                else if (isLost(tile.key)) lost.push(tile);
                this.standIn(tile, standIns);
            }
        }
        const below = [...standIns.values()].sort((one, other) => one.tile.level - other.tile.level);
        context.imageSmoothingEnabled = true;
        context.imageSmoothingQuality = "medium";
        for (const entry of below) this.paintTile(entry, 1, frame, true);
        // Down to half the size, the smallest for tiles of the current level, plain bilinear filtering is correct.
        context.imageSmoothingQuality = "low";
        for (const { entry, opacity } of ready) this.paintTile(entry, opacity, frame, below.length > 0);
        for (const tile of lost) this.paintLoss(frame.rect(tile));
        context.globalAlpha = 1;
        return { level, missing, fading, ready: ready.length };
    }

    opacity(entry, now) {
        if (this.reduced) return 1;
        return Math.min(1, Math.max(0, (now - entry.arrived) / Painter.fade));
    }

    /** Collects placeholders for `tile`. */
    standIn(tile, found) {
        if (this.coverWithFiner(tile, Painter.finerLevels, found)) return;
        for (let above = this.pyramid.parent(tile); above; above = this.pyramid.parent(above)) {
            const entry = this.store.use(above.key);
            if (!entry) continue;
            found.set(above.key, entry);
            return;
        }
    }

    /** Collects finer tiles within `tile`. Returns whether they cover it. */
    coverWithFiner(tile, levels, found) {
        const children = levels > 0 ? this.pyramid.children(tile) : [];
        let covered = children.length > 0;
        for (const child of children) {
            const entry = this.store.use(child.key);
            if (entry) found.set(child.key, entry);
            else if (!this.coverWithFiner(child, levels - 1, found)) covered = false;
        }
        return covered;
    }

    /** Draws the content's background, with a hairline around it. */
    paintPaper(frame) {
        const { context } = this;
        const { x, y, width, height } = frame.content;
        context.fillStyle = this.colors.edge;
        context.fillRect(x - 1, y - 1, width + 2, height + 2);
        context.fillStyle = this.paper;
        context.fillRect(x, y, width, height);
    }

    /** Draws the visible part of a tile; `over` says that something else may have been drawn there. */
    paintTile({ tile, bitmap }, opacity, frame, over) {
        const { context } = this;
        const rect = frame.rect(tile);
        const left = Math.max(rect.x, frame.minX);
        const top = Math.max(rect.y, frame.minY);
        const right = Math.min(rect.x + rect.width, frame.maxX);
        const bottom = Math.min(rect.y + rect.height, frame.maxY);
        if (left >= right || top >= bottom) return;
        // A tile much larger than the window (a coarse placeholder) is cut: drawing all of it would cost its full size.
        const isWhole = rect.width <= frame.largestWhole && rect.height <= frame.largestWhole;
        const scaleX = bitmap.width / rect.width;
        const scaleY = bitmap.height / rect.height;
        const source = isWhole
            ? [0, 0, bitmap.width, bitmap.height]
            : [(left - rect.x) * scaleX, (top - rect.y) * scaleY, (right - left) * scaleX, (bottom - top) * scaleY];
        const target = isWhole ? rect : { x: left, y: top, width: right - left, height: bottom - top };
        context.globalAlpha = opacity;
        if (over && opacity < 1) {
            context.drawImage(this.onPaper(bitmap, source, target), target.x, target.y);
            return;
        }
        // A placeholder must not show through the clear parts of this tile.
        if (over) context.fillRect(left, top, right - left, bottom - top);
        context.drawImage(bitmap, ...source, target.x, target.y, target.width, target.height);
    }

    /** A tile with its background, to fade in as one: a background that faded in alone would flash. */
    onPaper(bitmap, source, { width, height }) {
        this.sheet ??= new OffscreenCanvas(1, 1).getContext("2d", { alpha: false });
        const sheet = this.sheet;
        sheet.canvas.width = width;
        sheet.canvas.height = height;
        sheet.fillStyle = this.paper;
        sheet.fillRect(0, 0, width, height);
        sheet.imageSmoothingQuality = this.context.imageSmoothingQuality;
        sheet.drawImage(bitmap, ...source, 0, 0, width, height);
        return sheet.canvas;
    }

    /** Draws a small mark in the middle of an unavailable tile. */
    paintLoss({ x, y, width, height }) {
        const { context } = this;
        const radius = Math.max(3, Math.min(width, height) / 48);
        context.globalAlpha = 1;
        context.strokeStyle = this.colors.failed;
        context.lineWidth = Math.max(1, radius / 3);
        context.beginPath();
        context.arc(x + width / 2, y + height / 2, radius, 0, 2 * Math.PI);
        context.moveTo(x + width / 2 - radius * 0.7, y + height / 2 + radius * 0.7);
        context.lineTo(x + width / 2 + radius * 0.7, y + height / 2 - radius * 0.7);
        context.stroke();
    }
}
