/// For whom drawings are shown, where they ask.
public struct DrawingPreferences: Hashable, Sendable {
    public enum ColorScheme: String, CaseIterable, Sendable { case light, dark }

    /// What `prefers-color-scheme` of a style sheet's `@media` is.
    public var colorScheme = ColorScheme.light
    /// Which `systemLanguage` shows: this one, and those that say more, as "en-GB" does of "en". Never the
    /// environment's: a tile is the same wherever it is drawn.
    public var language = "en"

    public init() {}
}
