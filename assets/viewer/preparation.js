/**
 * The tiles for which the server still prepares better versions, with the progress.
 *
 * A session is notified of better tiles. Without a session, or after a missed message, tiles are requested again after
 * a while.
 */
export class Preparation {
    /** The time after which placeholders are requested again, in milliseconds. */
    static patience = 2000;

    /** `onDue` is given the keys of tiles to be asked for again, and called when the last has come or is forgotten. */
    constructor(onDue) {
        this.onDue = onDue;
        /** The progress from 0 to 1; null when no visible tile is being prepared. */
        this.progress = null;
        /** The number of requests that were due for a tile since it arrived, by its key. */
        this.ages = new Map();
        this.timer = null;
    }

    /** A tile arrived; `progress` is null for a final one. */
    noteTile(key, progress) {
        if (progress === null) {
            if (this.ages.delete(key) && this.ages.size === 0) this.end();
            return;
        }
        this.ages.set(key, 0);
        this.progress = Math.max(this.progress ?? 0, progress);
        this.timer ??= setTimeout(() => this.tick(), Preparation.patience);
    }

    tick() {
        this.timer = null;
        // A tile that was due and did not arrive again is no longer visible.
        for (const [key, age] of this.ages) if (age > 1) this.ages.delete(key); else this.ages.set(key, age + 1);
        if (this.ages.size === 0) {
            this.end();
            this.onDue([]);
            return;
        }
        this.timer = setTimeout(() => this.tick(), Preparation.patience);
        this.onDue([...this.ages.keys()]);
    }

    end() {
        this.progress = null;
        clearTimeout(this.timer);
        this.timer = null;
    }
}
