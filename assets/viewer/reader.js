/**
 * Lets people read and use a content with a screen reader. For each element that the content reports, an invisible
 * element of the page covers its place; screen readers and the Tab key find it. Actions on it are sent to the content,
 * whose answer changes the picture.
 */
export class Reader {
    static roles = { button: "button", link: "link", toggle: "switch", adjustable: "slider", heading: "heading",
        image: "img", field: "textbox", search: "searchbox" };
    static usable = new Set(["button", "link", "toggle", "adjustable", "field", "search"]);

    /**
     * `act` receives an element's number, the action, and the index of a custom action. `onType` receives the name and
     * the element of a text that is to be edited, `onLook` the rect of the element in focus, in units of content. `say`
     * speaks a text.
     */
    constructor(parent, { act, onType, onLook, say }) {
        Object.assign(this, { parent, act, onType, onLook, say });
        /** The page's elements, and the content's report about each, by number. */
        this.shown = new Map();
        this.frame = document.createElement("div");
        this.frame.className = "elements";
        this.frame.setAttribute("role", "group");
        this.frame.setAttribute("aria-label", "Picture contents");
        this.box = document.createElement("div");
        this.frame.append(this.box);
        parent.after(this.frame);
    }

    /** Handles the server's message with new and changed elements, removed elements, and their order. */
    hear({ set = [], removed = [], order }) {
        const focused = this.numberOf(document.activeElement);
        for (const number of removed) {
            this.shown.get(number)?.element.remove();
            this.shown.delete(number);
        }
        for (const told of set) this.show(told);
        if (order) this.arrange(order);
        if (focused !== null && !this.shown.has(focused)) this.focusFirst();
    }

    /** Handles the server's message with an announcement or the next element in focus. */
    note({ text, element }) {
        if (text) this.say(text);
        if (element !== undefined) this.shown.get(element)?.element.focus({ preventScroll: true });
    }

    /** Must be called when the picture has moved, with its origin and the size of a unit. */
    place({ x, y }, scale) {
        const transform = `translate(${x}px, ${y}px) scale(${scale})`;
        if (transform === this.transform) return;
        this.transform = transform;
        this.box.style.transform = transform;
    }

    /** The session is over. */
    end() {
        this.act = () => {};
        this.frame.remove();
    }

    // MARK: Elements

    numberOf(element) {
        const number = element?.closest?.("[data-number]")?.dataset.number;
        return number === undefined ? null : Number(number);
    }

    show(told) {
        const known = this.shown.get(told.number);
        // A role does not change under the reader's focus.
        const element = known?.told.role === told.role ? known.element : this.make(told);
        if (known && known.element !== element) known.element.replaceWith(element);
        this.shown.set(told.number, { element, told });
        const [x, y, width, height] = told.frame;
        Object.assign(element.style, {
            left: `${x}px`, top: `${y}px`, width: `${Math.max(1, width)}px`, height: `${Math.max(1, height)}px`,
        });
        describe(element, told);
        if (!element.parentNode) this.box.append(element);
    }

    make({ number, role }) {
        const element = document.createElement("div");
        element.dataset.number = number;
        if (Reader.roles[role]) element.setAttribute("role", Reader.roles[role]);
        if (role === "heading") element.setAttribute("aria-level", "2");
        if (Reader.usable.has(role)) element.tabIndex = 0;
        element.addEventListener("click", (event) => {
            event.stopPropagation();
            this.activate(number);
        });
        element.addEventListener("keydown", (event) => this.key(event, number));
        element.addEventListener("focus", () => {
            this.act(number, "focus");
            this.onLook(this.shown.get(number).told.frame);
        });
        return element;
    }

    /** Moves only misplaced elements, because a moved element loses the focus. */
    arrange(order) {
        let next = this.box.firstElementChild;
        for (const number of order) {
            const element = this.shown.get(number)?.element;
            if (!element) continue;
            if (element === next) next = next.nextElementSibling;
            else this.box.insertBefore(element, next);
        }
    }

    focusFirst() {
        const first = this.box.querySelector("[tabindex]") ?? this.parent;
        first.focus({ preventScroll: true });
    }

    // MARK: What is done with them

    activate(number) {
        const told = this.shown.get(number)?.told;
        if (!told || told.disabled) return;
        if (told.role === "field" || told.role === "search") this.onType(told.label, this.shown.get(number).element);
        this.act(number, "activate");
    }

    key(event, number) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { role, actions = [] } = this.shown.get(number)?.told ?? {};
        const steps = { ArrowUp: "increment", ArrowRight: "increment", ArrowDown: "decrement", ArrowLeft: "decrement" };
        if (event.key === "Enter" || event.key === " ") this.activate(number);
        else if (event.key === "Escape") this.act(number, "escape");
        else if (role === "adjustable" && steps[event.key]) this.act(number, steps[event.key]);
        // Performs the element's custom actions in turn, as its description says.
        else if (/^[1-9]$/.test(event.key) && Number(event.key) <= actions.length) {
            this.act(number, "other", Number(event.key) - 1);
        } else return;
        event.preventDefault();
        // The viewer's own keys are not for the element.
        event.stopPropagation();
    }
}

/** Describes an element with the content's report. */
function describe(element, told) {
    const { role, label, value, hint, actions = [] } = told;
    const set = (name, text) => {
        if (text === undefined || text === "") element.removeAttribute(name);
        else element.setAttribute(name, text);
    };
    const isText = role === "text" || role === "heading";
    const isField = role === "field" || role === "search";
    const words = [label, value].filter(Boolean).join(", ");
    if (isText) element.textContent = words;
    else if (isField) element.textContent = value;
    // Roles without a value have it in their name.
    if (!isText) set("aria-label", role === "adjustable" || role === "toggle" || isField ? label : words);
    const others = actions.map((name, index) => `${index + 1}: ${name}`);
    set("aria-description", [hint, ...others].filter(Boolean).join(". "));
    set("aria-disabled", told.disabled ? "true" : "");
    set("lang", told.lang);
    if (role === "toggle") set("aria-checked", String(told.on === true));
    else set("aria-current", told.selected ? "true" : "");
    if (role === "adjustable") {
        const percent = Number.parseFloat(value);
        set("aria-valuetext", value);
        set("aria-valuenow", String(Number.isFinite(percent) ? percent : 0));
    }
}
