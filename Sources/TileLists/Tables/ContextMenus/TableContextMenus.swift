import Foundation
import TileControllers
import TileGraphics
import TileViews

/// Asks a table's delegate for the menus of rows, and tells it of them.
final class TableContextMenus: UIContextMenuInteractionDelegate {
    private unowned let table: UITableView
    private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)
    /// The row that the menu is of.
    private var path: IndexPath?

    init(_ table: UITableView) { self.table = table }

    private var delegate: (any UITableViewDelegate)? { table.delegate }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
        guard let path = table.indexPathForRow(at: location), table.cellForRow(at: path) != nil else { return nil }
        self.path = path
        return delegate?.tableView(table, contextMenuConfigurationForRowAt: path, point: location)
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? {
        delegate?.tableView(table, previewForHighlightingContextMenuWithConfiguration: configuration)
            ?? path.flatMap { table.cellForRow(at: $0) }.map { UITargetedPreview(view: $0) }
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating
    ) { delegate?.tableView(table, willPerformPreviewActionForMenuWith: configuration, animator: animator) }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) { delegate?.tableView(table, willDisplayContextMenu: configuration, animator: animator) }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) { delegate?.tableView(table, willEndContextMenuInteraction: configuration, animator: animator) }
}

extension UITableView {
    /// Rows have menus by a long press as soon as there is somebody to ask.
    func noteContextMenus() {
        guard table.contextMenus == nil, table.delegate != nil else { return }
        let menus = TableContextMenus(self)
        table.contextMenus = menus
        addInteraction(menus.interaction)
    }

    /// What shows the menus of rows; nil before there is a delegate.
    public var contextMenuInteraction: UIContextMenuInteraction? { table.contextMenus?.interaction }
}
