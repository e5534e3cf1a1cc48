/// The rules by which a drawing is fitted to the pixels of the drawn image.
public struct SVGPixelRules: Sendable {
    /// The minimum width of strokes, in pixels.
    public var thinnestStroke: Double
    /// Whether upright images with crisp edges (`shape-rendering`) grow to whole pixels.
    public var fitsImages: Bool
    /// Whether images may be meshes, which only pages of PDF documents have.
    var readsMeshes = false

    public init(thinnestStroke: Double = 0, fitsImages: Bool = false) {
        self.thinnestStroke = thinnestStroke
        self.fitsImages = fitsImages
    }
}
