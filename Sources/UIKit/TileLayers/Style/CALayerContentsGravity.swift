/// The position of contents in bounds of another size. Top is the smallest y.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    /// Creates a gravity; an unknown name acts as `resize`.
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let center = CALayerContentsGravity(rawValue: "center")
    public static let top = CALayerContentsGravity(rawValue: "top")
    public static let bottom = CALayerContentsGravity(rawValue: "bottom")
    public static let left = CALayerContentsGravity(rawValue: "left")
    public static let right = CALayerContentsGravity(rawValue: "right")
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
    public static let topRight = CALayerContentsGravity(rawValue: "topRight")
    public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
    public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
    /// Stretches to fill the bounds.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// Scales proportionally to fit inside the bounds, centered.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// Scales proportionally to fill the bounds, centered.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// The storage format of contents: a hint without effect, because pictures have no pixels and images keep theirs.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    // Core Animation's own names.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
    public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
}

/// The interpolation of an image's pixels.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Linear interpolation.
    public static let linear = CALayerContentsFilter(rawValue: "linear")
    /// Nearest neighbor.
    public static let nearest = CALayerContentsFilter(rawValue: "nearest")
    /// A mean over all covered pixels.
    public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}
