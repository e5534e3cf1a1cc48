/* Formatted numbers, and elements. Texts are set as texts, so no name can become markup. */

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

/** A number with three significant digits, or all digits before the point, as on the terminal. */
function short(value) {
    const size = Math.abs(value);
    if (size >= 1000) return whole.format(value);
    const places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String(Number(value.toFixed(places)));
}

const signed = (value) => (value > 0 ? '+' : value < 0 ? '−' : '±') + short(Math.abs(value));

/** A time relative to a deadline. */
const margin = (value) => (value > 0 ? `${short(value)} late` : value < 0 ? `${short(-value)} early` : 'on time');

function bytes(value) {
    const units = ['B', 'kB', 'MB', 'GB', 'TB'];
    let place = 0;
    while (Math.abs(value) >= 1000 && place < units.length - 1) {
        value /= 1000;
        place += 1;
    }
    return `${short(value)} ${units[place]}`;
}

/** A count in its unit. */
function amount(id, value) {
    if (id.startsWith('bytes')) return bytes(value);
    return whole.format(value);
}

const stateNames = { i: 'idle', f: 'full', p: 'partial', d: 'dropped' };

const stateWords = {
    i: 'Idle', f: 'Full', p: 'Partial', d: 'Dropped',
};

const swatch = (name) => {
    const mark = make('span', { class: 'swatch', 'aria-hidden': 'true' });
    mark.style.color = `var(--${name})`;
    return mark;
};

/** The baseline's score, where it differs. Lower scores are better. */
function wasLine(value, was, text) {
    // Differs by less than the digits shown.
    if (text(value) === text(was)) return make('span', {}, 'nearly unchanged');
    return make('span', { class: value > was ? 'worse' : 'better' },
        `${value > was ? '▲' : '▼'} was ${text(was)}`);
}
