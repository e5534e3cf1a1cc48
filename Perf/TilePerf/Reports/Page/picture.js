/* The screen at a frame: its picture, and the areas that were incomplete or redrawn. */

const svg = byID('picture');

function shape(name, attributes, parent = svg) {
    const element = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
}

// Each kind of area has a pattern, because color alone would not do for everybody.
const patterns = {
    dirty: { tint: 0.07, path: '' },
    stale: { tint: 0.16, path: 'M0 4h8' },
    draft: { tint: 0.16, path: 'M2 2h.01M6 6h.01' },
    coarse: { tint: 0.18, path: 'M-2 6l8-8M0 8l8-8M2 10l8-8' },
    blank: { tint: 0.26, path: 'M-2 2l8 8M0 0l8 8M2-2l8 8M-2 6l8-8M0 8l8-8M2 10l8-8' },
    failed: { tint: 0.3, path: 'M1.5 1.5l5 5M6.5 1.5l-5 5' },
};

const hiddenKinds = new Set();

/** The address of a frame's picture, or null if it has none. */
function pictureOf(index) {
    const place = data.pictures?.of[index] ?? -1;
    return place < 0 ? null : `data:${data.pictures.type};base64,${data.pictures.files[place]}`;
}

const picture = {
    /** In points, whatever way the screen is turned. */
    size: [run.width, run.height].map((sides) => sides.reduce((most, side) => Math.max(most, side), 1)),

    setUp() {
        const [width, height] = this.size;
        const border = Math.max(width, height) / 200;
        svg.setAttribute('viewBox', [-border, -border, width + 2 * border, height + 2 * border].join(' '));
        const defs = shape('defs', {});
        this.patterns = data.kinds.map((kind) => {
            const pattern = shape('pattern',
                { id: `fill-${kind}`, width: 8, height: 8, patternUnits: 'userSpaceOnUse' }, defs);
            const back = shape('rect', { width: 8, height: 8 }, pattern);
            const strokes = shape('path', { d: patterns[kind].path, fill: 'none' }, pattern);
            back.style.fill = `var(--${kind})`;
            back.style.fillOpacity = patterns[kind].tint;
            strokes.style.stroke = `var(--${kind})`;
            strokes.style.strokeOpacity = 0.55;
            strokes.style.strokeWidth = kind === 'draft' ? 2 : 1;
            strokes.style.strokeLinecap = 'round';
            return pattern;
        });
        this.outline = shape('rect', { class: 'outline' });
        const clip = shape('clipPath', { id: 'screen-clip' }, defs);
        shape('rect', { width, height }, clip);
        this.image = shape('image', { preserveAspectRatio: 'none' });
        this.rulers = shape('g', { 'clip-path': 'url(#screen-clip)' });
        this.areas = shape('g', {});
        this.fit();
    },

    /** Points of the screen for each point of the page. */
    fit() {
        this.unit = this.size[0] / Math.max(1, svg.clientWidth || 360);
        if (svg.clientHeight > 0) this.unit = Math.max(this.unit, this.size[1] / svg.clientHeight);
        for (const pattern of this.patterns) pattern.setAttribute('patternTransform', `scale(${this.unit})`);
    },

    show(index) {
        const shown = run.onScreen[index];
        this.outline.setAttribute('width', run.width[index]);
        this.outline.setAttribute('height', run.height[index]);
        this.drawRulers(index);
        this.drawImage(index, shown);
        this.areas.replaceChildren();
        const counts = new Map(data.kinds.map((kind) => [kind, 0]));
        // Incomplete areas stay on the screen until the next frame; redrawn areas belong to one frame.
        const isNew = run.isPresented(index);
        this.areas.setAttribute('class', isNew ? '' : 'kept');
        const list = shown < 0 ? [] : run.list('areas', shown);
        const order = [];
        for (let i = 0; i < list.length; i += 5) order.push(i);
        order.sort((a, b) => list[a] - list[b]);
        for (const i of order) {
            const kind = data.kinds[list[i]];
            if (kind === 'dirty' && !isNew) continue;
            counts.set(kind, counts.get(kind) + 1);
            if (hiddenKinds.has(kind)) continue;
            const area = shape('rect', {
                class: 'area', 'data-kind': kind, x: list[i + 1], y: list[i + 2], width: list[i + 3],
                height: list[i + 4], fill: `url(#fill-${kind})`,
            }, this.areas);
            area.style.stroke = `var(--${kind})`;
        }
        for (const [kind, [button, output]] of this.chips) {
            output.textContent = counts.get(kind);
            button.toggleAttribute('data-none', counts.get(kind) === 0);
        }
        const said = [...counts].filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}`);
        svg.setAttribute('aria-label', ['The screen', ...said].join(', '));
        const since = shown < 0 ? 'Nothing is on the screen yet.'
            : `Frame ${run.number[shown]} is still on the screen.`;
        const drawn = run.counts.get('dirtyPixels')[index];
        const note = !isNew ? since
            : drawn > 0 ? `Redrawn: ${share(drawn, index)} of the screen.` : 'Nothing was redrawn.';
        const lacks = data.pictures && shown >= 0 && pictureOf(shown) === null;
        byID('screen-note').textContent =
            lacks ? `${note} No picture: the report is at its size limit.` : note;
    },

    /** Shows the frame's picture below everything else. */
    drawImage(index, shown) {
        const address = shown < 0 || hiddenKinds.has('picture') ? null : pictureOf(shown);
        svg.classList.toggle('pictured', address !== null);
        if (address === null) return this.image.removeAttribute('href');
        this.image.setAttribute('width', run.width[shown]);
        this.image.setAttribute('height', run.height[shown]);
        if (this.image.getAttribute('href') !== address) this.image.setAttribute('href', address);
    },

    /** Lines at round offsets, which move as the content does. */
    drawRulers(index) {
        this.rulers.replaceChildren();
        const [width, height] = this.size;
        const size = 10.5 * this.unit;
        for (const [axis, length, offset] of [['x', width, run.x[index]], ['y', height, run.y[index]]]) {
            for (const value of marks(offset, offset + length, axis === 'x' ? 4 : 5)) {
                const at = value - offset;
                const ends = axis === 'x'
                    ? { x1: at, x2: at, y1: 0, y2: height } : { x1: 0, x2: width, y1: at, y2: at };
                shape('line', { class: 'ruler', ...ends }, this.rulers);
                if (axis === 'y' && (at < size * 1.5 || at > height - size * 1.5)) continue;
                const place = axis === 'x'
                    ? { x: at + size * 0.4, y: height - size * 0.5 } : { x: size * 0.5, y: at - size * 0.35 };
                const text = shape('text', { ...place, 'font-size': size, 'aria-hidden': 'true' }, this.rulers);
                text.textContent = whole.format(value);
            }
        }
    },

    drawChips() {
        this.chips = new Map();
        // The most severe first.
        for (const kind of [...data.kinds].reverse()) {
            const output = make('b', {});
            const button = this.chip(kind, swatch(kind), kind, output);
            this.chips.set(kind, [button, output]);
            button.title = data.terms[kind];
        }
        if (data.pictures) this.chip('picture', 'picture');
    },

    /** A button that hides a kind of area, or the picture, and shows it again. */
    chip(kind, ...contents) {
        const button = make('button', { type: 'button', 'aria-pressed': 'true', 'data-kind': kind }, ...contents);
        button.addEventListener('click', () => {
            const isShown = hiddenKinds.has(kind);
            if (isShown) hiddenKinds.delete(kind); else hiddenKinds.add(kind);
            button.setAttribute('aria-pressed', isShown);
            this.show(scrubber.index);
        });
        byID('chips').append(button);
        return button;
    },
};
