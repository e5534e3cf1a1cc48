import { isReturn } from "./return-mark.js";

/**
 * The user's place in the gallery: the search, the scroll position and the opened content. It is stored with the page's
 * entry in the history, for Back, and with the window, for the viewer's link to all contents.
 */
export class Place {
    static key = "tilework.gallery";
    /** The pause in milliseconds after which a scroll position is stored. */
    static delay = 150;

    /** `now` returns the current place: `{ scroll, opened }`; the search text is in the address. */
    constructor(now) {
        this.now = now;
        // The browser would scroll before the page has content.
        history.scrollRestoration = "manual";
        let timer = null;
        window.addEventListener("scroll", () => {
            clearTimeout(timer);
            timer = setTimeout(() => this.keep(), Place.delay);
        }, { passive: true });
        window.addEventListener("pagehide", () => this.keep());
    }

    get search() {
        return new URLSearchParams(location.search).get("q") ?? "";
    }

    set search(text) {
        const url = new URL(location.href);
        if (text) url.searchParams.set("q", text);
        else url.searchParams.delete("q");
        history.replaceState(history.state, "", url);
    }

    /** The place to restore, or null for a new visit. */
    restored() {
        const isReturned = isReturn(new URL("./", document.baseURI).href);
        if (history.state?.gallery) return history.state.gallery;
        const kept = isReturned ? this.read() : null;
        if (kept?.search && !this.search) this.search = kept.search;
        return kept;
    }

    keep() {
        const place = { ...this.now(), search: this.search };
        history.replaceState({ gallery: place }, "");
        try {
            sessionStorage.setItem(Place.key, JSON.stringify(place));
        } catch {
            // Storage is not allowed here; Back works without it.
        }
    }

    read() {
        try {
            return JSON.parse(sessionStorage.getItem(Place.key));
        } catch {
            return null;
        }
    }
}
