public import Foundation

/// A 2-by-3 affine map from one plane to another, with Core Graphics' names and row-vector convention:
/// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// All operations take constant time and allocate nothing.
public struct CGAffineTransform: Hashable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double

    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Creates a transform from its six components, without argument labels.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// The identity transform.
    @inlinable
    public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

    @inlinable
    public init(translationX tx: Double, y ty: Double) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }

    @inlinable
    public init(scaleX sx: Double, y sy: Double) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }

    /// A rotation by `angle` radians; with y down, positive angles turn clockwise.
    public init(rotationAngle angle: Double) {
        let sine = sin(angle)
        let cosine = cos(angle)
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    @inlinable public static var identity: CGAffineTransform { CGAffineTransform() }

    @inlinable public var isIdentity: Bool { self == CGAffineTransform() }

    /// The determinant `a·d − b·c`: the factor that areas grow by; negative if the map mirrors, 0 if it flattens.
    @inlinable public var determinant: Double { a * d - b * c }

    /// Whether every component is finite.
    @inlinable public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// Whether the transform is invertible.
    @inlinable public var isInvertible: Bool {
        let determinant = determinant
        return determinant != 0 && determinant.isFinite && isFinite
    }

    /// Whether axis-parallel rects stay axis-parallel.
    @inlinable public var preservesRects: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }

    /// Whether the transform stretches all directions equally, up to rounding errors.
    @inlinable public var isUniform: Bool {
        let lengths = (a * a + b * b, c * c + d * d)
        return abs(lengths.0 - lengths.1) <= 1e-9 * max(lengths.0, lengths.1)
            && abs(a * c + b * d) <= 1e-9 * max(lengths.0, lengths.1)
    }

    /// The square root of the area factor: the average growth of lengths.
    @inlinable public var meanScale: Double { abs(determinant).squareRoot() }

    /// Returns this transform followed by `other`.
    @inlinable
    public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * other.a + b * other.c,
            b: a * other.b + b * other.d,
            c: c * other.a + d * other.c,
            d: c * other.b + d * other.d,
            tx: tx * other.a + ty * other.c + other.tx,
            ty: tx * other.b + ty * other.d + other.ty)
    }

    /// Returns a translation followed by this transform.
    @inlinable
    public func translatedBy(x: Double, y: Double) -> CGAffineTransform {
        CGAffineTransform(translationX: x, y: y).concatenating(self)
    }

    /// Returns a scale followed by this transform.
    @inlinable
    public func scaledBy(x: Double, y: Double) -> CGAffineTransform {
        CGAffineTransform(scaleX: x, y: y).concatenating(self)
    }

    /// Returns a rotation by `angle` radians followed by this transform.
    public func rotated(by angle: Double) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// Returns the inverse, or the transform itself if it is not invertible, as in Core Graphics.
    @inlinable
    public func inverted() -> CGAffineTransform {
        guard isInvertible else { return self }
        let scale = 1 / determinant
        return CGAffineTransform(
            a: d * scale, b: -b * scale, c: -c * scale, d: a * scale,
            tx: (c * ty - d * tx) * scale, ty: (b * tx - a * ty) * scale)
    }

    @inlinable
    public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        (a * x + c * y + tx, b * x + d * y + ty)
    }
}

extension CGPoint {
    @inlinable
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        let (x, y) = transform.apply(x: Double(x), y: Double(y))
        return CGPoint(x: x, y: y)
    }
}

extension CGSize {
    /// Returns the size transformed as a vector: translation has no effect.
    @inlinable
    public func applying(_ transform: CGAffineTransform) -> CGSize {
        CGSize(
            width: transform.a * Double(width) + transform.c * Double(height),
            height: transform.b * Double(width) + transform.d * Double(height))
    }
}

extension CGRect {
    /// Returns the smallest rect that contains the four transformed corners.
    public func applying(_ transform: CGAffineTransform) -> CGRect {
        isNull ? self : Box(self).applying(transform).rect
    }
}
