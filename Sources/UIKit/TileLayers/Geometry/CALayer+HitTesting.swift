import Foundation

extension CALayer {
    func hit(_ point: CGPoint) -> CALayer? {
        if flags.contains(.hidden) { return nil }
        // A layer without a plane of its own passes the point on to its sublayers.
        if flags.contains(.preservesDepth) {
            for child in depthOrder.reversed() {
                if let hit = child.hitTest(point) { return hit }
            }
            return nil
        }
        let local = fromSuperlayer(point)
        guard local.x.isFinite, local.y.isFinite else { return nil }
        let isInside = contains(local)
        if !isInside, flags.contains(.masksToBounds) { return nil }
        let order = paintOrder
        for child in order.reversed() {
            if let hit = child.hitTest(local) { return hit }
        }
        return isInside ? self : nil
    }
}
