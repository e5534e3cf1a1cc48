/// A pixel in a bitmap: 8 bits each of alpha, red, green and blue from the highest byte down, premultiplied (Cairo's
/// ARGB32; B G R A in memory on the little-endian machines that Tilework runs on).
@frozen
public struct PixelColor: Hashable, Sendable {
    public var argb: UInt32

    @inlinable
    public init(argb: UInt32) { self.argb = argb }

    /// Creates a color from premultiplied components, 0…255 each.
    @inlinable
    public init(premultipliedRed red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        argb = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    @inlinable public static var clear: PixelColor { PixelColor(argb: 0) }
    @inlinable public static var white: PixelColor { PixelColor(argb: 0xFFFF_FFFF) }

    @inlinable public var alpha: UInt8 { UInt8(truncatingIfNeeded: argb >> 24) }
    @inlinable public var red: UInt8 { UInt8(truncatingIfNeeded: argb >> 16) }
    @inlinable public var green: UInt8 { UInt8(truncatingIfNeeded: argb >> 8) }
    @inlinable public var blue: UInt8 { UInt8(truncatingIfNeeded: argb) }
    @inlinable public var isOpaque: Bool { argb >= 0xFF00_0000 }

    /// The color with unpremultiplied components, as PNG and WebP store them.
    @inlinable
    public var straight: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        let alpha = UInt32(alpha)
        if alpha == 255 { return (red, green, blue, 255) }
        if alpha == 0 { return (0, 0, 0, 0) }
        func divide(_ component: UInt8) -> UInt8 {
            UInt8(min(255, (UInt32(component) * 255 + alpha / 2) / alpha))
        }
        return (divide(red), divide(green), divide(blue), UInt8(alpha))
    }
}
