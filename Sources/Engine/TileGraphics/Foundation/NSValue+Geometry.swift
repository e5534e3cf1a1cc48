public import Foundation
public import TileGeometry

// UIKit's values of geometry types, for arrays and dictionaries of objects. Foundation on Linux supports points, sizes
// and rects under its own names, and traps when another type is read; other structures are stored as arrays of numbers.
// Values with equal contents are equal, and can be archived.

extension NSValue {
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
    public convenience init(cgSize size: CGSize) { self.init(size: size) }
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
    public convenience init(cgVector vector: CGVector) { self.init(numbers: [vector.dx, vector.dy]) }
    public convenience init(cgAffineTransform transform: CGAffineTransform) {
        let t = transform
        self.init(numbers: [t.a, t.b, t.c, t.d, t.tx, t.ty])
    }

    /// The point, or the origin if the value is not a point.
    public var cgPointValue: CGPoint { holds("{CGPoint=dd}") ? pointValue : .zero }
    /// The size, or zero if the value is not a size.
    public var cgSizeValue: CGSize { holds("{CGSize=dd}") ? sizeValue : .zero }
    /// The rect, or the zero rect if the value is not a rect.
    public var cgRectValue: CGRect { holds("{CGRect={CGPoint=dd}{CGSize=dd}}") ? rectValue : .zero }
    /// The vector, or zero if the value is not a vector.
    public var cgVectorValue: CGVector {
        guard let numbers = numbers(2) else { return .zero }
        return CGVector(dx: numbers[0], dy: numbers[1])
    }
    /// The transform, or the identity if the value is not a transform.
    public var cgAffineTransformValue: CGAffineTransform {
        guard let n = numbers(6) else { return .identity }
        return CGAffineTransform(n[0], n[1], n[2], n[3], n[4], n[5])
    }

    private func holds(_ type: String) -> Bool { String(cString: objCType) == type }

    /// Creates a value of a structure of numbers.
    package convenience init(numbers: [Double]) { self.init(bytes: numbers, objCType: "[\(numbers.count)d]") }

    /// Returns the numbers stored by `init(numbers:)`; nil for other values, and for another count.
    package func numbers(_ count: Int) -> [Double]? {
        guard holds("[\(count)d]") else { return nil }
        var numbers = [Double](repeating: 0, count: count)
        // The type determines the number of bytes written, which is that of the array.
        numbers.withUnsafeMutableBytes { if let start = $0.baseAddress { getValue(start) } }
        return numbers
    }
}
