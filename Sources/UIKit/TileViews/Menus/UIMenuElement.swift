public import Foundation
public import TileDrawing

/// What a menu holds, and a button can show: a title and an image.
open class UIMenuElement: NSObject {
    /// Whether a mark stands beside the element.
    public enum State: Int, Sendable {
        case off = 0
        case on = 1
        /// Some of what it stands for is on.
        case mixed = 2
    }

    /// How the element can be used.
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let disabled = Attributes(rawValue: 1 << 0)
        /// It destroys something, and is red.
        public static let destructive = Attributes(rawValue: 1 << 1)
        public static let hidden = Attributes(rawValue: 1 << 2)
        /// Choosing it leaves the menu open.
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
