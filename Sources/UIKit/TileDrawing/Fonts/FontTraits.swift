import TileGraphics

/// The attributes of a font descriptor, as a value.
struct FontTraits: Hashable, Sendable {
    var family: String?
    /// A PostScript name; takes precedence over the family.
    var name: String?
    /// The style within the family, such as "Bold Oblique".
    var face: String?
    var size = 0.0
    /// OpenType weight; nil for the face's own.
    var weight: Int?
    var stretch: FontStretch?
    var style: FontStyle?
    var isMonospaced = false
    var isSerif = false
    var hasTabularDigits = false
    var textStyle: UIFont.TextStyle?

    init() {}

    init(_ request: FontRequest, textStyle: UIFont.TextStyle?) {
        family = request.family
        name = request.postScriptName
        size = request.size
        weight = request.weight
        stretch = request.stretch
        style = request.style
        isMonospaced = request.family == UIFont.monospacedFamily
        isSerif = request.family == UIFont.serifFamily
        hasTabularDigits = request.hasTabularDigits
        self.textStyle = textStyle
    }

    /// The font request for these attributes. It asks for the system font if the name or family is not installed.
    var request: FontRequest {
        let catalog = FontCatalog.installed
        let generic =
            isMonospaced ? UIFont.monospacedFamily : isSerif ? UIFont.serifFamily : UIFont.systemFamily
        var request = FontRequest(family: generic, size: size)
        if let name, let face = catalog.face(named: name) {
            request = face.request
        } else if let family, !isGeneric(family) {
            let faces = catalog.faces(ofFamily: family)
            if let face = faces.first(where: { $0.style == face }) {
                request = face.request
            } else if let face = faces.first {
                request.family = face.family
            }
        }
        request.size = size
        if let weight { request.weight = weight }
        if let stretch { request.stretch = stretch }
        if let style { request.style = style }
        request.hasTabularDigits = hasTabularDigits
        return request
    }

    /// A Boolean value that indicates whether the font is one of the system's designs.
    var isSystemDesign: Bool { name == nil && family.map(isGeneric) ?? true }

    private func isGeneric(_ family: String) -> Bool {
        family == UIFont.systemFamily || family == UIFont.monospacedFamily || family == UIFont.serifFamily
    }
}
