/** A line about what the page waits for, over the picture. It comes only after a while, so that nothing flickers. */
export class Notice {
    /** What there may be to say, the most urgent first, and how long it must have been so, in milliseconds. */
    static kinds = new Map([
        ["unreachable", { words: "The server is not reachable. Trying again…", after: 600 }],
        ["preparing", { words: "Sharper pictures are being prepared…", after: 300 }],
        ["loading", { words: "Loading…", after: 800 }],
    ]);

    /** `say` speaks to those who don't see; of loading they are not told. */
    constructor(element, say = () => {}) {
        this.element = element;
        this.say = say;
        /** What is so, by kind: the timer until it is shown, or null since it is. */
        this.current = new Map();
        /** What follows the words of a kind. */
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
                if (kind === "unreachable") this.say(Notice.kinds.get(kind).words);
            }, Notice.kinds.get(kind).after));
            return;
        }
        const timer = this.current.get(kind);
        clearTimeout(timer);
        this.current.delete(kind);
        this.show();
        if (kind === "unreachable" && timer === null) this.say("The server answers again.");
    }

    show() {
        const kind = [...Notice.kinds.keys()].find((kind) => this.current.get(kind) === null);
        this.element.hidden = kind === undefined;
        if (kind === undefined) return;
        this.element.dataset.kind = kind;
        const words = [Notice.kinds.get(kind).words, this.details.get(kind)];
        this.element.querySelector("span").textContent = words.filter(Boolean).join(" ");
    }
}
