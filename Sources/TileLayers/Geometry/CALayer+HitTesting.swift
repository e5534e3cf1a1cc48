import Foundation

extension CALayer {
    func hit(_ point: CGPoint) -> CALayer? {
        if flags.contains(.hidden) { return nil }
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
