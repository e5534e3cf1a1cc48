import TileGeometry
import TileGraphics
import TileSupport

/// The appearance of a layer, without its placement, contents and sublayers. Immutable; a new one is created when a
/// property changes, so that equal looks are the same object.
///
/// `@unchecked Sendable`: only `empty` and `Change` modify it, and only while it is uniquely referenced.
final class LayerLook: @unchecked Sendable {
    struct Shadow: Sendable {
        /// The color, with the opacity in its alpha.
        var color: Color
        var offsetX: Double
        var offsetY: Double
        /// The radius in points as in Core Animation: the blur reaches about twice as far.
        var radius: Double
        /// The outline of the shadow, in the layer's plane; nil to use everything in the layer.
        var path: Path?
    }

    struct Border: Hashable, Sendable {
        var width: Double
        var color: Color
    }

    struct Properties: Sendable {
        var bounds: Box
        var background: Color?
        /// A background pattern, which fills the bounds.
        var backgroundPattern: Picture?
        var corners: CornerShape?
        var backdrop: LayerBackdrop?
        var border: Border?
        var shadow: Shadow?
        var opacity = 1.0
        var blendMode = BlendMode.normal
        var fadesAsGroup = true
        var masksToBounds = false
        /// Whether the layer promises that its contents are opaque.
        var isOpaque = false
        var contents = ContentsPlacement()
        /// The drawing of the layer's class between contents and sublayers.
        var drawing: Picture?
        var replication: Replication?

        init(bounds: Box) { self.bounds = bounds }

        /// Whether only a background color and sublayers are visible, with or without clipping to the bounds.
        var isBare: Bool {
            backgroundPattern == nil && corners == nil && backdrop == nil && border == nil && shadow == nil
                && opacity >= 1 && blendMode == .normal && drawing == nil && replication == nil
        }

        /// Returns whether the look differs only in the opacity and the colors of background and border, and those
        /// affect the drawing only directly: nothing is faded separately, becomes opaque, or has a shadow of another
        /// color.
        func isRestyled(of old: Properties) -> Bool {
            guard opacity > 0, old.opacity > 0, bounds == old.bounds, bounds.isOrdinary, corners == old.corners,
                border?.width == old.border?.width, blendMode == old.blendMode, masksToBounds == old.masksToBounds,
                isOpaque == old.isOpaque, contents == old.contents, backgroundPattern === old.backgroundPattern,
                drawing === old.drawing, replication == nil, old.replication == nil, backdrop == nil,
                old.backdrop == nil
            else { return false }
            let isSameOpacity = opacity == old.opacity
            guard fadesAsGroup == old.fadesAsGroup, fadesAsGroup || (isSameOpacity && opacity >= 1),
                isSameOpacity || (isTranslucent && old.isTranslucent)
            else { return false }
            let isSameColor = background == old.background && border == old.border
            switch (background, old.background) {
            case (nil, nil): break
            case (let a?, let b?): if (a.alpha >= 1) != (b.alpha >= 1) { return false }
            default: return false
            }
            switch (shadow, old.shadow) {
            case (nil, nil): return true
            case (let a?, let b?): return isSameColor && a.isSame(as: b)
            default: return false
            }
        }

        private var isTranslucent: Bool { opacity > 0 && opacity < 1 }
    }

    private(set) var properties: Properties

    init(_ properties: Properties) { self.properties = properties }

    /// A change to another look.
    enum Change {
        /// A look that another frame showed, too.
        case kept(LayerLook)
        case made(Properties)

        var properties: Properties {
            switch self {
            case .kept(let look): look.properties
            case .made(let properties): properties
            }
        }

        /// The look, created if it is new.
        var object: LayerLook {
            switch self {
            case .kept(let look): look
            case .made(let properties): LayerLook(properties)
            }
        }

        /// Sets `look` to this one: in place, if it is new and the old one is uniquely referenced.
        func apply(to look: inout LayerLook?) {
            switch self {
            case .kept(let kept): look = kept
            case .made(let properties):
                if isSoleHolder(of: &look) {
                    look?.properties = properties
                } else {
                    look = LayerLook(properties)
                }
            }
        }
    }

    /// Releases what a look references, and the look itself if it is shared.
    static func empty(_ look: inout LayerLook?) {
        if isSoleHolder(of: &look) {
            look?.properties = Properties(bounds: .empty)
        } else {
            look = nil
        }
    }
}

extension Box {
    /// Whether anything that fills the box is drawn at that size.
    fileprivate var isOrdinary: Bool {
        isFinite && (1e-100...1e100).contains(width) && (1e-100...1e100).contains(height)
    }
}

extension LayerLook.Shadow {
    func isSame(as other: LayerLook.Shadow) -> Bool {
        color == other.color && offsetX == other.offsetX && offsetY == other.offsetY && radius == other.radius
            && path === other.path
    }
}
