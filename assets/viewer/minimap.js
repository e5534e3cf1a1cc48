import { baseLevel } from "./demand.js";
import { Frame } from "./frame.js";
import { Viewport } from "./viewport.js";

/** The whole content in a corner, with a frame around what the window shows. A drag in it moves the window. */
export class Minimap {
    /** The maximum of the longer side, in points; in a small window, a quarter of the window. */
    static length = 176;

    constructor(element, pyramid, store, { onMove, onHold }) {
        this.element = element;
        this.canvas = element.querySelector("canvas");
        this.context = this.canvas.getContext("2d");
        this.pyramid = pyramid;
        this.store = store;
        this.paper = "#ffffff";
        this.colors = { shade: "rgb(20 24 30 / 38%)", frame: "#0a6cff" };
        this.isOn = true;
        this.drawn = "";
        let grip = null;
        const content = (event) => {
            const box = this.canvas.getBoundingClientRect();
            return {
                x: ((event.clientX - box.left) / box.width) * pyramid.width,
                y: ((event.clientY - box.top) / box.height) * pyramid.height,
            };
        };
        element.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            element.setPointerCapture?.(event.pointerId);
            const point = content(event);
            const view = this.viewport.box();
            const inFrame = point.x > view.minX && point.x < view.maxX && point.y > view.minY && point.y < view.maxY;
            // A drag that begins on the frame moves it from there; one beside the frame centers the frame first.
            grip = inFrame
                ? { x: point.x - this.viewport.centerX, y: point.y - this.viewport.centerY }
                : { x: 0, y: 0 };
            onHold(true);
            onMove(point.x - grip.x, point.y - grip.y, !inFrame);
        });
        element.addEventListener("pointermove", (event) => {
            if (!grip) return;
            const point = content(event);
            onMove(point.x - grip.x, point.y - grip.y, false);
        });
        const end = () => {
            if (grip) onHold(false);
            grip = null;
        };
        element.addEventListener("pointerup", end);
        element.addEventListener("pointercancel", end);
    }

    resize(viewport) {
        const longest = Math.min(Minimap.length, Math.max(96, Math.min(viewport.width, viewport.height) / 4));
        const scale = longest / Math.max(this.pyramid.width, this.pyramid.height);
        const side = (length) => Math.max(12, Math.round(length * scale));
        const width = side(this.pyramid.width);
        const height = side(this.pyramid.height);
        this.canvas.style.width = `${width}px`;
        this.canvas.style.height = `${height}px`;
        this.canvas.width = Math.round(width * viewport.ratio);
        this.canvas.height = Math.round(height * viewport.ratio);
        this.overview = new Viewport({
            centerX: this.pyramid.width / 2, centerY: this.pyramid.height / 2,
            scale: width / this.pyramid.width, width, height, ratio: viewport.ratio,
        });
        this.drawn = "";
    }

    /** Draws the changes. The map is hidden while the window shows the whole content. */
    paint(viewport) {
        this.viewport = viewport;
        const box = viewport.box();
        const showsAll = box.minX <= 0 && box.minY <= 0
            && box.maxX >= this.pyramid.width && box.maxY >= this.pyramid.height;
        this.element.hidden = !this.isOn || showsAll;
        if (this.element.hidden) return;
        const level = Math.min(baseLevel(this.pyramid), this.pyramid.levelFor(this.overview.pixelScale));
        const tiles = this.tiles(level);
        const state = JSON.stringify([box, tiles.map(({ tile, number }) => [tile.key, number]), this.colors]);
        if (state === this.drawn) return;
        this.drawn = state;

        const { context, canvas, overview } = this;
        const frame = Frame.filling(this.pyramid, canvas.width, canvas.height);
        context.fillStyle = this.paper;
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.imageSmoothingQuality = "medium";
        for (const { tile, bitmap } of tiles) {
            const rect = frame.rect(tile);
            if (rect.width > 0 && rect.height > 0) context.drawImage(bitmap, rect.x, rect.y, rect.width, rect.height);
        }
        const line = Math.max(1, Math.round(1.5 * overview.ratio));
        const least = 6 * overview.ratio;
        // Deep in the content, the frame keeps a visible size.
        const span = (from, to, scale, length) => {
            const start = Math.max(0, from * scale);
            const end = Math.min(length, to * scale);
            const size = Math.max(least, end - start);
            return [Math.min(length - size, Math.max(0, (start + end - size) / 2)), size];
        };
        const [x, width] = span(box.minX, box.maxX, frame.scaleX, canvas.width);
        const [y, height] = span(box.minY, box.maxY, frame.scaleY, canvas.height);
        context.fillStyle = this.colors.shade;
        context.beginPath();
        context.rect(0, 0, canvas.width, canvas.height);
        context.rect(x, y, width, height);
        context.fill("evenodd");
        context.strokeStyle = this.colors.frame;
        context.lineWidth = line;
        context.strokeRect(x + line / 2, y + line / 2, width - line, height - line);
    }

    /** The available tiles of a level, or those of coarser levels in their place. */
    tiles(level) {
        const found = new Map();
        for (const tile of this.pyramid.tiles(this.pyramid.range(level, this.pyramid.box))) {
            for (let above = tile; above; above = this.pyramid.parent(above)) {
                const entry = this.store.use(above.key);
                if (!entry) continue;
                found.set(above.key, entry);
                break;
            }
        }
        return [...found.values()].sort((one, other) => one.tile.level - other.tile.level);
    }
}
