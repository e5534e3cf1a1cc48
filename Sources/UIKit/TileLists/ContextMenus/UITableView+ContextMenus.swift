import Foundation
import TileControllers
import TileGraphics
import TileViews

extension UITableView: ContextMenuList {
    /// Adds the context menu interaction once the table has a delegate.
    func noteContextMenus() {
        if table.contextMenus == nil, table.delegate != nil { table.contextMenus = ListContextMenus(of: self) }
    }

    /// The interaction that shows the rows' menus; nil before a delegate is set.
    public var contextMenuInteraction: UIContextMenuInteraction? { table.contextMenus?.interaction }

    func contextMenuPath(at point: CGPoint) -> IndexPath? {
        indexPathForRow(at: point).flatMap { cellForRow(at: $0) == nil ? nil : $0 }
    }

    func contextMenu(of path: IndexPath?, at point: CGPoint) -> UIContextMenuConfiguration? {
        path.flatMap { table.delegate?.tableView(self, contextMenuConfigurationForRowAt: $0, point: point) }
    }

    func contextMenuPreview(_ configuration: UIContextMenuConfiguration, of path: IndexPath) -> UITargetedPreview? {
        table.delegate?.tableView(self, previewForHighlightingContextMenuWithConfiguration: configuration)
    }

    func contextMenuDismissal(_ configuration: UIContextMenuConfiguration, of path: IndexPath) -> UITargetedPreview? {
        table.delegate?.tableView(self, previewForDismissingContextMenuWithConfiguration: configuration)
    }

    func contextMenuCell(of path: IndexPath) -> UIView? { cellForRow(at: path) }

    func commitContextMenu(
        _ configuration: UIContextMenuConfiguration, _ animator: any UIContextMenuInteractionCommitAnimating
    ) { table.delegate?.tableView(self, willPerformPreviewActionForMenuWith: configuration, animator: animator) }

    func contextMenuWillShow(
        _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
    ) { table.delegate?.tableView(self, willDisplayContextMenu: configuration, animator: animator) }

    func contextMenuWillEnd(
        _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
    ) { table.delegate?.tableView(self, willEndContextMenuInteraction: configuration, animator: animator) }
}
