/**
 * Types into a content that has text fields: a text area that nobody sees lies where the content's text is, holds the
 * same text and selection, and so is what the browser's keyboard, clipboard, input methods and screen readers work on.
 * What they do is told to the content, whose answer is what shows.
 */
export class Typist {
    /** The time after a tap in which a text that becomes editable belongs to this viewer, in milliseconds. */
    static memory = 1500;
    /** The maximum length of one edit in UTF-16 units: a message has 4096 bytes. */
    static longest = 600;
    static label = "Text being edited in the picture";
    static keys = {
        ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Home: "home", End: "end",
        PageUp: "pageUp", PageDown: "pageDown", Escape: "escape",
    };

    /** `send` takes a text's number and a list of edits; `placeOf` a rect of the content, and gives one of `parent`. */
    constructor(parent, send, placeOf) {
        this.parent = this.home = parent;
        this.send = send;
        this.placeOf = placeOf;
        this.state = { active: false, number: 0 };
        this.isComposing = false;
        this.lastTap = -Infinity;
        const area = document.createElement("textarea");
        Object.assign(area, { className: "typist", rows: 1, autocomplete: "off", hidden: true, tabIndex: -1 });
        area.setAttribute("aria-label", Typist.label);
        this.area = area;
        parent.after(area);
        this.listen();
    }

    get isTyping() {
        return document.activeElement === this.area;
    }

    /**
     * Somebody tapped on the picture here, or used an element of a name, which has the focus again when the text is
     * done.
     */
    tapped(name, home) {
        this.home = home ?? this.parent;
        this.lastTap = performance.now();
        this.area.setAttribute("aria-label", name || Typist.label);
        // A tap takes the focus away; within it some browsers show a keyboard that they would not show later.
        if (this.state.active) this.focus();
    }

    /** Handles the server's message. */
    hear(state) {
        const isOther = state.number !== this.state.number || state.active !== this.state.active;
        this.state = state;
        const { area } = this;
        if (!state.active) {
            this.isComposing = false;
            const wasTyping = this.isTyping;
            area.hidden = true;
            area.value = "";
            if (wasTyping) (this.home.isConnected ? this.home : this.parent).focus({ preventScroll: true });
            return;
        }
        area.hidden = false;
        area.readOnly = !state.editable;
        area.inputMode = state.mode;
        area.enterKeyHint = state.enter;
        area.autocapitalize = state.capitals;
        area.setAttribute("autocorrect", state.corrects ? "on" : "off");
        area.spellcheck = false;
        area.toggleAttribute("data-secret", state.secret);
        if (isOther) this.isComposing = false;
        if (!this.isComposing) this.mirror();
        this.place();
        const isMine = this.isTyping || performance.now() - this.lastTap < Typist.memory;
        if (isMine && !this.isTyping) this.focus();
    }

    /** Must be called when the picture has moved. */
    place() {
        const { caret, place, active } = this.state;
        if (!active) return;
        const rect = this.placeOf(caret ?? place ?? [0, 0, 1, 1]);
        Object.assign(this.area.style, {
            left: `${rect.x}px`, top: `${rect.y}px`, width: `${Math.max(1, rect.width)}px`,
            height: `${Math.max(1, rect.height)}px`,
        });
    }

    /** The session is over. */
    end() {
        this.send = () => {};
        this.area.remove();
    }

    focus() {
        this.area.focus({ preventScroll: true });
    }

    /** Copies the content's text and selection into the text area. */
    mirror() {
        const { text, start, selection } = this.state;
        const { area } = this;
        if (area.value !== text) area.value = text;
        const [low, high] = (selection ?? [start, start]).map((place) => place - start);
        if (area.selectionStart !== low || area.selectionEnd !== high) area.setSelectionRange(low, high);
        this.known = { value: area.value, low: area.selectionStart, high: area.selectionEnd };
    }

    // MARK: What is done here

    edit(...edits) {
        if (this.state.active) this.send(this.state.number, edits);
    }

    /** An edit with a text that may be too long for a message: what it has beyond is inserted after it. */
    editText(text, make) {
        const pieces = piecesOf(text, Typist.longest);
        this.edit(make(pieces[0] ?? ""));
        for (const piece of pieces.slice(1)) this.edit(["insert", piece]);
    }

    listen() {
        const { area } = this;
        area.addEventListener("keydown", (event) => this.key(event));
        area.addEventListener("beforeinput", (event) => this.before(event));
        area.addEventListener("input", () => this.after());
        area.addEventListener("compositionstart", () => { this.isComposing = true; });
        area.addEventListener("compositionupdate", (event) => {
            const length = event.data.length;
            if (length <= Typist.longest) this.edit(["mark", event.data, length, length]);
        });
        area.addEventListener("compositionend", (event) => {
            this.isComposing = false;
            if (event.data) this.editText(event.data, (text) => ["insert", text]);
            else this.edit(["mark", "", 0, 0], ["settle"]);
            this.mirror();
        });
        document.addEventListener("selectionchange", () => this.selected());
    }

    key(event) {
        // The viewer's own keys are not for the text.
        event.stopPropagation();
        if (event.isComposing || this.isComposing) return;
        const bits = [event.shiftKey, event.ctrlKey, event.altKey, event.metaKey]
            .reduce((sum, isDown, place) => sum + (isDown ? 2 ** place : 0), 0);
        const name = Typist.keys[event.key];
        if (name) {
            event.preventDefault();
            this.edit(["key", name, bits]);
            if (name === "escape") this.edit(["dismiss"]);
            return;
        }
        const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
        const letter = event.key.toLowerCase();
        if (isCommand && letter === "a") {
            event.preventDefault();
            this.edit(["select", 0, this.state.length]);
        } else if (isCommand && (letter === "z" || letter === "y")) {
            // The text area's undo history is not the content's.
            event.preventDefault();
            this.edit([letter === "y" || event.shiftKey ? "redo" : "undo"]);
        } else if (bits === 0 && (event.key === "Backspace" || event.key === "Delete")) {
            event.preventDefault();
            this.edit(["delete", event.key === "Delete"]);
        }
    }

    before(event) {
        if (event.isComposing || this.isComposing || event.inputType.includes("Composition")) return;
        const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
        const act = {
            insertText: () => this.editText(text, (piece) => ["insert", piece]),
            insertLineBreak: () => this.edit(["insert", "\n"]),
            insertParagraph: () => this.edit(["insert", "\n"]),
            insertFromPaste: () => this.paste(text),
            insertFromDrop: () => this.paste(text),
            insertFromYank: () => this.paste(text),
            deleteContentBackward: () => this.edit(["delete", false]),
            deleteContentForward: () => this.edit(["delete", true]),
            deleteByCut: () => this.edit(["delete", false]),
            deleteByDrag: () => this.edit(["delete", false]),
            historyUndo: () => this.edit(["undo"]),
            historyRedo: () => this.edit(["redo"]),
        }[event.inputType];
        // The text area performs other edits, such as deleting a word; they are sent afterwards (`after`).
        if (!act || !event.cancelable) return;
        event.preventDefault();
        act();
    }

    paste(text) {
        if (text) this.editText(text.replace(/\r\n?/g, "\n"), (piece) => ["paste", piece]);
    }

    /** Sends the difference after the text area changed its own text. */
    after() {
        if (this.isComposing || !this.known) return;
        const { value } = this.area;
        const old = this.known.value;
        if (value === old) return;
        const change = differenceOf(old, value);
        this.known = { value, low: this.area.selectionStart, high: this.area.selectionEnd };
        const { start } = this.state;
        this.editText(change.text, (text) => ["replace", start + change.low, start + change.high, text]);
    }

    selected() {
        if (!this.isTyping || this.isComposing || !this.known || !this.state.active) return;
        const { selectionStart: low, selectionEnd: high } = this.area;
        if (low === this.known.low && high === this.known.high) return;
        Object.assign(this.known, { low, high });
        this.edit(["select", this.state.start + low, this.state.start + high]);
    }
}

/** A text in pieces of at most so many UTF-16 units, none of which ends within a character beyond the first plane. */
export function piecesOf(text, longest) {
    const pieces = [];
    for (let start = 0; start < text.length;) {
        let end = Math.min(text.length, start + longest);
        const unit = text.charCodeAt(end - 1);
        if (end < text.length && unit >= 0xd800 && unit < 0xdc00) end -= 1;
        pieces.push(text.slice(start, end));
        start = end;
    }
    return pieces;
}

/** The shortest edit that turns `old` into `value`. */
export function differenceOf(old, value) {
    const most = Math.min(old.length, value.length);
    let low = 0;
    while (low < most && old[low] === value[low]) low += 1;
    let end = 0;
    while (end < most - low && old[old.length - 1 - end] === value[value.length - 1 - end]) end += 1;
    return { low, high: old.length - end, text: value.slice(low, value.length - end) };
}
