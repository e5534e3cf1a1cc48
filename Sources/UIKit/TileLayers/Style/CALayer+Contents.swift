import Foundation
import TileGeometry
import TileGraphics

/// The kinds of a layer's `contents`.
enum LayerContents {
    case none
    case image(CGImage)
    case drawing(DrawnContents)
    case tiles(TileMosaic)
    /// A value that can't be displayed.
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

/// A boxed value, so that a layer's contents take one word.
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

    /// The tone mapping of contents brighter than white.
    public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let automatic = ToneMapMode(rawValue: "automatic")
        public static let never = ToneMapMode(rawValue: "never")
        public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
    }
}
