/** A line over the picture about a pending or failed operation. It appears after a delay, so that nothing flickers. */
export class Notice {
    /**
     * The kinds of lines, the most urgent first: the text, the time in milliseconds that the reason must last before
     * the line appears, and whether screen readers announce it. If the text is empty, the line has only the details.
     */
    static kinds = new Map([
        ["unreachable", { words: "The server is not reachable. Trying again…", after: 600, isSpoken: true }],
        ["failed", { words: "", after: 0, isSpoken: true }],
        ["preparing", { words: "Preparing full resolution…", after: 300, isSpoken: false }],
        ["loading", { words: "Loading…", after: 800, isSpoken: false }],
        ["damaged", { words: "", after: 0, isSpoken: true }],
    ]);

    /** `say` announces a text to screen readers. */
    constructor(element, say = () => {}) {
        this.element = element;
        this.say = say;
        /** The current kinds: the timer until the line appears, or null afterwards. */
        this.current = new Map();
        /** The text that follows the text of a kind. */
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
