/// Where contents lie in bounds that are not of their size. Top is where y is least.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    /// An unknown name acts as `resize`.
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
    /// Stretched over the bounds.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// As large as fits, in proportion, in the middle.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// As small as covers the bounds, in proportion, in the middle.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// How pixels of contents are stored: a hint, here without effect, because pictures have no pixels and images keep
/// theirs.
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

/// How pixels between an image's own are found.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A mean of the neighbours.
    public static let linear = CALayerContentsFilter(rawValue: "linear")
    /// The nearest one.
    public static let nearest = CALayerContentsFilter(rawValue: "nearest")
    /// A mean over all that a pixel covers.
    public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}
