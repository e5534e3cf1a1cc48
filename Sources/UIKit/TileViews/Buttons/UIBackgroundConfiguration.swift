public import Foundation
public import TileDrawing

/// What is drawn behind the content of a configured button, a cell, or a header or footer. Lengths in points.
public struct UIBackgroundConfiguration: Hashable {
    /// Nothing: its color is clear.
    public static func clear() -> UIBackgroundConfiguration {
        var result = UIBackgroundConfiguration()
        result.takeStandardLooks { $0.backgroundColor = .clear }
        return result
    }

    /// Which looks it takes on by state, where the program sets none: of no list, as at first, or of a kind of part of
    /// a list, by a name that the room of lists gives it.
    package var kind: String?
    /// What the program has set itself; `updated(for:)` leaves that alone.
    package private(set) var ownLooks: OwnLooks = []

    package struct OwnLooks: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let color = OwnLooks(rawValue: 1 << 0)
        package static let colorTransformer = OwnLooks(rawValue: 1 << 1)
        package static let cornerRadius = OwnLooks(rawValue: 1 << 2)
        package static let insets = OwnLooks(rawValue: 1 << 3)
    }

    /// Changes looks as `updated(for:)` does: what was set before counts as the program's, what is set in the closure
    /// does not.
    package mutating func takeStandardLooks(_ change: (inout UIBackgroundConfiguration) -> Void) {
        let own = ownLooks
        change(&self)
        ownLooks = own
    }

    /// Lies behind the content in place of the color, or over it; it fills the background.
    public var customView: UIView?
    /// Nil for the tint color; of a button, for the color that its style has.
    public var backgroundColor: UIColor? { didSet { ownLooks.insert(.color) } }
    /// Makes the color that is shown of the one that is set, or of the tint color.
    public var backgroundColorTransformer: UIConfigurationColorTransformer? {
        didSet { ownLooks.insert(.colorTransformer) }
    }
    public var cornerRadius: CGFloat = 0 { didSet { ownLooks.insert(.cornerRadius) } }
    /// From the edges of what it is behind.
    public var backgroundInsets = NSDirectionalEdgeInsets.zero { didSet { ownLooks.insert(.insets) } }
    /// Along these edges the margins of what it is behind are added to the insets.
    public var edgesAddingLayoutMarginsToBackgroundInsets: NSDirectionalRectEdge = []
    /// Nil for the tint color; of a button, for the text's color.
    public var strokeColor: UIColor?
    /// Makes the color that is shown of the one that is set, or of the tint color.
    public var strokeColorTransformer: UIConfigurationColorTransformer?
    /// The stroke lies within the background's edges.
    public var strokeWidth: CGFloat = 0
    /// By how much the stroke lies outside the background's edges.
    public var strokeOutset: CGFloat = 0
    /// Above the background's color.
    public var image: UIImage?
    public var imageContentMode = UIView.ContentMode.scaleToFill

    /// The effect of `visualEffect`, which the room of effects declares.
    package var effect: NSObject?

    package init() {}

    /// The color that is shown over a tint color.
    public func resolvedBackgroundColor(for tintColor: UIColor) -> UIColor {
        let color = backgroundColor ?? tintColor
        return backgroundColorTransformer?(color) ?? color
    }

    /// The stroke's color that is shown over a tint color.
    public func resolvedStrokeColor(for tintColor: UIColor) -> UIColor {
        let color = strokeColor ?? tintColor
        return strokeColorTransformer?(color) ?? color
    }
}
