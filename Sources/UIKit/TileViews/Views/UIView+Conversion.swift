public import Foundation
import TileLayers

extension UIView {
    /// Returns the layer with the coordinates of a view. Nil stands for the window, or for the root of the tree without
    /// one.
    private func layer(for view: UIView?) -> CALayer? { (view ?? host)?.layer }

    func mapPoint(_ point: CGPoint, to view: UIView?) -> CGPoint { layer.convert(point, to: layer(for: view)) }
    func mapPoint(_ point: CGPoint, from view: UIView?) -> CGPoint { layer.convert(point, from: layer(for: view)) }
    func mapRect(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: layer(for: view)) }
    func mapRect(_ rect: CGRect, from view: UIView?) -> CGRect { layer.convert(rect, from: layer(for: view)) }
}

extension UIView: UICoordinateSpace {
    public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
        LayerSpace(self, layer).convert(point, to: coordinateSpace)
    }

    public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
        LayerSpace(self, layer).convert(point, from: coordinateSpace)
    }

    public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
        LayerSpace(self, layer).convert(rect, to: coordinateSpace)
    }

    public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
        LayerSpace(self, layer).convert(rect, from: coordinateSpace)
    }
}
