public import Foundation

/// A color: components and alpha in a color space, or a pattern.
///
/// Immutable. The color is converted to sRGB once, so that using it costs nothing.
///
/// `@unchecked Sendable`: only `set(_:to:)` changes `output`, and only of a uniquely referenced color.
public final class CGColor: Hashable, @unchecked Sendable {
    let space: CGColorSpace
    /// The components and alpha; nil if they are those of `output`.
    private let own: [CGFloat]?
    /// The color to draw with: sRGB, clamped to 0…1. For an uncolored pattern, the color that it is drawn in.
    package private(set) var output: Color
    public let pattern: CGPattern?

    private init(_ space: CGColorSpace, _ values: [CGFloat], pattern: CGPattern? = nil) {
        self.space = space
        own = values
        self.pattern = pattern
        if case .pattern(nil) = space.kind {
            output = Color(red: 0, green: 0, blue: 0, alpha: min(1, max(0, Double(values.last ?? 1))))
        } else {
            output = space.output(Array(values.dropLast()), alpha: values.last ?? 1)
        }
    }

    /// Replaces a color by one in the output space. Animations call this in each frame: if the previous color is
    /// uniquely referenced, it is reused without allocation.
    package static func set(_ color: inout CGColor?, to output: Color) {
        if isKnownUniquelyReferenced(&color), let own = color, own.own == nil, own.pattern == nil {
            own.output = output
        } else {
            color = CGColor(output)
        }
    }

    /// Creates a color in the output space. Allocates only the object itself.
    package init(_ color: Color) {
        space = .output
        own = nil
        output = color
        pattern = nil
    }

    var values: [CGFloat] {
        own ?? [CGFloat(output.red), CGFloat(output.green), CGFloat(output.blue), CGFloat(output.alpha)]
    }

    /// - Parameter components: As many components as the space has, followed by alpha; for an indexed space the color's
    ///   index.
    /// - Returns: nil for a pattern space.
    public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        if case .pattern = space.kind { return nil }
        self.init(space, Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1)))
    }

    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.output, [red, green, blue, alpha])
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.output, [red, green, blue, alpha])
    }

    /// Creates a color in the generic gray space, which has sRGB's curve here.
    public convenience init(gray: CGFloat, alpha: CGFloat) { self.init(.genericGray, [gray, alpha]) }

    /// Creates a color in extended sRGB, as `UIColor` does.
    package convenience init(extendedRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.extendedRGB, [red, green, blue, alpha])
    }

    /// Creates a color in extended gray, as `UIColor` does.
    package convenience init(extendedGray gray: CGFloat, alpha: CGFloat) { self.init(.extendedGrays, [gray, alpha]) }

    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) { self.init(.gray, [gray, alpha]) }

    public convenience init(
        genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
    ) {
        self.init(.cmyk, [cyan, magenta, yellow, black, alpha])
    }

    /// Creates a color from a pattern.
    ///
    /// - Parameters:
    ///   - space: A pattern space; with a base space if the pattern is uncolored.
    ///   - components: The components of the base space and alpha, or only alpha.
    /// - Returns: nil if the space and the pattern don't match.
    public convenience init?(
        patternSpace space: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>
    ) {
        guard case .pattern(let base) = space.kind, pattern.isColored || base != nil else { return nil }
        let count = pattern.isColored ? 0 : space.numberOfComponents
        self.init(space, Array(UnsafeBufferPointer(start: components, count: count + 1)), pattern: pattern)
    }

    /// Returns this color, which is immutable.
    public func copy() -> CGColor? { self }

    /// Returns the same color with another alpha.
    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(space, Array(values.dropLast()) + [alpha], pattern: pattern)
    }

    /// Returns the same color in another space; nil if that is an indexed or a pattern space.
    ///
    /// - Parameters:
    ///   - intent: Ignored: conversion is colorimetric.
    ///   - options: Ignored: see `conversionBlackPointCompensation`.
    public func converted(
        to colorSpace: CGColorSpace, intent: CGColorRenderingIntent = .defaultIntent, options: [String: Any]? = nil
    ) -> CGColor? {
        if colorSpace == space { return self }
        guard pattern == nil, let xyz = space.xyz(values.dropLast().map { Double($0) }),
            let components = colorSpace.components(xyz)
        else { return nil }
        return CGColor(colorSpace, components.map { CGFloat($0) } + [alpha])
    }

    /// The number of components, including alpha.
    public var numberOfComponents: Int { own?.count ?? 4 }

    /// The components, followed by alpha.
    public var components: [CGFloat]? { values }

    public var alpha: CGFloat { own.map { $0.last ?? 1 } ?? CGFloat(output.alpha) }

    public var colorSpace: CGColorSpace? { space }

    public static func == (left: CGColor, right: CGColor) -> Bool {
        if left === right { return true }
        guard left.space == right.space, left.pattern === right.pattern else { return false }
        return left.own == nil && right.own == nil ? left.output == right.output : left.values == right.values
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(values) }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGColor.self) }

    /// Black in the generic gray space.
    public static let black = CGColor(gray: 0, alpha: 1)
    /// White in the generic gray space.
    public static let white = CGColor(gray: 1, alpha: 1)
    /// Transparent black in the generic gray space.
    public static let clear = CGColor(gray: 0, alpha: 0)

    /// A conversion option key: whether black is mapped to black. Conversions here always do so.
    public static let conversionBlackPointCompensation = "kCGColorConversionBlackPointCompensation"
    /// A conversion option key: how finely curves are sampled. Curves here are computed, not sampled.
    public static let conversionTRCSize = "kCGColorConversionTRCSize"
}
