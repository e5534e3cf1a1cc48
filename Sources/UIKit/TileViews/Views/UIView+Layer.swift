import Foundation
public import TileLayers

extension UIView {
    static func makeLayer() -> CALayer { makeLayer(of: layerClass) }

    static func makeLayer(of type: AnyClass) -> CALayer {
        guard let type = type as? CALayer.Type else {
            preconditionFailure("\(self).layerClass is \(type), which is no CALayer")
        }
        return CALayer.make(of: type)
    }
}

extension UIView: CALayerDelegate, TileDrawingOwner {
    package func tileSurroundings() -> TileSurroundings { makeTileSurroundings() }

    package func layerCornersDidChange() { if flags.contains(.followsCorners) { updateCorners() } }

    /// Configures the new layer of the view.
    func adoptLayer(frame: CGRect) {
        layer.owner = self
        updateLayerOpacity()
        layer.frame = frame
        if type(of: self).mayDraw {
            flags.insert(.draws)
            layer.setNeedsDisplay()
        }
    }

    func boundsDidChange(from old: CGRect) {
        let new = layer.bounds
        guard new != old else { return }
        setNeedsLayout()
        if new.origin != old.origin {
            noteScroll()
            if flags.contains(.followsCorners) { updateCorners() }
        }
        guard new.size != old.size else { return }
        noteFrame()
        // Not if the superview is just setting this size in its own layout.
        if let parent, !parent.flags.contains(.laysOutSubviews) { parent.setNeedsLayout() }
        guard autoresizesSubviews else { return }
        for child in children { child.autoresize(from: old.size, to: new.size) }
    }

    func layOutSubviews() {
        announceSafeArea()
        updatePropertiesForLayout()
        noteGuideInsets()
        updateConstraintsForLayout()
        let isWithinItself = flags.contains(.laysOutSubviews)
        flags.insert(.laysOutSubviews)
        effectiveTraits.performAsCurrent {
            let manager = rare?.manager
            manager?.managedViewWillLayOut()
            tracking(.layout) {
                $0.setNeedsLayout()
            } _: {
                layoutSubviews()
            }
            manager?.managedViewDidLayOut()
        }
        if !isWithinItself { flags.remove(.laysOutSubviews) }
    }
}
