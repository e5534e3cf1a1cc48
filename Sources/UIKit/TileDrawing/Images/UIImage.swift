public import Foundation
public import TileGraphics
import TileSupport

/// An image in points: pixels, a scale, and display attributes. Immutable.
///
/// Files are PNG, JPEG and WebP. Compiled asset catalogs are not supported: `init(named:)` searches the bundle's
/// resources for catalogs as Xcode writes them, and for files. `init(systemName:)` draws system symbols.
// @unchecked Sendable: NSObject is not marked so. All that an image adds is constant and Sendable, except for
// `accessibilityIdentifier` and `imageAsset`, which are protected by locks.
public final class UIImage: NSObject, NSCopying, @unchecked Sendable {
    let traits: ImageTraits
    /// The images of an animation, in order.
    public let images: [UIImage]?
    /// The duration of one cycle through `images`, in seconds; 0 for a still image.
    public let duration: TimeInterval
    /// The mutable properties of the image.
    let extras: Lock<Extras>

    struct Extras: Sendable {
        var identifier: String?
        /// The asset; nil until it is first requested.
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

    /// Creates an empty image.
    public override convenience init() { self.init(ImageTraits(pixels: nil, scale: 1, orientation: .up)) }

    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    /// - Parameter scale: pixels per point; an invalid scale (0, say) becomes 1.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        let scale = scale > 0 && scale.isFinite ? scale : 1
        self.init(ImageTraits(pixels: cgImage, scale: scale, orientation: orientation))
    }

    /// Creates an image from a file's bytes, one pixel per point, in sRGB: see `CGImage.decoding(_:)`.
    ///
    /// - Returns: nil if the data is not PNG, JPEG or WebP, is damaged, or has more than 2²⁶ pixels. A truncated JPEG
    ///   yields the part that can be decoded.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// - Parameter scale: pixels per point, above 0.
    /// - Returns: nil under the same conditions as `init(data:)`.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let pixels = CGImage.decoding(data) else { return nil }
        self.init(cgImage: pixels, scale: scale, orientation: ExifOrientation.read(data) ?? .up)
    }

    /// Creates an image from a file. A name that ends in "@2x" or "@3x" specifies its scale.
    ///
    /// - Returns: nil if the file does not exist, or if `init(data:)` returns nil for it.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data, scale: ImageFileName(path).scale)
    }

    // MARK: What it is

    /// The size of the image, in points.
    public var size: CGSize { traits.size }
    /// The pixels as stored, without rotation; nil for an empty image. For an animation, those of its first image.
    public var cgImage: CGImage? { traits.pixels }
    public var imageOrientation: Orientation { traits.orientation }
    /// Pixels per point.
    public var scale: CGFloat { traits.scale }
    /// The distances of the caps from the edges, in points.
    public var capInsets: UIEdgeInsets { traits.capInsets }
    public var resizingMode: ResizingMode { traits.resizingMode }
    public var renderingMode: RenderingMode { traits.renderingMode }
    /// The distances from the image's edges to its alignment edges, in points.
    public var alignmentRectInsets: UIEdgeInsets { traits.alignmentRectInsets }
    /// Whether the image is mirrored in right-to-left layouts.
    public var flipsForRightToLeftLayoutDirection: Bool { traits.flipsForRightToLeft }
    /// The distance of the baseline from the bottom, in points; `nil` if none was set.
    public var baselineOffsetFromBottom: CGFloat? { traits.baselineOffset }
    public var hasBaseline: Bool { traits.baselineOffset != nil }
    /// Always false: pixels have 8 bits and the standard range.
    public var isHighDynamicRange: Bool { false }
    public var configuration: Configuration? { traits.configuration }
    /// The traits of its configuration; without one, its scale alone.
    public var traitCollection: UITraitCollection {
        traits.configuration?.traitCollection ?? UITraitCollection(displayScale: scale)
    }

    /// An identifier for tests and tools.
    public var accessibilityIdentifier: String? {
        get { extras.withLock { $0.identifier } }
        set { extras.withLock { $0.identifier = newValue } }
    }

    /// The left cap in points; 0 unless `stretchableImage(withLeftCapWidth:topCapHeight:)` made the image.
    public var leftCapWidth: Int { traits.isStretchable ? Int(traits.capInsets.left) : 0 }
    /// The top cap in points; 0 unless `stretchableImage(withLeftCapWidth:topCapHeight:)` made the image.
    public var topCapHeight: Int { traits.isStretchable ? Int(traits.capInsets.top) : 0 }

    // MARK: NSObject

    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Images are equal if they show the same pixel object in the same way.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        return self === other || (traits == other.traits && images == other.images && duration == other.duration)
    }

    public override var hash: Int { traits.hashValue }
}
