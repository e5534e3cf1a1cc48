import { App } from "./app.js";

/**
 * The page of one content: finds its description, and opens the viewer on it or says why there is nothing to see.
 */

const element = (id) => document.getElementById(id);

/** Says why there is nothing to see, and what to do. */
function fail(text) {
    element("name").textContent = "Tilework";
    element("message-text").textContent = text;
    element("message").hidden = false;
    element("controls").hidden = true;
}

async function open() {
    const id = location.pathname.split("/").filter(Boolean).pop() ?? "";
    const url = new URL(`../tiles/${id}.json`, location.href.replace(/[?#].*$/, ""));
    let response;
    try {
        response = await fetch(url);
    } catch {
        fail("The server does not answer. Check that it is running, then load the page again.");
        return;
    }
    if (!response.ok) {
        fail(response.status === 404
            ? `There is no content named “${decodeURIComponent(id)}” here.`
            : `The server answered with status ${response.status}. Load the page again, or look at the server's log.`);
        return;
    }
    try {
        const app = new App(await response.json(), url);
        app.start();
        // For tests and for pages that embed the viewer.
        window.tilework = {
            state: () => app.state(),
            settled: () => app.settled(),
            show: (position) => app.moveTo(position, false),
        };
        window.dispatchEvent(new CustomEvent("tilework:ready"));
    } catch (error) {
        fail(`The server's description of the content is not usable: ${error.message}.`);
    }
}

open();
