import Foundation
import TileGeometry
import TileGraphics

/// What a drawing's `image` elements show, each once however often it is shown.
struct SVGImageTable {
    enum Image {
        case pixels(EmbeddedImage)
        /// A drawing of a size in CSS pixels; the group clips to it.
        case drawing(PictureGroup, size: CGSize, operations: Int)
        /// A drawing that takes the size of its place.
        case unsized(Data)
        /// Nothing is shown.
        case none

        /// In pixels, or CSS pixels.
        var size: CGSize? {
            switch self {
            case .pixels(let image): CGSize(width: image.width, height: image.height)
            case .drawing(_, let size, _): size
            case .unsized, .none: nil
            }
        }
    }

    struct Content: Hashable {
        var data: Data
        /// That of its place, for a drawing without a size.
        var size: CGSize?
    }

    var byElement: [Int32: Image] = [:]
    var byContent: [Content: Image] = [:]
    /// All of pixels, those inside drawings as well, in the order that they were met.
    var embedded: [EmbeddedImage] = []
    /// Of all images, decoded.
    var pixelCount = 0
}
