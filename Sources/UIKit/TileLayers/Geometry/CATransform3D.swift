import TileGeometry

/// A 4 × 4 matrix for 3D transforms, with Core Animation's row-vector convention: `[x y z 1] · M`.
///
/// All operations take constant time and allocate nothing.
public struct CATransform3D: Hashable, Sendable {
    public var m11 = 1.0
    public var m12 = 0.0
    public var m13 = 0.0
    public var m14 = 0.0
    public var m21 = 0.0
    public var m22 = 1.0
    public var m23 = 0.0
    public var m24 = 0.0
    public var m31 = 0.0
    public var m32 = 0.0
    public var m33 = 1.0
    public var m34 = 0.0
    public var m41 = 0.0
    public var m42 = 0.0
    public var m43 = 0.0
    public var m44 = 1.0

    /// Creates the identity. Differs from Apple's, whose empty initializer sets all components to 0, an unusable
    /// transform.
    public init() {}

    public init(
        m11: Double, m12: Double, m13: Double, m14: Double, m21: Double, m22: Double, m23: Double, m24: Double,
        m31: Double, m32: Double, m33: Double, m34: Double, m41: Double, m42: Double, m43: Double, m44: Double
    ) {
        (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
        (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
        (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
        (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
    }

    /// The rows, top first.
    typealias Rows = (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

    var rows: Rows {
        (
            SIMD4(m11, m12, m13, m14), SIMD4(m21, m22, m23, m24), SIMD4(m31, m32, m33, m34),
            SIMD4(m41, m42, m43, m44)
        )
    }

    init(rows: Rows) {
        (m11, m12, m13, m14) = (rows.0.x, rows.0.y, rows.0.z, rows.0.w)
        (m21, m22, m23, m24) = (rows.1.x, rows.1.y, rows.1.z, rows.1.w)
        (m31, m32, m33, m34) = (rows.2.x, rows.2.y, rows.2.z, rows.2.w)
        (m41, m42, m43, m44) = (rows.3.x, rows.3.y, rows.3.z, rows.3.w)
    }

    init(translationX x: Double, y: Double, z: Double) {
        self.init()
        (m41, m42, m43) = (x, y, z)
    }

    init(scaleX x: Double, y: Double, z: Double) {
        self.init()
        (m11, m22, m33) = (x, y, z)
    }

    /// Whether all components are finite.
    var isFinite: Bool {
        let (r0, r1, r2, r3) = rows
        // Multiplied by 0, finite numbers become 0 and others NaN.
        let sum = (r0 * 0 + r1 * 0 + r2 * 0 + r3 * 0).sum()
        return sum == 0
    }

    /// Returns this transform followed by `other`.
    func concatenating(_ other: CATransform3D) -> CATransform3D {
        let right = other.rows
        func row(_ left: SIMD4<Double>) -> SIMD4<Double> {
            left.x * right.0 + left.y * right.1 + left.z * right.2 + left.w * right.3
        }
        let left = rows
        return CATransform3D(rows: (row(left.0), row(left.1), row(left.2), row(left.3)))
    }

    /// The projection of the plane z = 0 along z.
    var projection: Projection {
        Projection(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42, px: m14, py: m24, pw: m44)
    }
}
