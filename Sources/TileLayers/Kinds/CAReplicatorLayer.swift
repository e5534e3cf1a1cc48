public import Foundation
import TileGeometry
public import TileGraphics

/// A layer that shows its sublayers several times over, each time moved and coloured a step further. Events find the first
/// copy alone.
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

    /// Copies beyond this are not drawn: so many, in a picture that holds each of them, are a mistake.
    private static let mostCopies = 100_000

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

    /// How often sublayers show; 1 at first, none below. Animatable.
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

    /// What the first copy's colours are multiplied by; opaque white at first. Animatable.
    open var instanceColor: CGColor? {
        get { settings.color }
        set { change("instanceColor") { settings.color = newValue } }
    }

    /// Added to the colour's red from one copy to the next. Animatable.
    open var instanceRedOffset: Float {
        get { settings.offsets.x }
        set { change("instanceRedOffset") { settings.offsets.x = newValue } }
    }

    /// Added to the colour's green from one copy to the next. Animatable.
    open var instanceGreenOffset: Float {
        get { settings.offsets.y }
        set { change("instanceGreenOffset") { settings.offsets.y = newValue } }
    }

    /// Added to the colour's blue from one copy to the next. Animatable.
    open var instanceBlueOffset: Float {
        get { settings.offsets.z }
        set { change("instanceBlueOffset") { settings.offsets.z = newValue } }
    }

    /// Added to the colour's alpha from one copy to the next. Animatable.
    open var instanceAlphaOffset: Float {
        get { settings.offsets.w }
        set { change("instanceAlphaOffset") { settings.offsets.w = newValue } }
    }

    /// Seconds by which each copy's time is behind the one before; shows in animations alone. Animatable.
    open var instanceDelay: CFTimeInterval {
        get { settings.delay }
        set { change("instanceDelay") { settings.delay = newValue } }
    }

    /// Whether copies keep their places in space: kept, without effect, for each copy is seen in the layer's plane here.
    open var preservesDepth: Bool {
        get { settings.preservesDepth }
        set { settings.preservesDepth = newValue }
    }

    override var replication: LayerLook.Replication? {
        let anchor = anchor
        let about = CATransform3DMakeTranslation(Double(-anchor.x), Double(-anchor.y), 0)
        let back = CATransform3DMakeTranslation(Double(anchor.x), Double(anchor.y), 0)
        let color = settings.color?.output ?? .white
        let first = SIMD4(color.red, color.green, color.blue, color.alpha)
        var power = CATransform3DIdentity
        var copies: [(projection: Projection, tint: Color)] = []
        for index in 0..<max(0, min(settings.count, Self.mostCopies)) {
            let sum = first + SIMD4<Double>(settings.offsets) * Double(index)
            let tint = sum.clamped(lowerBound: .zero, upperBound: .one)
            copies.append(
                (
                    about.concatenating(power).concatenating(back).projection,
                    Color(red: tint.x, green: tint.y, blue: tint.z, alpha: tint.w)
                ))
            power = settings.transform.concatenating(power)
            if !power.isFinite { break }
        }
        return LayerLook.Replication(copies: copies)
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
