/**
 * The position in the page's address: `#z/x/y`.
 *
 * z is the level whose scale is shown (a fraction in between two), counted in points of the page so that an address
 * shows the same on every screen; x and y are the center, in units of the content.
 */
export class Address {
    /** The shortest time between two updates; browsers refuse more than some hundred changes in half a minute. */
    static interval = 300;

    constructor(pyramid, onChange) {
        this.pyramid = pyramid;
        this.timer = null;
        this.written = null;
        window.addEventListener("hashchange", () => {
            if (location.hash === this.written) return;
            const position = parse(location.hash, this.pyramid);
            if (position) onChange(position);
        });
    }

    /** The position in the address: `{ centerX, centerY, scale }`, or `null` if it has none. */
    get position() {
        return parse(location.hash, this.pyramid);
    }

    /** Reports the viewport's position; the address follows a little later. */
    follow(viewport) {
        this.latest = viewport;
        this.timer ??= setTimeout(() => {
            this.timer = null;
            this.write();
        }, Address.interval);
    }

    /** Removes the position when the content was replaced by another one. */
    clear() {
        clearTimeout(this.timer);
        this.latest = null;
        this.written = "";
        history.replaceState(history.state, "", location.pathname + location.search);
    }

    write() {
        if (!this.latest) return;
        const hash = format(this.latest, this.pyramid);
        if (hash === location.hash) return;
        this.written = hash;
        history.replaceState(history.state, "", hash);
    }
}

/** Parses `#z/x/y`; returns `null` for any other text. */
export function parse(hash, pyramid) {
    const parts = hash.replace(/^#/, "").split("/");
    if (parts.length !== 3 || parts.some((part) => part.trim() === "")) return null;
    const [level, centerX, centerY] = parts.map(Number);
    if (![level, centerX, centerY].every(Number.isFinite) || Math.abs(level) > 64) return null;
    return { scale: pyramid.deepestScale * 2 ** (level - pyramid.maxLevel), centerX, centerY };
}

/** Formats `#z/x/y`, with enough digits for an eighth of a pixel. */
export function format({ scale, pixelScale, centerX, centerY }, pyramid) {
    const level = pyramid.maxLevel + Math.log2(scale / pyramid.deepestScale);
    const digits = Math.min(8, Math.max(0, Math.ceil(Math.log10(pixelScale * 8))));
    const short = (number, places) => String(Number(number.toFixed(places)));
    return `#${short(level, 5)}/${short(centerX, digits)}/${short(centerY, digits)}`;
}
