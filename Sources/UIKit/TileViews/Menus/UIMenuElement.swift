public import Foundation
public import TileDrawing

/// An element of a menu, with a title and an image that a button can also display.
open class UIMenuElement: NSObject {
    /// The state that a mark next to the element indicates.
    public enum State: Int, Sendable {
        case off = 0
        case on = 1
        /// Some of the items that the element represents are on.
        case mixed = 2
    }

    /// Attributes of an element that determine its use.
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let disabled = Attributes(rawValue: 1 << 0)
        /// Marks an element with a destructive purpose, drawn in red.
        public static let destructive = Attributes(rawValue: 1 << 1)
        public static let hidden = Attributes(rawValue: 1 << 2)
        /// Keeps the menu open when the element is selected.
        public static let keepsMenuPresented = Attributes(rawValue: 1 << 3)
    }

    open var title: String { titleStorage }
    open var subtitle: String?
    open var image: UIImage? { imageStorage }

    final var titleStorage: String
    final var imageStorage: UIImage?

    init(title: String, subtitle: String?, image: UIImage?) {
        titleStorage = title
        self.subtitle = subtitle
        imageStorage = image
    }
}
