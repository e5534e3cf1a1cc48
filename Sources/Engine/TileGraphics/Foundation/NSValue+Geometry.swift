public import Foundation
public import TileGeometry

// UIKit's boxes of geometry, for arrays and dictionaries of objects. Foundation on Linux has those of points, sizes and
// rects under its own names, and traps when another kind is read out; of other structures it boxes what is an array of
// numbers. Boxes of equal values are equal, and can be archived.

extension NSValue {
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
    public convenience init(cgSize size: CGSize) { self.init(size: size) }
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
    public convenience init(cgVector vector: CGVector) { self.init(numbers: [vector.dx, vector.dy]) }
    public convenience init(cgAffineTransform transform: CGAffineTransform) {
        let t = transform
        self.init(numbers: [t.a, t.b, t.c, t.d, t.tx, t.ty])
    }

    /// The origin if it boxes no point.
    public var cgPointValue: CGPoint { holds("{CGPoint=dd}") ? pointValue : .zero }
    /// Zero by zero if it boxes no size.
    public var cgSizeValue: CGSize { holds("{CGSize=dd}") ? sizeValue : .zero }
    /// Empty, at the origin, if it boxes no rect.
    public var cgRectValue: CGRect { holds("{CGRect={CGPoint=dd}{CGSize=dd}}") ? rectValue : .zero }
    /// Zero if it boxes no vector.
    public var cgVectorValue: CGVector {
        guard let numbers = numbers(2) else { return .zero }
        return CGVector(dx: numbers[0], dy: numbers[1])
    }
    /// The identity if it boxes no transform.
    public var cgAffineTransformValue: CGAffineTransform {
        guard let n = numbers(6) else { return .identity }
        return CGAffineTransform(n[0], n[1], n[2], n[3], n[4], n[5])
    }

    private func holds(_ type: String) -> Bool { String(cString: objCType) == type }

    /// A box of numbers: how a structure of them is boxed.
    package convenience init(numbers: [Double]) { self.init(bytes: numbers, objCType: "[\(numbers.count)d]") }

    /// What `init(numbers:)` has boxed; nil if it boxes something else, or another count of numbers.
    package func numbers(_ count: Int) -> [Double]? {
        guard holds("[\(count)d]") else { return nil }
        var numbers = [Double](repeating: 0, count: count)
        // As many bytes as its type says are written, which are those of the array.
        numbers.withUnsafeMutableBytes { if let start = $0.baseAddress { getValue(start) } }
        return numbers
    }
}
