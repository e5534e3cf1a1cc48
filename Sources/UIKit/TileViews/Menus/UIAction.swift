import Foundation
public import TileDrawing

/// A closure with a name and looks: what a control calls, and what a button shows.
///
///     button.addAction(UIAction { _ in reload() }, for: .primaryActionTriggered)
open class UIAction: UIMenuElement {
    /// By which a control knows an action; of two with one identifier the later one counts.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public typealias Handler = (UIAction) -> Void

    /// - Parameter identifier: one of its own, if nil.
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
    /// Shown in place of `image` by what is selected.
    open var selectedImage: UIImage?
    /// A longer title, for lists of all that can be done.
    open var discoverabilityTitle: String?
    open var attributes: Attributes
    open var state: State

    /// Who performs it, while the handler runs: a control. Held weakly.
    public private(set) weak final var sender: AnyObject?

    /// Calls the handler, unless the action is disabled.
    ///
    /// - Parameters:
    ///   - sender: what `sender` answers meanwhile.
    ///   - target: not used; an action is its own target.
    open func performWithSender(_ sender: AnyObject?, target: AnyObject?) {
        if attributes.contains(.disabled) { return }
        // A handler may lead to the action being performed again, by somebody else.
        let outer = self.sender
        self.sender = sender
        defer { self.sender = outer }
        handler(self)
    }
}
