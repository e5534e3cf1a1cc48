public import Foundation
import TileGeometry
public import TileGraphics

/// A layer that shows its sublayers several times over, each time moved and colored a step further. Events find the
/// first copy alone.
///
/// Replicators within replicators multiply. So that no tree, wherever its numbers come from, draws without end, copies
/// are left out, the last ones first: beyond 100,000, and beyond those with which this replicator draws 250,000 layers,
/// counting each as often as it is drawn; where copies are colored differently, each operation of their drawing
/// counts, and each 64 pixels of images. The first copy is always drawn. In a tree that draws more than 1,000,000
/// layers all the same, each replicator shows its first copy alone.
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

    /// Whether the first copy alone is drawn, because the tree has too many layers for more.
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

    /// How often sublayers show; 1 at first, none below. Animatable. What is drawn of large numbers is said above.
    open var instanceCount: Int {
        get { settings.count }
        set { change("instanceCount") { settings.count = newValue } }
    }

    /// From one copy to the next, about the layer's anchor point. Animatable. Traps when it is not finite.
    open var instanceTransform: CATransform3D {
        get { settings.transform }
        set {
            precondition(newValue.isFinite, "CALayerInvalidGeometry: instanceTransform is not finite: \(newValue)")
            change("instanceTransform") { settings.transform = newValue }
        }
    }

    /// What the first copy's colors are multiplied by; opaque white at first. Animatable.
    open var instanceColor: CGColor? {
        get { settings.color }
        set { change("instanceColor") { settings.color = newValue } }
    }

    /// Added to the color's red from one copy to the next. Animatable.
    open var instanceRedOffset: Float {
        get { settings.offsets.x }
        set { change("instanceRedOffset") { settings.offsets.x = newValue } }
    }

    /// Added to the color's green from one copy to the next. Animatable.
    open var instanceGreenOffset: Float {
        get { settings.offsets.y }
        set { change("instanceGreenOffset") { settings.offsets.y = newValue } }
    }

    /// Added to the color's blue from one copy to the next. Animatable.
    open var instanceBlueOffset: Float {
        get { settings.offsets.z }
        set { change("instanceBlueOffset") { settings.offsets.z = newValue } }
    }

    /// Added to the color's alpha from one copy to the next. Animatable.
    open var instanceAlphaOffset: Float {
        get { settings.offsets.w }
        set { change("instanceAlphaOffset") { settings.offsets.w = newValue } }
    }

    /// Seconds by which each copy's time is behind the one before: kept, without effect, for all copies show what is
    /// animated at the same time here. Animatable.
    open var instanceDelay: CFTimeInterval {
        get { settings.delay }
        set { change("instanceDelay") { settings.delay = newValue } }
    }

    /// Whether copies keep their places in space: kept, without effect, for each copy is seen in the layer's plane
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
