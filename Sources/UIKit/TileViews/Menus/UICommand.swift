import Foundation
public import TileDrawing
public import TileGraphics

/// A menu element that sends an action by name to the first responder that can perform it.
open class UICommand: UIMenuElement {
    public final let action: Selector
    /// A value that distinguishes commands with the same action.
    public final let propertyList: Any?
    /// A longer title for lists of available commands.
    open var discoverabilityTitle: String?
    open var attributes: Attributes
    open var state: State

    public init(
        title: String, subtitle: String? = nil, image: UIImage? = nil, action: Selector, propertyList: Any? = nil,
        discoverabilityTitle: String? = nil, attributes: Attributes = [], state: State = .off
    ) {
        self.action = action
        self.propertyList = propertyList
        self.discoverabilityTitle = discoverabilityTitle
        self.attributes = attributes
        self.state = state
        super.init(title: title, subtitle: subtitle, image: image)
    }

    open override var title: String {
        get { titleStorage }
        set { titleStorage = newValue }
    }
    open override var image: UIImage? {
        get { imageStorage }
        set { imageStorage = newValue }
    }
}
