import { Channels } from "./channels.js";

const element = (id) => document.getElementById(id);

/** A number as the server reads it. */
const number = "-?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?";
const pattern = new RegExp(`^(${number}):(${number})$`);

/** Whether two numbers are a range that the server draws. */
function isRange(low, high) {
    return Number.isFinite(low) && Number.isFinite(high) && low < high && Number.isFinite(high - low);
}

/** Parses a range such as `0:3000`; returns `null` for any other text. */
export function parse(text) {
    const match = pattern.exec(text ?? "");
    if (!match) return null;
    const [low, high] = [Number(match[1]), Number(match[2])];
    return isRange(low, high) ? [low, high] : null;
}

/** The query that chooses a range and channels, for tiles and for the page. */
export function queryOf(range, channels = "") {
    const parts = [];
    if (range) parts.push(`range=${escaped(range.join(":"))}`);
    if (channels) parts.push(`channels=${escaped(channels)}`);
    return parts.length ? `?${parts.join("&")}` : "";
}

function escaped(text) {
    return encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%40/g, "@");
}

/**
 * The ends of the sliders: everything that the content shows by itself, the values of its file if they are known, and
 * the chosen range.
 */
export function extentOf({ range, values }, chosen) {
    const all = [range, values ?? range, chosen ?? range];
    return [Math.min(...all.map(([low]) => low)), Math.max(...all.map(([, high]) => high))];
}

/** The distance between two values of a slider: a power of ten, at most a five-hundredth of the slider. */
export function stepOf([low, high]) {
    const step = 10 ** Math.floor(Math.log10(high / 500 - low / 500)) || Number.MIN_VALUE;
    return Number.isInteger(low) && Number.isInteger(high) && high - low > 20 ? Math.max(1, step) : step;
}

/** A slider's value, rounded to steps. The ends of the slider stay as they are. */
export function rounded(value, step, extent) {
    return extent.includes(value) ? value : Number((Math.round(value / step) * step).toPrecision(12));
}

/**
 * The panel in which people choose the values that are shown from black to white, and the channels, for a content whose
 * TileJSON has a `raster`. The choice is part of the page's address.
 */
export class ValueRange {
    /**
     * `onChoose` is called after each choice. It receives the range, `[low, high]` or `null` for the content's own, and
     * whether a drag goes on.
     */
    constructor(raster, onChoose) {
        this.raster = raster;
        this.onChoose = onChoose;
        /** The chosen range; `null` for the content's own. */
        this.chosen = parse(new URLSearchParams(location.search).get("range"));
        this.channels = raster.channels
            ? new Channels(raster.channels, (isDragged) => this.choose(this.chosen, isDragged)) : null;
        if (this.channels) this.name("Channels and values");
        this.fields = ["low", "high"].map((name, index) => {
            const field = { slider: element(`${name}-slider`), input: element(`${name}-number`) };
            field.slider.addEventListener("input", () => this.slide(index));
            field.slider.addEventListener("change", () => {
                if (this.chosen) this.choose(this.chosen);
            });
            field.input.addEventListener("change", () => this.enter(index));
            return field;
        });
        element("values-button").hidden = false;
        element("values-button").addEventListener("click", () => this.toggle());
        element("values-close").addEventListener("click", () => this.close());
        element("values-reset").addEventListener("click", () => {
            if (!this.query) return;
            this.channels?.reset();
            this.choose(null);
        });
        element("values-form").addEventListener("submit", (event) => event.preventDefault());
        element("values").addEventListener("keydown", (event) => {
            event.stopPropagation();
            if (event.key === "Escape") this.close();
        });
        this.layOut();
    }

    /** The query of tiles. */
    get query() {
        return queryOf(this.chosen, this.channels?.text);
    }

    /** The range that is shown. */
    get range() {
        return this.chosen ?? this.raster.range;
    }

    /** Sets what people read about the panel and its button. */
    name(title) {
        element("values").setAttribute("aria-label", title);
        element("values-button").setAttribute("aria-label", title);
        element("values-button").title = `${title} (V)`;
    }

    get isOpen() {
        return !element("values").hidden;
    }

    toggle() {
        if (this.isOpen) this.close();
        else this.open();
    }

    open() {
        element("values").hidden = false;
        element("values-button").setAttribute("aria-expanded", "true");
        (this.channels?.rows[0].box ?? this.fields[0].slider).focus();
    }

    close() {
        element("values").hidden = true;
        element("values-button").setAttribute("aria-expanded", "false");
        element("picture").focus({ preventScroll: true });
    }

    /** A slider was moved; the other end stays beyond it. */
    slide(index) {
        const range = [...this.range];
        const value = rounded(this.fields[index].slider.valueAsNumber, this.step, this.extent);
        range[index] = index === 0 ? Math.min(value, range[1] - this.step) : Math.max(value, range[0] + this.step);
        // A range may have become shorter than a step, by numbers that were entered.
        if (isRange(...range)) this.choose(range, true);
        else this.show();
    }

    /** A number was entered. */
    enter(index) {
        const { input } = this.fields[index];
        const range = [...this.range];
        range[index] = input.valueAsNumber;
        if (isRange(...range)) {
            this.choose(range);
            return;
        }
        input.setAttribute("aria-invalid", "true");
        element("status").textContent = "Low must be a number below High.";
    }

    choose(range, isDragged = false) {
        this.chosen = range;
        if (isDragged) {
            this.show();
        } else {
            this.layOut();
            this.write();
        }
        this.onChoose(range, isDragged);
    }

    /** Sets the ends of the sliders. They stay the same during a drag. */
    layOut() {
        this.extent = extentOf(this.raster, this.chosen);
        this.step = stepOf(this.extent);
        for (const { slider } of this.fields) [slider.min, slider.max] = this.extent;
        this.show();
    }

    show() {
        this.fields.forEach(({ slider, input }, index) => {
            const value = this.range[index];
            slider.value = value;
            slider.setAttribute("aria-valuetext", value);
            if (document.activeElement !== input || input.valueAsNumber !== value) input.value = value;
            input.removeAttribute("aria-invalid");
        });
        // A disabled button keeps the focus.
        element("values-reset").setAttribute("aria-disabled", String(this.query === ""));
    }

    /** Puts the choice into the page's address. */
    write() {
        const url = new URL(location.href);
        const others = url.search.slice(1).split("&").filter((part) => !/^(range|channels)(=|$)/.test(part));
        url.search = [...others, this.query.slice(1)].filter(Boolean).join("&");
        history.replaceState(history.state, "", url);
    }
}
