public import Foundation
import TileLayers

/// A coordinate system on a screen. Points and rectangles can be converted between coordinate spaces.
///
/// Views, including windows, and screens are coordinate spaces; a scene uses that of its screen. A space that a program
/// defines must convert in both directions, to and from views and screens.
public protocol UICoordinateSpace: AnyObject {
    /// The extent of the space, in its own points, with y pointing down.
    var bounds: CGRect { get }
    func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
    func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// Returns the smallest rectangle that contains the four converted corners.
    func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
    /// Returns the smallest rectangle that contains the four converted corners.
    func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
}

/// The conversions of a space with the coordinates of a layer, shared by views and screens.
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

    /// Returns the layer of a view or screen, or nil for a space that a program defines.
    private static func layer(of space: any UICoordinateSpace) -> CALayer? {
        (space as? UIView)?.layer ?? (space as? UIScreen)?.layer
    }
}
