/**
 * Milliseconds to wait before the next try, after so many have failed: doubles from `first` on, and is never more than
 * `longest`. By chance up to half of it less, so that not all viewers of a server come back at one moment.
 */
export function pause(tries, { first, longest }, chance = Math.random()) {
    return Math.min(longest, first * 2 ** tries) * (1 - chance / 2);
}

/** The pause that an answer's `Retry-After` requests, in milliseconds; 0 if it is missing or not in seconds. */
export function retryAfter(response) {
    const seconds = Number(response.headers.get("Retry-After") ?? 0);
    return seconds > 0 ? seconds * 1000 : 0;
}

/** The sentence that the server sends in place of the requested answer; `undefined` for an answer of another kind. */
export async function sentenceOf(response) {
    const isText = response.headers.get("Content-Type")?.startsWith("text/plain");
    if (isFromProxy(response.status) || !isText) return undefined;
    const text = (await response.text()).trim();
    return text ? asSentence(text) : undefined;
}

/** A text that begins with a capital and ends with a period. */
export function asSentence(text) {
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

/** The status of a proxy for a server that does not answer. */
export const isFromProxy = (status) => status === 502 || status === 504;

/** Calls `act` when a retry is worthwhile: the network is back, or the page becomes visible. */
export function onHope(act, options) {
    window.addEventListener("online", () => act(), options);
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") act();
    }, options);
}
