/* The table of counts over all frames. */

function frameLink(index, ...words) {
    const number = run.number[index];
    return make('a', { class: 'frame-link', href: `#frame=${number}`, 'data-frame': number }, ...words);
}

function drawCounts() {
    const used = data.counts.filter(({ id }) =>
        data.run.counts[id] !== undefined || data.baseline?.counts[id] !== undefined);
    const unused = data.counts.filter((count) => !used.includes(count));
    byID('counts-hint').textContent = baseline ? 'Compared with the baseline' : '';
    byID('no-counts').textContent = unused.length > 0
        ? `0 in all frames: ${unused.map(({ title }) => title).join(', ')}.` : '';
    const head = ['Count', 'Total', ...(baseline ? ['Baseline', 'Change'] : []), 'Over time', 'Maximum'];
    const classes = { Change: 'change', 'Over time': 'spark' };
    byID('counts').replaceChildren(
        make('thead', {}, make('tr', {},
            ...head.map((title) => make('th', { scope: 'col', class: classes[title] }, title)))),
        make('tbody', {}, ...used.map(countRow)));
}

function countRow(count) {
    const { id, title, explanation } = count;
    const values = run.counts.get(id);
    const total = run.total(count);
    const small = (text) => make('span', { class: 'small' }, text);
    const cells = [make('td', {}, amount(id, total), count.isSum ? null : small('maximum'))];
    if (baseline && !count.isExact && data.baseline.counts[id] === undefined) {
        cells.push(make('td', { class: 'was' }, '–'), make('td', { class: 'change' }));
    } else if (baseline) {
        const was = baseline.total(count);
        const change = make('td', { class: 'change' });
        if (total === was) {
            change.append('=');
        } else {
            change.append(make('span', { class: 'changed' },
                `${total > was ? '+' : '−'}${amount(id, Math.abs(total - was))}`));
            if (was > 0) change.append(small(`${signed((total - was) / was * 100)}%`));
        }
        cells.push(make('td', { class: 'was' }, amount(id, was)), change);
    }
    let worst = 0;
    for (let i = 1; i < run.length; i++) if (values[i] > values[worst]) worst = i;
    const most = make('td', {}, amount(id, values[worst] ?? 0));
    if (values[worst] > 0) most.append(' ', frameLink(worst, `frame ${run.number[worst]}`));
    const spark = make('canvas', { 'aria-hidden': 'true' });
    sparks.push([spark, values]);
    const head = make('th', { scope: 'row' }, title, make('p', { class: 'explained' }, explanation));
    return make('tr', { 'data-count': id }, head, ...cells,
        make('td', { class: 'spark' }, spark), most);
}

const sparks = [];

/** Small bars: the highest of the frames of each point. */
function drawSparks() {
    const fill = color('bar');
    for (const [canvas, values] of sparks) {
        if (canvas.clientWidth === 0) continue;
        const { context, width, height } = prepare(canvas, 20);
        const high = highest(values.length, (i) => values[i]);
        const columns = Math.max(1, Math.min(values.length, Math.floor(width)));
        context.fillStyle = fill;
        for (let column = 0; column < columns && high > 0; column++) {
            const first = Math.floor(column * values.length / columns);
            const end = Math.max(first + 1, Math.floor((column + 1) * values.length / columns));
            const most = values.subarray(first, end).reduce((high, value) => Math.max(high, value), 0);
            const size = most > 0 ? Math.max(1, most / high * (height - 2)) : 0;
            context.fillRect(column * width / columns, height - 1 - size, Math.max(0.75, width / columns), size);
        }
        context.fillStyle = color('line');
        context.fillRect(0, height - 1, width, 1);
    }
}
