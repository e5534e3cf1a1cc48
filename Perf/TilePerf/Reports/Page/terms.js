/* Definitions of quantities, which stand beside them on hover, focus and tap. */

const definition = make('div', { id: 'definition', role: 'tooltip', hidden: true });

/** A name with a definition: a button, so that keys and fingers reach it. */
function term(id, title) {
    return make('button', { type: 'button', class: 'term', 'data-term': id }, title);
}

const definitions = {
    /** The button with a visible definition. */
    shown: null,

    textOf(button) {
        const { term } = button.dataset;
        return data.terms[term] ?? data.counts.find(({ id }) => id === term)?.explanation ?? '';
    },

    show(button) {
        if (this.shown === button) return;
        this.hide();
        this.shown = button;
        definition.textContent = this.textOf(button);
        definition.hidden = false;
        button.setAttribute('aria-describedby', definition.id);
        this.place();
    },

    /** Below its button, or above it where there is no room; always inside the window. */
    place() {
        const { left, top, bottom } = this.shown.getBoundingClientRect();
        const { offsetWidth: width, offsetHeight: height } = definition;
        const below = bottom + 6;
        const y = below + height > innerHeight - 8 ? Math.max(8, top - height - 6) : below;
        definition.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
        definition.style.top = `${y}px`;
    },

    hide() {
        clearTimeout(this.timer);
        this.shown?.removeAttribute('aria-describedby');
        this.shown = null;
        definition.hidden = true;
    },

    /** Leaves time to move the pointer onto the definition, to select its text. */
    hideSoon() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            const isUsed = this.shown === document.activeElement || definition.matches(':hover')
                || this.shown?.matches(':hover');
            if (!isUsed) this.hide();
        }, 150);
    },

    listen() {
        document.body.append(definition);
        const button = (event) => (event.target instanceof Element ? event.target.closest('.term') : null);
        document.addEventListener('pointerover', (event) => {
            if (event.pointerType === 'mouse' && button(event)) this.show(button(event));
        });
        document.addEventListener('pointerout', (event) => {
            if (this.shown && event.pointerType === 'mouse') this.hideSoon();
        });
        document.addEventListener('focusin', (event) => (button(event) ? this.show(button(event)) : this.hide()));
        document.addEventListener('focusout', (event) => { if (button(event)) this.hideSoon(); });
        // Not every browser focuses a button that is tapped.
        document.addEventListener('click', (event) => {
            if (button(event)) this.show(button(event));
            else if (!definition.contains(event.target)) this.hide();
        });
        document.addEventListener('keydown', (event) => { if (event.key === 'Escape') this.hide(); });
        window.addEventListener('scroll', () => { if (this.shown) this.place(); }, { passive: true, capture: true });
        window.addEventListener('resize', () => this.hide());
    },
};

/** Makes terms of elements that the page holds from the start. */
function markTerms() {
    for (const element of document.querySelectorAll('[data-defines]')) {
        const button = term(element.dataset.defines, element.textContent);
        element.replaceChildren(button);
    }
}
