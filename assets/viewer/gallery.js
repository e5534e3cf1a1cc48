import { card, factsOf, make, markOmissions } from "./card.js";
import { matcher, sections, titleOf } from "./catalog.js";
import { Connection } from "./connection.js";
import { Notice } from "./notice.js";
import { Place } from "./place.js";
import { isFromProxy, onHope, pause } from "./retry.js";
import { Thumbnails } from "./thumbnails.js";

/** The page that lists what the server shows. */
class Gallery {
    /** Milliseconds until the server is asked again while it still opens files. */
    static openingDelay = 1000;
    /** The number of contents above which cards are smaller. */
    static few = 24;
    /** The number of cards created at a time when a card comes near the end: a page of 10,000 is slow to create. */
    static step = 600;
    /** The distance from the end at which more cards are created. */
    static ahead = "2000px";

    constructor() {
        const element = (id) => document.getElementById(id);
        this.list = element("contents");
        this.note = element("note");
        this.count = element("count");
        this.search = element("search");
        this.notice = new Notice(element("notice"));
        this.thumbnails = new Thumbnails(() => this.connection.suspect(), (id, pyramid) => this.learn(id, pyramid));
        this.connection = new Connection({
            url: "healthz",
            onLost: () => {
                this.notice.set("unreachable", true);
                this.thumbnails.stop();
            },
            onBack: () => {
                this.thumbnails.resume();
                if (!this.isAsking) this.ask();
            },
        });
        /** The existing cards by the contents' identifiers, and the sections by their folders. */
        this.cards = new Map();
        this.sections = new Map();
        this.contents = [];
        /** The contents as sections, in order. */
        this.inOrder = [];
        this.opening = 0;
        this.tries = 0;
        this.timer = null;
        this.opened = null;
        this.place = new Place(() => ({ scroll: window.scrollY, opened: this.opened, limit: this.limit }));
        this.toRestore = this.place.restored();
        /** The number of found contents that have cards. */
        this.limit = this.toRestore?.limit ?? Gallery.step;
        this.end = new IntersectionObserver(
            (entries) => entries.some(({ isIntersecting }) => isIntersecting) && this.showMore(),
            { rootMargin: Gallery.ahead });
        this.endMark = element("end");
        this.search.value = this.place.search;
    }

    start() {
        this.search.addEventListener("input", () => {
            this.place.search = this.search.value.trim();
            this.limit = Gallery.step;
            this.show();
        });
        this.list.addEventListener("click", (event) => {
            this.opened = event.target.closest("li")?.querySelector("canvas").dataset.id ?? null;
        });
        document.addEventListener("keydown", (event) => this.press(event));
        onHope(() => this.hurry());
        this.notice.set("loading", true);
        this.ask();
    }

    press(event) {
        const isTyping = event.target === this.search;
        if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            this.search.focus();
            this.search.select();
        } else if (event.key === "Escape" && isTyping && this.search.value) {
            this.clearSearch();
        }
    }

    clearSearch() {
        this.search.value = "";
        this.place.search = "";
        this.limit = Gallery.step;
        this.show();
        this.search.focus();
    }

    // MARK: The server

    /** Asks the server now: the page became visible, or the network is back. */
    hurry() {
        if (this.connection.isLost) this.connection.check();
        this.thumbnails.retryNow();
        if (!this.isAsking) this.ask();
    }

    async ask() {
        clearTimeout(this.timer);
        this.isAsking = true;
        try {
            const response = await fetch("contents.json", { cache: "no-cache" });
            if (!response.ok) return this.askAgain(isFromProxy(response.status) ? null : response.status);
            const { contents, opening = 0 } = await response.json();
            if (this.tries > 0) this.thumbnails.retryNow();
            this.tries = 0;
            for (const kind of Notice.kinds.keys()) this.notice.set(kind, false);
            this.opening = opening;
            this.take(contents);
            if (opening > 0) this.timer = setTimeout(() => this.ask(), Gallery.openingDelay);
        } catch (error) {
            this.askAgain(null, error instanceof SyntaxError);
        } finally {
            this.isAsking = false;
        }
    }

    /**
     * Says why there is no list, and asks again after a pause.
     *
     * `status` is the status that the server answered with, or null without an answer; `isInvalid` is whether the
     * answer is not JSON.
     */
    askAgain(status, isInvalid = false) {
        const problem = isInvalid ? "The server sent an invalid list." : `The server answered with status ${status}.`;
        const isReachable = isInvalid || status !== null;
        this.notice.set("unreachable", !isReachable);
        this.notice.set("failed", isReachable, isReachable ? `${problem} Trying again…` : "");
        this.timer = setTimeout(() => this.ask(), pause(this.tries, Connection.schedule));
        this.tries += 1;
    }

    /** Shows the current contents; existing cards stay unchanged. */
    take(contents) {
        const known = new Set(contents.map(({ id }) => id));
        for (const [id, made] of this.cards) {
            if (known.has(id)) continue;
            this.thumbnails.remove(made.querySelector("canvas"));
            made.remove();
            this.cards.delete(id);
        }
        this.contents = contents;
        this.inOrder = sections(contents);
        this.show();
        this.restore();
    }

    // MARK: The page

    show() {
        const search = this.search.value.trim();
        const found = search ? this.contents.filter(matcher(search)) : this.contents;
        const ids = new Set(found.map(({ id }) => id));
        this.list.classList.toggle("many", this.contents.length > Gallery.few);
        const folders = new Set(this.inOrder.map(({ folder }) => folder));
        for (const [folder, made] of this.sections) {
            if (folders.has(folder)) continue;
            made.remove();
            this.sections.delete(folder);
        }
        let room = this.limit;
        let after = null;
        for (const { folder, contents } of this.inOrder) {
            const isShown = room > 0 && contents.some(({ id }) => ids.has(id));
            const section = isShown ? this.section(folder) : this.sections.get(folder);
            if (!section) continue;
            put(section, this.list, after);
            after = section;
            section.hidden = !isShown;
            const list = section.querySelector("ul");
            let before = null;
            for (const content of contents) {
                const isSeen = room > 0 && ids.has(content.id);
                // Cards that were already visible stay, so that nothing moves under the user.
                const made = isSeen ? this.card(content) : this.cards.get(content.id);
                if (!made) continue;
                if (isSeen) room -= 1;
                put(made, list, before);
                before = made;
                made.hidden = !isSeen;
            }
        }
        this.tell(search, found.length);
        // Observes again, in case the end is still in sight.
        this.end.disconnect();
        if (found.length > this.limit) this.end.observe(this.endMark);
    }

    showMore() {
        this.limit += Gallery.step;
        this.show();
    }

    /** Records the size of a content that was not open when the server listed it. */
    learn(id, { width, height }) {
        const content = this.contents.find((content) => content.id === id);
        if (!content || content.width !== undefined) return;
        Object.assign(content, { width, height });
        this.cards.get(id).querySelector("p").textContent = factsOf(content);
    }

    section(folder) {
        const known = this.sections.get(folder);
        if (known) return known;
        const heading = make("h2", { id: `folder-${this.sections.size}` });
        if (folder) {
            const parts = folder.split("/");
            parts.forEach((part, index) => {
                if (index > 0) heading.append(make("i", { textContent: "/" }));
                heading.append(index < parts.length - 1 ? make("span", { textContent: part }) : part);
            });
        } else {
            heading.textContent = "All contents";
            heading.className = "unseen";
        }
        const made = make("section", {}, heading, make("ul", { className: "contents" }));
        made.setAttribute("aria-labelledby", heading.id);
        this.sections.set(folder, made);
        return made;
    }

    card(content) {
        const known = this.cards.get(content.id);
        if (known) {
            const heading = known.querySelector("h3");
            if (heading.textContent !== titleOf(content)) heading.textContent = titleOf(content);
            const facts = known.querySelector("p");
            if (facts.textContent !== factsOf(content)) facts.textContent = factsOf(content);
            markOmissions(known, content);
            return known;
        }
        const made = card(content);
        this.cards.set(content.id, made);
        this.thumbnails.add(made.querySelector("canvas"));
        return made;
    }

    /** Shows the number of contents, and advice if there are none. */
    tell(search, found) {
        const all = this.contents.length;
        const words = all === 1 ? "content" : "contents";
        const more = this.opening > 0 ? `, opening ${this.opening.toLocaleString("en")} more` : "";
        const number = (count) => count.toLocaleString("en");
        this.count.textContent = `${search ? `${number(found)} of ` : ""}${number(all)} ${words}${more}`;
        this.search.parentElement.hidden = all === 0;
        this.note.hidden = found > 0;
        if (found > 0) return;
        if (all > 0) {
            const clear = make("button", { type: "button", className: "way", textContent: "Show all" });
            clear.addEventListener("click", () => this.clearSearch());
            this.note.replaceChildren(make("p", { textContent: `Nothing matches “${search}”.` }), clear);
        } else {
            this.note.replaceChildren(make("p", {
                textContent: this.opening > 0
                    ? "Opening files…"
                    : "Nothing to show here. The server's log lists files that can't be shown.",
            }));
        }
    }

    /** Restores the user's position once it exists again. */
    restore() {
        if (!this.toRestore) return;
        const { scroll, opened } = this.toRestore;
        const isThere = document.documentElement.scrollHeight - window.innerHeight >= scroll;
        if (!isThere && this.opening > 0) return;
        this.toRestore = null;
        this.opened = opened;
        this.cards.get(opened)?.querySelector("a").focus({ preventScroll: true });
        window.scrollTo(0, scroll);
    }
}

/**
 * Puts an element after another one of the list, or first. An element that is already there stays untouched, and keeps
 * the focus.
 */
function put(element, list, after) {
    const next = after ? after.nextElementSibling : list.firstElementChild;
    if (next !== element) list.insertBefore(element, next);
}

new Gallery().start();
