import Foundation
public import TileDrawing

/// A closure with a title and an image. Controls call it, and buttons can display it.
///
///     button.addAction(UIAction { _ in reload() }, for: .primaryActionTriggered)
open class UIAction: UIMenuElement {
    /// An identifier of an action in a control. An action replaces an earlier one with the same identifier.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public typealias Handler = (UIAction) -> Void

    /// Creates an action.
    ///
    /// - Parameter identifier: The identifier. A unique one is generated if it is nil.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, selectedImage: UIImage? = nil,
        identifier: Identifier? = nil, discoverabilityTitle: String? = nil, attributes: Attributes = [],
        state: State = .off, handler: @escaping Handler
    ) {
        self.identifier = identifier ?? Identifier("tilework.action.\(UUID().uuidString)")
        self.selectedImage = selectedImage
        self.discoverabilityTitle = discoverabilityTitle
        self.attributes = attributes
        self.state = state
        self.handler = handler
        super.init(title: title, subtitle: subtitle, image: image)
    }

    public final let identifier: Identifier
    private let handler: Handler

    open override var title: String {
        get { titleStorage }
        set { titleStorage = newValue }
    }
    open override var image: UIImage? {
        get { imageStorage }
        set { imageStorage = newValue }
    }
    /// The image of a selected element, in place of `image`.
    open var selectedImage: UIImage?
    /// A longer title for lists of available commands.
    open var discoverabilityTitle: String?
    open var attributes: Attributes
    open var state: State

    /// The object that performs the action, such as a control, while the handler runs. Held weakly.
    public private(set) weak final var sender: AnyObject?

    /// Calls the handler, unless the action is disabled.
    ///
    /// - Parameters:
    ///   - sender: The value of `sender` during the call.
    ///   - target: Ignored, because an action is its own target.
    open func performWithSender(_ sender: AnyObject?, target: AnyObject?) {
        if attributes.contains(.disabled) { return }
        // The handler may cause another object to perform the action again.
        let outer = self.sender
        self.sender = sender
        defer { self.sender = outer }
        handler(self)
    }
}
