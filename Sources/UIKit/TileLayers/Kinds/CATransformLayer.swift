public import Foundation

/// A layer without a plane of its own: its sublayers keep their places in space, and are seen in the plane of the next
/// other layer above it.
///
/// Only its sublayers show, back to front by the depth of their middles: those that cut through each other are not
/// divided. It has no background, contents or border; its opacity fades each sublayer alone.
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
