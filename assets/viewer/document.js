import { pause } from "./retry.js";

/**
 * The document of a page: the number of its pages, its links, and its text. It asks the server, and is independent of
 * the page that shows it.
 */
export class PagedDocument {
    /**
     * The document of a content, or null if the content has no pages. `own` is the `tilework` member of its TileJSON.
     */
    static of(own, url) {
        return own.document ? new PagedDocument(own, url) : null;
    }

    constructor(own, url) {
        this.id = own.document;
        /** The number of the page, from 1. */
        this.page = own.page;
        this.count = own.pages;
        this.hasText = own.searchable === true;
        this.root = new URL("../", url);
    }

    /** A page's name in addresses. */
    nameOf(page) {
        return this.count === 1 ? this.id : `${this.id}-p${page}`;
    }

    /** The address of a page's viewer. */
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

    /** The links of the page: `{ rect: [x, y, width, height], to: { page, top } or { href } }`. */
    async links() {
        return (await this.ask(`links/${encodeURIComponent(this.nameOf(this.page))}`)).links;
    }

    /**
     * Searches for a text, from the current page to the end and then from the start. `take` receives matches `{ page,
     * rect, quads, text }` as they arrive, and the number of searched pages; `signal` cancels the search.
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
