import TileGeometry

/// The additional state of layers with transforms or depth.
final class LayerSpatial {
    var transform: CATransform3D {
        get { map }
        set {
            map = newValue
            isFlat = CATransform3DIsAffine(newValue)
        }
    }
    private var map = CATransform3DIdentity
    /// Whether the transform is affine in the plane, so that depth has no visible effect either.
    private(set) var isFlat = true
    var sublayerTransform = CATransform3DIdentity
    var zPosition = 0.0
    var anchorPointZ = 0.0

    /// Rotates an affine transform, to an angle or by it. Like `TransformParts`, it takes the lengths of the matrix's
    /// rows as scales.
    func turn(_ angle: SineCosine, isAdded: Bool) {
        let (sine, cosine) = (angle.sine, angle.cosine)
        let (a, b, c, d) = (map.m11, map.m12, map.m21, map.m22)
        if isAdded {
            (map.m11, map.m12) = (a * cosine - b * sine, a * sine + b * cosine)
            (map.m21, map.m22) = (c * cosine - d * sine, c * sine + d * cosine)
        } else {
            let x = (b == 0 ? abs(a) : (a * a + b * b).squareRoot()) * (a * d - b * c < 0 ? -1 : 1)
            let y = c == 0 ? abs(d) : (c * c + d * d).squareRoot()
            (map.m11, map.m12) = (x * cosine, x * sine)
            (map.m21, map.m22) = (-y * sine, y * cosine)
        }
    }

    /// Whether there is a sublayer transform other than the identity.
    var hasSublayerTransform = false

    func copy() -> LayerSpatial {
        let copy = LayerSpatial()
        copy.transform = transform
        copy.sublayerTransform = sublayerTransform
        copy.zPosition = zPosition
        copy.anchorPointZ = anchorPointZ
        copy.hasSublayerTransform = hasSublayerTransform
        return copy
    }
}
