public import Foundation
public import TileDrawing

/// The background of a configured button, a cell, a header or a footer. Lengths are in points.
public struct UIBackgroundConfiguration: Hashable {
    /// Returns a configuration with a clear background.
    public static func clear() -> UIBackgroundConfiguration {
        var result = UIBackgroundConfiguration()
        result.takeStandardLooks { $0.backgroundColor = .clear }
        return result
    }

    /// The name of the standard appearance by state, which applies where the program sets nothing. Nil for no list, as
    /// in a new value; otherwise a name for a part of a list that the module for lists defines.
    package var kind: String?
    /// The properties that the program has set. `updated(for:)` does not change them.
    package private(set) var ownLooks: OwnLooks = []

    package struct OwnLooks: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let color = OwnLooks(rawValue: 1 << 0)
        package static let colorTransformer = OwnLooks(rawValue: 1 << 1)
        package static let cornerRadius = OwnLooks(rawValue: 1 << 2)
        package static let insets = OwnLooks(rawValue: 1 << 3)
    }

    /// Changes the standard appearance, as `updated(for:)` does. Properties that the closure sets do not count as set
    /// by the program.
    package mutating func takeStandardLooks(_ change: (inout UIBackgroundConfiguration) -> Void) {
        let own = ownLooks
        change(&self)
        ownLooks = own
    }

    /// A view behind the content that replaces or covers the background color. It fills the background.
    public var customView: UIView?
    /// The background color. Nil for the tint color or, in a button, the color of its style.
    public var backgroundColor: UIColor? { didSet { ownLooks.insert(.color) } }
    /// A transformation of the background color or of the tint color.
    public var backgroundColorTransformer: UIConfigurationColorTransformer? {
        didSet { ownLooks.insert(.colorTransformer) }
    }
    public var cornerRadius: CGFloat = 0 { didSet { ownLooks.insert(.cornerRadius) } }
    /// The distances from the edges of the containing view.
    public var backgroundInsets = NSDirectionalEdgeInsets.zero { didSet { ownLooks.insert(.insets) } }
    /// The edges on which the layout margins of the containing view are added to the insets.
    public var edgesAddingLayoutMarginsToBackgroundInsets: NSDirectionalRectEdge = []
    /// The color of the stroke. Nil for the tint color or, in a button, the color of the text.
    public var strokeColor: UIColor?
    /// A transformation of the stroke color or of the tint color.
    public var strokeColorTransformer: UIConfigurationColorTransformer?
    /// The width of the stroke, which is drawn inside the background's edges.
    public var strokeWidth: CGFloat = 0
    /// The distance of the stroke outside the background's edges.
    public var strokeOutset: CGFloat = 0
    /// An image on top of the background color.
    public var image: UIImage?
    public var imageContentMode = UIView.ContentMode.scaleToFill

    /// The effect of `visualEffect`, which the module for effects declares.
    package var effect: NSObject?

    package init() {}

    /// Returns the background color for a tint color, after the transformation.
    public func resolvedBackgroundColor(for tintColor: UIColor) -> UIColor {
        let color = backgroundColor ?? tintColor
        return backgroundColorTransformer?(color) ?? color
    }

    /// Returns the color of the stroke for a tint color, after the transformation.
    public func resolvedStrokeColor(for tintColor: UIColor) -> UIColor {
        let color = strokeColor ?? tintColor
        return strokeColorTransformer?(color) ?? color
    }
}
