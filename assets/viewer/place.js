/**
 * Where somebody is in the gallery: the search, the scroll position and the content that was opened. Kept with the
 * page's entry in the history, for Back, and with the window, for the viewer's link to all contents.
 */
export class Place {
    static key = "tilework.gallery";
    /** Scrolling is kept after so many milliseconds without. */
    static delay = 150;

    /** `now` gives the place as it is: `{ scroll, opened }`; what is searched is in the address. */
    constructor(now) {
        this.now = now;
        // The browser would scroll before there is anything.
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

    /** Where to begin: as it was left, or null for who comes from elsewhere. */
    restored() {
        if (history.state?.gallery) return history.state.gallery;
        const isFromViewer = document.referrer.startsWith(new URL("view/", document.baseURI).href);
        const kept = isFromViewer ? this.read() : null;
        if (kept?.search && !this.search) this.search = kept.search;
        return kept;
    }

    keep() {
        const place = { ...this.now(), search: this.search };
        history.replaceState({ gallery: place }, "");
        try {
            sessionStorage.setItem(Place.key, JSON.stringify(place));
        } catch {
            // Not allowed here; Back works all the same.
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
