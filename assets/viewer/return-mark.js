/**
 * A mark in the window's storage that a link of the viewer leads back to the gallery. The gallery can't tell this by
 * the referrer, which servers withhold because addresses may hold grants.
 */
const key = "tilework.return";

/** Sets the mark whenever the link is followed. */
export function markReturn(link) {
    link.addEventListener("click", () => {
        try {
            sessionStorage.setItem(key, link.href);
        } catch {
            // Storage is not allowed here; the gallery starts at its top.
        }
    });
}

/** Removes the mark, and returns whether it names the page at this address, without its query. */
export function isReturn(address) {
    try {
        const marked = sessionStorage.getItem(key);
        sessionStorage.removeItem(key);
        return marked === address;
    } catch {
        return false;
    }
}
