import { decode } from "./bitmap.js";
import { Connection } from "./connection.js";
import { Frame } from "./frame.js";
import { Gate } from "./gate.js";
import { Pyramid } from "./pyramid.js";
import { isFromProxy, pause } from "./retry.js";

/**
 * Draws thumbnails while they are in sight, each from the few tiles of an early level: so they are sharp on every
 * screen and cost no request of their own kind.
 *
 * A few requests are under way at a time. What is scrolled past is given up, and what was drawn long ago is let go.
 */
export class Thumbnails {
    /** Requests at a time: what browsers open to one host over HTTP/1.1. */
    static limit = 6;
    /** The maximum number of kept thumbnails that are out of sight. */
    static keep = 120;
    /** The margin around the window in which thumbnails are drawn. */
    static margin = "240px";
    /** The number of tries while the server answers. */
    static attempts = 4;

    /**
     * `onUnanswered` is told of a request that no server answered, `onDescribed` of a content's identifier and
     * pyramid.
     */
    constructor(onUnanswered, onDescribed) {
        this.onUnanswered = onUnanswered;
        this.onDescribed = onDescribed;
        this.isStopped = false;
        this.gate = new Gate(Thumbnails.limit);
        /** The visible canvases that are being drawn, each with its abort controller. */
        this.running = new Map();
        /** The drawn canvases, the one longest out of sight first. */
        this.drawn = new Set();
        this.inSight = new Set();
        this.observer = new IntersectionObserver(
            (entries) => entries.forEach(({ target, isIntersecting }) => this.see(target, isIntersecting)),
            { rootMargin: Thumbnails.margin });
    }

    add(canvas) {
        this.observer.observe(canvas.closest("li"));
    }

    remove(canvas) {
        const card = canvas.closest("li");
        this.observer.unobserve(card);
        this.see(card, false);
        this.drawn.delete(canvas);
    }

    see(card, isInSight) {
        const canvas = card.querySelector("canvas");
        if (isInSight) {
            this.inSight.add(canvas);
            if (!this.drawn.has(canvas) && !this.running.has(canvas) && !this.isStopped) this.run(canvas);
            return;
        }
        this.inSight.delete(canvas);
        this.running.get(canvas)?.abort();
        this.running.delete(canvas);
        if (this.drawn.delete(canvas)) this.drawn.add(canvas);
        this.letGo();
    }

    letGo() {
        for (const canvas of this.drawn) {
            if (this.drawn.size <= Thumbnails.keep) return;
            if (this.inSight.has(canvas)) continue;
            this.drawn.delete(canvas);
            delete canvas.dataset.drawn;
            canvas.width = canvas.height = 1;
        }
    }

    /** The server is lost. */
    stop() {
        this.isStopped = true;
        for (const controller of this.running.values()) controller.abort();
        this.running.clear();
    }

    /** The server is back. */
    resume() {
        this.isStopped = false;
        this.retryNow();
    }

    /** The network may be back: failed thumbnails are retried now. */
    retryNow() {
        if (this.isStopped) return;
        for (const canvas of this.inSight) {
            if (this.drawn.has(canvas)) continue;
            this.running.get(canvas)?.abort();
            this.run(canvas);
        }
    }

    /** Draws until it is drawn, given up or scrolled past. */
    async run(canvas) {
        const controller = new AbortController();
        const { signal } = controller;
        this.running.set(canvas, controller);
        for (let tries = 0; !signal.aborted; tries += 1) {
            try {
                await draw(canvas, signal, (url) => this.load(url, signal), this.onDescribed);
                this.drawn.add(canvas);
                canvas.dataset.drawn = "";
                delete canvas.parentElement.dataset.failed;
                this.letGo();
                break;
            } catch (error) {
                if (signal.aborted) return;
                if (!error.isAnswer) this.onUnanswered();
                if (error.isFinal || (error.isAnswer && tries + 1 >= Thumbnails.attempts)) {
                    canvas.parentElement.dataset.failed = "";
                    break;
                }
                await new Promise((resolve) => setTimeout(resolve, pause(tries, Connection.schedule)));
            }
        }
        if (this.running.get(canvas) === controller) this.running.delete(canvas);
    }

    load(url, signal) {
        return this.gate.pass(signal, async () => {
            const response = await fetch(url, { signal, priority: "low" });
            if (response.ok) return await response.blob();
            const { status } = response;
            throw Object.assign(new Error(`status ${status}`), {
                isAnswer: !isFromProxy(status),
                isFinal: status >= 400 && status < 500 && status !== 408 && status !== 429,
            });
        });
    }
}

async function draw(canvas, signal, load, onDescribed) {
    const url = new URL(`tiles/${encodeURIComponent(canvas.dataset.id)}.json`, document.baseURI);
    const description = JSON.parse(await (await load(url)).text());
    const pyramid = Pyramid.fromTileJSON(description, url);
    onDescribed(canvas.dataset.id, pyramid);
    const mat = canvas.parentElement;
    const style = getComputedStyle(mat);
    const room = {
        width: mat.clientWidth - 2 * parseFloat(style.paddingLeft),
        height: mat.clientHeight - 2 * parseFloat(style.paddingTop),
    };
    const ratio = window.devicePixelRatio;
    const scale = Math.min(room.width / pyramid.width, room.height / pyramid.height);
    // A strip that is hardly a pixel high is still a strip.
    const width = Math.max(1, Math.round(pyramid.width * scale * ratio));
    const height = Math.max(1, Math.round(pyramid.height * scale * ratio));
    const frame = Frame.filling(pyramid, width, height);
    const level = Math.min(pyramid.maxLevel, pyramid.levelFor(scale * ratio));
    const tiles = pyramid.tiles(pyramid.range(level, pyramid.box)).map((tile) => ({ tile, rect: frame.rect(tile) }))
        .filter(({ rect }) => rect.width > 0 && rect.height > 0);
    const bitmaps = await Promise.all(
        tiles.map(async ({ tile }) => decode(await load(pyramid.url(tile)), pyramid, tile)));
    signal.throwIfAborted();
    canvas.width = width;
    canvas.height = height;
    canvas.style.width = `${width / ratio}px`;
    canvas.style.height = `${height / ratio}px`;
    const context = canvas.getContext("2d");
    const paper = description.tilework.background;
    context.fillStyle = paper && CSS.supports("color", paper) ? paper : "#ffffff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    tiles.forEach(({ rect }, index) => {
        context.drawImage(bitmaps[index], rect.x, rect.y, rect.width, rect.height);
        bitmaps[index].close();
    });
}
