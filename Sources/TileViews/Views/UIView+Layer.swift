import Foundation
public import TileLayers

extension UIView: CALayerDelegate, TileDrawingOwner {
    package func tileSurroundings() -> TileSurroundings { makeTileSurroundings() }

    /// Takes the new layer into service.
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
        if new.size != old.size, autoresizesSubviews {
            for child in children { child.autoresize(from: old.size, to: new.size) }
        }
    }

    func layOutSubviews() {
        announceSafeArea()
        effectiveTraits.performAsCurrent { layoutSubviews() }
    }
}
