/* Numbers for people, and elements from them. Texts are set as texts, so no name can become markup. */

const byID = (id) => document.getElementById(id);

function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
    }
    element.append(...children.filter((child) => child !== undefined && child !== null));
    return element;
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** With three digits that count, or all before the point: as the terminal shows it. */
function short(value) {
    const size = Math.abs(value);
    if (size >= 1000) return whole.format(value);
    const places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String(Number(value.toFixed(places)));
}

const signed = (value) => (value > 0 ? '+' : value < 0 ? '−' : '±') + short(Math.abs(value));

function bytes(value) {
    const units = ['B', 'kB', 'MB', 'GB', 'TB'];
    let place = 0;
    while (Math.abs(value) >= 1000 && place < units.length - 1) {
        value /= 1000;
        place += 1;
    }
    return `${short(value)} ${units[place]}`;
}

/** A count as its unit wants it. */
function amount(id, value) {
    if (id.startsWith('bytes')) return bytes(value);
    return whole.format(value);
}

const stateNames = { i: 'idle', f: 'full', p: 'partial', d: 'dropped' };

const stateWords = {
    i: 'Idle: nothing changed', f: 'Shown in full', p: 'Shown in part', d: 'Dropped',
};

const swatch = (name) => {
    const mark = make('span', { class: 'swatch', 'aria-hidden': 'true' });
    mark.style.color = `var(--${name})`;
    return mark;
};

/** What the baseline has where that differs: of a score, less is better. */
function wasLine(value, was, text) {
    // Too little to be written down.
    if (text(value) === text(was)) return make('span', {}, 'about as it was');
    return make('span', { class: value > was ? 'worse' : 'better' },
        `${value > was ? '▲' : '▼'} was ${text(was)}`);
}
