import { percentOf } from "./announcer.js";
import { keys } from "./keyboard.js";

const element = (id) => document.getElementById(id);

/** The buttons over the picture, and the help. */
export class Controls {
    /** `actions` are the actions of the keys. */
    constructor(actions) {
        element("zoom-in").addEventListener("click", () => actions.zoom(1));
        element("zoom-out").addEventListener("click", () => actions.zoom(-1));
        element("percent").addEventListener("click", actions.actualSize);
        element("fit").addEventListener("click", actions.fit);
        element("full-screen").hidden = !document.fullscreenEnabled;
        element("full-screen").addEventListener("click", actions.fullScreen);
        element("help-button").addEventListener("click", actions.help);
        // The focus ring around the picture is for the keyboard only.
        const viewer = element("viewer");
        viewer.addEventListener("keydown", (event) => {
            if (event.key === "Tab") viewer.dataset.keyboard = "";
        }, true);
        viewer.addEventListener("pointerdown", () => delete viewer.dataset.keyboard, true);
        for (const { shown, does } of keys) {
            const name = document.createElement("dt");
            for (const key of shown.split(" ")) {
                name.append(Object.assign(document.createElement("kbd"), { textContent: key }));
            }
            element("help-keys").append(name, Object.assign(document.createElement("dd"), { textContent: does }));
        }
        element("help").addEventListener("click", (event) => {
            if (event.target === element("help")) element("help").close();
        });
    }

    /** Shows the scale, and enables the directions that are still possible. */
    show(scale, canZoomIn, canZoomOut) {
        const text = percentOf(scale);
        if (this.text !== text) {
            this.text = text;
            element("percent-text").textContent = text;
        }
        this.enable(element("zoom-in"), canZoomIn);
        this.enable(element("zoom-out"), canZoomOut);
    }

    /** A disabled button announces that it is disabled, and keeps the focus. */
    enable(button, isEnabled) {
        if ((button.getAttribute("aria-disabled") !== "true") === isEnabled) return;
        if (isEnabled) button.removeAttribute("aria-disabled");
        else button.setAttribute("aria-disabled", "true");
    }

    toggleFullScreen() {
        if (document.fullscreenElement) document.exitFullscreen();
        else element("viewer").requestFullscreen?.().catch(() => {});
    }

    toggleHelp() {
        const help = element("help");
        if (help.open) help.close();
        else help.showModal();
    }
}
