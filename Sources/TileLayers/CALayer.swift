public import Foundation

/// A rectangle of a tree: where it lies, how it looks, what is in it. UIKit's views draw through layers; layers are of use
/// alone, too.
///
///     let layer = CALayer()
///     layer.frame = CGRect(x: 10, y: 10, width: 100, height: 50)
///     layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.1))
///     root.addSublayer(layer)
///     let tree = LayerHost(root).frame()
///
/// Lengths are points, y points down, angles are radians. Behaviour is Core Animation's as documented.
///
/// A tree belongs to one thread at a time; different trees may be on different threads at once. Setting something only
/// marks the layer and its ancestors; layout, display and commit run once a frame (`LayerHost`) and go down the marked paths
/// alone, so that their cost follows what changed.
///
/// Differs from Apple's: `value(forKey:)` and its kin are the layer's own, because Linux has no key-value coding.
open class CALayer: NSObject {
    // MARK: Stored state. What few layers have lives in side objects, made when first set.

    final var boundsStorage = CGRect.zero
    final var positionStorage = CGPoint.zero
    final var anchorPointStorage = CGPoint(x: 0.5, y: 0.5)
    final var marks: LayerMarks = [.needsCommit]
    final var flags: LayerFlags = .standard
    /// The superlayer, or the layer that this one masks.
    // Unowned and unsafe, for a weak reference costs a side table for each layer with sublayers: a layer that goes away
    // clears this in all its sublayers first (`deinit`).
    final unowned(unsafe) var parent: CALayer?
    final var children: ContiguousArray<CALayer> = []
    /// Sublayers with something to lay out, display or commit, while the order of `children` is as last committed.
    final var changed: ContiguousArray<CALayer> = []
    final var spatial: LayerSpatial?
    final var ownMask: CALayer?

    /// The object that lays out, draws and animates for the layer; a view, for its own layer. Not retained.
    open weak var delegate: (any CALayerDelegate)?

    /// A layer of no size at the origin.
    public override init() { super.init() }

    /// A copy of `layer`'s properties without its place in a tree, as the frame clock makes them for `presentation()`. A
    /// subclass copies its own properties after calling this.
    ///
    /// - Parameter layer: a `CALayer`; of anything else nothing is copied.
    public init(layer: Any) {
        super.init()
        if let layer = layer as? CALayer { copyState(of: layer) }
    }

    deinit {
        for child in children { child.parent = nil }
        ownMask?.parent = nil
    }

    // MARK: Geometry

    /// The layer's extent in its own coordinates; its origin is the point of the content that lies at its top left. Animatable.
    ///
    /// Traps when it is not finite.
    open var bounds: CGRect {
        get { boundsStorage }
        set { setBounds(newValue) }
    }

    /// Where the anchor point lies in the superlayer's coordinates. Animatable. Traps when it is not finite.
    open var position: CGPoint {
        get { positionStorage }
        set { setPosition(newValue) }
    }

    /// The point that `position` places and about which `transform` turns, as a fraction of `bounds`; (0.5, 0.5) at first.
    /// Animatable. Traps when it is not finite.
    open var anchorPoint: CGPoint {
        get { anchorPointStorage }
        set { setAnchorPoint(newValue) }
    }

    /// The map applied to the layer about its anchor point. Animatable. Traps when it is not finite.
    open var transform: CATransform3D {
        get { spatial?.transform ?? CATransform3DIdentity }
        set { setTransform(newValue) }
    }

    /// The layer's extent in the superlayer's coordinates: the smallest rect around `bounds` as `transform` places it. Not
    /// stored; setting it sets `bounds.size` and `position`.
    ///
    /// Under a transform, the new size is that of the smallest rect around the set one as the transform's inverse maps it, and
    /// the layer is centred where the set rect is. So under scales, mirrors and quarter turns `frame` reads as it was set.
    open var frame: CGRect {
        get { computedFrame }
        set { setFrame(newValue) }
    }

    // MARK: Tree

    /// Adds a layer in front of the sublayers, out of its former superlayer if it has one.
    ///
    /// Traps when `layer` is this one or holds it.
    open func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

    /// Takes the layer, with what is in it, out of its superlayer; or ends its being a mask.
    open func removeFromSuperlayer() { detach() }

    /// The layer whose alpha says how much of this one shows; in this layer's coordinates, as a sublayer would be. It may have
    /// no superlayer, and mask no other layer.
    ///
    /// Traps when the mask is this layer, holds it, or has a superlayer.
    public final var mask: CALayer? {
        get { ownMask }
        set { setMask(newValue) }
    }

    // MARK: Layout

    /// Marks the layer for layout in the next frame, or at the next `layoutIfNeeded()`.
    open func setNeedsLayout() { markLayout() }

    /// Lays out the layer and what is in it now, where marked; starting with the highest marked layer above it.
    open func layoutIfNeeded() {
        var counters = FrameCounters()
        layoutFromTop(&counters)
    }

    /// Places the sublayers. Calls the delegate's `layoutSublayers(of:)`. Not to be called directly.
    open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

    /// The size that the layer would like to have: here that of its frame.
    open func preferredFrameSize() -> CGSize { frame.size }

    // MARK: Hit testing

    /// The frontmost layer that holds a point: the deepest sublayer that does, else this layer; nil when none does.
    ///
    /// Hidden layers hold none, nor do the sublayers of one that masks to its bounds outside of them.
    ///
    /// - Parameter p: in the superlayer's coordinates.
    open func hitTest(_ p: CGPoint) -> CALayer? { hit(p) }

    /// Whether a point in the layer's own coordinates is in its bounds.
    open func contains(_ p: CGPoint) -> Bool { boundsStorage.contains(p) }
}

/// What is to be done about a layer in the next frame.
struct LayerMarks: OptionSet {
    var rawValue: UInt16

    static let needsLayout = LayerMarks(rawValue: 1 << 0)
    /// A layer somewhere below needs layout.
    static let layoutBelow = LayerMarks(rawValue: 1 << 1)
    static let needsDisplay = LayerMarks(rawValue: 1 << 2)
    static let displayBelow = LayerMarks(rawValue: 1 << 3)
    /// The layer's own look or place is not in its render node.
    static let needsCommit = LayerMarks(rawValue: 1 << 4)
    static let commitBelow = LayerMarks(rawValue: 1 << 5)
    /// Among `changed` of its parent, or the parent has `allChanged`.
    static let listed = LayerMarks(rawValue: 1 << 6)
    /// The sublayers or their order changed: `changed` says nothing, all are to be visited.
    static let allChanged = LayerMarks(rawValue: 1 << 7)

    static let below: LayerMarks = [.layoutBelow, .displayBelow, .commitBelow]
}

/// A layer's yes-or-no properties.
struct LayerFlags: OptionSet {
    var rawValue: UInt16

    static let hidden = LayerFlags(rawValue: 1 << 0)
    static let masksToBounds = LayerFlags(rawValue: 1 << 1)
    static let singleSided = LayerFlags(rawValue: 1 << 2)
    static let opaque = LayerFlags(rawValue: 1 << 3)
    static let geometryFlipped = LayerFlags(rawValue: 1 << 4)
    static let needsDisplayOnBoundsChange = LayerFlags(rawValue: 1 << 5)
    static let shouldRasterize = LayerFlags(rawValue: 1 << 6)
    static let allowsGroupOpacity = LayerFlags(rawValue: 1 << 7)
    static let allowsEdgeAntialiasing = LayerFlags(rawValue: 1 << 8)
    static let drawsAsynchronously = LayerFlags(rawValue: 1 << 9)
    static let wantsExtendedDynamicRange = LayerFlags(rawValue: 1 << 10)
    /// A mask: `parent` is what it masks.
    static let isMask = LayerFlags(rawValue: 1 << 11)
    /// Sublayers keep their depth (`CATransformLayer`).
    static let preservesDepth = LayerFlags(rawValue: 1 << 12)

    static let standard: LayerFlags = [.allowsGroupOpacity]
}

/// What only layers off the plane have.
final class LayerSpatial {
    var transform = CATransform3DIdentity
    var sublayerTransform = CATransform3DIdentity
    var zPosition = 0.0
    var anchorPointZ = 0.0

    /// Whether sublayers are placed as if there were none of this.
    var hasSublayerTransform = false

    func copy() -> LayerSpatial {
        let copy = LayerSpatial()
        copy.transform = transform
        copy.sublayerTransform = sublayerTransform
        copy.zPosition = zPosition
        copy.anchorPointZ = anchorPointZ
        copy.hasSublayerTransform = hasSublayerTransform
        return copy
    }
}
