/**
 * The keys of the viewer. They work while the focus is anywhere in the viewer, never with Ctrl, Alt or Meta held, and
 * leave Space, Enter and Tab to the controls.
 */
export const keys = [
    { shown: "← → ↑ ↓", does: "Pan; with Shift, by a full screen" },
    { shown: "+", does: "Zoom in" },
    { shown: "−", does: "Zoom out" },
    { shown: "0 Home", does: "Show everything" },
    { shown: "1", does: "Actual size" },
    { shown: "PgUp PgDn", does: "Pan up or down by a screen" },
    { shown: "N P", does: "Next or previous page" },
    { shown: "/", does: "Find text" },
    { shown: "V", does: "Range of values" },
    { shown: "M", does: "Overview map" },
    { shown: "H", does: "Performance overlay" },
    { shown: "F", does: "Full screen" },
    { shown: "?", does: "Help" },
];

/** The distance of an arrow key, as a share of the window. */
const step = 0.25;
const page = 0.9;

/** Calls the action of the key pressed within `element`. */
export function listen(element, actions) {
    element.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
        // An open dialog receives all keys, except for the one that closes it.
        if (event.target.closest("dialog") && event.key !== "?") return;
        const part = event.shiftKey ? page : step;
        const byKey = {
            ArrowLeft: () => actions.move(-part, 0),
            ArrowRight: () => actions.move(part, 0),
            ArrowUp: () => actions.move(0, -part),
            ArrowDown: () => actions.move(0, part),
            PageUp: () => actions.move(0, -page),
            PageDown: () => actions.move(0, page),
            "+": () => actions.zoom(1),
            "=": () => actions.zoom(1),
            "-": () => actions.zoom(-1),
            _: () => actions.zoom(-1),
            0: actions.fit,
            Home: actions.fit,
            1: actions.actualSize,
            n: () => actions.turn(1),
            p: () => actions.turn(-1),
            "/": actions.find,
            v: actions.values,
            m: actions.minimap,
            h: actions.hud,
            f: actions.fullScreen,
            "?": actions.help,
        };
        const action = byKey[event.key] ?? byKey[event.key.toLowerCase()];
        if (!action) return;
        event.preventDefault();
        action();
    });
}
