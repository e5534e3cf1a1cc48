public import Foundation
import TileLayers

/// A frame of reference on a screen: points and rects convert from one to another.
///
/// Views, windows, screens and scenes are such spaces. One of the program's own is asked to convert by itself.
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

extension UICoordinateSpace {
    /// The layer whose coordinates are the space's; nil for a space of the program's own.
    var spaceLayer: CALayer? { (self as? UIView)?.layer ?? (self as? UIScreen)?.layer }
}
