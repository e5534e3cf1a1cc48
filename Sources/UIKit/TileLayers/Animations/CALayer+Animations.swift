import Foundation

extension CALayer {
    /// Returns whether the layer is in the tree below a root layer.
    func isUnder(_ root: CALayer) -> Bool {
        var layer = Unmanaged.passUnretained(self)
        while let above = layer._withUnsafeGuaranteedRef({ $0.parentReference }) { layer = above }
        return layer.toOpaque() == Unmanaged.passUnretained(root).toOpaque()
    }

    /// Whether its animations progress with time.
    var wantsAnimationFrame: Bool { extras?.animations?.wantsFrame == true && animationSpeed != 0 }

    /// Seconds of the layer's time per second of the tree's; 0 if the layer or an ancestor is paused.
    var animationSpeed: Double {
        var speed = 1.0
        var layer: CALayer? = self
        while let each = layer {
            if let extras = each.extras { speed *= Double(extras.timing.speed) }
            layer = each.parent
        }
        return speed
    }

    /// Whether changes take effect without implicit animations although no view owns the layer: it is part of a view or
    /// a screen.
    package var changesAtOnce: Bool {
        get { marks.contains(.changesAtOnce) }
        set { if newValue { marks.insert(.changesAtOnce) } else { marks.remove(.changesAtOnce) } }
    }

    /// Whether the layer was shown in a tree that animates changes of standalone layers implicitly.
    private var animatesImplicitly: Bool {
        guard owner == nil, node != nil, !marks.contains(.changesAtOnce), let host = top.extras?.host else {
            return false
        }
        return host.runsAnimations && host.animatesImplicitly
    }

    /// The properties of all layer classes that are implicitly animated by default.
    private static let implicitKeys: Set<String> = [
        "anchorPoint", "anchorPointZ", "backgroundColor", "borderColor", "borderWidth", "bounds", "colors", "contents",
        "contentsCenter", "contentsRect", "contentsScale", "cornerRadius", "endPoint", "fillColor", "fontSize",
        "foregroundColor", "instanceAlphaOffset", "instanceBlueOffset", "instanceColor", "instanceDelay",
        "instanceGreenOffset", "instanceRedOffset", "instanceTransform", "lineDashPhase", "lineWidth", "locations",
        "miterLimit", "opacity", "position", "shadowColor", "shadowOffset", "shadowOpacity", "shadowPath",
        "shadowRadius", "startPoint", "strokeColor", "strokeEnd", "strokeStart", "sublayerTransform", "transform",
        "zPosition",
    ]

    /// Returns the implicit animation of a change if no other action is found: from the presented value to the new one,
    /// with the transaction's settings.
    func implicitAction(_ key: String) -> (any CAAction)? {
        guard animatesImplicitly, Self.implicitKeys.contains(key) else { return nil }
        return standardAnimation(key)
    }

    /// Returns an animation of a property that starts at its presented value.
    package func standardAnimation(_ key: String) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: key)
        animation.fromValue = shown.value(forKey: key) ?? NSNull()
        animation.duration = CATransaction.animationDuration()
        animation.timingFunction =
            CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
        return animation
    }

    /// Whether a host shows the layer, so that it can be animated.
    package var isInHostedTree: Bool { top.extras?.host != nil }

    /// Whether an animation prevents the layer's view from receiving touches.
    package var blocksTouches: Bool {
        marks.contains(.animates) && extras?.animations?.entries.contains { $0.blocksTouches && !$0.isOver } == true
    }

    /// Returns an unused animation key: `event` itself, or with a number appended.
    package func freeAnimationKey(_ event: String) -> String {
        guard let entries = extras?.animations?.entries, entries.contains(where: { $0.key == event }) else {
            return event
        }
        var number = 2
        while entries.contains(where: { $0.key == "\(event)-\(number)" }) { number += 1 }
        return "\(event)-\(number)"
    }

    /// Adds an animation of views.
    ///
    /// - Parameters:
    ///   - delay: The seconds from its first frame to its begin.
    ///   - tracker: The tracker that is notified of its end.
    ///   - driver: Controls its progress in place of time.
    package func add(
        _ animation: CAAnimation, forKey key: String, delay: Double, tracker: AnimationTracker?,
        driver: (any AnimationDriver)? = nil, blocksTouches: Bool
    ) {
        addAnimation(
            animation, key, delay: delay, tracker: tracker, driver: driver, blocksTouches: blocksTouches)
    }

    /// Schedules an update of the presentation in the next frame after a driver has moved.
    package func driverDidMove() { if marks.contains(.animates) { markAnimated() } }

    /// A convenience initializer for dynamic creation. Instances of a program's class known only at run time can be
    /// created only with `required` initializers, and `init(layer:)` is not one, so that subclasses override it as on
    /// Apple's systems. Within this one, `self.init` finds the override.
    @usableFromInline
    convenience init(presenting layer: CALayer) { self.init(layer: layer) }

    // The allocating entry point of the initializer above. The compiler passes the class to create as `self`, which
    // happens here too, and it consumes its argument. A subclass without an `init(layer:)` traps, as on Apple's
    // systems.
    @_silgen_name("$s10TileLayers7CALayerC10presentingA2C_tcfC")
    static func presentationCopy(of layer: __owned CALayer) -> CALayer
}
