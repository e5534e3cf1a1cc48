public import Foundation
public import TileGraphics

/// A color: fixed, a pattern, or one that depends on traits. Immutable.
///
/// Components are in extended sRGB or in its grays. They may be outside 0…1, and are clamped when drawn.
// @unchecked Sendable: NSObject is not marked so, but a color adds only constants of Sendable types to it.
public final class UIColor: NSObject, NSCopying, _ExpressibleByColorLiteral, @unchecked Sendable {
    // The first property: see `AttributeObjectTag`.
    private let tag = AttributeObjectTag()

    enum Kind: Sendable {
        case fixed(CGColor)
        case dynamic(name: String?, @Sendable (UITraitCollection) -> UIColor)
        case pattern(UIImage, CGColor)
    }

    let kind: Kind
    /// The level of prominence set by `withProminence(_:)`.
    public let prominence: Prominence

    init(_ kind: Kind, prominence: Prominence = .primary) {
        self.kind = kind
        self.prominence = prominence
    }

    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(.fixed(CGColor(extendedGray: white, alpha: alpha)))
    }

    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.fixed(CGColor(extendedRed: red, green: green, blue: blue, alpha: alpha)))
    }

    /// Creates the color of a literal, `#colorLiteral(red:green:blue:alpha:)`.
    public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }

    /// - Parameters: each 0…1; a hue outside wraps around the circle, the other values are clamped.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let color = HueComponents(
            hue: hue, saturation: min(1, max(0, saturation)), brightness: min(1, max(0, brightness))
        ).rgb
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
    }

    /// Creates a color from components in Display P3; colors outside of sRGB get components outside 0…1.
    public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        guard let space = CGColorSpace(name: CGColorSpace.displayP3),
            let color = CGColor(colorSpace: space, components: [red, green, blue, alpha])
        else { preconditionFailure("the color space Display P3 is always there") }
        self.init(.fixed(color))
    }

    public convenience init(cgColor: CGColor) { self.init(.fixed(cgColor)) }

    /// Creates a color that `dynamicProvider` resolves for the current traits.
    ///
    /// - Parameter dynamicProvider: called each time that the color is used, on the thread that uses it. It may return
    ///   another dynamic color.
    public convenience init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        self.init(.dynamic(name: nil, dynamicProvider))
    }

    /// Creates a color that repeats an image over the plane, in the context's points.
    public convenience init(patternImage image: UIImage) { self.init(.pattern(image, image.patternColor())) }

    // MARK: What it is

    /// The maximum length of a chain of dynamic colors that resolve to other dynamic colors. A color that resolves to
    /// itself would never end.
    private static let deepest = 64

    /// Returns the color for these traits: this one, unless it is dynamic.
    public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        guard case .dynamic = kind else { return self }
        var color = self
        for _ in 0..<Self.deepest {
            guard case .dynamic(_, let provider) = color.kind else { return color }
            color = traitCollection.performAsCurrent { provider(traitCollection) }
        }
        preconditionFailure("a dynamic color's provider keeps giving dynamic colors; it must come to a fixed one")
    }

    /// The Core Graphics color; a dynamic color resolves in the current traits.
    public var cgColor: CGColor {
        switch kind {
        case .fixed(let color), .pattern(_, let color): color
        case .dynamic: resolvedColor(with: .current).cgColor
        }
    }

    /// Returns the same color with another alpha; a dynamic color stays dynamic.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        switch kind {
        case .fixed(let color): UIColor(.fixed(color.copy(alpha: alpha) ?? color))
        case .pattern(let image, _): UIColor(.pattern(image, image.patternColor(alpha: alpha)))
        case .dynamic(_, let provider):
            UIColor(.dynamic(name: nil) { provider($0).resolvedColor(with: $0).withAlphaComponent(alpha) })
        }
    }

    // MARK: Drawing

    /// Makes the color the fill and the stroke color of the current context. Does nothing if there is none.
    public func set() {
        setFill()
        setStroke()
    }

    /// Makes the color the fill color of the current context. Does nothing if there is none.
    public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

    /// Makes the color the stroke color of the current context. Does nothing if there is none.
    public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

    // MARK: NSObject

    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Fixed colors are equal if color space and components are equal; dynamic colors if they are the same object or
    /// system color.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        if self === other { return true }
        switch (kind, other.kind) {
        case (.fixed(let a), .fixed(let b)): return a == b
        case (.pattern(let a, let color), .pattern(let b, let otherColor)):
            return a.isEqual(b) && color.alpha == otherColor.alpha
        case (.dynamic(let a?, _), .dynamic(let b?, _)): return a == b && prominence == other.prominence
        default: return false
        }
    }

    public override var hash: Int {
        switch kind {
        case .fixed(let color): color.hashValue
        case .pattern(let image, _): image.hash
        case .dynamic(let name?, _): name.hashValue
        case .dynamic(nil, _): ObjectIdentifier(self).hashValue
        }
    }

    public override var description: String {
        switch kind {
        case .dynamic(let name, _): return "<dynamic color \(name ?? "without name")>"
        case .pattern: return "<pattern color>"
        case .fixed:
            guard let c = components else { return "<color>" }
            return "<color \(Double(c.red)) \(Double(c.green)) \(Double(c.blue)) \(Double(c.alpha))>"
        }
    }
}
