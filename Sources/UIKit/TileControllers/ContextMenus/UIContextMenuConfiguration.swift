public import Foundation
public import TileViews

/// Makes a context menu: given what the system would suggest, which is nothing here.
public typealias UIContextMenuActionProvider = (_ suggestedActions: [UIMenuElement]) -> UIMenu?

/// Makes what is shown beside a context menu in place of what was pressed.
public typealias UIContextMenuContentPreviewProvider = () -> UIViewController?

/// What a long press on something shows: a menu, and a preview.
///
/// With neither, nothing is shown.
open class UIContextMenuConfiguration: NSObject {
    private let storedIdentifier: any NSCopying
    let previewProvider: UIContextMenuContentPreviewProvider?
    let actionProvider: UIContextMenuActionProvider?

    /// - Parameters:
    ///   - identifier: by which a program knows what was pressed; one of its own, if nil.
    ///   - previewProvider: of the view controller that is shown, as large as its `preferredContentSize`; for nil, what
    ///     was pressed is shown.
    ///   - actionProvider: of the menu. Called when the press has lasted.
    public init(
        identifier: (any NSCopying)? = nil, previewProvider: UIContextMenuContentPreviewProvider? = nil,
        actionProvider: UIContextMenuActionProvider? = nil
    ) {
        storedIdentifier = identifier ?? NSUUID()
        (self.previewProvider, self.actionProvider) = (previewProvider, actionProvider)
        super.init()
    }

    open var identifier: any NSCopying { storedIdentifier }

    /// Of those that the menu is for, where they are items of a collection.
    open var secondaryItemIdentifiers: Set<AnyHashable> = []
    /// How the elements go where the menu is above what was pressed.
    open var preferredMenuElementOrder = UIContextMenuConfiguration.ElementOrder.automatic

    /// How the elements of a menu go.
    public enum ElementOrder: Int, Sendable {
        /// As `fixed`.
        case automatic = 0
        /// The first is nearest to what was pressed.
        case priority = 1
        /// The first is at the top.
        case fixed = 2
    }
}
