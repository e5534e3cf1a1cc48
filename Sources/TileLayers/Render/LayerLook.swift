import TileGeometry
import TileGraphics

/// How a layer looks, by itself: all but its place, what it drew, and what is in it. Immutable; a new one is made when
/// one of these properties changed, so that the same look is the same object.
final class LayerLook: Sendable {
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

    struct Border: Sendable {
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
    }

    let properties: Properties

    init(_ properties: Properties) { self.properties = properties }
}
