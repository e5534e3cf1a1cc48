public import Foundation
import TileGeometry
import TileGraphics

/// What a layer's `contents` are.
enum LayerContents {
    case none
    case image(CGImage)
    case drawing(DrawnContents)
    case tiles(TileMosaic)
    /// Something that can't be shown.
    case other(LayerContentsValue)

    var forRendering: RenderContents? {
        switch self {
        case .none, .other: nil
        case .image(let image): .image(image.bitmap)
        case .drawing(let drawn): .drawing(drawn)
        case .tiles(let mosaic): .tiles(mosaic)
        }
    }

    var isNone: Bool { if case .none = self { true } else { false } }
}

/// A value in a box, so that a layer's contents take one word.
final class LayerContentsValue {
    let value: Any

    init(_ value: Any) { self.value = value }
}

extension CALayer {
    func setContents(_ value: Any?) {
        let action = willChange("contents")
        switch value {
        case nil: contentsStorage = .none
        case let image as CGImage: contentsStorage = .image(image)
        case let drawn as DrawnContents: contentsStorage = .drawing(drawn)
        case let mosaic as TileMosaic: contentsStorage = .tiles(mosaic)
        case let picture as Picture:
            contentsStorage = .drawing(DrawnContents(picture, extent: picture.bounds))
        case let other?: contentsStorage = .other(LayerContentsValue(other))
        }
        markLook()
        didChange("contents", action)
    }

    var contentsValue: Any? {
        switch contentsStorage {
        case .none: nil
        case .image(let image): image
        case .drawing(let drawn): drawn
        case .tiles(let mosaic): mosaic
        case .other(let value): value.value
        }
    }

    /// Pixels of contents to a point; for drawing, of the display that it is meant for. What is no scale (0, or not
    /// finite) is 1. Animatable.
    public var contentsScale: CGFloat {
        get { CGFloat(contentsScaleStorage) }
        set {
            let scale = newValue > 0 && newValue.isFinite ? Double(newValue) : 1
            guard scale != contentsScaleStorage else { return }
            let action = willChange("contentsScale")
            contentsScaleStorage = scale
            markLook()
            didChange("contentsScale", action)
        }
    }

    /// Where contents lie in the bounds when these are not of their size; `resize` at first.
    public var contentsGravity: CALayerContentsGravity {
        get { styling?.contentsGravity ?? .resize }
        set { setLook(\.contentsGravity, newValue, nil) }
    }

    /// The part of the contents that is shown, in unit coordinates. Animatable. Traps when it is not finite.
    public var contentsRect: CGRect {
        get { styling?.contentsRect ?? CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            precondition(newValue.isFinite, "CALayerInvalidGeometry: contentsRect is \(newValue)")
            setLook(\.contentsRect, newValue, "contentsRect")
        }
    }

    /// The part of the shown contents that stretches when they are resized, in unit coordinates; what lies around it
    /// keeps its size as long as there is room. Animatable. Traps when it is not finite.
    public var contentsCenter: CGRect {
        get { styling?.contentsCenter ?? CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            precondition(newValue.isFinite, "CALayerInvalidGeometry: contentsCenter is \(newValue)")
            setLook(\.contentsCenter, newValue, "contentsCenter")
        }
    }

    /// A hint for storage, without effect here.
    public var contentsFormat: CALayerContentsFormat {
        get { styling?.contentsFormat ?? .RGBA8Uint }
        set { makeStyling().contentsFormat = newValue }
    }

    /// How an image's pixels are enlarged; `linear` at first.
    public var magnificationFilter: CALayerContentsFilter {
        get { styling?.magnificationFilter ?? .linear }
        set { setLook(\.magnificationFilter, newValue, nil) }
    }

    /// How an image's pixels are shrunk; `linear` at first.
    public var minificationFilter: CALayerContentsFilter {
        get { styling?.minificationFilter ?? .linear }
        set { setLook(\.minificationFilter, newValue, nil) }
    }

    /// How early `trilinear` goes over to a coarser copy of the image: kept, without effect, because there are none
    /// here.
    public var minificationFilterBias: Float {
        get { styling?.minificationFilterBias ?? 0 }
        set { makeStyling().minificationFilterBias = newValue }
    }

    /// Whether contents may be brighter than white: kept, without effect.
    public var wantsExtendedDynamicRangeContent: Bool {
        get { flags.contains(.wantsExtendedDynamicRange) }
        set { set(.wantsExtendedDynamicRange, newValue) }
    }

    /// How contents brighter than white are brought down: kept, without effect.
    public var toneMapMode: ToneMapMode {
        get { extras?.toneMapMode ?? .automatic }
        set { makeExtras().toneMapMode = newValue }
    }

    /// How contents brighter than white are brought down.
    public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let automatic = ToneMapMode(rawValue: "automatic")
        public static let never = ToneMapMode(rawValue: "never")
        public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
    }
}
