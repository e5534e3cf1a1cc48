import { make } from "./card.js";

const element = (id) => document.getElementById(id);

/** The box that searches for a text in a document, with its results. */
export class Finder {
    /** Milliseconds after the last key until the search begins. */
    static delay = 250;
    /** The maximum number of results; a longer search text finds fewer. */
    static mostShown = 500;

    /**
     * `paged` is the document. `onMatches` receives the areas of the matches on the current page, and the index of the
     * chosen match; `onGo` receives a match that the user chose.
     */
    constructor(paged, { onMatches, onGo }) {
        this.paged = paged;
        this.onMatches = onMatches;
        this.onGo = onGo;
        this.matches = [];
        this.current = -1;
        this.input = element("find-text");
        this.list = element("find-list");
        this.count = element("find-count");
        element("find-button").hidden = false;
        element("find-button").addEventListener("click", () => this.toggle());
        element("find-close").addEventListener("click", () => this.close());
        element("find-back").addEventListener("click", () => this.step(-1));
        element("find-next").addEventListener("click", () => this.step(1));
        this.input.addEventListener("input", () => {
            clearTimeout(this.timer);
            this.timer = setTimeout(() => this.search(), Finder.delay);
        });
        element("find").addEventListener("keydown", (event) => {
            event.stopPropagation();
            if (event.key === "Escape") this.close();
        });
        element("find-form").addEventListener("submit", (event) => {
            event.preventDefault();
            if (this.text !== this.input.value.trim()) this.search();
            else this.step(1);
        });
        const kept = this.keptText();
        if (kept) {
            this.input.value = kept;
            this.open(false);
            this.search();
        }
    }

    get isOpen() {
        return !element("find").hidden;
    }

    toggle() {
        if (this.isOpen) this.close();
        else this.open();
    }

    open(takesFocus = true) {
        element("find").hidden = false;
        element("find-button").setAttribute("aria-expanded", "true");
        if (!takesFocus) return;
        this.input.focus();
        this.input.select();
        if (this.input.value.trim() && !this.text) this.search();
    }

    close() {
        this.stop();
        this.text = "";
        this.keep("");
        this.matches = [];
        element("find").hidden = true;
        element("find-button").setAttribute("aria-expanded", "false");
        this.onMatches([], -1);
        element("picture").focus({ preventScroll: true });
    }

    stop() {
        clearTimeout(this.timer);
        this.running?.abort();
        this.running = null;
    }

    async search() {
        this.stop();
        this.text = this.input.value.trim();
        this.keep(this.text);
        this.matches = [];
        this.current = -1;
        this.list.replaceChildren();
        this.show(0, false);
        if (!this.text) return;
        const running = new AbortController();
        this.running = running;
        try {
            await this.paged.search(this.text, (matches, looked) => {
                if (this.running === running) this.take(matches, looked);
            }, running.signal);
            if (this.running === running) this.end();
        } catch {
            if (this.running !== running) return;
            this.end();
            // Enough matches, or the server does not answer.
            if (this.matches.length < Finder.mostShown) this.count.textContent = "Search incomplete";
        }
    }

    end() {
        this.running = null;
        this.show(this.paged.count, true);
    }

    take(matches, looked) {
        const room = Finder.mostShown - this.matches.length;
        for (const match of matches.slice(0, room)) this.add(match);
        this.show(looked, false);
        if (matches.length > room) this.running?.abort();
    }

    add(match) {
        const index = this.matches.push(match) - 1;
        const words = make("span", { className: "line" }, ...marked(match.text, this.text));
        const button = make("button", { type: "button" }, words);
        if (this.paged.count > 1) button.append(make("span", { className: "of", textContent: match.page }));
        button.setAttribute("aria-label", `Page ${match.page}: ${match.text}`);
        button.addEventListener("click", () => this.choose(index));
        this.list.append(make("li", {}, button));
    }

    /** Goes to the next match, or the previous one. */
    step(by) {
        const { length } = this.matches;
        if (length === 0) return;
        this.choose(this.current < 0 ? (by > 0 ? 0 : length - 1) : (this.current + by + length) % length);
    }

    choose(index) {
        this.current = index;
        for (const old of this.list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
        const button = this.list.children[index]?.firstElementChild;
        button?.setAttribute("aria-current", "true");
        button?.scrollIntoView({ block: "nearest" });
        this.show(this.paged.count, this.running === null);
        this.onGo(this.matches[index]);
    }

    /** Shows the number of matches, and the marks on this page. */
    show(looked, isDone) {
        const found = this.matches.length;
        const { count } = this.paged;
        const all = found >= Finder.mostShown ? `${found} and more` : `${found}`;
        const place = this.current >= 0 ? `${this.current + 1} of ${all}` : `${all} found`;
        let words = "";
        if (this.text) {
            if (isDone || looked >= count) words = found === 0 ? "Not found" : place;
            else words = found === 0 ? `Page ${looked} of ${count}…` : place;
        }
        this.count.textContent = words;
        for (const id of ["find-back", "find-next"]) element(id).disabled = found === 0;
        element("find").classList.toggle("has-matches", found > 0);
        const here = this.matches.filter(({ page }) => page === this.paged.page);
        this.onMatches(here.map(({ rect, quads }) => quads ?? [rect]), here.indexOf(this.matches[this.current]));
    }

    // MARK: From page to page

    get key() {
        return `tilework:find:${this.paged.root.pathname}${this.paged.id}`;
    }

    keep(text) {
        try {
            if (text) sessionStorage.setItem(this.key, text);
            else sessionStorage.removeItem(this.key);
        } catch {
            // Without storage, the box is empty on the next page.
        }
    }

    keptText() {
        try {
            return sessionStorage.getItem(this.key) ?? "";
        } catch {
            return "";
        }
    }
}

/** Marks the found text in a line. */
function marked(line, text) {
    const at = line.toLowerCase().indexOf(text.toLowerCase());
    if (at < 0) return [line];
    // Keeps the match visible in a line that is truncated.
    const start = Math.max(0, at - 24);
    return [
        (start > 0 ? "…" : "") + line.slice(start, at),
        make("mark", { textContent: line.slice(at, at + text.length) }),
        line.slice(at + text.length),
    ];
}
