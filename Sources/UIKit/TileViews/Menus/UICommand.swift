import Foundation
public import TileDrawing
public import TileGraphics

/// An action, by name, that goes to the first responder that can perform it, with a title and an image.
open class UICommand: UIMenuElement {
    public final let action: Selector
    /// What the program attaches to tell commands of one action apart.
    public final let propertyList: Any?
    /// A longer title, for lists of all that can be done.
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
