import Foundation
import TileGeometry

/// A 3D transform decomposed into scale, shear, rotation, translation and perspective, each of which can be
/// interpolated. The method is that of CSS Transforms Level 2, after Spencer Thomas' “Decomposing a matrix into simple
/// transformations” (Graphics Gems II, 1991).
struct TransformDecomposition {
    var perspective = SIMD4<Double>(0, 0, 0, 1)
    var translation = SIMD3<Double>()
    /// The rotation as a quaternion: x, y, z and w.
    var turn = SIMD4<Double>(0, 0, 0, 1)
    /// The shears of x and y, of x and z, and of y and z.
    var shear = SIMD3<Double>()
    var scale = SIMD3<Double>(1, 1, 1)
    /// A transform that can't be decomposed. It is shown before the midpoint.
    private var whole: CATransform3D?

    init(_ t: CATransform3D) {
        guard t.m44 != 0, t.linearDeterminant != 0 else {
            whole = t
            return
        }
        let t = t.divided(by: t.m44)
        if t.m14 != 0 || t.m24 != 0 || t.m34 != 0 {
            // The perspective column, with everything else inverted.
            var linear = t
            (linear.m14, linear.m24, linear.m34, linear.m44) = (0, 0, 0, 1)
            let inverse = CATransform3DInvert(linear)
            let right = SIMD4(t.m14, t.m24, t.m34, t.m44)
            perspective = SIMD4(
                inverse.m11 * right.x + inverse.m12 * right.y + inverse.m13 * right.z + inverse.m14 * right.w,
                inverse.m21 * right.x + inverse.m22 * right.y + inverse.m23 * right.z + inverse.m24 * right.w,
                inverse.m31 * right.x + inverse.m32 * right.y + inverse.m33 * right.z + inverse.m34 * right.w,
                inverse.m41 * right.x + inverse.m42 * right.y + inverse.m43 * right.z + inverse.m44 * right.w)
        }
        translation = SIMD3(t.m41, t.m42, t.m43)
        var x = SIMD3(t.m11, t.m12, t.m13)
        var y = SIMD3(t.m21, t.m22, t.m23)
        var z = SIMD3(t.m31, t.m32, t.m33)
        scale.x = x.length
        x = x.unit
        shear.x = (x * y).sum()
        y -= x * shear.x
        scale.y = y.length
        y = y.unit
        shear.x = scale.y == 0 ? 0 : shear.x / scale.y
        shear.y = (x * z).sum()
        z -= x * shear.y
        shear.z = (y * z).sum()
        z -= y * shear.z
        scale.z = z.length
        z = z.unit
        if scale.z != 0 { (shear.y, shear.z) = (shear.y / scale.z, shear.z / scale.z) }
        if (x * y.cross(z)).sum() < 0 {
            scale = -scale
            (x, y, z) = (-x, -y, -z)
        }
        turn = Self.quaternion(x: x, y: y, z: z)
    }

    private static func quaternion(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) -> SIMD4<Double> {
        // Rows are axes: the rotation applies to row vectors.
        let trace = x.x + y.y + z.z
        if trace > 0 {
            let s = 2 * (trace + 1).squareRoot()
            return SIMD4((y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s, s / 4)
        }
        if x.x > y.y, x.x > z.z {
            let s = 2 * (1 + x.x - y.y - z.z).squareRoot()
            return SIMD4(s / 4, (y.x + x.y) / s, (z.x + x.z) / s, (y.z - z.y) / s)
        }
        if y.y > z.z {
            let s = 2 * (1 + y.y - x.x - z.z).squareRoot()
            return SIMD4((y.x + x.y) / s, s / 4, (z.y + y.z) / s, (z.x - x.z) / s)
        }
        let s = 2 * (1 + z.z - x.x - y.y).squareRoot()
        return SIMD4((z.x + x.z) / s, (z.y + y.z) / s, s / 4, (x.y - y.x) / s)
    }

    func blended(with other: TransformDecomposition, at part: Double) -> TransformDecomposition {
        if whole != nil || other.whole != nil { return part < 0.5 ? self : other }
        var made = self
        made.perspective += (other.perspective - perspective) * part
        made.translation += (other.translation - translation) * part
        made.shear += (other.shear - shear) * part
        made.scale += (other.scale - scale) * part
        made.turn = Self.slerp(turn, other.turn, at: part)
        return made
    }

    /// Interpolates along the shorter arc.
    private static func slerp(_ a: SIMD4<Double>, _ b: SIMD4<Double>, at part: Double) -> SIMD4<Double> {
        var cosine = (a * b).sum()
        let b = cosine < 0 ? -b : b
        cosine = min(1, abs(cosine))
        guard cosine < 1 - 1e-12 else { return a + (b - a) * part }
        let angle = acos(cosine)
        return (a * sin((1 - part) * angle) + b * sin(part * angle)) / sin(angle)
    }

    var matrix: CATransform3D {
        if let whole { return whole }
        let (qx, qy, qz, qw) = (turn.x, turn.y, turn.z, turn.w)
        var x = SIMD3(1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qz * qw), 2 * (qx * qz - qy * qw))
        var y = SIMD3(2 * (qx * qy - qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qx * qw))
        var z = SIMD3(2 * (qx * qz + qy * qw), 2 * (qy * qz - qx * qw), 1 - 2 * (qx * qx + qy * qy))
        z += y * shear.z + x * shear.y
        y += x * shear.x
        x *= scale.x
        y *= scale.y
        z *= scale.z
        let linear = CATransform3D(
            m11: x.x, m12: x.y, m13: x.z, m14: 0, m21: y.x, m22: y.y, m23: y.z, m24: 0, m31: z.x, m32: z.y, m33: z.z,
            m34: 0, m41: translation.x, m42: translation.y, m43: translation.z, m44: 1)
        if perspective == SIMD4(0, 0, 0, 1) { return linear }
        var projection = CATransform3DIdentity
        (projection.m14, projection.m24) = (perspective.x, perspective.y)
        (projection.m34, projection.m44) = (perspective.z, perspective.w)
        return linear.concatenating(projection)
    }
}

/// An affine transform of the plane decomposed into scale, shear, rotation and translation, equivalent to its
/// `TransformDecomposition`.
struct FlatDecomposition {
    /// The values of m41, m42, the x scale and the y scale.
    private var numbers: SIMD4<Double>
    private var shear: Double
    private var angle: Double

    /// - Returns: nil for a transform that leaves the plane, reflects it, or is singular.
    init?(_ t: CATransform3D) {
        guard CATransform3DIsAffine(t), t.m11 * t.m22 - t.m12 * t.m21 > 0 else { return nil }
        let scaleX = (t.m11 * t.m11 + t.m12 * t.m12).squareRoot()
        let (x, y) = (t.m11 / scaleX, t.m12 / scaleX)
        let along = x * t.m21 + y * t.m22
        let (restX, restY) = (t.m21 - x * along, t.m22 - y * along)
        let scaleY = (restX * restX + restY * restY).squareRoot()
        guard scaleX.isFinite, scaleY > 0 else { return nil }
        numbers = SIMD4(t.m41, t.m42, scaleX, scaleY)
        shear = along / scaleY
        angle = atan2(y, x)
    }

    /// Returns the other decomposition, with its angle changed so that the rotation takes the shorter way.
    func shortWay(to other: FlatDecomposition) -> FlatDecomposition {
        var other = other
        other.angle = angle + (other.angle - angle).remainder(dividingBy: 2 * .pi)
        return other
    }

    func blended(with other: FlatDecomposition, at part: Double) -> FlatDecomposition {
        var made = self
        made.numbers += (other.numbers - numbers) * part
        made.shear += (other.shear - shear) * part
        made.angle += (other.angle - angle) * part
        return made
    }

    var matrix: CATransform3D {
        let both = SineCosine(angle)
        let (sine, cosine) = (both.sine, both.cosine)
        var made = CATransform3DIdentity
        (made.m11, made.m12) = (cosine * numbers.z, sine * numbers.z)
        made.m21 = (cosine * shear - sine) * numbers.w
        made.m22 = (sine * shear + cosine) * numbers.w
        (made.m41, made.m42) = (numbers.x, numbers.y)
        return made
    }
}

extension SIMD3<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }
    fileprivate var unit: SIMD3<Double> { length > 0 ? self / length : self }

    fileprivate func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}

extension CATransform3D {
    fileprivate var linearDeterminant: Double {
        m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
    }

    fileprivate func divided(by w: Double) -> CATransform3D {
        CATransform3D(
            m11: m11 / w, m12: m12 / w, m13: m13 / w, m14: m14 / w, m21: m21 / w, m22: m22 / w, m23: m23 / w,
            m24: m24 / w, m31: m31 / w, m32: m32 / w, m33: m33 / w, m34: m34 / w, m41: m41 / w, m42: m42 / w,
            m43: m43 / w, m44: 1)
    }
}
