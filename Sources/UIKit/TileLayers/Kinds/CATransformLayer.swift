public import Foundation

/// A layer without a plane of its own: its sublayers keep their depth, and are projected to the plane of the next
/// ancestor that has one.
///
/// Only its sublayers are drawn, back to front by the depth of their centers; intersecting ones are not split. It has
/// no background, contents or border, and its opacity applies to each sublayer separately.
open class CATransformLayer: CALayer {
    public override init() {
        super.init()
        flags.insert(.preservesDepth)
        flags.remove(.allowsGroupOpacity)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        flags.insert(.preservesDepth)
        flags.remove(.allowsGroupOpacity)
    }

    public override init(layer: Any) { super.init(layer: layer) }
}
