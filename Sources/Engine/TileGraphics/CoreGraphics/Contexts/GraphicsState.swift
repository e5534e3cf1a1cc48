import Foundation
import TileGeometry

/// The state that `saveGState()` saves and `restoreGState()` restores. The current path is not part of it.
struct GraphicsState {
    /// The ink that an outline is painted with.
    enum Ink {
        case color(Color)
        /// A pattern, with the color and alpha for an uncolored one.
        case pattern(CGPattern, Color)
    }

    /// The transform from user space to the picture's plane, which is the context's base space.
    var toPicture = CGAffineTransform.identity
    var clip: ClipNode?
    /// The bounding box of the clip, in the picture's plane.
    var clipBox: Box

    /// Whether drawing can be recorded directly.
    @inline(__always)
    var isPlain: Bool { blendMode == .normal && shadow == nil }
    var fill = Ink.color(.black)
    var stroke = Ink.color(.black)
    var fillSpace = CGColorSpace.deviceGray
    var strokeSpace = CGColorSpace.deviceGray
    var line = StrokeStyle(width: 1, miterLimit: 10)
    var alpha = 1.0
    var blendMode = BlendMode.normal
    /// The shadow, in base space.
    var shadow: PictureShadow?
    var isAntialiased = true
    var interpolation = CGInterpolationQuality.default
    var intent = CGColorRenderingIntent.defaultIntent
    var flatness = 0.5
    var font: CGFont?
    var fontSize = 12.0
    var textMode = CGTextDrawingMode.fill
    var characterSpacing = 0.0
    var patternPhase = CGSize.zero
}

/// A clip on top of earlier ones: a linked list shared by states, so that saving a state copies nothing.
final class ClipNode {
    enum Kind {
        case outline(PictureGroup.Clip)
        case mask(PictureGroup.Mask)
    }

    let kind: Kind
    private(set) var parent: ClipNode?
    let depth: Int
    /// Whether this clip or an earlier one is a mask, which requires clipped drawing to be composited apart.
    let hasMask: Bool

    init(_ kind: Kind, on parent: ClipNode?) {
        self.kind = kind
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
        if case .mask = kind { hasMask = true } else { hasMask = parent?.hasMask ?? false }
    }

    deinit {
        // Freeing a long chain recursively would overflow the stack.
        var next = parent
        parent = nil
        while isKnownUniquelyReferenced(&next), let node = next {
            next = node.parent
            node.parent = nil
        }
    }
}
