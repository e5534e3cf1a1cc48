import { pause } from "./retry.js";

/**
 * Whether the server answers. It is asked when something else was not answered; and, once it is lost, until it is back.
 *
 * Whoever is told `onLost` asks for nothing until `onBack`: a server that comes back is found by one small request,
 * and soon, where every tile by itself would give up.
 */
export class Connection {
    /** Between two questions: a page is whole within 5 s of the server's return, and its tiles take some of that. */
    static schedule = { first: 500, longest: 3000 };
    /** How long a question may take: a server behind a dead line does not even refuse. */
    static patience = 4000;

    /** `url` is what the server answers at once as long as it runs. */
    constructor({ url, onLost, onBack }) {
        this.url = url;
        this.onLost = onLost;
        this.onBack = onBack;
        this.isLost = false;
        this.isAsking = false;
        this.tries = 0;
        this.timer = null;
    }

    /** Something was not answered: asks soon. */
    suspect() {
        if (this.timer !== null || this.isAsking) return;
        this.timer = setTimeout(() => this.ask(), pause(this.tries, Connection.schedule));
    }

    /** Asks now: there is reason to hope. */
    check() {
        this.tries = 0;
        if (!this.isAsking) this.ask();
    }

    async ask() {
        clearTimeout(this.timer);
        this.timer = null;
        this.isAsking = true;
        const isThere = await this.isAnswered();
        this.isAsking = false;
        if (isThere) {
            this.tries = 0;
            if (!this.isLost) return;
            this.isLost = false;
            this.onBack();
            return;
        }
        this.tries += 1;
        const isNew = !this.isLost;
        this.isLost = true;
        this.suspect();
        if (isNew) this.onLost();
    }

    async isAnswered() {
        const controller = new AbortController();
        const limit = setTimeout(() => controller.abort(), Connection.patience);
        try {
            const { status } = await fetch(this.url, { cache: "no-store", signal: controller.signal });
            return status < 500;
        } catch {
            return false;
        } finally {
            clearTimeout(limit);
        }
    }
}
