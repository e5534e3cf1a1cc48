public import Foundation
import TileGraphics
import TileSupport

/// A face at a size, with its metrics in points. Immutable.
///
/// Fonts are those that fontconfig knows. The system font is its match for the family "sans", the monospaced one its
/// match for "monospace". A weight, width or slant that the family lacks becomes the nearest one. Characters that a
/// font lacks are taken from another font.
// @unchecked Sendable: NSObject is not marked so, but a font adds only constants of Sendable types to it.
public final class UIFont: NSObject, NSCopying, @unchecked Sendable {
    // The first property: see `AttributeObjectTag`.
    private let tag = AttributeObjectTag()

    package let request: FontRequest
    private let metrics: FontMetrics
    let textStyle: TextStyle?
    /// The growth of a font that font metrics have made.
    let scaling: FontScaling?
    private let hashCode: Int

    init(_ request: FontRequest, textStyle: TextStyle? = nil, scaling: FontScaling? = nil) {
        precondition(request.size.isFinite, "a font's size is finite, not \(request.size)")
        var request = request
        // UIKit also replaces sizes that are not positive with its default.
        if request.size <= 0 { request.size = 12 }
        self.request = request
        self.textStyle = textStyle
        self.scaling = scaling
        metrics = FaceMetrics.of(request)
        var hasher = Hasher()
        hasher.combine(request)
        hashCode = hasher.finalize()
    }

    /// Creates the system font of 12 points, for code that needs a placeholder font.
    public override convenience init() { self.init(UIFont.systemFont(ofSize: 12).request) }

    /// Creates a font of exactly the face with a PostScript name or full name, or of the plainest face of a family.
    /// Letter case does not matter.
    ///
    /// - Returns: nil if no font of that name is installed.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard let face = FontCatalog.installed.face(named: fontName) else { return nil }
        var request = face.request
        request.size = fontSize
        self.init(request)
    }

    /// Creates the font that a descriptor describes; the system font if its name is not installed.
    ///
    /// - Parameter pointSize: the size in points; 0 for the descriptor's own.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        var request = descriptor.traits.request
        request.size = pointSize > 0 ? pointSize : descriptor.traits.size
        self.init(request, textStyle: descriptor.traits.textStyle)
    }

    // MARK: What there is

    /// The installed families, sorted.
    public static var familyNames: [String] { FontCatalog.installed.families }

    /// Returns the PostScript names of a family's faces; empty for a family that is not installed.
    public static func fontNames(forFamilyName familyName: String) -> [String] {
        FontCatalog.installed.faces(ofFamily: familyName).map(\.postScriptName)
    }

    // MARK: System fonts

    static let systemFamily = "sans"
    static let monospacedFamily = "monospace"
    static let serifFamily = "serif"

    public static func systemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(FontRequest(family: systemFamily, size: fontSize))
    }

    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        systemFont(ofSize: fontSize, weight: weight, width: .standard)
    }

    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight, width: Width) -> UIFont {
        var request = FontRequest(family: systemFamily, size: fontSize)
        request.weight = weight.openType
        request.stretch = width.stretch
        return UIFont(request)
    }

    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        systemFont(ofSize: fontSize, weight: .bold)
    }

    public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        var request = FontRequest(family: systemFamily, size: fontSize)
        request.style = .italic
        return UIFont(request)
    }

    public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        var request = FontRequest(family: monospacedFamily, size: fontSize)
        request.weight = weight.openType
        return UIFont(request)
    }

    /// Returns the system font with digits of equal width, if it has them (OpenType's `tnum`).
    public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        var request = FontRequest(family: systemFamily, size: fontSize)
        request.weight = weight.openType
        request.hasTabularDigits = true
        return UIFont(request)
    }

    /// The size of a label's text.
    public static let labelFontSize: CGFloat = 17
    /// The size of a button's title.
    public static let buttonFontSize: CGFloat = 18
    public static let smallSystemFontSize: CGFloat = 12
    public static let systemFontSize: CGFloat = 14

    // MARK: Text styles

    /// Returns the system font of a text style, in the size of the current traits.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        preferredFont(forTextStyle: style, compatibleWith: nil)
    }

    /// Returns the system font of a text style, in the size that the traits prefer; nil for the current ones.
    public static func preferredFont(
        forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont {
        UIFont(style.request(for: category(traitCollection)), textStyle: style)
    }

    static func category(_ traitCollection: UITraitCollection?) -> UIContentSizeCategory {
        let category = traitCollection?.preferredContentSizeCategory ?? .unspecified
        if category != .unspecified { return category }
        let current = UITraitCollection.current.preferredContentSizeCategory
        return current == .unspecified ? .large : current
    }

    // MARK: What the font is

    public var pointSize: CGFloat { request.size }
    /// The family of the matched face.
    public var familyName: String { metrics.familyName }
    /// The PostScript name of the matched face.
    public var fontName: String { metrics.postScriptName }
    /// The distance from the baseline to the top, in points.
    public var ascender: CGFloat { metrics.ascent * request.size }
    /// The distance from the baseline to the bottom, in points; negative.
    public var descender: CGFloat { metrics.descent * request.size }
    /// The height of a flat capital, in points.
    public var capHeight: CGFloat { metrics.capHeight * request.size }
    /// The height of a flat small letter without an ascender, in points.
    public var xHeight: CGFloat { metrics.xHeight * request.size }
    /// The height of a line of text, from the top to the bottom, in points.
    public var lineHeight: CGFloat { ascender - descender }
    /// The face's recommended gap between two lines, in points.
    public var leading: CGFloat { metrics.lineGap * request.size }

    /// Returns the same face at another size.
    public func withSize(_ fontSize: CGFloat) -> UIFont {
        var request = request
        request.size = fontSize
        return UIFont(request)
    }

    public var fontDescriptor: UIFontDescriptor {
        UIFontDescriptor(FontTraits(request, textStyle: textStyle))
    }

    // MARK: NSObject

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return self === other
            || (hashCode == other.hashCode && request == other.request && textStyle == other.textStyle
                && scaling == other.scaling)
    }

    public override var hash: Int { hashCode }

    public override var description: String { "\(fontName) \(Double(pointSize)) pt" }
}

/// The metrics of the faces used so far, each read once.
private enum FaceMetrics {
    private static let known = Lock<[FontRequest: FontMetrics]>([:])
    /// The maximum number of cached faces: more than a program uses on purpose. Beyond it, the names come from
    /// untrusted data and are not cached.
    private static let most = 2000

    static func of(_ request: FontRequest) -> FontMetrics {
        var key = request
        key.size = 100
        if let known = known.withLock({ $0[key] }) { return known }
        let shaper = TextShaper.ofThread.value
        let incompleteCount = shaper.incompleteCount
        let metrics = shaper.metrics(of: key) ?? .withoutFonts
        guard shaper.incompleteCount == incompleteCount else { return metrics }
        known.withLock {
            if $0.count >= most { $0 = [:] }
            $0[key] = metrics
        }
        return metrics
    }
}
