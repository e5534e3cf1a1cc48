import Foundation

extension CALayer {
    /// Whether it is in the tree of a layer at the top.
    func isUnder(_ root: CALayer) -> Bool {
        var layer = Unmanaged.passUnretained(self)
        while let above = layer._withUnsafeGuaranteedRef({ $0.parentReference }) { layer = above }
        return layer.toOpaque() == Unmanaged.passUnretained(root).toOpaque()
    }

    /// Whether time brings its animations on.
    var wantsAnimationFrame: Bool { extras?.animations?.wantsFrame == true && animationSpeed != 0 }

    /// Seconds of the layer's time to one of the tree's; 0 while it, or what it is in, stands still.
    var animationSpeed: Double {
        var speed = 1.0
        var layer: CALayer? = self
        while let each = layer {
            if let extras = each.extras { speed *= Double(extras.timing.speed) }
            layer = each.parent
        }
        return speed
    }

    /// Whether what is set of it shows at once, though it is no view's: of a part of a view, or of a screen.
    package var changesAtOnce: Bool {
        get { marks.contains(.changesAtOnce) }
        set { if newValue { marks.insert(.changesAtOnce) } else { marks.remove(.changesAtOnce) } }
    }

    /// Whether the layer belongs to a tree in which changes of layers by themselves are animated, and was shown.
    private var animatesImplicitly: Bool {
        guard owner == nil, node != nil, !marks.contains(.changesAtOnce), let host = top.extras?.host else {
            return false
        }
        return host.runsAnimations && host.animatesImplicitly
    }

    /// Properties of all kinds of layers of which a change is animated where nothing says otherwise.
    private static let implicitKeys: Set<String> = [
        "anchorPoint", "anchorPointZ", "backgroundColor", "borderColor", "borderWidth", "bounds", "colors", "contents",
        "contentsCenter", "contentsRect", "contentsScale", "cornerRadius", "endPoint", "fillColor", "fontSize",
        "foregroundColor", "instanceAlphaOffset", "instanceBlueOffset", "instanceColor", "instanceDelay",
        "instanceGreenOffset", "instanceRedOffset", "instanceTransform", "lineDashPhase", "lineWidth", "locations",
        "miterLimit", "opacity", "position", "shadowColor", "shadowOffset", "shadowOpacity", "shadowPath",
        "shadowRadius", "startPoint", "strokeColor", "strokeEnd", "strokeStart", "sublayerTransform", "transform",
        "zPosition",
    ]

    /// The animation that a change brings about where nothing says otherwise: from what shows to what is set, as the
    /// transaction says.
    func implicitAction(_ key: String) -> (any CAAction)? {
        guard animatesImplicitly, Self.implicitKeys.contains(key) else { return nil }
        return standardAnimation(key)
    }

    /// An animation of a property from what shows of it now.
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

    /// Whether it is animated so that a view gets no touches.
    package var blocksTouches: Bool {
        marks.contains(.animates) && extras?.animations?.entries.contains { $0.blocksTouches && !$0.isOver } == true
    }

    /// A key under which no animation is: `event` itself, or with a number.
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
    ///   - delay: seconds from its first frame to its begin.
    ///   - tracker: what it reports its end to.
    ///   - driver: moves it in place of the time that passes.
    package func add(
        _ animation: CAAnimation, forKey key: String, delay: Double, tracker: AnimationTracker?,
        driver: (any AnimationDriver)? = nil, blocksTouches: Bool
    ) {
        addAnimation(
            animation, key, delay: delay, tracker: tracker, driver: driver, blocksTouches: blocksTouches)
    }

    /// Has what a driver moves shown anew with the next frame.
    package func driverDidMove() { if marks.contains(.animates) { markAnimated() } }

    /// Instances of classes that the program made can be made of a class that is known at run time only by initializers
    /// that are `required`, and `init(layer:)` is not, so that subclasses override it as they do on Apple's systems.
    /// Within this one, `self.init` finds the override.
    @usableFromInline
    convenience init(presenting layer: CALayer) { self.init(layer: layer) }

    // The allocating entry of the initializer above, which the compiler calls with the class to make as `self`, as it
    // does here, and which takes its argument over. A subclass without an `init(layer:)` traps, as on Apple's systems.
    @_silgen_name("$s10TileLayers7CALayerC10presentingA2C_tcfC")
    static func presentationCopy(of layer: __owned CALayer) -> CALayer
}
