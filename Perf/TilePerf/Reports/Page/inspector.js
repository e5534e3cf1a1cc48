/* The panel with everything that the ledger holds of a frame. */

function terms(list, rows) {
    byID(list).replaceChildren(...rows.flatMap(([name, value]) => [
        make('dt', {}, ...[name].flat()), make('dd', {}, ...[value].flat()),
    ]));
}

/** The views that were called, with the number of calls. Many views of one kind share a row. */
function calls(list, output, index, verb) {
    const values = run.list(list, index);
    const groups = new Map();
    let sum = 0;
    for (let i = 0; i < values.length; i += 2) {
        const name = data.run.names[values[i]];
        const kind = name.replace(/\[\d+\]/g, '');
        sum += values[i + 1];
        groups.set(kind, [...(groups.get(kind) ?? []), [name, values[i + 1]]]);
    }
    // A path may break after each of its parts.
    const path = (name) => name.split(/(?<=\/)/).flatMap((part) => [part, make('wbr')]);
    const row = (name, words) => make('li', {}, make('code', {}, ...path(name)), make('span', {}, words));
    const rows = [...groups].flatMap(([kind, members]) => {
        if (members.length < 4) return members.map(([name, count]) => row(name, `${count}×`));
        const count = members.reduce((sum, [, count]) => sum + count, 0);
        return [row(kind, `${members.length} views, ${count}×`)];
    });
    byID(output).textContent = sum > 0 ? `${whole.format(sum)}×` : '';
    if (rows.length === 0) rows.push(make('li', { class: 'none' }, `No view ${verb}.`));
    byID(list).replaceChildren(...rows);
    return sum;
}

function showFrame(index) {
    const state = run.state[index];
    byID('frame-title').textContent = `Frame ${run.number[index]}`;
    byID('state').replaceChildren(term(stateNames[state], stateWords[state]));
    byID('state').dataset.state = stateNames[state];
    picture.show(index);
    showTime(index);
    const move = index > 0 ? Math.hypot(run.x[index] - run.x[index - 1], run.y[index] - run.y[index - 1]) : 0;
    const off = run.distance(index);
    terms('place', [
        [term('position', 'offset'), `${short(run.x[index])}, ${short(run.y[index])} pt`],
        [term('movedBy', 'moved by'), `${short(move)} pt`],
        [term('offIdeal', 'off the ideal'), `${short(off)} pt`],
        ...(run.zoom[index] !== 1 ? [[term('zoom', 'zoom'), `${short(run.zoom[index])}×`]] : []),
        ...['blank', 'coarse', 'stale'].filter((name) => run.lack(name, index) > 0).map((name) => {
            const pixels = run.lack(name, index);
            return [[swatch(name), term(name, name)], `${whole.format(pixels)} px · ${share(pixels, index)}`];
        }),
    ]);
    calls('draws', 'drew', index, 'was drawn');
    byID('layout-details').hidden = calls('layouts', 'laid-out', index, 'was laid out') === 0;
    showChanges(index);
    showCounts(index);
}

/** The observed properties that changed, and the work that followed. */
function showChanges(index) {
    const changes = data.run.observed[index] ?? [];
    byID('observed-details').hidden = changes.length === 0;
    byID('observed').replaceChildren(...changes.map(
        ([change, work]) => make('li', {}, make('code', {}, change), make('span', {}, work))));
}

function showTime(index) {
    const cost = run.cost[index];
    byID('cost').textContent = run.isPresented(index) || cost > 0
        ? `${short(cost)} of ${short(budget.milliseconds)} ms${cost > budget.milliseconds ? ', missed' : ''}` : '';
    const full = Math.max(cost, budget.milliseconds);
    const used = data.phases.map((name, place) => [name, run.phases[place][index]])
        .filter(([, value]) => value > 0);
    const parts = used.map(([name, value]) => {
        const part = make('i');
        part.style.width = `${value / full * 100}%`;
        part.style.background = `var(--${name})`;
        return part;
    });
    if (cost > budget.milliseconds) {
        const end = make('u');
        end.style.left = `${budget.milliseconds / full * 100}%`;
        parts.push(end);
    }
    byID('meter').replaceChildren(...parts);
    const none = run.state[index] === 'd' && run.onScreen[index] >= 0
        ? `Still making frame ${run.number[run.onScreen[index]]}.` : 'No work.';
    const rows = used.map(([name, value]) => [[swatch(name), term(name, name)], `${short(value)} ms`]);
    terms('phases', rows.length > 0 ? rows : [[none, '']]);
}

function showCounts(index) {
    const rows = [];
    for (const { id, title } of data.counts) {
        const value = run.counts.get(id)[index];
        const before = baseline && index < baseline.length ? baseline.counts.get(id)[index] : value;
        if (value === 0 && before === 0) continue;
        const isChanged = before !== value && id !== 'allocations';
        rows.push([term(id, title), isChanged
            ? [make('span', { class: 'was' }, `was ${amount(id, before)} `),
                make('span', { class: 'changed' }, amount(id, value))]
            : amount(id, value)]);
    }
    terms('frame-counts', rows.length > 0 ? rows : [['All counts are 0.', '']]);
}
