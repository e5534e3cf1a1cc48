/** Limits the number of concurrent jobs, first come, first served. A cancelled job leaves the queue. */
export class Gate {
    constructor(limit) {
        this.limit = limit;
        this.inside = 0;
        this.line = new Set();
    }

    /** Runs the job in its turn. Throws the signal's reason if it is aborted first. */
    async pass(signal, work) {
        signal.throwIfAborted();
        if (this.inside < this.limit) this.inside += 1;
        else await this.turn(signal);
        try {
            return await work();
        } finally {
            this.leave();
        }
    }

    turn(signal) {
        return new Promise((resolve, reject) => {
            const giveUp = () => {
                this.line.delete(enter);
                reject(signal.reason);
            };
            const enter = () => {
                signal.removeEventListener("abort", giveUp);
                resolve();
            };
            signal.addEventListener("abort", giveUp, { once: true });
            this.line.add(enter);
        });
    }

    /** Passes the place to the next job in the queue. */
    leave() {
        const [next] = this.line;
        if (!next) {
            this.inside -= 1;
            return;
        }
        this.line.delete(next);
        next();
    }
}
