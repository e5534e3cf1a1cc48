import TileGeometry
import TileGraphics
import TileSupport

/// How a layer looks, by itself: all but its place, what it drew, and what is in it. Immutable; a new one is made when
/// one of these properties changed, so that the same look is the same object.
///
/// `@unchecked Sendable`: it is changed by `empty` and `Change` alone, and there only while nobody else holds it.
final class LayerLook: @unchecked Sendable {
    struct Shadow: Sendable {
        /// The color and, in its alpha, the opacity.
        var color: Color
        var offsetX: Double
        var offsetY: Double
        /// In points, as Core Animation has it: the blur reaches about twice as far.
        var radius: Double
        /// The outline that throws it, in the layer's plane; nil for all that the layer shows.
        var path: Path?
    }

    struct Border: Hashable, Sendable {
        var width: Double
        var color: Color
    }

    struct Properties: Sendable {
        var bounds: Box
        var background: Color?
        /// A background that is a pattern, filled over the bounds.
        var backgroundPattern: Picture?
        var corners: CornerShape?
        var border: Border?
        var shadow: Shadow?
        var opacity = 1.0
        var blendMode = BlendMode.normal
        var fadesAsGroup = true
        var masksToBounds = false
        /// The layer promises that its contents are opaque.
        var isOpaque = false
        var contents = ContentsPlacement()
        /// What the layer's class draws between contents and sublayers.
        var drawing: Picture?
        var replication: Replication?

        init(bounds: Box) { self.bounds = bounds }

        /// Whether nothing shows but a background color and sublayers, as they are or cut at the bounds.
        var isBare: Bool {
            backgroundPattern == nil && corners == nil && border == nil && shadow == nil && opacity >= 1
                && blendMode == .normal && drawing == nil && replication == nil
        }

        /// Whether it is another look but for the opacity and the colors of background and border, where these are all
        /// that a drawing of it says of them: nothing is faded by itself, covers what it did not cover before, or
        /// throws a shadow of another color.
        func isRestyled(of old: Properties) -> Bool {
            guard opacity > 0, old.opacity > 0, bounds == old.bounds, bounds.isOrdinary, corners == old.corners,
                border?.width == old.border?.width, blendMode == old.blendMode, masksToBounds == old.masksToBounds,
                isOpaque == old.isOpaque, contents == old.contents, backgroundPattern === old.backgroundPattern,
                drawing === old.drawing, replication == nil, old.replication == nil
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

    /// A look that is to be taken over.
    enum Change {
        /// The one that another frame showed too.
        case kept(LayerLook)
        case made(Properties)

        var properties: Properties {
            switch self {
            case .kept(let look): look.properties
            case .made(let properties): properties
            }
        }

        /// The look, a new one where it was made.
        var object: LayerLook {
            switch self {
            case .kept(let look): look
            case .made(let properties): LayerLook(properties)
            }
        }

        /// Makes `look` this one: in place, where it is a new one and nobody else holds the old one.
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

    /// Lets go of what a look holds, and of the look where somebody else holds it.
    static func empty(_ look: inout LayerLook?) {
        if isSoleHolder(of: &look) {
            look?.properties = Properties(bounds: .empty)
        } else {
            look = nil
        }
    }
}

extension Box {
    /// Whether whatever is filled over it is drawn, and as large.
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
