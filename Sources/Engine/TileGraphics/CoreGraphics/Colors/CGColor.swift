public import Foundation

/// A color: components and alpha in a color space, or a pattern.
///
/// Immutable, and made into sRGB once, so that using it costs nothing.
///
/// `@unchecked Sendable`: `output` is changed by `set(_:to:)` alone, of a color that nobody else holds.
public final class CGColor: Hashable, @unchecked Sendable {
    let space: CGColorSpace
    /// Components and alpha; nil for those of `output`.
    private let own: [CGFloat]?
    /// What is drawn: sRGB, cut to 0…1. For a pattern without colors, the color that it is drawn in.
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

    /// Puts a color of the room's own in the place of another. An animation does so in each frame: while nobody else
    /// holds the one that it put there before, nothing is allocated.
    package static func set(_ color: inout CGColor?, to output: Color) {
        if isKnownUniquelyReferenced(&color), let own = color, own.own == nil, own.pattern == nil {
            own.output = output
        } else {
            color = CGColor(output)
        }
    }

    /// A color of the room's own. Allocates nothing but itself.
    package init(_ color: Color) {
        space = .output
        own = nil
        output = color
        pattern = nil
    }

    var values: [CGFloat] {
        own ?? [CGFloat(output.red), CGFloat(output.green), CGFloat(output.blue), CGFloat(output.alpha)]
    }

    /// - Parameter components: as many as the space has, and alpha after them; for an indexed space the number of the
    ///   color.
    /// - Returns: nil for a pattern's space.
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

    /// A color of the generic grays, which are those of sRGB here.
    public convenience init(gray: CGFloat, alpha: CGFloat) { self.init(.genericGray, [gray, alpha]) }

    /// As `UIColor` has it.
    package convenience init(extendedRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.extendedRGB, [red, green, blue, alpha])
    }

    /// As `UIColor` has it.
    package convenience init(extendedGray gray: CGFloat, alpha: CGFloat) { self.init(.extendedGrays, [gray, alpha]) }

    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) { self.init(.gray, [gray, alpha]) }

    public convenience init(
        genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
    ) {
        self.init(.cmyk, [cyan, magenta, yellow, black, alpha])
    }

    /// A pattern as a color.
    ///
    /// - Parameters:
    ///   - space: a pattern's space; with a base space when the pattern has no colors of its own.
    ///   - components: those of the base space and alpha, or alpha alone.
    /// - Returns: nil when space and pattern do not fit.
    public convenience init?(
        patternSpace space: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>
    ) {
        guard case .pattern(let base) = space.kind, pattern.isColored || base != nil else { return nil }
        let count = pattern.isColored ? 0 : space.numberOfComponents
        self.init(space, Array(UnsafeBufferPointer(start: components, count: count + 1)), pattern: pattern)
    }

    /// This color: it never changes.
    public func copy() -> CGColor? { self }

    /// The same color with another alpha.
    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(space, Array(values.dropLast()) + [alpha], pattern: pattern)
    }

    /// The same color in another space; nil when that has no such colors (indexed and patterns' spaces).
    ///
    /// - Parameters:
    ///   - intent: not used: conversion is colorimetric.
    ///   - options: not used: see `conversionBlackPointCompensation`.
    public func converted(
        to colorSpace: CGColorSpace, intent: CGColorRenderingIntent = .defaultIntent, options: [String: Any]? = nil
    ) -> CGColor? {
        if colorSpace == space { return self }
        guard pattern == nil, let xyz = space.xyz(values.dropLast().map { Double($0) }),
            let components = colorSpace.components(xyz)
        else { return nil }
        return CGColor(colorSpace, components.map { CGFloat($0) } + [alpha])
    }

    /// Alpha counted.
    public var numberOfComponents: Int { own?.count ?? 4 }

    /// The components and alpha after them.
    public var components: [CGFloat]? { values }

    public var alpha: CGFloat { own.map { $0.last ?? 1 } ?? CGFloat(output.alpha) }

    public var colorSpace: CGColorSpace? { space }

    public static func == (left: CGColor, right: CGColor) -> Bool {
        if left === right { return true }
        guard left.space == right.space, left.pattern === right.pattern else { return false }
        return left.own == nil && right.own == nil ? left.output == right.output : left.values == right.values
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(values) }

    /// A number for the type, as Core Foundation gives one. It is the same in one process only.
    public static var typeID: UInt { CGTypeID.of(CGColor.self) }

    /// Black in the generic gray space.
    public static let black = CGColor(gray: 0, alpha: 1)
    /// White in the generic gray space.
    public static let white = CGColor(gray: 1, alpha: 1)
    /// Black without any opacity, in the generic gray space.
    public static let clear = CGColor(gray: 0, alpha: 0)

    /// A key of conversion options: whether black is mapped to black. Conversions here always do it.
    public static let conversionBlackPointCompensation = "kCGColorConversionBlackPointCompensation"
    /// A key of conversion options: how finely curves are sampled. Curves here are computed, not sampled.
    public static let conversionTRCSize = "kCGColorConversionTRCSize"
}
