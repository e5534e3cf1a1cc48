const element = (id) => document.getElementById(id);

/** A channel's name, a color after its last colon, and an opacity: `FITC:00ff00@0.8`. */
const form = /^(.*?)(?::([^:]*?))?(?:@(\d*\.?\d+))?$/s;

/** The names that CSS takes for colors, but that stand for no color of their own (CSS Color 4, sections 6.2 and 10). */
const others = new Set((
    "currentcolor accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext field " +
    "fieldtext graytext highlight highlighttext linktext mark marktext selecteditem selecteditemtext visitedtext " +
    "activeborder activecaption appworkspace background buttonhighlight buttonshadow captiontext inactiveborder " +
    "inactivecaption inactivecaptiontext infobackground infotext menu menutext scrollbar threeddarkshadow threedface " +
    "threedhighlight threedlightshadow threedshadow window windowframe windowtext"
).split(" "));

/** The six digits of a color, which is a CSS name, or three or six digits; `null` for any other text. */
function digitsOf(text) {
    if (/^#?[0-9a-f]{6}$/i.test(text)) return text.slice(-6).toLowerCase();
    const isShort = /^#?[0-9a-f]{3}$/i.test(text);
    // The server knows neither the page's color nor those of the reader's system.
    if (!isShort && (!/^[a-z]+$/i.test(text) || others.has(text.toLowerCase()))) return null;
    const context = document.createElement("canvas").getContext("2d");
    // Assigning an invalid color has no effect.
    const [one, other] = ["#000001", "#000002"].map((unlike) => {
        context.fillStyle = unlike;
        context.fillStyle = isShort ? `#${text.slice(-3)}` : text;
        return context.fillStyle;
    });
    return one === other && /^#[0-9a-f]{6}$/.test(one) ? one.slice(1) : null;
}

/** The most channels that the server adds up. */
const most = 16;

const areTooMany = (choices) => choices.filter(({ isShown }) => isShown).length > most;

/**
 * Parses chosen channels such as `DAPI:blue,2@0.5`; returns `null` for a text with anything else. A channel without an
 * opacity above 0 is not shown.
 */
export function parse(text, channels) {
    if (!text) return null;
    const choices = channels.map(({ color }) => ({ color, opacity: 1, isShown: false }));
    for (const part of text.split(",")) {
        const [, name, colorText, opacity] = form.exec(part);
        const index = indexOf(name, channels);
        const color = colorText === undefined ? channels[index]?.color : digitsOf(colorText);
        if (index < 0 || !color) return null;
        const number = opacity === undefined ? 1 : Number(opacity);
        if (!(number >= 0 && number <= 1)) return null;
        choices[index] = {
            color: color.toLowerCase(), opacity: number || 1, isShown: number > 0,
        };
    }
    return areTooMany(choices) ? null : choices;
}

function indexOf(name, channels) {
    if (/^\d+$/.test(name) && Number(name) >= 1 && Number(name) <= channels.length) return Number(name) - 1;
    const named = channels.findIndex((channel) => channel.name === name);
    if (named >= 0) return named;
    const folded = name.toLowerCase();
    return channels.findIndex((channel) => channel.name.toLowerCase() === folded);
}

/** The channels as the content shows them by itself. */
export function initial(channels) {
    return channels.map(({ color, shown, opacity }) => ({ color, opacity: opacity ?? 1, isShown: shown }));
}

/** The text that `parse` reads; empty if the content shows the same by itself. */
export function textOf(choices, channels) {
    const own = initial(channels);
    const isOwn = choices.every(({ color, opacity, isShown }, index) =>
        isShown === own[index].isShown
            && (!isShown || (color === own[index].color && opacity === own[index].opacity)));
    if (isOwn) return "";
    const shown = choices.flatMap(({ color, opacity, isShown }, index) =>
        isShown ? [`${index + 1}:${color}${opacity === 1 ? "" : `@${opacity}`}`] : []);
    // The server shows at least one: an invisible one is black.
    return shown.join(",") || "1@0";
}

/** The channels of a microscope's image, with a checkbox and a color each, for a TileJSON with `raster.channels`. */
export class Channels {
    /** `onChoose` is called after each choice; it receives whether a color is still being chosen. */
    constructor(channels, onChoose) {
        this.channels = channels;
        this.onChoose = onChoose;
        this.choices = parse(new URLSearchParams(location.search).get("channels"), channels) ?? initial(channels);
        this.rows = channels.map((channel, index) => this.row(channel, index));
        element("channels-list").replaceChildren(...this.rows.map(({ item }) => item));
        element("channels").hidden = false;
        this.show();
    }

    /** The parameter of tiles and of the page; empty if the content shows the same by itself. */
    get text() {
        return textOf(this.choices, this.channels);
    }

    row({ name }, index) {
        const item = document.createElement("li");
        const label = document.createElement("label");
        const box = document.createElement("input");
        const color = document.createElement("input");
        const title = document.createElement("span");
        box.type = "checkbox";
        box.id = `channel-${index + 1}`;
        title.textContent = name;
        title.title = name;
        label.append(box, title);
        color.type = "color";
        color.setAttribute("aria-label", `Color of ${name}`);
        box.addEventListener("change", () => this.choose(index, { isShown: box.checked }));
        color.addEventListener("input", () => this.choose(index, { color: color.value.slice(1), isShown: true }, true));
        color.addEventListener("change", () => this.choose(index, { color: color.value.slice(1), isShown: true }));
        item.append(label, color);
        return { item, box, color };
    }

    choose(index, change, isDragged = false) {
        const choices = this.choices.map((choice, other) => (other === index ? { ...choice, ...change } : choice));
        if (areTooMany(choices)) {
            element("status").textContent = `At most ${most} channels are shown at once.`;
            this.show();
            return;
        }
        this.choices = choices;
        this.show();
        this.onChoose(isDragged);
    }

    reset() {
        this.choices = initial(this.channels);
        this.show();
    }

    show() {
        this.rows.forEach(({ box, color }, index) => {
            box.checked = this.choices[index].isShown;
            color.value = `#${this.choices[index].color}`;
        });
    }
}
