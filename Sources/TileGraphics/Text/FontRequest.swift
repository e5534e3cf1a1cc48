/// A font as it is asked for; fontconfig answers with the nearest that there is.
package struct FontRequest: Hashable, Sendable {
    /// Comma-separated, the first one preferred.
    package var family: String
    /// Of the em, in the text's plane.
    package var size: Double
    package var style = FontStyle.normal
    /// OpenType weight, 1…1000.
    package var weight = 400
    package var stretch = FontStretch.normal
    package var isSmallCaps = false
    /// Digits of one width.
    package var hasTabularDigits = false

    package init(family: String, size: Double) {
        self.family = family
        self.size = size
    }
}
