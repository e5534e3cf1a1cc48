import Foundation
import TileGeometry
import TileGraphics

/// The images that a drawing's `image` elements refer to, each stored once.
struct SVGImageTable {
    enum Image {
        /// Pixels, which EXIF may turn.
        case pixels(EmbeddedImage, Orientation)
        /// A drawing with a size in CSS pixels. The group clips to it.
        case drawing(PictureGroup, size: CGSize, operations: Int)
        /// A drawing without a size; it takes the size of the element that shows it.
        case unsized(Data)
        /// A shading of a PDF page, in the element's user space.
        case mesh(ShadingMesh)
        /// Nothing is drawn.
        case none

        /// The size in pixels, or in CSS pixels for a drawing.
        var size: CGSize? {
            switch self {
            case .pixels(let image, let orientation):
                orientation.swapsSides
                    ? CGSize(width: image.height, height: image.width)
                    : CGSize(width: image.width, height: image.height)
            case .drawing(_, let size, _): size
            case .unsized, .mesh, .none: nil
            }
        }
    }

    struct Content: Hashable {
        var data: Data
        /// The size of the referring element, for a drawing without a size of its own.
        var size: CGSize?
    }

    var byElement: [Int32: Image] = [:]
    var byContent: [Content: Image] = [:]
    /// All bitmap images, including those inside embedded drawings, in document order.
    var embedded: [EmbeddedImage] = []
    /// The number of pixels of all images when decoded.
    var pixelCount = 0
}
