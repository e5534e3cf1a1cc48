/**
 * The decoded tiles, up to a limit of bytes; the least recently drawn one is evicted first.
 *
 * Tiles drawn in the current frame and pinned tiles stay even above the limit.
 */
export class TileStore {
    constructor(byteLimit, isPinned = () => false) {
        this.byteLimit = byteLimit;
        this.isPinned = isPinned;
        this.bytes = 0;
        this.evicted = 0;
        this.drafts = 0;
        this.frame = 0;
        /** The number of pictures that arrived so far. */
        this.arrivals = 0;
        // In order of use: a Map keeps the order of insertion, and use inserts the entry again.
        this.entries = new Map();
    }

    /** The memory that this machine can spare for decoded tiles. */
    static get defaultByteLimit() {
        const gigabytes = navigator.deviceMemory ?? 4;
        return Math.min(384, Math.max(96, gigabytes * 48)) * 1024 * 1024;
    }

    get count() {
        return this.entries.size;
    }

    has(key) {
        return this.entries.has(key);
    }

    /** Whether no request is needed: the tile is available, and no better one is known. */
    isCurrent(key) {
        const entry = this.entries.get(key);
        return entry !== undefined && !entry.outdated;
    }

    /** Whether the available tile is final. */
    isFinal(key) {
        const entry = this.entries.get(key);
        return entry !== undefined && !entry.outdated && !entry.isDraft;
    }

    /** A better version of the tile with this key exists. The old one stays until it arrives. */
    outdate(key) {
        const entry = this.entries.get(key);
        if (entry) entry.outdated = true;
    }

    /** The keys of the tiles for which `isMeant` is true. */
    keysOf(isMeant) {
        const keys = [];
        for (const [key, entry] of this.entries) if (isMeant(entry)) keys.push(key);
        return keys;
    }

    /** Removes drafts that are not wanted: they are refined only while they are visible. */
    dropDrafts(isWanted) {
        if (this.drafts === 0) return;
        for (const key of this.keysOf(({ isDraft, tile }) => isDraft && !isWanted(tile.key))) this.remove(key);
    }

    /** A new frame begins: nothing is in use yet. */
    beginFrame() {
        this.frame += 1;
    }

    /** The tile with this key, now in use; `undefined` when it is not there. */
    use(key) {
        const entry = this.entries.get(key);
        if (!entry) return undefined;
        if (entry.usedIn !== this.frame) {
            entry.usedIn = this.frame;
            this.entries.delete(key);
            this.entries.set(key, entry);
        }
        return entry;
    }

    /**
     * Takes over a decoded picture; `now` is when it arrived. One that was there before is replaced at once: to fade it
     * out and in would flicker.
     */
    insert(tile, bitmap, now, isDraft = false) {
        const arrived = this.entries.get(tile.key)?.arrived ?? now;
        this.remove(tile.key);
        const bytes = bitmap.width * bitmap.height * 4;
        this.arrivals += 1;
        this.entries.set(tile.key, {
            tile, bitmap, bytes, arrived, usedIn: this.frame, isDraft, outdated: false, number: this.arrivals,
        });
        this.bytes += bytes;
        if (isDraft) this.drafts += 1;
        this.evict();
    }

    remove(key) {
        const entry = this.entries.get(key);
        if (!entry) return;
        this.entries.delete(key);
        this.bytes -= entry.bytes;
        if (entry.isDraft) this.drafts -= 1;
        entry.bitmap.close?.();
    }

    evict() {
        if (this.bytes <= this.byteLimit) return;
        for (const [key, entry] of this.entries) {
            if (this.bytes <= this.byteLimit) return;
            if (entry.usedIn === this.frame || this.isPinned(entry.tile)) continue;
            this.remove(key);
            this.evicted += 1;
        }
    }
}
