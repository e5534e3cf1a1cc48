/// A 4-by-4 map of space, with Core Animation's row-vector convention: `[x y z 1] · M`.
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

    /// The identity.
    public init() {}
}

// swift-format-ignore: AlwaysUseLowerCamelCase
// Core Animation's own name.
public let CATransform3DIdentity = CATransform3D()
