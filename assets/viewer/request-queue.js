import { Priority } from "./demand.js";

/**
 * Fetches tiles in the order of the newest demand, a few at a time, and gives up what the demand no longer names.
 *
 * Failed requests are tried again after a while that doubles, at most `attempts` times; those that the server refuses
 * (4xx) are not. Decoding is the browser's, off the main thread.
 */
export class RequestQueue {
    /** Requests under way at once: what browsers open to one host over HTTP/1.1. */
    static limit = 6;
    /** Of these, how many may be for tiles that are not visible yet. */
    static aheadLimit = 3;
    static attempts = 5;
    static firstDelay = 500;
    static longestDelay = 8000;

    /** `session` gives what visible tiles are asked for with, or null: who asks with it may get drafts. */
    constructor({ url, decode, has, session = () => null, onTile, onChange }) {
        this.url = url;
        this.decode = decode;
        this.has = has;
        this.session = session;
        this.onTile = onTile;
        this.onChange = onChange;
        this.wanted = [];
        this.inFlight = new Map();
        this.failures = new Map();
        /** Tiles to be asked for past the browser's cache. */
        this.changed = new Set();
        this.timer = null;
        this.counts = { requested: 0, received: 0, aborted: 0, failed: 0, drafts: 0, bytes: 0 };
    }

    /** The tile is not to be had: refused, or failed too often. */
    hasGivenUp(key) {
        const failure = this.failures.get(key);
        return failure !== undefined && failure.retryAt === Infinity;
    }

    /** The tile failed at least once and is not there yet. */
    hasFailed(key) {
        return this.failures.has(key);
    }

    /** The newest demand: `{ tile, priority }`, the most wanted first. */
    update(wanted) {
        this.wanted = wanted;
        const keys = new Set(wanted.map(({ tile }) => tile.key));
        for (const [key, request] of this.inFlight) {
            if (keys.has(key)) continue;
            this.inFlight.delete(key);
            this.counts.aborted += 1;
            request.controller.abort();
        }
        for (const { tile, priority } of wanted) {
            const request = this.inFlight.get(tile.key);
            if (request) request.priority = priority;
        }
        this.fill();
    }

    /**
     * There is a better tile than the one that was asked for last, wherever that is now. `isChanged`: any answer to a
     * request under way may be too old; else only a draft is.
     */
    outdate(key, isChanged) {
        const request = this.inFlight.get(key);
        if (request) request.again = isChanged ? "always" : (request.again ?? "after a draft");
        if (isChanged) {
            this.failures.delete(key);
            this.changed.add(key);
        }
    }

    /** The network is back: what failed may be tried at once. */
    retryNow() {
        for (const failure of this.failures.values()) {
            if (!failure.refused) Object.assign(failure, { attempts: 0, retryAt: 0 });
        }
        this.fill();
    }

    fill() {
        const now = performance.now();
        let next = Infinity;
        for (const { tile, priority } of this.wanted) {
            if (this.inFlight.size >= RequestQueue.limit) break;
            if (this.has(tile.key) || this.inFlight.has(tile.key)) continue;
            const failure = this.failures.get(tile.key);
            if (failure && failure.retryAt > now) {
                next = Math.min(next, failure.retryAt);
                continue;
            }
            if (priority !== Priority.visible && this.aheadCount >= RequestQueue.aheadLimit) break;
            this.start(tile, priority);
        }
        if (next < Infinity) this.wake(next - now);
    }

    get aheadCount() {
        let count = 0;
        for (const request of this.inFlight.values()) if (request.priority !== Priority.visible) count += 1;
        return count;
    }

    wake(delay) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.fill();
            this.onChange();
        }, delay);
    }

    async start(tile, priority) {
        const request = { tile, controller: new AbortController(), priority, again: null };
        this.inFlight.set(tile.key, request);
        this.counts.requested += 1;
        const session = priority === Priority.visible ? this.session() : null;
        const isChanged = this.changed.delete(tile.key);
        try {
            const response = await fetch(this.url(tile), {
                headers: session ? { "Tile-Session": session } : {},
                cache: isChanged ? "no-cache" : "default",
                signal: request.controller.signal,
                priority: priority === Priority.visible ? "high" : "low",
            });
            if (!response.ok) throw new Refusal(response.status);
            const isDraft = response.headers.get("Tile-Quality") === "draft";
            const blob = await response.blob();
            const bitmap = await this.decode(blob, tile);
            this.failures.delete(tile.key);
            this.counts.received += 1;
            this.counts.bytes += blob.size;
            if (isDraft) this.counts.drafts += 1;
            // Given up while it was being decoded: it is paid for, so it is kept.
            const isOutdated = request.again === "always" || (request.again !== null && isDraft);
            this.onTile(tile, bitmap, { isDraft, isOutdated });
        } catch (error) {
            if (isChanged) this.changed.add(tile.key);
            if (!request.controller.signal.aborted) this.fail(tile, error);
        }
        if (this.inFlight.get(tile.key) === request) this.inFlight.delete(tile.key);
        this.fill();
        this.onChange();
    }

    fail(tile, error) {
        this.counts.failed += 1;
        const attempts = (this.failures.get(tile.key)?.attempts ?? 0) + 1;
        const refused = error instanceof Refusal && error.isFinal;
        const delay = Math.min(RequestQueue.longestDelay, RequestQueue.firstDelay * 2 ** (attempts - 1));
        const retryAt = refused || attempts >= RequestQueue.attempts ? Infinity : performance.now() + delay;
        this.failures.set(tile.key, { attempts, refused, retryAt });
    }
}

/** The server answered, but not with a tile. */
class Refusal extends Error {
    constructor(status) {
        super(`the server answered ${status}`);
        this.status = status;
    }

    /** Asking again would not help: the client's fault, except for "too slow" and "too many". */
    get isFinal() {
        return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
    }
}
