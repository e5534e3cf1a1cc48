// Core Graphics' small enumerations, with its names and raw values.

/// The rule for which points a path encloses.
public enum CGPathFillRule: Int, Hashable, Sendable {
    /// The points with a nonzero winding number.
    case winding
    /// The points with an odd winding number.
    case evenOdd
}

/// The shape of line ends.
public enum CGLineCap: Int32, Hashable, Sendable {
    case butt
    case round
    case square
}

/// The shape of the joint between two segments of a line.
public enum CGLineJoin: Int32, Hashable, Sendable {
    case miter
    case round
    case bevel
}

/// The way in which a path is drawn.
public enum CGPathDrawingMode: Int32, Hashable, Sendable {
    case fill
    case eoFill
    case stroke
    case fillStroke
    case eoFillStroke
}

/// The way in which text is drawn.
public enum CGTextDrawingMode: Int32, Hashable, Sendable {
    case fill
    case stroke
    case fillStroke
    case invisible
    case fillClip
    case strokeClip
    case fillStrokeClip
    case clip
}

/// The quality of resampling images.
public enum CGInterpolationQuality: Int32, Hashable, Sendable {
    /// The context's default: the same as `medium`.
    case `default`
    /// Nearest neighbor.
    case none
    /// Bilinear: a mean of the four nearest pixels.
    case low
    /// Bilinear when enlarging; a mean over all covered pixels when reducing.
    case medium = 4
    /// The best filter of Cairo; several times slower.
    case high = 3
}

/// The way in which drawing is composited with the existing contents.
///
/// The first sixteen are PDF's; the others are Porter and Duff's, limited to the shape drawn.
public enum CGBlendMode: Int32, Hashable, Sendable, CaseIterable {
    case normal
    case multiply
    case screen
    case overlay
    case darken
    case lighten
    case colorDodge
    case colorBurn
    case softLight
    case hardLight
    case difference
    case exclusion
    case hue
    case saturation
    case color
    case luminosity
    /// R = 0
    case clear
    /// R = S
    case copy
    /// R = S·Da
    case sourceIn
    /// R = S·(1 − Da)
    case sourceOut
    /// R = S·Da + D·(1 − Sa)
    case sourceAtop
    /// R = S·(1 − Da) + D
    case destinationOver
    /// R = D·Sa
    case destinationIn
    /// R = D·(1 − Sa)
    case destinationOut
    /// R = S·(1 − Da) + D·Sa
    case destinationAtop
    /// R = S·(1 − Da) + D·(1 − Sa)
    case xor
    /// R = max(0, 1 − ((1 − D) + (1 − S)))
    case plusDarker
    /// R = min(1, S + D)
    case plusLighter
}

/// The kind of a color space's components.
public enum CGColorSpaceModel: Int32, Hashable, Sendable {
    case unknown = -1
    case monochrome
    case rgb
    case cmyk
    case lab
    case deviceN
    case indexed
    case pattern
    // swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
    case XYZ
}

/// The handling of colors outside a color space's gamut. Conversions here are all relative colorimetric with clipping;
/// the intent is stored and passed on.
public enum CGColorRenderingIntent: Int32, Hashable, Sendable {
    case defaultIntent
    case absoluteColorimetric
    case relativeColorimetric
    case perceptual
    case saturation
}

/// The position of a pixel's alpha, and whether colors are premultiplied.
public enum CGImageAlphaInfo: UInt32, Hashable, Sendable {
    /// RGB.
    case none
    /// RGBA, premultiplied.
    case premultipliedLast
    /// ARGB, premultiplied.
    case premultipliedFirst
    /// RGBA.
    case last
    /// ARGB.
    case first
    /// RGBX: the last component is ignored.
    case noneSkipLast
    /// XRGB: the first component is ignored.
    case noneSkipFirst
    /// Alpha and no color.
    case alphaOnly
}

/// The byte order of pixels in memory.
public enum CGImageByteOrderInfo: UInt32, Hashable, Sendable {
    case orderMask = 0x7000
    case orderDefault = 0
    case order16Little = 0x1000
    case order32Little = 0x2000
    case order16Big = 0x3000
    case order32Big = 0x4000
}

/// The packing of components in a pixel.
public enum CGImagePixelFormatInfo: UInt32, Hashable, Sendable {
    case mask = 0xF0000
    case packed = 0
    case rgb555 = 0x10000
    case rgb565 = 0x20000
    case rgb101010 = 0x30000
    case rgbCIF10 = 0x40000
}

/// An image's alpha (the lowest five bits are a `CGImageAlphaInfo`), number format and byte order.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    public static let byteOrderDefault: CGBitmapInfo = []
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)

    var alphaInfo: CGImageAlphaInfo? { CGImageAlphaInfo(rawValue: rawValue & 0x1F) }
}

/// The areas beyond its ends that a gradient paints.
public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

extension CGPathFillRule {
    var rule: FillRule { self == .winding ? .nonZero : .evenOdd }
}

extension CGLineCap {
    var style: StrokeStyle.Cap {
        switch self {
        case .butt: .butt
        case .round: .round
        case .square: .square
        }
    }
}

extension CGLineJoin {
    var style: StrokeStyle.Join {
        switch self {
        case .miter: .miter
        case .round: .round
        case .bevel: .bevel
        }
    }
}
