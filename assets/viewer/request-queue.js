import { Priority } from "./demand.js";
import { isFromProxy, pause, retryAfter, sentenceOf } from "./retry.js";

/**
 * Fetches tiles in the order of the newest demand, a few at a time, and gives up what the demand no longer names.
 *
 * Failed requests are tried again after a pause that doubles, at most `attempts` times; those that a busy server puts
 * off, as often as it does so; those that it refuses (4xx), not at all. While the server is lost the queue is stopped,
 * which counts for nothing. Decoding is the browser's, off the main thread.
 */
export class RequestQueue {
    /** Requests under way at once: what browsers open to one host over HTTP/1.1. */
    static limit = 6;
    /** Of these, how many may be for tiles that are not visible yet. */
    static aheadLimit = 3;
    /** After the last visible tile, what does not show and is only out of date waits so many milliseconds. */
    static calm = 100;
    static attempts = 5;
    static schedule = { first: 500, longest: 8000 };
    /** A server that is busy asks for no longer pause than this, in milliseconds; for a longer one, it has failed. */
    static busyTime = 10_000;
    /** After so many milliseconds without an answer, it may be that none comes. */
    static patience = 12_000;

    /**
     * `has`: a tile is there, and no better one is known to be; `stands`: one is there, if out of date.
     * `session` gives what visible tiles are asked for with, or null: who asks with it may get drafts. `onUnanswered`
     * is told of a request that no server answered, or not yet.
     */
    constructor({
        url, decode, has, stands = () => false, session = () => null, onTile, onUnanswered = () => {}, onChange,
    }) {
        this.url = url;
        this.decode = decode;
        this.has = has;
        this.stands = stands;
        this.session = session;
        this.onTile = onTile;
        this.onUnanswered = onUnanswered;
        this.isStopped = false;
        this.onChange = onChange;
        this.wanted = [];
        this.inFlight = new Map();
        this.failures = new Map();
        /** Tiles to be asked for past the browser's cache. */
        this.changed = new Set();
        /** Tiles that the server is about to bring. */
        this.expected = new Set();
        this.timer = null;
        this.lastVisible = -Infinity;
        this.counts = { requested: 0, brought: 0, received: 0, aborted: 0, failed: 0, drafts: 0, bytes: 0 };
    }

    /** The tile is not to be had: refused, or failed too often. */
    hasGivenUp(key) {
        const failure = this.failures.get(key);
        return failure !== undefined && failure.isGivenUp;
    }

    /** The tile failed at least once and is not there yet. */
    hasFailed(key) {
        return this.failures.has(key);
    }

    /** The server's sentence about a tile that is given up; `undefined` where there is none. */
    reason(key) {
        const failure = this.failures.get(key);
        return failure?.isGivenUp ? failure.reason : undefined;
    }

    /** The newest demand: `{ tile, priority }`, the most wanted first. */
    update(wanted) {
        this.wanted = wanted;
        const keys = new Set(wanted.map(({ tile }) => tile.key));
        for (const [key, request] of this.inFlight) {
            if (!keys.has(key)) this.abort(key, request);
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

    /** The tile comes without being asked for: `deliver` will tell of it. */
    expect(key) {
        this.expected.add(key);
    }

    /** A tile's file has come, or is to be asked for (null). What nobody waits for is let go. */
    deliver(key, file) {
        this.expected.delete(key);
        this.inFlight.get(key)?.take?.(file);
    }

    /** What was to come does not. */
    expectNothing() {
        for (const key of [...this.expected]) this.deliver(key, null);
    }

    abort(key, request) {
        this.inFlight.delete(key);
        this.counts.aborted += 1;
        request.controller.abort();
        request.take?.(null);
    }

    /** There is nobody to ask. */
    stop() {
        this.isStopped = true;
        for (const [key, request] of this.inFlight) this.abort(key, request);
    }

    /** There is again. */
    resume() {
        this.isStopped = false;
        this.retryNow();
    }

    /** Things have changed: what failed may be tried at once. */
    retryNow() {
        this.failures.clear();
        this.fill();
    }

    fill() {
        if (this.isStopped) return;
        const now = performance.now();
        let next = Infinity;
        let [asked, ahead] = [this.askedCount, this.aheadCount];
        for (const { tile, priority } of this.wanted) {
            if (this.has(tile.key) || this.inFlight.has(tile.key)) continue;
            if (this.expected.has(tile.key)) {
                this.start(tile, priority);
                continue;
            }
            if (asked >= RequestQueue.limit) continue;
            const failure = this.failures.get(tile.key);
            if (failure && failure.retryAt > now) {
                next = Math.min(next, failure.retryAt);
                continue;
            }
            if (priority !== Priority.visible) {
                if (ahead >= RequestQueue.aheadLimit) continue;
                // What does not show and is only out of date would take from those that do, and from painting them.
                if (this.stands(tile.key)) {
                    if (this.inFlight.size > ahead) continue;
                    const calm = this.lastVisible + RequestQueue.calm;
                    if (calm > now) {
                        next = Math.min(next, calm);
                        continue;
                    }
                }
                ahead += 1;
            }
            asked += 1;
            this.start(tile, priority);
        }
        if (next < Infinity) this.wake(next - now);
    }

    /** How many the server was asked for; the others come by themselves. */
    get askedCount() {
        let count = 0;
        for (const request of this.inFlight.values()) if (!request.take) count += 1;
        return count;
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
        const request = { tile, controller: new AbortController(), priority, again: null, take: null };
        this.inFlight.set(tile.key, request);
        try {
            const isExpected = this.expected.has(tile.key);
            const { blob, isDraft, progress } = await (isExpected ? this.brought(request) : this.fetched(request));
            const bitmap = await this.decode(blob, tile);
            this.failures.delete(tile.key);
            this.counts.received += 1;
            this.counts.bytes += blob.size;
            if (isDraft) this.counts.drafts += 1;
            if (request.priority === Priority.visible) this.lastVisible = performance.now();
            // Given up while it was being decoded: it is paid for, so it is kept.
            const isOutdated = request.again === "always" || (request.again !== null && isDraft);
            this.onTile(tile, bitmap, { isDraft, isOutdated, progress: progress === null ? null : Number(progress) });
        } catch (error) {
            if (!request.controller.signal.aborted) this.fail(tile, error);
        }
        if (this.inFlight.get(tile.key) === request) this.inFlight.delete(tile.key);
        this.fill();
        this.onChange();
    }

    /** What the server brings of a tile, or what it answers where that is nothing. */
    async brought(request) {
        const blob = await this.answered(new Promise((resolve) => { request.take = resolve; }));
        request.take = null;
        if (!blob) return this.fetched(request);
        // What the browser may have kept is older.
        this.changed.add(request.tile.key);
        this.counts.brought += 1;
        return { blob, isDraft: false, progress: null };
    }

    /** What the server answers. */
    async fetched({ tile, priority, controller: { signal } }) {
        signal.throwIfAborted();
        this.counts.requested += 1;
        const isVisible = priority === Priority.visible;
        const session = isVisible ? this.session() : null;
        const isChanged = this.changed.delete(tile.key);
        try {
            const response = await this.answered(fetch(this.url(tile), {
                headers: session ? { "Tile-Session": session } : {},
                cache: isChanged ? "no-cache" : "default",
                signal,
                priority: isVisible ? "high" : "low",
            }));
            if (!response.ok) throw new Refusal(response, await sentenceOf(response));
            return {
                isDraft: response.headers.get("Tile-Quality") === "draft",
                // Of a draft that stands in for what the server still prepares, how far that is.
                progress: response.headers.get("Tile-Progress"),
                blob: await response.blob(),
            };
        } catch (error) {
            if (isChanged) this.changed.add(tile.key);
            throw error;
        }
    }

    /** What is promised; if that takes long, it is told that it may never come. */
    async answered(promise) {
        const limit = setTimeout(() => this.onUnanswered(), RequestQueue.patience);
        try {
            return await promise;
        } finally {
            clearTimeout(limit);
        }
    }

    fail(tile, error) {
        this.counts.failed += 1;
        const attempts = (this.failures.get(tile.key)?.attempts ?? 0) + 1;
        const refusal = error instanceof Refusal ? error : null;
        // fetch throws this where there was no answer, or not all of one.
        if (refusal ? isFromProxy(refusal.status) : error instanceof TypeError) this.onUnanswered();
        const asked = refusal?.pause ?? 0;
        const isBusy = refusal !== null && asked > 0 && asked <= RequestQueue.busyTime;
        const isGivenUp = !isBusy && (refusal?.isFinal || attempts >= RequestQueue.attempts || asked > 0);
        const wait = asked > 0 ? asked + pause(0, RequestQueue.schedule) : pause(attempts - 1, RequestQueue.schedule);
        const retryAt = isGivenUp && asked === 0 ? Infinity : performance.now() + wait;
        this.failures.set(tile.key, { attempts, isGivenUp, retryAt, reason: refusal?.sentence });
    }
}

/** The server answered, but not with a tile. */
class Refusal extends Error {
    /** `sentence` is the server's reason, if it gave one. */
    constructor(response, sentence) {
        super(`the server answered ${response.status}`);
        this.sentence = sentence;
        this.status = response.status;
        /** What it asks to wait, in milliseconds. */
        this.pause = retryAfter(response);
    }

    /** Asking again would not help: the client's fault, except for "too slow" and "too many". */
    get isFinal() {
        return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
    }
}
