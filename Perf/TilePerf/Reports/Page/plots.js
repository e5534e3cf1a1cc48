/* Plots over time. All share one axis, so that the scrubber's line goes through them. */

const inset = { left: 40, right: 10, top: 6, bottom: 4 };

/** Colors of the page as they are now, light or dark. */
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Round numbers from `low` to `high`, about `count` of them. */
function marks(low, high, count) {
    const span = high - low;
    if (!(span > 0)) return [low];
    const rough = span / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= rough);
    const values = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) values.push(k * step + 0);
    return values;
}

/** A canvas that knows its size in points, ready to draw on. */
function prepare(canvas, height) {
    const ratio = window.devicePixelRatio || 1;
    const width = canvas.clientWidth;
    canvas.style.height = `${height}px`;
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    return { context, width, height };
}

class Plot {
    /**
     * `value(index)`: the value beside the title. `keys`: [color, title, kind, value(index), term] of the legend.
     * Values follow the scrubber. `range()`: the lowest and the highest value. `paint(area)` draws between the axes.
     * `words()`: a description for screen readers. `defines`: the name of the plot's definition.
     */
    constructor({ id, title, value, height, keys, unit, range, paint, words, hasTimes, defines }) {
        Object.assign(this, { height, unit, range, paint, words, hasTimes });
        this.canvas = make('canvas', { role: 'img' });
        this.outputs = [];
        const caption = make('figcaption', {}, make('b', {}, term(defines, title)));
        if (value) {
            const output = make('output', { class: 'now' });
            this.outputs.push([output, value]);
            caption.append(output);
        }
        for (const [name, label, kind, value, defined] of keys) {
            const output = make('output', {});
            if (value) this.outputs.push([output, value]);
            caption.append(make('span', { class: `key ${kind}` }, swatch(name),
                defined ? term(defined, label) : label, output));
        }
        this.element = make('figure', { 'data-plot': id }, caption, this.canvas);
    }

    show(index) {
        for (const [output, value] of this.outputs) {
            const text = value(index);
            if (output.textContent !== text) output.textContent = text;
        }
    }

    draw() {
        const { context, width, height } = prepare(this.canvas, this.height + (this.hasTimes ? 18 : 0));
        this.canvas.setAttribute('aria-label', this.words());
        const bottom = this.height - inset.bottom;
        const [low, high] = this.range();
        const y = (value) => bottom - (value - low) / Math.max(high - low, 1e-12) * (bottom - inset.top);
        const plotWidth = Math.max(1, width - inset.left - inset.right);
        const x = (index) => inset.left + (index + 0.5) / Math.max(1, run.length) * plotWidth;
        context.font = '11px system-ui, sans-serif';
        context.textAlign = 'right';
        context.textBaseline = 'middle';
        for (const value of marks(low, high, 3)) {
            context.fillStyle = color('line');
            context.fillRect(inset.left, Math.round(y(value)), plotWidth, 1);
            context.fillStyle = color('quiet');
            const isWide = Math.abs(value) >= 10000;
            context.fillText((isWide ? `${short(value / 1000)}k` : short(value)) + this.unit, inset.left - 6,
                Math.max(6, y(value)));
        }
        this.paint({ context, x, y, plotWidth, top: inset.top, bottom, high, low });
        if (this.hasTimes) this.drawTimes(context, x, height, plotWidth);
    }

    drawTimes(context, x, height, plotWidth) {
        const last = run.time[run.length - 1] ?? 0;
        context.fillStyle = color('quiet');
        context.textBaseline = 'alphabetic';
        for (const time of marks(0, last, Math.max(2, Math.min(10, plotWidth / 90)))) {
            const place = x(time * data.refreshRate);
            context.textAlign = place > inset.left + plotWidth - 16 ? 'right' : 'center';
            context.fillText(`${short(time)} s`, place, height - 3);
        }
    }
}

/** Bars of parts on each other. Where frames are narrower than a point, the highest of each point stands for all. */
function bars({ context, y, plotWidth, low, high }, total, parts) {
    const columns = Math.max(1, Math.min(run.length, Math.floor(plotWidth)));
    const wide = plotWidth / columns;
    const gap = wide > 5 ? 1 : 0;
    // At whole pixels, so that bars beside each other leave no seams.
    const ratio = window.devicePixelRatio || 1;
    const edge = (column) => inset.left + Math.round(column * wide * ratio) / ratio;
    for (let column = 0; column < columns; column++) {
        const first = Math.floor(column * run.length / columns);
        const end = Math.max(first + 1, Math.floor((column + 1) * run.length / columns));
        let worst = first;
        for (let i = first + 1; i < end && i < run.length; i++) if (total(i) > total(worst)) worst = i;
        const left = edge(column);
        const width = Math.max(1 / ratio, edge(column + 1) - left - gap);
        let from = low;
        for (const [value, fill] of parts(worst)) {
            if (!(value > 0)) continue;
            const to = Math.min(high, from + value);
            context.fillStyle = fill;
            const height = Math.max(y(from) - y(to), from === low ? 1 : 0);
            context.fillRect(left, y(from) - height, width, height);
            if (from + value > high) {
                // A gap shows that the bar is cut off.
                context.clearRect(left - 1, y(high) + 4, width + 2, 2);
            }
            from = to;
            if (from >= high) break;
        }
    }
}

function line({ context, x, y }, values, length, stroke, dash = []) {
    context.save();
    context.strokeStyle = stroke;
    context.lineWidth = 1.75;
    context.lineJoin = 'round';
    context.setLineDash(dash);
    context.beginPath();
    for (let i = 0; i < length; i++) context.lineTo(x(i), y(values(i)));
    context.stroke();
    context.restore();
}

const highest = (length, value) => {
    let high = 0;
    for (let i = 0; i < length; i++) high = Math.max(high, value(i));
    return high;
};

function timesPlot() {
    const worst = highest(run.length, (i) => run.cost[i]);
    const of = (i) => (run.isPresented(i) ? `${short(run.cost[i])} ms` : stateNames[run.state[i]]);
    const keys = [['bar', 'in time', ''], ['bad', 'missed', '', undefined, 'missedFrames'],
        ['ink', 'budget', 'line dashed', () => `${short(budget.milliseconds)} ms`, 'budget']];
    if (run.state.includes('d')) keys.splice(2, 0, ['failed', 'dropped ×', '', undefined, 'dropped']);
    if (baseline?.hasCosts) {
        keys.push(['was', 'baseline', 'line',
            (i) => (i < baseline.length ? `${short(baseline.cost[i])} ms` : '–'), 'baseline']);
    }
    return new Plot({
        id: 'times', title: 'Frame time', defines: 'frameTime', value: of, height: 132, unit: '', keys,
        range: () => [0, Math.min(Math.max(worst * 1.08, budget.milliseconds * 1.2), budget.milliseconds * 4)],
        words: () => {
            const times = frameTimes(run);
            return `Frame times: ${times.missed} of ${times.shown} shown frames take longer than `
                + `${short(budget.milliseconds)} ms, the worst ${short(worst)} ms; ${times.dropped} are dropped.`;
        },
        paint: (area) => {
            const [fine, late, lost] = [color('bar'), color('bad'), color('failed')];
            bars(area, (i) => run.cost[i],
                (i) => [[run.cost[i], run.cost[i] > budget.milliseconds ? late : fine]]);
            const { context, x, y, plotWidth } = area;
            if (baseline?.hasCosts) {
                line(area, (i) => Math.min(area.high, baseline.cost[i]), Math.min(run.length, baseline.length),
                    color('was'));
            }
            context.strokeStyle = lost;
            context.lineWidth = 1.5;
            for (let i = 0; i < run.length; i++) {
                if (run.state[i] !== 'd') continue;
                const [cx, cy] = [x(i), area.bottom - 4];
                context.beginPath();
                context.moveTo(cx - 2.5, cy - 2.5);
                context.lineTo(cx + 2.5, cy + 2.5);
                context.moveTo(cx + 2.5, cy - 2.5);
                context.lineTo(cx - 2.5, cy + 2.5);
                context.stroke();
            }
            const at = Math.round(y(budget.milliseconds)) + 0.5;
            context.strokeStyle = color('ink');
            context.setLineDash([5, 4]);
            context.beginPath();
            context.moveTo(inset.left, at);
            context.lineTo(inset.left + plotWidth, at);
            context.stroke();
            context.setLineDash([]);
            drawWorst(area, worst);
        },
    });
}

/** Labels the longest frame with its cost where its bar is cut off. */
function drawWorst({ context, x, high, top, plotWidth }, worst) {
    if (worst <= high) return;
    const at = x(run.cost.indexOf(worst));
    const isRight = at > inset.left + plotWidth - 90;
    context.font = '600 11px system-ui, sans-serif';
    context.fillStyle = color('bad');
    context.textAlign = isRight ? 'right' : 'left';
    context.textBaseline = 'top';
    context.fillText(`▲ ${short(worst)} ms`, at + (isRight ? -8 : 8), top);
}

function phasesPlot() {
    const used = data.phases.map((name, place) => [name, place])
        .filter(([, place]) => run.phases[place].some((value) => value > 0));
    const sorted = Float64Array.from(run.cost).sort();
    // A single stall would flatten all other bars.
    const most = sorted[sorted.length - 1] ?? 0;
    const usual = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    const high = Math.max(1e-3, Math.min(most, usual * 3 || most));
    return new Plot({
        id: 'phases', title: 'Phases', defines: 'phases', height: 116, unit: '',
        keys: used.map(([name, place]) => [name, name, '', (i) => short(run.phases[place][i]), name]),
        range: () => [0, high * 1.05],
        words: () => {
            const parts = used.map(([name, place]) =>
                `${name} at most ${short(highest(run.length, (i) => run.phases[place][i]))}`);
            return `Phases of frames in milliseconds, at most ${short(most)}: ${parts.join(', ')}.`;
        },
        paint: (area) => {
            const fills = used.map(([name]) => color(name));
            bars(area, (i) => run.cost[i],
                (i) => used.map(([, place], order) => [run.phases[place][i], fills[order]]));
        },
    });
}

function checkerboardPlot() {
    const names = ['blank', 'coarse', 'stale'];
    const part = (run, name, index) => run.lack(name, index) / screenPixels(index) * 100;
    const all = (run, index) => names.reduce((sum, name) => sum + part(run, name, index), 0);
    const high = Math.max(highest(run.length, (i) => all(run, i)),
        baseline ? highest(Math.min(run.length, baseline.length), (i) => all(baseline, i)) : 0);
    const keys = names.map((name) => [name, name, '', (i) => share(run.lack(name, i), i), name]);
    if (baseline) {
        keys.push(['was', 'baseline', 'line',
            (i) => (i < baseline.length ? `${short(all(baseline, i))}%` : '–'), 'baseline']);
    }
    return new Plot({
        id: 'checkerboard', title: 'Checkerboard', defines: 'checkerboardPlot', height: 96, unit: '%', keys,
        range: () => [0, high > 0 ? Math.min(100, high * 1.08) : 1],
        words: () => (high > 0
            ? `Checkerboard: at most ${names.map((name) =>
                `${short(highest(run.length, (i) => part(run, name, i)))}% ${name}`).join(', ')} of the screen.`
            : 'Checkerboard: the screen was always complete.'),
        paint: (area) => {
            const fills = names.map((name) => color(name));
            bars(area, (i) => all(run, i),
                (i) => names.map((name, order) => [part(run, name, i), fills[order]]));
            if (baseline) {
                line(area, (i) => all(baseline, i), Math.min(run.length, baseline.length), color('was'));
            }
            if (high > 0) return;
            const { context, plotWidth, top, bottom } = area;
            context.fillStyle = color('quiet');
            context.textAlign = 'center';
            context.font = '12px system-ui, sans-serif';
            context.fillText('Nothing was blank, coarse or stale', inset.left + plotWidth / 2, (top + bottom) / 2);
        },
    });
}

function offsetPlot() {
    const moves = ['y', 'x'].filter((axis) => run[axis].some((value) => value !== run[axis][0]));
    const axes = moves.length > 0 ? moves : ['y'];
    const reference = { x: run.referenceX, y: run.referenceY };
    const lines = { y: 'layout', x: 'commit' };
    let [low, high] = [Infinity, -Infinity];
    for (const axis of axes) {
        for (const values of [run[axis], reference[axis]]) {
            for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
        }
    }
    if (!(high > low)) [low, high] = [(low || 0) - 1, (high || 0) + 1];
    const keys = axes.map((axis) => [lines[axis], `${axis} shown`, 'line', (i) => `${short(run[axis][i])} pt`]);
    keys.push(['ink', 'ideal', 'line dashed', (i) => {
        const off = run.distance(i);
        return off < 0.05 ? 'same' : `${short(off)} pt off`;
    }, 'ideal']);
    const off = highest(run.length, (i) => run.distance(i));
    return new Plot({
        id: 'offset', title: 'Offset', defines: 'offset', height: 116, unit: '', keys, hasTimes: true,
        range: () => [low - (high - low) * 0.04, high + (high - low) * 0.04],
        words: () => `Offset: ${axes.join(' and ')} from ${short(low)} to ${short(high)} points; `
            + `at most ${short(off)} points from where it should be.`,
        paint: (area) => {
            for (const axis of axes) {
                line(area, (i) => run[axis][i], run.length, color(lines[axis]));
                line(area, (i) => reference[axis][i], run.length, color('ink'), [2, 4]);
            }
        },
    });
}
