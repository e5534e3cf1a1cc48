/** The performance overlay: frame times as bars, and the tiles' counts. Costs nothing while hidden. */
export class HUD {
    /** Frames shown and counted in the percentile: two seconds. */
    static frames = 120;
    /** The time that a frame may take on a 60 Hz screen, in milliseconds. */
    static budget = 1000 / 60;

    /** The time between updates of the text, in milliseconds. */
    static interval = 100;

    constructor(element) {
        this.element = element;
        this.canvas = element.querySelector("canvas");
        this.context = this.canvas.getContext("2d");
        const items = [...element.querySelectorAll("dd[data-value]")];
        this.values = new Map(items.map((item) => [item.dataset.value, item]));
        this.times = [];
        this.last = null;
        this.written = -Infinity;
        this.timer = null;
    }

    get isOn() {
        return !this.element.hidden;
    }

    toggle() {
        this.element.hidden = !this.element.hidden;
        this.written = -Infinity;
    }

    /** A frame was drawn: it took `work` ms of the main thread. `follows` says that the frame before was drawn too. */
    frame(now, work, follows, facts) {
        if (follows && this.last !== null) this.times.push({ interval: now - this.last, work });
        if (this.times.length > HUD.frames) this.times.shift();
        this.last = now;
        this.latest = { facts, work };
        if (!this.isOn || this.timer) return;
        // Ten updates a second are readable; the facts of the last frame are also written, after that frame.
        const wait = Math.max(0, this.written + HUD.interval - now);
        if (wait === 0) this.write();
        else this.timer = setTimeout(() => this.write(), wait);
    }

    write() {
        this.timer = null;
        this.written = performance.now();
        const { facts, work } = this.latest;
        const intervals = this.times.map((time) => time.interval).sort((one, other) => one - other);
        const at = (part) => intervals[Math.min(intervals.length - 1, Math.floor(part * intervals.length))] ?? 0;
        const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
        const texts = {
            frame: intervals.length ? `${at(0.5).toFixed(1)} · ${at(0.95).toFixed(1)} ms` : "idle",
            work: `${work.toFixed(1)} ms`,
            level: `${facts.level} of ${facts.levels}`,
            scale: `${facts.scale.toPrecision(4)} px/unit`,
            tiles: `${facts.ready} of ${facts.visible}`,
            flight: `${facts.inFlight}`,
            traffic: `${facts.received} · ${megabytes(facts.bytes)}`,
            aborted: `${facts.aborted}`,
            failed: `${facts.failed}`,
            cache: `${facts.cached} · ${megabytes(facts.cacheBytes)}`,
        };
        for (const [name, text] of Object.entries(texts)) this.values.get(name).textContent = text;
        this.draw();
    }

    draw() {
        const { context, canvas } = this;
        const ratio = window.devicePixelRatio;
        const width = (canvas.width = Math.round(canvas.clientWidth * ratio));
        const height = (canvas.height = Math.round(canvas.clientHeight * ratio));
        const style = getComputedStyle(this.element);
        const scale = height / (HUD.budget * 2);
        const bar = width / HUD.frames;
        context.fillStyle = style.getPropertyValue("--faint");
        context.fillRect(0, Math.round(height - HUD.budget * scale), width, Math.max(1, Math.round(ratio / 2)));
        this.times.forEach(({ interval, work }, index) => {
            const x = Math.round(width - (this.times.length - index) * bar);
            const column = (time, color) => {
                const size = Math.max(ratio, Math.min(height, time * scale));
                context.fillStyle = color;
                context.fillRect(x, height - size, Math.max(1, Math.ceil(bar) - 1), size);
            };
            const late = interval > HUD.budget * 1.5;
            column(interval, style.getPropertyValue(late ? "--late" : "--faint"));
            column(work, style.getPropertyValue("--accent"));
        });
    }
}
