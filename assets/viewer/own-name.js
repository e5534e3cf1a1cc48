import { unguessable } from "./unguessable.js";

/**
 * A name for a copy that this page alone has of the content at `url`: the one that the tab had before, so that a reload
 * finds it as it was, unless another page has that now, as after the tab was duplicated. Where that can't be known each
 * page has a new one.
 */
export async function ownName(url) {
    const key = `tilework-own ${url.pathname}`;
    if (!navigator.locks) return unguessable();
    try {
        const known = sessionStorage.getItem(key);
        const name = known && await claim(known) ? known : unguessable();
        if (name !== known) await claim(name);
        sessionStorage.setItem(key, name);
        return name;
    } catch {
        // Nothing may be stored.
        return unguessable();
    }
}

/** Has a name be this page's as long as it lives; false where it is another's. */
function claim(name) {
    return new Promise((resolve, reject) => {
        navigator.locks.request(`tilework-own ${name}`, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            return lock && new Promise(() => {});
        }).catch(reject);
    });
}
