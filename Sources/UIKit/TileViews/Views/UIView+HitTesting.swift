import Foundation
import TileLayers

extension UIView {
    /// The opacity below which a view counts as transparent and receives no touches.
    static let leastTouchableAlpha: Float = 0.01

    var takesTouches: Bool {
        !layer.isHidden && flags.contains(.interactionEnabled) && layer.opacity >= Self.leastTouchableAlpha
            && !layer.blocksTouches
    }

    func findHit(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard takesTouches, self.point(inside: point, with: event) else { return nil }
        let children = children
        var index = children.count
        while index > 0 {
            index -= 1
            let child = children[index]
            let local = child.layer.fromSuperlayer(point)
            // In a view that is seen edge-on or flattened, no point corresponds to the location.
            guard local.x.isFinite, local.y.isFinite else { continue }
            if let hit = child.hitTest(local, with: event) { return hit }
        }
        return self
    }
}
