// Core Graphics' small enumerations, with its names and raw values.

/// Which points a path encloses.
public enum CGPathFillRule: Int, Hashable, Sendable {
    /// Those that it winds round, on balance, at least once.
    case winding
    /// Those that it winds round an odd number of times.
    case evenOdd
}

/// How a line ends.
public enum CGLineCap: Int32, Hashable, Sendable {
    case butt
    case round
    case square
}

/// How two segments of a line meet.
public enum CGLineJoin: Int32, Hashable, Sendable {
    case miter
    case round
    case bevel
}

/// What is drawn of a path.
public enum CGPathDrawingMode: Int32, Hashable, Sendable {
    case fill
    case eoFill
    case stroke
    case fillStroke
    case eoFillStroke
}

/// What is drawn of text.
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

/// How pixels between an image's own are found.
public enum CGInterpolationQuality: Int32, Hashable, Sendable {
    /// The context decides: as `medium`.
    case `default`
    /// The nearest pixel.
    case none
    /// A mean of the four pixels around.
    case low
    /// As `low` when enlarging; a mean over all pixels covered when shrinking.
    case medium = 4
    /// The best that Cairo has; several times slower.
    case high = 3
}

/// How what is drawn meets what is there.
///
/// The first sixteen are those of PDF; the others are Porter and Duff's, which change nothing outside the shape drawn.
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

/// What kind of numbers a color space has.
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

/// How colors outside of a color space are brought into it. Conversions here are all relative colorimetric with
/// clipping; the intent is kept and passed on.
public enum CGColorRenderingIntent: Int32, Hashable, Sendable {
    case defaultIntent
    case absoluteColorimetric
    case relativeColorimetric
    case perceptual
    case saturation
}

/// Where a pixel has its alpha, and whether colors are multiplied by it.
public enum CGImageAlphaInfo: UInt32, Hashable, Sendable {
    /// RGB.
    case none
    /// RGBA, multiplied.
    case premultipliedLast
    /// ARGB, multiplied.
    case premultipliedFirst
    /// RGBA.
    case last
    /// ARGB.
    case first
    /// RGBX: the last component means nothing.
    case noneSkipLast
    /// XRGB: the first component means nothing.
    case noneSkipFirst
    /// Alpha and no color.
    case alphaOnly
}

/// In which order the bytes of a pixel lie in memory.
public enum CGImageByteOrderInfo: UInt32, Hashable, Sendable {
    case orderMask = 0x7000
    case orderDefault = 0
    case order16Little = 0x1000
    case order32Little = 0x2000
    case order16Big = 0x3000
    case order32Big = 0x4000
}

/// How components are packed into a pixel.
public enum CGImagePixelFormatInfo: UInt32, Hashable, Sendable {
    case mask = 0xF0000
    case packed = 0
    case rgb555 = 0x10000
    case rgb565 = 0x20000
    case rgb101010 = 0x30000
    case rgbCIF10 = 0x40000
}

/// An image's alpha (its lowest five bits hold a `CGImageAlphaInfo`), number format and byte order.
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

/// Where a gradient paints beyond its ends.
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
