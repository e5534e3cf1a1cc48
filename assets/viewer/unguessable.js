/** A name of 144 random bits for a URL: it names nothing else, and can't be guessed. */
export function unguessable() {
    const bytes = crypto.getRandomValues(new Uint8Array(18));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
