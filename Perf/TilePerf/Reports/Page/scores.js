/* The panel of scores, which come with the data for each budget on offer. Only the verdict's rules mark a score. */

/** The frame times of a run for the selected budget. */
function frameTimes(run) {
    return run.source.scores.times[data.budgets.indexOf(budget.rate)];
}

function drawTiles() {
    const times = frameTimes(run);
    const old = baseline?.hasCosts ? frameTimes(baseline) : null;
    const scores = data.run.scores;
    const was = data.baseline?.scores;
    const lacks = scores.checkerboard;
    const percent = times.shown > 0 ? times.missed / times.shown * 100 : 0;
    const tile = (id, name, title, value, unit, note, before) => {
        const rule = data.rules[name];
        const number = make('p', { class: 'value' }, value === null ? 'never' : short(value));
        if (value !== null && unit) number.append(' ', make('small', {}, unit));
        const lines = [make('p', {}, term(name, title)), number, make('p', {}, note)];
        if (rule && budget.isJudged) {
            lines.push(make('p', { class: 'limit' }, rule.limit === undefined ? 'no limit'
                : `limit ${short(rule.limit)}${unit ? ` ${unit}` : ''}`));
        }
        if (before !== undefined && before !== null && value !== null && before !== value) {
            lines.push(make('p', {}, wasLine(value, before, short)));
        }
        return make('li', { id, 'data-rule': (budget.isJudged && rule?.state) || 'unset' }, ...lines);
    };
    const ratio = times.hitchRatio;
    const hasMoved = run.x.some((x) => x !== run.x[0]) || run.y.some((y) => y !== run.y[0])
        || run.zoom.some((zoom) => zoom !== run.zoom[0]);
    byID('tiles').replaceChildren(
        tile('missed', 'missedFrames', 'Missed frames', times.missed, '',
            `${short(percent)}% of ${whole.format(times.shown)} shown`, old?.missed),
        tile('hitches', 'hitchRatio', 'Hitch ratio', ratio, 'ms/s',
            ratio > 0 ? `${short(times.hitchTime)} ms late in total` : 'no frame was late', old?.hitchRatio),
        tile('stall', 'longestStall', 'Longest stall', times.longestStall, 'ms',
            `${times.dropped} refresh${times.dropped === 1 ? '' : 'es'} dropped`, old?.longestStall),
        tile('severity', 'checkerboard', 'Checkerboard', lacks.total.severity, '',
            lacks.total.peak > 0 ? `√(px·ms), up to ${share(lacks.total.peak)}` : 'always complete',
            was?.checkerboard.total.severity),
        tile('sharp', 'timeToSharp', 'Sharp after', hasMoved ? scores.timeToSharp ?? null : 0, 'ms',
            !hasMoved ? 'nothing moved' : scores.timeToSharp === undefined ? 'incomplete to the end'
                : 'from the last movement', was?.timeToSharp),
        tile('roughness', 'roughness', 'Roughness', scores.roughness, 'pt',
            scores.roughness > 0 ? 'off the ideal path' : 'even motion',
            baseline?.hasCosts ? was.roughness : null));
    const note = byID('budget-note');
    note.hidden = budget.isJudged;
    note.textContent = `Scores for ${short(budget.rate)} Hz. The verdict is for ${short(data.judgedBudget)} Hz.`;
    drawDistributions(times, old, scores, was);
}

function drawDistributions(times, old, scores, was) {
    const row = (id, name, title, values, before, text, isOver = () => false) => make('tr', { id },
        make('th', { scope: 'row' }, term(name, title)),
        ...[0, 1, 2, 3, 4].map((place) => {
            const cell = make('td', {}, values ? text(values[place]) : '–');
            if (values && isOver(values[place])) cell.className = 'over';
            if (values && before && before[place] !== values[place]) {
                cell.append(make('span', { class: 'small' }, `was ${text(before[place])}`));
            }
            return cell;
        }));
    byID('distributions').replaceChildren(
        make('caption', {}, 'Frames in milliseconds ',
            make('span', {}, `budget ${short(budget.milliseconds)} ms at ${short(budget.rate)} Hz`)),
        make('thead', {}, make('tr', {}, make('td', {}),
            ...['p50', 'p90', 'p95', 'p99', 'worst'].map((name) => make('th', { scope: 'col' }, term(name, name))))),
        make('tbody', {},
            row('costs', 'frameCost', 'Frame cost', times.cost, old?.cost, short,
                (value) => value > budget.milliseconds),
            row('overruns', 'margin', 'Deadline', times.overrun, old?.overrun, margin, (value) => value > 0),
            row('lags', 'lag', 'Input to frame', scores.lag, was?.lag, short)));
}

function drawCheckerboard() {
    const lacks = data.run.scores.checkerboard;
    const was = data.baseline?.scores.checkerboard;
    const cell = (text, value, before) => make('td', {}, value > 0 ? text(value) : '–',
        before !== undefined && before !== value
            ? make('span', { class: 'small' }, `was ${text(before)}`) : null);
    const rows = [['blank', 'Blank'], ['coarse', 'Coarse'], ['stale', 'Stale'], ['total', 'All']];
    byID('checkerboard').replaceChildren(
        make('caption', {}, 'Checkerboard ', make('span', {}, 'after the first complete screen')),
        make('thead', {}, make('tr', {}, make('td', {}),
            ...[['severity', '√(px·ms)'], ['peak', 'peak'], ['duration', 'ms']]
                .map(([name, title]) => make('th', { scope: 'col' }, term(name, title))))),
        make('tbody', {}, ...rows.map(([id, title]) => make('tr', {},
            make('th', { scope: 'row' }, id === 'total' ? null : swatch(id), term(id, title)),
            cell(short, lacks[id].severity, was?.[id].severity), cell(share, lacks[id].peak, was?.[id].peak),
            cell(short, lacks[id].duration, was?.[id].duration)))));
}

function drawBudgets() {
    const choices = data.budgets.map((rate) => {
        const input = make('input', {
            type: 'radio', name: 'budget', value: rate, checked: rate === data.budget,
        });
        input.addEventListener('change', () => budget.select(rate));
        return make('label', {}, input, make('span', {}, `${short(rate)} Hz`));
    });
    byID('budgets').append(make('div', { class: 'choices' }, ...choices));
}
