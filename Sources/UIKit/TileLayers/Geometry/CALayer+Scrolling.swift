import Foundation
import TileGeometry

extension CALayer {
    var nearestScroller: CAScrollLayer? {
        var layer: CALayer? = self
        while let each = layer {
            if let scroller = each as? CAScrollLayer { return scroller }
            layer = each.superlayer
        }
        return nil
    }
}
