/// Corners of a layer; y points down.
public struct CACornerMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Upper left.
    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
    /// Upper right.
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
    /// Lower left.
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
    /// Lower right.
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)

    static let all: CACornerMask = [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
}

/// Edges of a layer; y points down.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
    public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
    /// The edge of greatest y.
    public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
    /// The edge of least y.
    public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)

    static let all: CAEdgeAntialiasingMask = [.layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge]
}

/// How a corner goes from one side to the other.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A quarter circle.
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    /// A curve that bends gradually: here three cubic pieces, measured from UIKit's rounded rects; a quarter circle
    /// where the sides are too short for it.
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}
