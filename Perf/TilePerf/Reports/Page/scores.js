/* The panel of scores. They come with the data, for each budget that the page offers. */

/** How long a run's frames took, against the chosen budget. */
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
    const tile = (id, title, value, unit, note, rating, before) => {
        const number = make('p', { class: 'value' }, value === null ? 'never' : short(value));
        if (value !== null && unit) number.append(' ', make('small', {}, unit));
        const lines = [make('p', {}, title), number, make('p', {}, note)];
        if (before !== undefined && before !== null && value !== null && before !== value) {
            lines.push(make('p', {}, wasLine(value, before, short)));
        }
        return make('li', { id, 'data-rating': rating }, ...lines);
    };
    const ratio = times.hitchRatio;
    const hasMoved = run.x.some((x) => x !== run.x[0]) || run.y.some((y) => y !== run.y[0])
        || run.zoom.some((zoom) => zoom !== run.zoom[0]);
    byID('tiles').replaceChildren(
        tile('missed', 'Missed frames', times.missed, '',
            `${short(percent)} % of ${whole.format(times.shown)} shown`, times.missed > 0 ? 'bad' : 'good',
            old?.missed),
        tile('hitches', 'Hitch ratio', ratio, 'ms/s',
            ratio > 0 ? `${short(times.hitchTime)} ms late · ${ratio >= 10 ? 'critical' : ratio > 5 ? 'warning'
                : 'good'}` : 'no frame was late',
            ratio >= 10 ? 'bad' : ratio > 5 ? 'warn' : 'good', old?.hitchRatio),
        tile('stall', 'Longest stall', times.longestStall, 'ms',
            `${times.dropped} refresh${times.dropped === 1 ? '' : 'es'} dropped as it ran`,
            times.longestStall > 100 ? 'bad' : times.longestStall > 0 ? 'warn' : 'good', old?.longestStall),
        tile('severity', 'Checkerboard', lacks.total.severity, '',
            lacks.total.peak > 0 ? `√(px·ms), ${share(lacks.total.peak)} at most` : 'nothing was lacking',
            lacks.blank.severity > 0 ? 'bad' : lacks.total.severity > 0 ? 'warn' : 'good',
            was?.checkerboard.total.severity),
        tile('sharp', 'Sharp after stop', hasMoved ? scores.timeToSharp ?? null : 0, 'ms',
            !hasMoved ? 'nothing moved' : scores.timeToSharp === undefined ? 'some tile is missing to the end'
                : 'since the last move', hasMoved && scores.timeToSharp === undefined ? 'bad' : 'good',
            was?.timeToSharp),
        tile('roughness', 'Roughness', scores.roughness, 'pt',
            scores.roughness > 0.5 ? 'janky from 0.5 on' : 'off the ideal curve',
            scores.roughness > 0.5 ? 'warn' : 'good', baseline?.hasCosts ? was.roughness : null));
    drawDistributions(times, old, scores, was);
}

function drawDistributions(times, old, scores, was) {
    const row = (id, title, values, before, text, isOver = () => false) => make('tr', { id },
        make('th', { scope: 'row' }, title),
        ...[0, 1, 2, 3, 4].map((place) => {
            const cell = make('td', {}, values ? text(values[place]) : '–');
            if (values && isOver(values[place])) cell.className = 'over';
            if (values && before && before[place] !== values[place]) {
                cell.append(make('span', { class: 'small' }, `was ${text(before[place])}`));
            }
            return cell;
        }));
    byID('distributions').replaceChildren(
        make('caption', {}, 'Milliseconds ',
            make('span', {}, `against ${short(budget.milliseconds)} ms at ${short(budget.rate)} Hz`)),
        make('thead', {}, make('tr', {}, make('td', {}),
            ...['p50', 'p90', 'p95', 'p99', 'worst'].map((name) => make('th', { scope: 'col' }, name)))),
        make('tbody', {},
            row('costs', 'Frame cost', times.cost, old?.cost, short, (value) => value > budget.milliseconds),
            row('overruns', 'Overrun', times.overrun, old?.overrun, signed, (value) => value > 0),
            row('lags', 'Input to frame', scores.lag, was?.lag, short)));
}

function drawCheckerboard() {
    const lacks = data.run.scores.checkerboard;
    const was = data.baseline?.scores.checkerboard;
    const cell = (text, value, before) => make('td', {}, value > 0 ? text(value) : '–',
        before !== undefined && before !== value
            ? make('span', { class: 'small' }, `was ${text(before)}`) : null);
    const rows = [['blank', 'Blank'], ['coarse', 'Coarse'], ['stale', 'Stale'], ['total', 'All']];
    byID('checkerboard').replaceChildren(
        make('caption', {}, 'Checkerboard ', make('span', {}, 'once the first screen was whole')),
        make('thead', {}, make('tr', {}, make('td', {}),
            ...['√(px·ms)', 'peak', 'ms'].map((name) => make('th', { scope: 'col' }, name)))),
        make('tbody', {}, ...rows.map(([id, title]) => make('tr', {},
            make('th', { scope: 'row' }, id === 'total' ? null : swatch(id), title),
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
