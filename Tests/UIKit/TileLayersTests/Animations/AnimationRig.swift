import Foundation
import Testing
import TileGraphics

@testable import TileLayers

/// A layer in a tree whose time is moved by hand.
final class AnimationRig {
    let clock = VirtualClock(now: 100)
    let host: LayerHost
    let layer: CALayer

    init(_ layer: CALayer = CALayer()) {
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
        layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        root.addSublayer(layer)
        host = LayerHost(root)
        host.clock = clock
        self.layer = layer
        host.frame()
    }

    /// Runs a frame after some time.
    @discardableResult
    func frame(after seconds: Double = 0) -> RenderTree {
        clock.advance(by: seconds)
        return host.frame()
    }

    /// The layer as it shows, and where its node is.
    var shown: CALayer { layer.presentation() ?? layer }
    var nodeX: Double { layer.node?.transform.tx ?? .nan }

    func add(_ animation: CAAnimation, key: String? = "key") { layer.add(animation, forKey: key) }

    /// Returns the shown values of a property at each of these times after the first frame in which it is animated.
    func values(_ keyPath: String, at times: [Double]) -> [Double] {
        frame()
        let begin = clock.now
        return times.map { time in
            clock.advance(by: max(0, begin + time - clock.now))
            host.frame()
            return Double(shown.value(forKeyPath: keyPath) as? CGFloat ?? .nan)
        }
    }
}

/// Writes down what an animation tells.
final class Told: CAAnimationDelegate {
    var log: [String] = []
    var onStop: ((Bool) -> Void)?

    func animationDidStart(_ anim: CAAnimation) { log.append("start") }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        log.append(flag ? "finished" : "stopped")
        onStop?(flag)
    }
}

extension CABasicAnimation {
    convenience init(_ keyPath: String, from: Any?, to: Any?, seconds: Double) {
        self.init(keyPath: keyPath)
        (fromValue, toValue, duration) = (from, to, seconds)
    }
}

/// Whether two lists of numbers are the same but for rounding.
func isClose(_ a: [Double], _ b: [Double], tolerance: Double = 1e-6) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}
