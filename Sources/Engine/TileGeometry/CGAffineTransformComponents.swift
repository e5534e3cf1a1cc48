public import Foundation

/// The decomposition of a transform: a scale, then a horizontal shear, then a rotation, then a translation.
public struct CGAffineTransformComponents: Hashable, Sendable {
    /// Factors along x and y; one is negative if the transform mirrors.
    public var scale: CGSize
    /// The distance that x moves for each unit of y, after scaling.
    public var horizontalShear: CGFloat
    /// The rotation, in radians.
    public var rotation: CGFloat
    public var translation: CGVector

    public init(scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector) {
        self.scale = scale
        self.horizontalShear = horizontalShear
        self.rotation = rotation
        self.translation = translation
    }

    /// The components of the identity.
    public init() {
        self.init(scale: CGSize(width: 1, height: 1), horizontalShear: 0, rotation: 0, translation: .zero)
    }
}

extension CGAffineTransform {
    /// Creates the transform that scales first, then shears, rotates and translates.
    public init(_ components: CGAffineTransformComponents) {
        self = CGAffineTransform(scaleX: Double(components.scale.width), y: Double(components.scale.height))
            .concatenating(
                CGAffineTransform(a: 1, b: 0, c: Double(components.horizontalShear), d: 1, tx: 0, ty: 0)
            )
            .concatenating(CGAffineTransform(rotationAngle: Double(components.rotation)))
            .concatenating(
                CGAffineTransform(
                    translationX: Double(components.translation.dx), y: Double(components.translation.dy)))
    }

    /// Returns components that compose this transform, up to rounding. Among equivalent ones, the horizontal scale is
    /// positive. A map that flattens x to a point has no rotation.
    ///
    /// - SeeAlso: Goldman, "Decomposing Linear and Affine Transformations", Graphics Gems III, 1992: Gram-Schmidt on
    ///   the rows.
    public func decomposed() -> CGAffineTransformComponents {
        let scaleX = (a * a + b * b).squareRoot()
        let translation = CGVector(dx: CGFloat(tx), dy: CGFloat(ty))
        guard scaleX > 0 else {
            // The image of x is a point, so y alone determines the direction.
            let scaleY = (c * c + d * d).squareRoot()
            let angle = scaleY > 0 ? atan2(-c, d) : 0
            return CGAffineTransformComponents(
                scale: CGSize(width: 0, height: scaleY), horizontalShear: 0, rotation: CGFloat(angle),
                translation: translation)
        }
        let unitX = a / scaleX
        let unitY = b / scaleX
        // The second row is scaleY · (shear · first direction + its perpendicular).
        let along = c * unitX + d * unitY
        let across = d * unitX - c * unitY
        // With a flattened y, the second row is parallel to x. No finite shear of a zero scale produces it, so none is
        // returned.
        let shear = across == 0 ? 0 : along / across
        return CGAffineTransformComponents(
            scale: CGSize(width: scaleX, height: across), horizontalShear: CGFloat(shear),
            rotation: CGFloat(atan2(unitY, unitX)), translation: translation)
    }
}
