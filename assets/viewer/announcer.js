/** Announces the window's position to screen readers once the window is at rest. */
export class Announcer {
    /** The rest before an announcement, in milliseconds, so that a series of key presses is announced once. */
    static rest = 500;

    /** `opening` is the page's first position, which the picture's own label describes. */
    constructor(element, pyramid, opening) {
        this.element = element;
        this.pyramid = pyramid;
        this.timer = null;
        this.said = this.words(opening);
    }

    /** The window has moved: a pending announcement is out of date. */
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

/** Formats a scale in points per unit for people. */
export function percentOf(scale) {
    const percent = scale * 100;
    return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))}%`;
}
