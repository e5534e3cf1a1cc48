public import Foundation
import TileGraphics

/// The growth of a text style with the preferred content size, for other fonts and for lengths.
///
///     let font = UIFont(name: "DejaVu Serif", size: 17)!
///     label.font = UIFontMetrics(forTextStyle: .headline).scaledFont(for: font)
///     label.adjustsFontForContentSizeCategory = true
///
/// The factor is the style's size in a category divided by its size in the default one, `large`, both as Apple's Human
/// Interface Guidelines publish them.
public final class UIFontMetrics: NSObject, Sendable {
    /// The metrics of body text.
    public static let `default` = UIFontMetrics(forTextStyle: .body)

    private let textStyle: UIFont.TextStyle

    public init(forTextStyle textStyle: UIFont.TextStyle) { self.textStyle = textStyle }

    /// Returns a value in proportion to the text style's size in the current traits.
    public func scaledValue(for value: CGFloat) -> CGFloat { scaledValue(for: value, compatibleWith: nil) }

    /// Returns a value in proportion to the text style's size for the traits, rounded to pixels.
    public func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat {
        let factor = textStyle.factor(for: UIFont.category(traitCollection))
        let displayScale = traitCollection?.displayScale ?? 0
        let scale = displayScale > 0 ? displayScale : ImageDrawing.currentScale
        let scaled = value * factor * scale
        guard factor != 1, scaled.isFinite else { return value }
        return scaled.rounded() / scale
    }

    /// Returns a font in the size for the current traits. Text views with `adjustsFontForContentSizeCategory` follow
    /// later changes of the size.
    public func scaledFont(for font: UIFont) -> UIFont { scaledFont(for: font, compatibleWith: nil) }

    public func scaledFont(for font: UIFont, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
        FontScaling(textStyle: textStyle, base: base(of: font)).font(for: traitCollection)
    }

    /// - Parameter maximumPointSize: The largest size of the result; 0 for no limit.
    public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
        scaledFont(for: font, maximumPointSize: maximumPointSize, compatibleWith: nil)
    }

    public func scaledFont(
        for font: UIFont, maximumPointSize: CGFloat, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont {
        var scaling = FontScaling(textStyle: textStyle, base: base(of: font))
        if maximumPointSize > 0 { scaling.maxSize = Double(maximumPointSize) }
        return scaling.font(for: traitCollection)
    }

    /// Returns the request for a font in the default category.
    private func base(of font: UIFont) -> FontRequest {
        if let scaling = font.scaling { return scaling.base }
        var request = font.request
        if let style = font.textStyle { request.size = style.request(for: .large).size }
        return request
    }

    // MARK: NSObject

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? UIFontMetrics).map { $0.textStyle == textStyle } ?? false
    }

    public override var hash: Int { textStyle.hashValue }
}

/// A font that grows with a text style.
struct FontScaling: Hashable, Sendable {
    var textStyle: UIFont.TextStyle
    /// The font in the default category.
    var base: FontRequest
    /// The largest size in points.
    var maxSize = Double.greatestFiniteMagnitude

    /// Returns the font in the size for traits, rounded to a thousandth of a point.
    func font(for traitCollection: UITraitCollection?) -> UIFont {
        var request = base
        let factor = Double(textStyle.factor(for: UIFont.category(traitCollection)))
        let size = (base.size * factor * 1000).rounded() / 1000
        request.size = min(size.isFinite ? size : base.size, maxSize)
        return UIFont(request, scaling: self)
    }
}

extension UIFont {
    /// Returns the font in the size that its text style, or its metrics, has for traits. Its face is kept.
    ///
    /// - Returns: nil for a font that does not depend on the preferred content size.
    package func fitting(_ traitCollection: UITraitCollection) -> UIFont? {
        if let scaling { return scaling.font(for: traitCollection) }
        guard let textStyle else { return nil }
        var fitting = request
        fitting.size = textStyle.request(for: Self.category(traitCollection)).size
        return UIFont(fitting, textStyle: textStyle)
    }
}
