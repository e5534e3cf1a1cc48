public import TileGeometry

/// An sRGB color: red, green, blue and alpha, 0…1, not premultiplied.
public struct Color: Hashable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var alpha: Double

    @inlinable
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let white = Color(red: 1, green: 1, blue: 1)

    /// The color without its alpha as in CSS: "#1b1b1b".
    package var hexadecimal: String {
        "#"
            + [red, green, blue].map { component in
                let digits = String(Int((min(1, max(0, component)) * 255).rounded()), radix: 16)
                return digits.count == 1 ? "0\(digits)" : digits
            }.joined()
    }

    public func withAlpha(multipliedBy factor: Double) -> Color {
        var color = self
        color.alpha *= factor
        return color
    }

    /// Returns the color with the same pixel as this one in a group with an opacity, which multiplies the pixel's
    /// bytes. Multiplying the numbers instead could be off by one.
    public func faded(by opacity: Double) -> Color {
        let factor = UInt32(Self.byte(opacity))
        if factor == 255 { return self }
        // The middle of the range that rounds to that byte.
        func times(_ byte: UInt8) -> Double {
            let product = UInt32(byte) * factor + 128
            return (Double((product + product >> 8) >> 8) + 0.5) / 256
        }
        let pixel = pixel
        let faded = times(pixel.alpha)
        guard faded * 256 >= 1 else { return withAlpha(multipliedBy: 0) }
        return Color(
            red: times(pixel.red) / faded, green: times(pixel.green) / faded, blue: times(pixel.blue) / faded,
            alpha: faded)
    }

    /// The pixel that Cairo makes of this color: premultiplied components, rounded to 16 bits, then their high bytes.
    var pixel: PixelColor {
        PixelColor(
            premultipliedRed: Self.byte(red * alpha), green: Self.byte(green * alpha), blue: Self.byte(blue * alpha),
            alpha: Self.byte(alpha))
    }

    private static func byte(_ value: Double) -> UInt8 { UInt8(UInt32(min(1, max(0, value)) * 65535 + 0.5) >> 8) }
}

/// The paint that fills or strokes an outline.
public enum Paint: Sendable {
    case color(Color)
    // Indirect, because a large drawing has a million paints and most are colors.
    indirect case gradient(Gradient)
    case pattern(PatternPaint)

    /// The color, if the paint is a single opaque color.
    var opaqueColor: Color? {
        if case .color(let color) = self, color.alpha >= 1 { return color }
        return nil
    }
}

/// A gradient along a line, between two circles, or around a point.
public struct Gradient: Hashable, Sendable {
    public enum Geometry: Hashable, Sendable {
        case linear(x1: Double, y1: Double, x2: Double, y2: Double)
        /// A gradient from the focal circle to the end circle.
        case radial(
            focusX: Double, focusY: Double, focusRadius: Double, centerX: Double, centerY: Double, radius: Double)
        /// A full turn around a point, starting at the direction of `angle` (radians, from the x axis towards the y
        /// axis) and continuing in that direction. Ignores the spread.
        case conic(centerX: Double, centerY: Double, angle: Double)
    }

    /// The colors before the first stop and after the last.
    public enum Spread: Hashable, Sendable { case pad, reflect, `repeat` }

    public struct Stop: Hashable, Sendable {
        /// The position, 0…1, not below that of the previous stop.
        public var offset: Double
        public var color: Color

        public init(offset: Double, color: Color) {
            self.offset = offset
            self.color = color
        }
    }

    public var geometry: Geometry
    public var spread: Spread
    public var stops: [Stop]
    /// The transform from the plane of the geometry to that of the painted outline.
    public var transform: CGAffineTransform

    public init(geometry: Geometry, spread: Spread, stops: [Stop], transform: CGAffineTransform) {
        self.geometry = geometry
        self.spread = spread
        self.stops = stops
        self.transform = transform
    }
}

/// A picture repeated over the plane.
public final class PatternPaint: Sendable {
    /// The cell's picture, in its own plane.
    public let content: Picture
    /// The transform from the content's plane to that of the cell, whose top left is (0, 0).
    public let contentTransform: CGAffineTransform
    /// The size of the cell, in the plane of cells.
    public let cellWidth: Double
    public let cellHeight: Double
    /// The transform from the plane of cells to that of the painted outline. It positions cell (0, 0).
    public let transform: CGAffineTransform

    public init(
        content: Picture, contentTransform: CGAffineTransform, cellWidth: Double, cellHeight: Double,
        transform: CGAffineTransform
    ) {
        precondition(cellWidth > 0 && cellHeight > 0, "a pattern's cell has an extent")
        self.content = content.bounded
        self.contentTransform = contentTransform
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.transform = transform
    }
}

/// The rule for which points an outline encloses.
public enum FillRule: Hashable, Sendable { case nonZero, evenOdd }

/// The style of a stroke.
public struct StrokeStyle: Hashable, Sendable {
    public enum Cap: Hashable, Sendable { case butt, round, square }
    public enum Join: Hashable, Sendable { case miter, round, bevel }
    /// The unit of the width and of dashes.
    public enum Unit: Hashable, Sendable {
        /// The unit of the outline's plane.
        case outline
        /// The pixel of the image, so that a line has the same width at any scale.
        case pixel
    }

    public var width: Double
    public var cap: Cap
    public var join: Join
    public var unit: Unit
    /// The maximum length of a miter, in line widths.
    public var miterLimit: Double
    /// The lengths of dashes and gaps in turn; empty for a solid line.
    public var dashes: [Double]
    public var dashOffset: Double
    /// The minimum width in pixels of the image: if `width` is less at the image's scale, the line is drawn with this
    /// width.
    public var thinnest: Double

    public init(
        width: Double, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dashes: [Double] = [],
        dashOffset: Double = 0, thinnest: Double = 0, unit: Unit = .outline
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.unit = unit
        self.miterLimit = miterLimit
        self.dashes = dashes
        self.dashOffset = dashOffset
        self.thinnest = thinnest
    }

    /// Returns the style with lengths in the outline's plane, for drawing at a scale, in pixels per unit of it.
    func drawn(at scale: Double) -> StrokeStyle {
        if unit == .pixel, scale > 0 { return fixed(at: scale) }
        guard width * scale < thinnest, scale > 0 else { return self }
        var style = self
        style.width = thinnest / scale
        return style
    }

    private func fixed(at scale: Double) -> StrokeStyle {
        var style = self
        style.unit = .outline
        style.width = max(width, thinnest) / scale
        for index in style.dashes.indices { style.dashes[index] /= scale }
        style.dashOffset /= scale
        return style
    }

    /// The maximum distance of ink from the outline, in pixels, if that is the unit; otherwise 0.
    var pixelReach: Double { unit == .pixel ? reach : 0 }

    /// The maximum distance of ink from the outline, in its unit.
    public var reach: Double {
        let joinFactor = join == .miter ? max(1, miterLimit) : 1
        let capFactor = cap == .square ? 2.0.squareRoot() : 1
        return width / 2 * max(joinFactor, capFactor)
    }
}

/// The antialiasing of edges.
public enum Antialiasing: Hashable, Sendable { case normal, off }

/// The way in which a group is composited with its backdrop: the separable and the other modes of W3C Compositing and
/// Blending Level 1, and the compositing operators of Porter and Duff, limited to the group's shape.
public enum BlendMode: Hashable, Sendable, CaseIterable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference
    case exclusion, hue, saturation, color, luminosity
    case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop
    case xor, plusDarker, plusLighter
}
