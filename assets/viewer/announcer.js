/** Tells screen readers where the window is once it has come to rest. */
export class Announcer {
    /** Only after such a rest, in milliseconds, so that a series of key presses is said once. */
    static rest = 500;

    /** `opening` is where the page opens: the picture's own label says that. */
    constructor(element, pyramid, opening) {
        this.element = element;
        this.pyramid = pyramid;
        this.timer = null;
        this.said = this.words(opening);
    }

    /** The window has moved: what was to be said is out of date. */
    moved() {
        clearTimeout(this.timer);
        this.timer = null;
        this.pending = true;
    }

    /** The window rests here. */
    rested(viewport) {
        if (!this.pending) return;
        this.pending = false;
        this.timer = setTimeout(() => {
            const words = this.words(viewport);
            if (this.said !== words) this.element.textContent = words;
            this.said = words;
        }, Announcer.rest);
    }

    words({ scale, centerX, centerY }) {
        const percent = (part) => Math.round(Math.min(1, Math.max(0, part)) * 100);
        return `Zoom ${percentOf(scale)}. Center at ${percent(centerX / this.pyramid.width)} percent from the left, `
            + `${percent(centerY / this.pyramid.height)} percent from the top.`;
    }
}

/** A scale in points per unit as people say it. */
export function percentOf(scale) {
    const percent = scale * 100;
    return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))}%`;
}
