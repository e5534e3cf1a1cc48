/* A ledger as columns of numbers. */

const data = JSON.parse(byID('data').textContent);

class Run {
    constructor(source) {
        this.source = source;
        this.state = source.state;
        const length = this.length = source.state.length;
        const column = (value = 0) =>
            typeof value === 'number' ? new Float64Array(length).fill(value) : Float64Array.from(value);
        for (const name of ['number', 'time', 'x', 'y', 'zoom', 'width', 'height', 'referenceX', 'referenceY',
            'blank', 'coarse', 'stale']) {
            this[name] = column(source[name]);
        }
        this.phases = data.phases.map((name) => column(source.phases[name]));
        this.counts = new Map(data.counts.map((count) => [count.id, column(source.counts[count.id])]));
        // In the order of the phases, so that sums are equal to the bit.
        this.cost = new Float64Array(length);
        for (const phase of this.phases) for (let i = 0; i < length; i++) this.cost[i] += phase[i];
        // Ledgers for comparing counts hold neither costs nor ideal positions.
        this.hasCosts = this.cost.some((cost) => cost > 0);
        // What is on the screen stays there until something else is shown.
        this.onScreen = new Int32Array(length);
        for (let i = 0, last = -1; i < length; i++) {
            if (this.isPresented(i)) last = i;
            this.onScreen[i] = last;
        }
    }

    isPresented(index) { return this.state[index] === 'f' || this.state[index] === 'p'; }

    /** Pixels lacking on the screen at a refresh. */
    lack(name, index) {
        const shown = this.onScreen[index];
        return shown < 0 ? 0 : this[name][shown];
    }

    /** Points from where the content should have been. */
    distance(index) {
        return Math.hypot(this.x[index] - this.referenceX[index], this.y[index] - this.referenceY[index]);
    }

    list(name, index) {
        const { lists, of } = this.source[name];
        return lists[of[index]] ?? [];
    }

    /** A count's sum over all frames, or its maximum if it is a level. */
    total(count) {
        const values = this.counts.get(count.id);
        return values.reduce((sum, value) => (count.isSum ? sum + value : Math.max(sum, value)), 0);
    }

    /** The place of a frame by its number; the nearest where there is none. */
    place(number) {
        let best = 0;
        for (let i = 0; i < this.length; i++) {
            if (Math.abs(this.number[i] - number) < Math.abs(this.number[best] - number)) best = i;
        }
        return best;
    }
}

const run = new Run(data.run);
const baseline = data.baseline ? new Run(data.baseline) : null;
const screenPixels = (index) => Math.max(1, run.width[index] * run.height[index] * data.scale * data.scale);
const share = (pixels, index = 0) => `${short(pixels / screenPixels(index) * 100)}%`;

/** The selected budget. Listeners redraw what depends on it. */
const budget = {
    /** Whether the verdict is for this budget. */
    get isJudged() { return this.rate === data.judgedBudget; },
    rate: data.budget,
    get milliseconds() { return 1000 / this.rate; },
    listeners: [],
    select(rate) {
        this.rate = rate;
        for (const listener of this.listeners) listener();
    },
};
