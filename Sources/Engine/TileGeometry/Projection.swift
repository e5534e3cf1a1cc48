/// A projective map from one plane to another (a homography): `x' = (a·x + c·y + tx) / w`, `y' = (b·x + d·y + ty) / w`
/// with `w = px·x + py·y + pw`. It describes the perspective view of a plane in space. Affine maps are those with a
/// constant w.
public struct Projection: Hashable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double
    public var px: Double
    public var py: Double
    public var pw: Double

    @inlinable
    public init(
        a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double, px: Double, py: Double, pw: Double
    ) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
        (self.px, self.py, self.pw) = (px, py, pw)
    }

    @inlinable
    public init(_ affine: CGAffineTransform) {
        self.init(
            a: affine.a, b: affine.b, c: affine.c, d: affine.d, tx: affine.tx, ty: affine.ty, px: 0, py: 0, pw: 1)
    }

    /// The same map as an affine transform, if it is affine and its plane is in front of the eye.
    @inlinable public var affine: CGAffineTransform? {
        guard px == 0, py == 0, pw > 0 else { return nil }
        if pw == 1 { return CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
        let k = 1 / pw
        return CGAffineTransform(a: a * k, b: b * k, c: c * k, d: d * k, tx: tx * k, ty: ty * k)
    }

    /// The determinant of the 3-by-3 matrix; 0 if the plane is seen edge on.
    @inlinable public var determinant: Double {
        a * (d * pw - py * ty) - b * (c * pw - py * tx) + px * (c * ty - d * tx)
    }

    /// Whether the map is invertible.
    @inlinable public var isInvertible: Bool {
        let determinant = determinant
        return determinant != 0 && determinant.isFinite
    }

    /// Returns the inverse, or the map itself if it is not invertible.
    public func inverted() -> Projection {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite else { return self }
        let k = 1 / determinant
        // The rows of the matrix are (a, b, px), (c, d, py), (tx, ty, pw): the adjugate by its cofactors.
        return Projection(
            a: (d * pw - py * ty) * k, b: (px * ty - b * pw) * k,
            c: (py * tx - c * pw) * k, d: (a * pw - px * tx) * k,
            tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k,
            px: (b * py - px * d) * k, py: (px * c - a * py) * k, pw: (a * d - b * c) * k)
    }

    /// Returns this map followed by `other`.
    public func concatenating(_ other: Projection) -> Projection {
        Projection(
            a: a * other.a + b * other.c + px * other.tx, b: a * other.b + b * other.d + px * other.ty,
            c: c * other.a + d * other.c + py * other.tx, d: c * other.b + d * other.d + py * other.ty,
            tx: tx * other.a + ty * other.c + pw * other.tx, ty: tx * other.b + ty * other.d + pw * other.ty,
            px: a * other.px + b * other.py + px * other.pw, py: c * other.px + d * other.py + py * other.pw,
            pw: tx * other.px + ty * other.py + pw * other.pw)
    }

    /// Returns the mapped point before the division. Points without a positive w are behind the eye.
    @inlinable
    public func homogeneous(x: Double, y: Double) -> (x: Double, y: Double, w: Double) {
        (a * x + c * y + tx, b * x + d * y + ty, px * x + py * y + pw)
    }

    @inlinable
    public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        let (x, y, w) = homogeneous(x: x, y: y)
        return (x / w, y / w)
    }

    /// The smallest visible w: a 4096th of the distance at which objects have their own size.
    public static let nearest = 1.0 / 4096

    /// Returns the smallest box around the visible part of `box`: the part in front of the eye, which may be empty.
    public func bounds(of box: Box) -> Box {
        if box.isEmpty { return .empty }
        if let affine { return box.applying(affine) }
        // The corners in turn; if an edge passes through the plane of smallest w, the crossing replaces the corner.
        let corners = [
            homogeneous(x: box.minX, y: box.minY), homogeneous(x: box.maxX, y: box.minY),
            homogeneous(x: box.maxX, y: box.maxY), homogeneous(x: box.minX, y: box.maxY),
        ]
        var result = Box.empty
        for (index, corner) in corners.enumerated() {
            if corner.w >= Self.nearest { result.formUnion(x: corner.x / corner.w, y: corner.y / corner.w) }
            let next = corners[(index + 1) & 3]
            if (corner.w < Self.nearest) != (next.w < Self.nearest) {
                let t = (Self.nearest - corner.w) / (next.w - corner.w)
                result.formUnion(
                    x: (corner.x + t * (next.x - corner.x)) / Self.nearest,
                    y: (corner.y + t * (next.y - corner.y)) / Self.nearest)
            }
        }
        return result
    }
}
