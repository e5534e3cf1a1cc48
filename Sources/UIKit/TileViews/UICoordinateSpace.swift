public import Foundation
import TileLayers

/// A frame of reference on a screen: points and rects convert from one to another.
///
/// Views, with windows among them, and screens are such spaces; a scene has one, its screen. One of the program's own
/// is asked to convert by itself, both ways: it takes points from views and screens, and gives them points.
public protocol UICoordinateSpace: AnyObject {
    /// The space's own extent, in its own points, y down.
    var bounds: CGRect { get }
    func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
    func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// The smallest rect that holds the four converted corners.
    func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
    /// The smallest rect that holds the four converted corners.
    func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
}

/// The arithmetic of a space whose coordinates are a layer's: what views and screens have in common.
struct LayerSpace {
    let space: any UICoordinateSpace
    let layer: CALayer

    init(_ space: any UICoordinateSpace, _ layer: CALayer) {
        self.space = space
        self.layer = layer
    }

    func convert(_ point: CGPoint, to other: any UICoordinateSpace) -> CGPoint {
        Self.layer(of: other).map { layer.convert(point, to: $0) } ?? other.convert(point, from: space)
    }

    func convert(_ point: CGPoint, from other: any UICoordinateSpace) -> CGPoint {
        Self.layer(of: other).map { layer.convert(point, from: $0) } ?? other.convert(point, to: space)
    }

    func convert(_ rect: CGRect, to other: any UICoordinateSpace) -> CGRect {
        Self.layer(of: other).map { layer.convert(rect, to: $0) } ?? other.convert(rect, from: space)
    }

    func convert(_ rect: CGRect, from other: any UICoordinateSpace) -> CGRect {
        Self.layer(of: other).map { layer.convert(rect, from: $0) } ?? other.convert(rect, to: space)
    }

    /// Nil for a space of the program's own.
    private static func layer(of space: any UICoordinateSpace) -> CALayer? {
        (space as? UIView)?.layer ?? (space as? UIScreen)?.layer
    }
}
