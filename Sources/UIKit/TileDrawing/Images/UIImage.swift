public import Foundation
public import TileGraphics
import TileSupport

/// An image in points: pixels, a scale, and how they are to be shown. Immutable.
///
/// Files are PNG, JPEG and WebP. There are no compiled asset catalogues and no symbols: `init(named:)` looks among the
/// bundle's resources for catalogues as Xcode writes them, and for files.
// @unchecked Sendable: NSObject is not marked so; of what an image adds, all is constant and Sendable, but for
// `accessibilityIdentifier` and `imageAsset`, which lie behind locks.
public final class UIImage: NSObject, NSCopying, @unchecked Sendable {
    let traits: ImageTraits
    /// The images of an animation, in turn.
    public let images: [UIImage]?
    /// Of one run through `images`, in seconds; 0 for an image that stands still.
    public let duration: TimeInterval
    /// What can change about it.
    let extras: Lock<Extras>

    struct Extras: Sendable {
        var identifier: String?
        /// Nil until somebody asks for it.
        var asset: UIImageAsset?
    }

    init(
        _ traits: ImageTraits, images: [UIImage]? = nil, duration: TimeInterval = 0, asset: UIImageAsset? = nil
    ) {
        self.traits = traits
        self.images = images
        self.duration = duration
        extras = Lock(Extras(asset: asset))
    }

    /// An image of nothing.
    public override convenience init() { self.init(ImageTraits(pixels: nil, scale: 1, orientation: .up)) }

    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    /// - Parameter scale: pixels a point; what is none (0, say) is 1.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        let scale = scale > 0 && scale.isFinite ? scale : 1
        self.init(ImageTraits(pixels: cgImage, scale: scale, orientation: orientation))
    }

    /// The image of a file's bytes, one pixel a point, in sRGB: see `CGImage.decoding(_:)`.
    ///
    /// - Returns: nil for what is no PNG, JPEG or WebP, is damaged, or has more than 2²⁶ pixels. A JPEG that ends too
    ///   early gives what there is of it.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// - Parameter scale: pixels a point, above 0.
    /// - Returns: nil as `init(data:)`.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let pixels = CGImage.decoding(data) else { return nil }
        self.init(cgImage: pixels, scale: scale, orientation: ExifOrientation.read(data) ?? .up)
    }

    /// The image in a file; a name that ends in "@2x" or "@3x" says its scale.
    ///
    /// - Returns: nil when there is no such file, or `init(data:)` gives nil for it.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data, scale: ImageFileName(path).scale)
    }

    // MARK: What it is

    /// The size of the image, in points.
    public var size: CGSize { traits.size }
    /// The pixels, not turned; nil for an image of nothing. Of an animation those of its first image.
    public var cgImage: CGImage? { traits.pixels }
    public var imageOrientation: Orientation { traits.orientation }
    /// Pixels a point.
    public var scale: CGFloat { traits.scale }
    /// In points, from the edges.
    public var capInsets: UIEdgeInsets { traits.capInsets }
    public var resizingMode: ResizingMode { traits.resizingMode }
    public var renderingMode: RenderingMode { traits.renderingMode }
    /// The distances from the image's edges to those by which it is aligned, in points.
    public var alignmentRectInsets: UIEdgeInsets { traits.alignmentRectInsets }
    /// Whether it is shown mirrored where text runs from right to left.
    public var flipsForRightToLeftLayoutDirection: Bool { traits.flipsForRightToLeft }
    /// The distance of the baseline from the bottom, in points; `nil` if none was set.
    public var baselineOffsetFromBottom: CGFloat? { traits.baselineOffset }
    public var hasBaseline: Bool { traits.baselineOffset != nil }
    /// Always false: there are no symbols.
    public var isSymbolImage: Bool { false }
    /// Always false: pixels have 8 bits and are of the standard range.
    public var isHighDynamicRange: Bool { false }
    public var configuration: Configuration? { traits.configuration }
    /// Those of its configuration; else its scale alone.
    public var traitCollection: UITraitCollection {
        traits.configuration?.traitCollection ?? UITraitCollection(displayScale: scale)
    }

    /// For tests and tools to find it by.
    public var accessibilityIdentifier: String? {
        get { extras.withLock { $0.identifier } }
        set { extras.withLock { $0.identifier = newValue } }
    }

    /// In points; 0 unless `stretchableImage(withLeftCapWidth:topCapHeight:)` made the image.
    public var leftCapWidth: Int { traits.isStretchable ? Int(traits.capInsets.left) : 0 }
    /// In points; 0 unless `stretchableImage(withLeftCapWidth:topCapHeight:)` made the image.
    public var topCapHeight: Int { traits.isStretchable ? Int(traits.capInsets.top) : 0 }

    // MARK: NSObject

    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Images are equal when they show the same pixel object in the same way.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        return self === other || (traits == other.traits && images == other.images && duration == other.duration)
    }

    public override var hash: Int { traits.hashValue }
}
