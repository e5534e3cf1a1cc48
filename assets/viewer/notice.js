/**
 * A line over the picture about what the page waits for, or what is wrong with what it shows. It appears only after a
 * while, so that nothing flickers.
 */
export class Notice {
    /**
     * The kinds of lines, the most urgent first: the text, how long the reason must last before it is shown, in
     * milliseconds, and whether screen readers announce it. Where the text is empty, the details are all of it.
     */
    static kinds = new Map([
        ["unreachable", { words: "The server is not reachable. Trying again…", after: 600, isSpoken: true }],
        ["failed", { words: "", after: 0, isSpoken: true }],
        ["preparing", { words: "Preparing full resolution…", after: 300, isSpoken: false }],
        ["loading", { words: "Loading…", after: 800, isSpoken: false }],
        ["damaged", { words: "", after: 0, isSpoken: true }],
    ]);

    /** `say` speaks to screen readers. */
    constructor(element, say = () => {}) {
        this.element = element;
        this.say = say;
        /** The kinds that apply: the timer until one is shown, or null once it is. */
        this.current = new Map();
        /** The text that follows the words of a kind. */
        this.details = new Map();
    }

    set(kind, isSo, detail = "") {
        if (isSo && detail !== (this.details.get(kind) ?? "")) {
            this.details.set(kind, detail);
            if (this.current.get(kind) === null) this.show();
        }
        if (isSo === this.current.has(kind)) return;
        if (isSo) {
            this.current.set(kind, setTimeout(() => {
                this.current.set(kind, null);
                this.show();
                if (Notice.kinds.get(kind).isSpoken) this.say(this.text(kind));
            }, Notice.kinds.get(kind).after));
            return;
        }
        const timer = this.current.get(kind);
        clearTimeout(timer);
        this.current.delete(kind);
        this.show();
        if (kind === "unreachable" && timer === null) this.say("The server is reachable again.");
    }

    show() {
        const kind = [...Notice.kinds.keys()].find((kind) => this.current.get(kind) === null);
        this.element.hidden = kind === undefined;
        if (kind === undefined) return;
        this.element.dataset.kind = kind;
        this.element.querySelector("span").textContent = this.text(kind);
    }

    text(kind) {
        return [Notice.kinds.get(kind).words, this.details.get(kind)].filter(Boolean).join(" ");
    }
}
