import { unguessable } from "./unguessable.js";

/**
 * Returns the name of this page's own copy of the content at `url`. It is the tab's previous name, so that a reload
 * finds the same copy, unless another page now uses it, as after the tab was duplicated. If that can't be determined,
 * each page gets a new name.
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
        // Storage is not allowed.
        return unguessable();
    }
}

/** Claims a name for the lifetime of this page; returns false if another page has it. */
function claim(name) {
    return new Promise((resolve, reject) => {
        navigator.locks.request(`tilework-own ${name}`, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            return lock && new Promise(() => {});
        }).catch(reject);
    });
}
