public import Foundation
public import TileDrawing

/// What is drawn behind a configured button's content. Lengths in points.
public struct UIBackgroundConfiguration: Hashable {
    /// Nothing.
    public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }

    /// Nil for the tint color; of a button, for the color that its style has.
    public var backgroundColor: UIColor?
    public var cornerRadius: CGFloat = 0
    /// From the button's edges.
    public var backgroundInsets = NSDirectionalEdgeInsets.zero
    /// Nil for the text's color.
    public var strokeColor: UIColor?
    /// The stroke lies within the background's edges.
    public var strokeWidth: CGFloat = 0
    /// Above the background's color.
    public var image: UIImage?
    public var imageContentMode = UIView.ContentMode.scaleToFill

    init() {}
}
