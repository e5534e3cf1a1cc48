/// The rules by which a drawing is fitted to the pixels of the drawn image.
public struct SVGPixelRules: Sendable {
    /// The minimum width of strokes, in pixels.
    public var thinnestStroke: Double
    /// Whether upright images with crisp edges (`shape-rendering`) grow to whole pixels.
    public var fitsImages: Bool
    /// Whether the drawing is a page that `tilework-pdf` wrote. Its images may be meshes, and names, and
    /// values of properties, that the reader does not know are omissions, although browsers ignore them.
    var isPage = false

    public init(thinnestStroke: Double = 0, fitsImages: Bool = false) {
        self.thinnestStroke = thinnestStroke
        self.fitsImages = fitsImages
    }
}
