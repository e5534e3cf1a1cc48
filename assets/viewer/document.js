import { pause } from "./retry.js";

/**
 * The document that a page is of: how many pages it has, where its links lead, what its text is. Asks the server;
 * nothing here knows the page that shows it.
 */
export class PagedDocument {
    /** The document of a content, or null for a content that is whole. `own` is the `tilework` part of its TileJSON. */
    static of(own, url) {
        return own.document ? new PagedDocument(own, url) : null;
    }

    constructor(own, url) {
        this.id = own.document;
        /** From 1. */
        this.page = own.page;
        this.count = own.pages;
        this.hasText = own.searchable === true;
        this.root = new URL("../", url);
    }

    /** A page's name in addresses. */
    nameOf(page) {
        return this.count === 1 ? this.id : `${this.id}-p${page}`;
    }

    /** Where the viewer of a page is. */
    viewerOf(page, hash = "") {
        return new URL(`view/${encodeURIComponent(this.nameOf(page))}${hash}`, this.root).href;
    }

    /** The TileJSON of a page. */
    async description(page) {
        return this.ask(`tiles/${encodeURIComponent(this.nameOf(page))}.json`);
    }

    descriptionURL(page) {
        return new URL(`tiles/${encodeURIComponent(this.nameOf(page))}.json`, this.root);
    }

    /** What leads from the page elsewhere: `{ rect: [x, y, width, height], to: { page, top } or { href } }`. */
    async links() {
        return (await this.ask(`links/${encodeURIComponent(this.nameOf(this.page))}`)).links;
    }

    /**
     * Looks for a text, from the page shown to the end and then from the start. `take` is told of matches
     * `{ page, rect, text }` as they come, and of how many pages have been looked through; `signal` ends it.
     */
    async search(text, take, signal) {
        const query = new URLSearchParams({ q: text });
        let looked = 0;
        for (const [first, end] of [[this.page, this.count + 1], [1, this.page]]) {
            let from = first;
            for (let tries = 0; from < end;) {
                query.set("from", from);
                let answer;
                try {
                    answer = await this.ask(`search/${encodeURIComponent(this.id)}?${query}`, signal);
                    tries = 0;
                } catch (error) {
                    if (signal.aborted || tries === 3) throw error;
                    await new Promise((resolve) => setTimeout(resolve, pause(tries, { first: 500, longest: 4000 })));
                    tries += 1;
                    continue;
                }
                const next = Math.min(answer.next ?? this.count + 1, end);
                looked += next - from;
                from = next;
                take(answer.matches.filter(({ page }) => page < end), looked);
            }
        }
    }

    async ask(path, signal) {
        const response = await fetch(new URL(path, this.root), { cache: "no-cache", signal });
        if (!response.ok) throw new Error((await response.text()).trim() || `status ${response.status}`);
        return response.json();
    }
}
