import Foundation
import Measuring
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// A screen whose time is moved by hand, and layers on it.
private struct Stage {
    let clock = VirtualClock(now: 1)
    let screen: UIScreen
    let window: UIWindow

    init(_ size: CGSize) {
        screen = UIScreen(size: size, scale: 1)
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
    }

    /// Runs a frame a sixtieth of a second later.
    func frame() {
        clock.advance(by: 1.0 / 60)
        _ = screen.frame()
    }
}

/// The changes of layers that keep their position.
private let looks: [(name: String, keyPath: String, from: any Sendable, to: any Sendable)] = [
    ("fade", "opacity", Float(0.1), Float(0.9)),
    ("change their color", "backgroundColor", CGColor(gray: 0, alpha: 1), CGColor(red: 1, green: 0, blue: 0, alpha: 1)),
    ("turn", "transform.rotation.z", 0.0, 6.0),
]

/// The properties that layers have besides a color.
private let dresses: [(name: String, dress: @Sendable (CALayer) -> Void)] = [
    ("", { _ in }),
    (
        " with round corners and a border",
        { layer in
            (layer.cornerRadius, layer.borderWidth) = (8, 2)
            layer.borderColor = CGColor(gray: 0, alpha: 1)
        }
    ),
    (
        " with three sublayers cut by round corners",
        { layer in
            (layer.cornerRadius, layer.masksToBounds) = (8, true)
            let inner = CALayer()
            inner.frame = layer.bounds
            for index in 0..<3 {
                let part = makeLayer(
                    CGRect(x: index * 25 - 8, y: 20, width: 20, height: 20), CGColor(gray: 1, alpha: 1))
                inner.addSublayer(part)
            }
            layer.addSublayer(inner)
        }
    ),
]

/// Frames in which layers are animated and nothing else happens: what such a frame takes, and of it one value.
func measureMotion(_ report: inout Report) {
    let stage = Stage(CGSize(width: 3840, height: 2160))
    for index in 0..<1000 {
        let layer = makeLayer(
            CGRect(x: index % 40 * 96, y: index / 40 * 86, width: 60, height: 60),
            CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1))
        stage.window.layer.addSublayer(layer)
        let move = CABasicAnimation(keyPath: "position")
        (move.fromValue, move.duration, move.repeatCount) = (CGPoint.zero, 3600, .infinity)
        move.toValue = CGPoint(x: 3840, y: 2160)
        layer.add(move, forKey: "move")
    }
    for _ in 0..<3 { stage.frame() }
    let before = stage.screen.counters
    let moving = Cost.median(301) { stage.frame() }
    let counters = stage.screen.counters
    report.line(
        "1,000 layers that move on a screen of 4K, a frame",
        "\(fixed(moving.seconds * 1e3, 3)) ms, \(moving.allocations) allocations of \(moving.bytes) bytes",
        bar: "≤ 1 ms", met: moving.seconds <= 1e-3)
    report.line(
        "  in it",
        "\((counters.nodesCommitted - before.nodesCommitted) / 301) nodes committed, "
            + "\(counters.displays - before.displays) drawn, \(counters.layersLaidOut - before.layersLaidOut) laid out",
        bar: "nothing drawn or laid out",
        met: counters.displays == before.displays && counters.layersLaidOut == before.layersLaidOut)
    for (dressName, dress) in dresses {
        for (name, keyPath, from, to) in looks {
            let stage = Stage(CGSize(width: 3840, height: 2160))
            for index in 0..<1000 {
                let layer = makeLayer(
                    CGRect(x: index % 40 * 96, y: index / 40 * 86, width: 60, height: 60),
                    CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1))
                dress(layer)
                stage.window.layer.addSublayer(layer)
                let change = CABasicAnimation(keyPath: keyPath)
                (change.fromValue, change.toValue, change.duration, change.repeatCount) = (from, to, 3600, .infinity)
                layer.add(change, forKey: nil)
            }
            for _ in 0..<4 { stage.frame() }
            let cost = Cost.median(101) { stage.frame() }
            report.line(
                "1,000 layers\(dressName) that \(name), a frame",
                "\(fixed(cost.seconds * 1e3, 3)) ms, \(cost.allocations) allocations of \(cost.bytes) bytes",
                bar: "none", met: cost.allocations == 0)
        }
    }
    let still = Stage(CGSize(width: 100, height: 100))
    for _ in 0..<3 { still.frame() }
    let empty = Cost.median(301) { still.frame() }

    // The cost of computing a value: a thousand animations on one layer, which is committed once.
    for (name, make) in kinds {
        let stage = Stage(CGSize(width: 100, height: 100))
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 60, height: 60), CGColor(gray: 0.5, alpha: 1))
        stage.window.layer.addSublayer(layer)
        for number in 0..<1000 {
            let animation = make()
            animation.repeatCount = .infinity
            layer.add(animation, forKey: "\(number)")
        }
        for _ in 0..<3 { stage.frame() }
        let cost = Cost.median(101) { stage.frame() }
        let value = (cost.seconds - empty.seconds) / 1000
        report.line(
            "a value of an animation, \(name)",
            "\(fixed(value * 1e9, 0)) ns, \(Double(cost.allocations) / 1000) allocations", bar: "≤ 100 ns",
            met: value <= 100e-9)
    }
}

private var kinds: [(String, () -> CAAnimation)] {
    [
        ("a place", { basic("position", from: CGPoint.zero, to: CGPoint(x: 9, y: 9)) }),
        (
            "an opacity, eased",
            {
                let animation = basic("opacity", from: 0, to: 1)
                animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
                return animation
            }
        ),
        ("a turn", { basic("transform.rotation.z", from: 0, to: 3) }),
        (
            "a transform",
            {
                basic("transform", from: CATransform3DIdentity, to: CATransform3DMakeRotation(1, 0, 0, 1))
            }
        ),
        (
            "a size by a spring",
            {
                let animation = CASpringAnimation(keyPath: "bounds.size")
                (animation.fromValue, animation.toValue) = (CGSize.zero, CGSize(width: 9, height: 9))
                animation.duration = animation.settlingDuration
                return animation
            }
        ),
        (
            "a color",
            {
                basic(
                    "backgroundColor", from: CGColor(gray: 0, alpha: 1),
                    to: CGColor(red: 1, green: 0, blue: 0, alpha: 1))
            }
        ),
        (
            "one of ten keyframes",
            {
                let animation = CAKeyframeAnimation(keyPath: "position.x")
                (animation.values, animation.duration) = ((0..<10).map { $0 }, 7)
                return animation
            }
        ),
    ]
}

private func basic(_ keyPath: String, from: Any, to: Any) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, 7)
    return animation
}
