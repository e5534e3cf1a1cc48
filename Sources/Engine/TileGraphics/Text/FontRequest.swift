/// A description of the wanted font. Fontconfig resolves it to the nearest installed face.
package struct FontRequest: Hashable, Sendable {
    /// Family names separated by commas, the preferred one first.
    package var family: String { didSet { if family != oldValue { postScriptName = nil } } }
    /// The em size, in units of the text's plane.
    package var size: Double
    package var style = FontStyle.normal { didSet { if style != oldValue { postScriptName = nil } } }
    /// OpenType weight, 1…1000.
    package var weight = 400 { didSet { if weight != oldValue { postScriptName = nil } } }
    package var stretch = FontStretch.normal { didSet { if stretch != oldValue { postScriptName = nil } } }
    package var isSmallCaps = false
    /// Whether all digits have one width.
    package var hasTabularDigits = false
    /// The PostScript name of one installed face, which is used for all characters that it has; nil for the nearest
    /// face. Faces that differ only by optical size, such as LMRoman10-Regular and LMRoman12-Regular, share family,
    /// style, weight and stretch, so that only the name tells them apart.
    ///
    /// A change of family, style, weight or stretch clears it.
    package var postScriptName: String?

    package init(family: String, size: Double) {
        self.family = family
        self.size = size
    }
}
