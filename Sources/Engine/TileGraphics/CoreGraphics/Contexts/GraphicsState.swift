import Foundation
import TileGeometry

/// What `saveGState()` keeps and `restoreGState()` brings back. The current path is no part of it.
struct GraphicsState {
    /// What an outline is painted with.
    enum Ink {
        case color(Color)
        /// With the color for a pattern without its own, and its alpha.
        case pattern(CGPattern, Color)
    }

    /// From user space to the picture's plane, which is the context's base space.
    var toPicture = CGAffineTransform.identity
    var clip: ClipNode?
    /// Holds what the clip lets through, in the picture's plane.
    var clipBox: Box

    /// Whether what is drawn needs no more than to be recorded.
    @inline(__always)
    var isPlain: Bool { blendMode == .normal && shadow == nil }
    var fill = Ink.color(.black)
    var stroke = Ink.color(.black)
    var fillSpace = CGColorSpace.deviceGray
    var strokeSpace = CGColorSpace.deviceGray
    var line = StrokeStyle(width: 1, miterLimit: 10)
    var alpha = 1.0
    var blendMode = BlendMode.normal
    /// In base space.
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

/// One clip on top of those before it: a list that states share, so that saving a state copies nothing.
final class ClipNode {
    enum Kind {
        case outline(PictureGroup.Clip)
        case mask(PictureGroup.Mask)
    }

    let kind: Kind
    private(set) var parent: ClipNode?
    let depth: Int
    /// Whether it or one beneath it is a mask, which needs what it cuts to be drawn apart.
    let hasMask: Bool

    init(_ kind: Kind, on parent: ClipNode?) {
        self.kind = kind
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
        if case .mask = kind { hasMask = true } else { hasMask = parent?.hasMask ?? false }
    }

    deinit {
        // A long chain freed node within node would overflow the stack.
        var next = parent
        parent = nil
        while isKnownUniquelyReferenced(&next), let node = next {
            next = node.parent
            node.parent = nil
        }
    }
}
