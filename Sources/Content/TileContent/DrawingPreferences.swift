/// The user preferences with which drawings are shown.
public struct DrawingPreferences: Hashable, Sendable {
    public enum ColorScheme: String, CaseIterable, Sendable { case light, dark }

    /// The value of `prefers-color-scheme` in a style sheet's `@media`.
    public var colorScheme = ColorScheme.light
    /// The language that matches `systemLanguage`, also with a subtag: "en" matches "en-GB". It never comes from the
    /// environment, so that a tile is the same on every machine.
    public var language = "en"

    public init() {}
}
