// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Core Animation's own names, used by ported code.

import Foundation
public import TileGeometry

/// The identity transform.
public let CATransform3DIdentity = CATransform3D()

/// Returns whether the transform is the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Returns whether all components are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Returns a translation by (`tx`, `ty`, `tz`).
public func CATransform3DMakeTranslation(_ tx: Double, _ ty: Double, _ tz: Double) -> CATransform3D {
    CATransform3D(translationX: tx, y: ty, z: tz)
}

/// Returns a scale by (`sx`, `sy`, `sz`).
public func CATransform3DMakeScale(_ sx: Double, _ sy: Double, _ sz: Double) -> CATransform3D {
    CATransform3D(scaleX: sx, y: sy, z: sz)
}

/// Returns a rotation by `angle` radians about the axis (`x`, `y`, `z`); the identity if the axis has no length.
public func CATransform3DMakeRotation(_ angle: Double, _ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else { return CATransform3DIdentity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (sine, cosine) = (sin(angle), cos(angle))
    let rest = 1 - cosine
    return CATransform3D(
        m11: cosine + x * x * rest, m12: x * y * rest + z * sine, m13: x * z * rest - y * sine, m14: 0,
        m21: x * y * rest - z * sine, m22: cosine + y * y * rest, m23: y * z * rest + x * sine, m24: 0,
        m31: x * z * rest + y * sine, m32: y * z * rest - x * sine, m33: cosine + z * z * rest, m34: 0,
        m41: 0, m42: 0, m43: 0, m44: 1)
}

/// Returns a translation followed by `t`.
public func CATransform3DTranslate(_ t: CATransform3D, _ tx: Double, _ ty: Double, _ tz: Double) -> CATransform3D {
    CATransform3DMakeTranslation(tx, ty, tz).concatenating(t)
}

/// Returns a scale followed by `t`.
public func CATransform3DScale(_ t: CATransform3D, _ sx: Double, _ sy: Double, _ sz: Double) -> CATransform3D {
    CATransform3DMakeScale(sx, sy, sz).concatenating(t)
}

/// Returns a rotation by `angle` radians about the axis (`x`, `y`, `z`), followed by `t`.
public func CATransform3DRotate(
    _ t: CATransform3D, _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> CATransform3D {
    CATransform3DMakeRotation(angle, x, y, z).concatenating(t)
}

/// Returns `a` followed by `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D { a.concatenating(b) }

/// Returns the inverse; `t` itself if there is none, as documented by Apple.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
    // Two-by-two minors of the upper and of the lower pair of rows (Laplace's expansion).
    let s0 = t.m11 * t.m22 - t.m21 * t.m12
    let s1 = t.m11 * t.m23 - t.m21 * t.m13
    let s2 = t.m11 * t.m24 - t.m21 * t.m14
    let s3 = t.m12 * t.m23 - t.m22 * t.m13
    let s4 = t.m12 * t.m24 - t.m22 * t.m14
    let s5 = t.m13 * t.m24 - t.m23 * t.m14
    let c5 = t.m33 * t.m44 - t.m43 * t.m34
    let c4 = t.m32 * t.m44 - t.m42 * t.m34
    let c3 = t.m32 * t.m43 - t.m42 * t.m33
    let c2 = t.m31 * t.m44 - t.m41 * t.m34
    let c1 = t.m31 * t.m43 - t.m41 * t.m33
    let c0 = t.m31 * t.m42 - t.m41 * t.m32
    let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
    guard determinant != 0, determinant.isFinite else { return t }
    let k = 1 / determinant
    return CATransform3D(
        m11: (t.m22 * c5 - t.m23 * c4 + t.m24 * c3) * k,
        m12: (-t.m12 * c5 + t.m13 * c4 - t.m14 * c3) * k,
        m13: (t.m42 * s5 - t.m43 * s4 + t.m44 * s3) * k,
        m14: (-t.m32 * s5 + t.m33 * s4 - t.m34 * s3) * k,
        m21: (-t.m21 * c5 + t.m23 * c2 - t.m24 * c1) * k,
        m22: (t.m11 * c5 - t.m13 * c2 + t.m14 * c1) * k,
        m23: (-t.m41 * s5 + t.m43 * s2 - t.m44 * s1) * k,
        m24: (t.m31 * s5 - t.m33 * s2 + t.m34 * s1) * k,
        m31: (t.m21 * c4 - t.m22 * c2 + t.m24 * c0) * k,
        m32: (-t.m11 * c4 + t.m12 * c2 - t.m14 * c0) * k,
        m33: (t.m41 * s4 - t.m42 * s2 + t.m44 * s0) * k,
        m34: (-t.m31 * s4 + t.m32 * s2 - t.m34 * s0) * k,
        m41: (-t.m21 * c3 + t.m22 * c1 - t.m23 * c0) * k,
        m42: (t.m11 * c3 - t.m12 * c1 + t.m13 * c0) * k,
        m43: (-t.m41 * s3 + t.m42 * s1 - t.m43 * s0) * k,
        m44: (t.m31 * s3 - t.m32 * s1 + t.m33 * s0) * k)
}

/// Returns an affine transform of the plane as a 3D transform that leaves z unchanged.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
    CATransform3D(
        m11: m.a, m12: m.b, m13: 0, m14: 0, m21: m.c, m22: m.d, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0,
        m41: m.tx, m42: m.ty, m43: 0, m44: 1)
}

/// Returns whether the transform is exactly an affine transform of the plane that leaves z unchanged.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
    t == CATransform3DMakeAffineTransform(CATransform3DGetAffineTransform(t))
}

/// Returns the affine transform in `t`; undefined (here: its six components) if `t` is not affine.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
    CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
