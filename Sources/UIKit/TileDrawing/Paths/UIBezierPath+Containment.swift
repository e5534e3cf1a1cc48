public import Foundation
import TileGraphics

extension UIBezierPath {
    /// Whether closed subpaths enclose a point, by the path's own rule. What only an open one would enclose is outside.
    public func contains(_ point: CGPoint) -> Bool {
        let closed = CGMutablePath()
        for subpath in Subpath.all(in: cgPath) where subpath.isClosed { subpath.append(to: closed) }
        return closed.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
    }
}
