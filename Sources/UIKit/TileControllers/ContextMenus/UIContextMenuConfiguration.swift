public import Foundation
public import TileViews

/// A closure that returns a context menu. The suggested actions of the system are always empty here.
public typealias UIContextMenuActionProvider = (_ suggestedActions: [UIMenuElement]) -> UIMenu?

/// A closure that returns the view controller to show beside a context menu in place of the pressed view.
public typealias UIContextMenuContentPreviewProvider = () -> UIViewController?

/// The menu and the preview that a long press shows.
///
/// Without either, nothing is shown.
open class UIContextMenuConfiguration: NSObject {
    private let storedIdentifier: any NSCopying
    let previewProvider: UIContextMenuContentPreviewProvider?
    let actionProvider: UIContextMenuActionProvider?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - identifier: identifies the pressed item to the program; unique if nil.
    ///   - previewProvider: returns the view controller to show, with the size of its `preferredContentSize`. If nil,
    ///     the pressed view is shown.
    ///   - actionProvider: returns the menu. It is called once the long press is recognized.
    public init(
        identifier: (any NSCopying)? = nil, previewProvider: UIContextMenuContentPreviewProvider? = nil,
        actionProvider: UIContextMenuActionProvider? = nil
    ) {
        storedIdentifier = identifier ?? NSUUID()
        (self.previewProvider, self.actionProvider) = (previewProvider, actionProvider)
        super.init()
    }

    open var identifier: any NSCopying { storedIdentifier }

    /// The identifiers of further items that the menu is for, in a collection.
    open var secondaryItemIdentifiers: Set<AnyHashable> = []
    /// The order of the elements if the menu is above the pressed view.
    open var preferredMenuElementOrder = UIContextMenuConfiguration.ElementOrder.automatic

    /// The order of a menu's elements.
    public enum ElementOrder: Int, Sendable {
        /// The same as `fixed`.
        case automatic = 0
        /// The first element is nearest to the pressed view.
        case priority = 1
        /// The first element is at the top.
        case fixed = 2
    }
}
