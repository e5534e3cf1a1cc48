/* Moves from frame to frame, plays, and starts the page. */

const slider = byID('scrubber');

const scrubber = {
    index: 0,
    listeners: [],
    playing: null,

    move(index) {
        index = Math.min(Math.max(0, Math.round(index)), run.length - 1);
        this.index = index;
        slider.value = index;
        this.show();
        this.remember();
    },

    show() {
        const { index } = this;
        const [number, time] = [run.number[index], run.time[index].toFixed(3)];
        byID('at-frame').textContent = `Frame ${number}`;
        byID('of-frames').textContent = `of ${whole.format(run.length)}`;
        byID('at-time').textContent = `· ${time} s`;
        const cost = run.isPresented(index) ? `, ${short(run.cost[index])} milliseconds` : '';
        slider.setAttribute('aria-valuetext',
            `Frame ${number}, ${time} seconds, ${stateNames[run.state[index]]}${cost}`);
        for (const plot of plots) plot.show(index);
        placeCursor();
        showFrame(index);
    },

    /** Puts the frame into the address once it stays for a moment, so that links lead to it. */
    remember() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            try {
                history.replaceState(null, '', `#frame=${run.number[this.index]}`);
            } catch {
                // Some browsers do not change the addresses of files.
            }
        }, 250);
    },

    play() {
        if (this.playing !== null) return this.pause();
        const first = this.index >= run.length - 1 ? 0 : this.index;
        const begin = performance.now();
        const step = (now) => {
            const index = first + Math.floor(Math.max(0, now - begin) / 1000 * data.refreshRate);
            if (index !== this.index) this.move(index);
            if (index >= run.length - 1) return this.pause();
            this.playing = requestAnimationFrame(step);
        };
        byID('play').setAttribute('aria-pressed', 'true');
        byID('play').setAttribute('aria-label', 'Pause');
        this.playing = requestAnimationFrame(step);
    },

    pause() {
        if (this.playing !== null) cancelAnimationFrame(this.playing);
        this.playing = null;
        byID('play').setAttribute('aria-pressed', 'false');
        byID('play').setAttribute('aria-label', 'Play');
    },

    step(way) {
        this.pause();
        this.move(this.index + way);
    },

    /** Finds the frames that are worth a look at the selected budget. */
    findFaults() {
        const named = new Set([...document.querySelectorAll('.findings [data-frame]')]
            .map((link) => run.place(Number(link.dataset.frame))));
        const failed = run.counts.get('tilesFailed');
        const isFault = (i) => run.state[i] === 'd' || named.has(i) || failed[i] > 0
            || (run.isPresented(i) && (run.cost[i] > budget.milliseconds || run.blank[i] > 0));
        this.faults = [];
        let count = 0;
        for (let i = 0; i < run.length; i++) {
            if (!isFault(i)) continue;
            count += 1;
            // Adjacent frames count as one stop, but every frame that a finding names is a stop.
            if (i === 0 || !isFault(i - 1) || named.has(i)) this.faults.push(i);
        }
        byID('faults').replaceChildren(term('notable',
            count > 0 ? `${whole.format(count)} notable frame${count > 1 ? 's' : ''}` : 'No notable frames'));
        byID('last-fault').disabled = byID('next-fault').disabled = count === 0;
    },

    toFault(way) {
        if (this.faults.length === 0) return;
        this.pause();
        const next = way > 0 ? this.faults.find((fault) => fault > this.index) ?? this.faults[0]
            : this.faults.findLast((fault) => fault < this.index) ?? this.faults[this.faults.length - 1];
        this.move(next);
    },
};

const plots = [];
const cursor = make('div', { class: 'cursor', 'aria-hidden': 'true' });

function placeCursor() {
    const width = byID('plots').clientWidth - inset.left - inset.right;
    const x = inset.left + (scrubber.index + 0.5) / run.length * width;
    cursor.style.transform = `translateX(${x - 0.75}px)`;
}

/** Aligns the middle of the thumb with its frame in the plots. */
function placeSlider() {
    const thumb = 20;
    const width = slider.parentElement.clientWidth - inset.left - inset.right;
    const half = width / run.length / 2;
    slider.style.left = `${inset.left + half - thumb / 2}px`;
    slider.style.width = `${Math.max(thumb, width - 2 * half + thumb)}px`;
}

function drawStates() {
    const { context, width } = prepare(byID('states'), 10);
    const fills = { i: color('line'), f: color('bar'), p: color('coarse'), d: color('bad') };
    const grave = 'ifpd';
    const plotWidth = Math.max(1, width - inset.left - inset.right);
    const columns = Math.max(1, Math.min(run.length, Math.floor(plotWidth)));
    for (let column = 0; column < columns; column++) {
        let worst = 0;
        const end = Math.max(1, Math.floor((column + 1) * run.length / columns));
        for (let i = Math.floor(column * run.length / columns); i < end; i++) {
            worst = Math.max(worst, grave.indexOf(run.state[i]));
        }
        context.fillStyle = fills[grave[worst]];
        context.fillRect(inset.left + column * plotWidth / columns, 3, plotWidth / columns + 0.3, 5);
    }
}

function drawAll() {
    for (const plot of plots) plot.draw();
    drawStates();
    drawSparks();
    placeSlider();
    placeCursor();
    picture.fit();
    picture.show(scrubber.index);
}

function scrubByPointer(element) {
    const index = (event) => {
        const bounds = element.getBoundingClientRect();
        const width = bounds.width - inset.left - inset.right;
        return (event.clientX - bounds.left - inset.left) / width * run.length - 0.5;
    };
    element.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        scrubber.pause();
        element.setPointerCapture(event.pointerId);
        slider.focus({ preventScroll: true });
        scrubber.move(index(event));
        event.preventDefault();
    });
    element.addEventListener('pointermove', (event) => {
        if (element.hasPointerCapture(event.pointerId)) scrubber.move(index(event));
    });
}

function listen() {
    slider.addEventListener('input', () => {
        scrubber.pause();
        scrubber.move(Number(slider.value));
    });
    byID('back').addEventListener('click', () => scrubber.step(-1));
    byID('forward').addEventListener('click', () => scrubber.step(1));
    byID('play').addEventListener('click', () => scrubber.play());
    byID('last-fault').addEventListener('click', () => scrubber.toFault(-1));
    byID('next-fault').addEventListener('click', () => scrubber.toFault(1));
    document.addEventListener('click', (event) => {
        const link = event.target.closest('[data-frame]');
        if (!link) return;
        event.preventDefault();
        scrubber.pause();
        scrubber.move(run.place(Number(link.dataset.frame)));
        const isNarrow = getComputedStyle(document.querySelector('.scrubbing')).position === 'fixed';
        byID(isNarrow ? 'frame' : 'timeline').scrollIntoView({ block: 'start' });
        slider.focus({ preventScroll: true });
    });
    window.addEventListener('hashchange', goToAddress);
    document.addEventListener('keydown', (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const target = event.target.closest('input[type="radio"], button, a, summary');
        const actions = {
            ArrowLeft: () => scrubber.step(event.shiftKey ? -10 : -1),
            ArrowRight: () => scrubber.step(event.shiftKey ? 10 : 1),
            ' ': () => scrubber.play(),
            n: () => scrubber.toFault(1),
            p: () => scrubber.toFault(-1),
        };
        const action = actions[event.key];
        // Space presses what is focused, and arrows choose a budget.
        if (!action || (target && (event.key === ' ' || target.type === 'radio'))) return;
        event.preventDefault();
        action();
    });
    budget.listeners.push(() => {
        drawTiles();
        scrubber.findFaults();
        plots[0].draw();
        scrubber.show();
    });
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
    new ResizeObserver(drawAll).observe(byID('plots'));
    // A panel that is taller than the window sticks once its end is visible.
    new ResizeObserver(([{ target }]) => target.style.setProperty('--height', `${target.offsetHeight}px`))
        .observe(byID('frame'));
}

function goToAddress() {
    const found = /^#frame=(\d{1,9})$/.exec(location.hash);
    if (found) scrubber.move(run.place(Number(found[1])));
    return found !== null;
}

function begin() {
    markTerms();
    definitions.listen();
    drawBudgets();
    drawTiles();
    drawCheckerboard();
    drawCounts();
    if (run.length === 0) {
        const note = make('p', { class: 'panel note' }, 'The ledger has no frames.');
        document.querySelector('.work').replaceChildren(note);
        return;
    }
    slider.max = run.length - 1;
    plots.push(timesPlot(), phasesPlot(), checkerboardPlot(), offsetPlot());
    byID('plots').append(...plots.map((plot) => plot.element), cursor);
    picture.drawChips();
    picture.setUp();
    scrubber.findFaults();
    listen();
    drawAll();
    for (const plot of plots) scrubByPointer(plot.canvas);
    // The first notable frame, or the most expensive one.
    const worst = run.cost.reduce((best, cost, i) => (cost > run.cost[best] ? i : best), 0);
    if (!goToAddress()) {
        scrubber.index = scrubber.faults[0] ?? worst;
        slider.value = scrubber.index;
        scrubber.show();
    }
}

begin();
