public import Foundation
import TileGeometry
public import TileGraphics

/// A layer that draws copies of its sublayers, each with a further transform and color offset. Hit testing only finds
/// the first copy.
///
/// Nested replicators multiply. To limit the drawing of any tree, whatever its numbers, excess copies are dropped, the
/// last ones first: those beyond 100,000, and those with which this replicator would draw more than 250,000 layers,
/// counting each as often as it is drawn. If copies are colored differently, each operation of their drawing counts,
/// and each 64 pixels of images. The first copy is always drawn. In a tree that would still draw more than 1,000,000
/// layers, each replicator draws only its first copy.
open class CAReplicatorLayer: CALayer {
    private struct Settings {
        var count = 1
        var transform = CATransform3DIdentity
        var color: CGColor? = .layerWhite
        var offsets = SIMD4<Float>()
        var delay = 0.0
        var preservesDepth = false
    }

    private var settings = Settings()

    /// Whether only the first copy is drawn because the tree has too many layers.
    final var showsOneCopy = false { didSet { if showsOneCopy != oldValue { markLook() } } }

    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CAReplicatorLayer { settings = layer.settings }
    }

    private func change(_ key: String, _ body: () -> Void) {
        let action = willChange(key)
        body()
        markLook()
        didChange(key, action)
    }

    /// The number of copies; at least 1, and 1 by default. Animatable. The limits above apply.
    open var instanceCount: Int {
        get { settings.count }
        set { change("instanceCount") { settings.count = newValue } }
    }

    /// The transform from one copy to the next, about the layer's anchor point. Animatable. Traps if it is not finite.
    open var instanceTransform: CATransform3D {
        get { settings.transform }
        set {
            precondition(newValue.isFinite, "CALayerInvalidGeometry: instanceTransform is not finite: \(newValue)")
            change("instanceTransform") { settings.transform = newValue }
        }
    }

    /// The color that multiplies the first copy's colors; opaque white by default. Animatable.
    open var instanceColor: CGColor? {
        get { settings.color }
        set { change("instanceColor") { settings.color = newValue } }
    }

    /// The offset added to the color's red for each copy. Animatable.
    open var instanceRedOffset: Float {
        get { settings.offsets.x }
        set { change("instanceRedOffset") { settings.offsets.x = newValue } }
    }

    /// The offset added to the color's green for each copy. Animatable.
    open var instanceGreenOffset: Float {
        get { settings.offsets.y }
        set { change("instanceGreenOffset") { settings.offsets.y = newValue } }
    }

    /// The offset added to the color's blue for each copy. Animatable.
    open var instanceBlueOffset: Float {
        get { settings.offsets.z }
        set { change("instanceBlueOffset") { settings.offsets.z = newValue } }
    }

    /// The offset added to the color's alpha for each copy. Animatable.
    open var instanceAlphaOffset: Float {
        get { settings.offsets.w }
        set { change("instanceAlphaOffset") { settings.offsets.w = newValue } }
    }

    /// The delay in seconds between copies: stored without effect, because all copies show the same animation time
    /// here. Animatable.
    open var instanceDelay: CFTimeInterval {
        get { settings.delay }
        set { change("instanceDelay") { settings.delay = newValue } }
    }

    /// Whether copies keep their depth: stored without effect, because each copy is projected to the layer's plane
    /// here.
    open var preservesDepth: Bool {
        get { settings.preservesDepth }
        set { settings.preservesDepth = newValue }
    }

    override var replication: Replication? {
        let color = settings.color?.output ?? .white
        return Replication(
            count: settings.count, step: settings.transform, anchor: anchor,
            tint: SIMD4(color.red, color.green, color.blue, color.alpha),
            tintStep: SIMD4<Double>(settings.offsets), showsOneCopy: showsOneCopy)
    }

    override class var keys: [String: LayerKey] { replicatorKeys }

    private static let replicatorKeys = layerKeys.merging([
        "instanceCount": .of(\CAReplicatorLayer.instanceCount, 1) {
            LayerValue.number($0).map { Int(max(0, min(1e9, $0))) }
        },
        "instanceTransform": .of(\CAReplicatorLayer.instanceTransform, CATransform3DIdentity),
        "instanceColor": .optional(\CAReplicatorLayer.instanceColor) { .layerWhite },
        "instanceRedOffset": .float(\CAReplicatorLayer.instanceRedOffset),
        "instanceGreenOffset": .float(\CAReplicatorLayer.instanceGreenOffset),
        "instanceBlueOffset": .float(\CAReplicatorLayer.instanceBlueOffset),
        "instanceAlphaOffset": .float(\CAReplicatorLayer.instanceAlphaOffset),
        "instanceDelay": .of(\CAReplicatorLayer.instanceDelay, 0) { LayerValue.number($0) },
        "preservesDepth": .bool(\CAReplicatorLayer.preservesDepth),
    ]) { $1 }
}

extension CGColor {
    static let layerWhite = CGColor(gray: 1, alpha: 1)
}
