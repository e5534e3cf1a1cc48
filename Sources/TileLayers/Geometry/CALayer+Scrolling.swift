public import Foundation
import TileGeometry

extension CALayer {
    /// The part of the layer that shows in the layers above that cut it off: scroll layers and layers that mask to
    /// their bounds. In the layer's coordinates; zero where a transform lets nothing of it be seen.
    public var visibleRect: CGRect {
        var visible = boundsStorage.standardized
        var above = superlayer
        while let layer = above {
            if layer.flags.contains(.masksToBounds) || layer is CAScrollLayer {
                let clip = convert(layer.boundsStorage.standardized, from: layer)
                // Of a layer that is flat, or seen edge on, nowhere is the way back.
                guard clip.isFinite else { return .zero }
                visible = visible.intersection(clip)
                if visible.isNull { return .zero }
            }
            above = layer.superlayer
        }
        return visible
    }

    /// Scrolls the nearest `CAScrollLayer` above so that a point of this layer comes to its origin. Nothing happens
    /// without one.
    public func scroll(_ p: CGPoint) {
        guard let scroller = nearestScroller else { return }
        scroller.scroll(to: scroller.convert(p, from: self))
    }

    /// Scrolls the nearest `CAScrollLayer` above by the least that brings a rect of this layer into view. Nothing
    /// happens without one.
    public func scrollRectToVisible(_ r: CGRect) {
        guard let scroller = nearestScroller else { return }
        scroller.scroll(to: scroller.convert(r, from: self))
    }

    private var nearestScroller: CAScrollLayer? {
        var layer: CALayer? = self
        while let each = layer {
            if let scroller = each as? CAScrollLayer { return scroller }
            layer = each.superlayer
        }
        return nil
    }
}
