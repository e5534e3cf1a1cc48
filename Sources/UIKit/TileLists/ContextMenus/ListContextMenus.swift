import Foundation
import TileControllers
import TileGraphics
import TileViews

/// A table or a collection with context menus from its delegate.
protocol ContextMenuList: UIView {
    /// Returns the row or item at a point; nil for none.
    func contextMenuPath(at point: CGPoint) -> IndexPath?
    /// Returns the menu of a row or item; nil as the path means the list itself.
    func contextMenu(of path: IndexPath?, at point: CGPoint) -> UIContextMenuConfiguration?
    /// Returns the delegate's preview to lift; nil for the cell.
    func contextMenuPreview(_ configuration: UIContextMenuConfiguration, of path: IndexPath) -> UITargetedPreview?
    /// Returns the delegate's preview to move back to; nil for the original position.
    func contextMenuDismissal(_ configuration: UIContextMenuConfiguration, of path: IndexPath) -> UITargetedPreview?
    func contextMenuCell(of path: IndexPath) -> UIView?
    func commitContextMenu(
        _ configuration: UIContextMenuConfiguration, _ animator: any UIContextMenuInteractionCommitAnimating)
    func contextMenuWillShow(
        _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?)
    func contextMenuWillEnd(
        _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?)
}

/// The context menu interaction of a list, which forwards to the list's delegate.
final class ListContextMenus: UIContextMenuInteractionDelegate {
    private unowned let list: any ContextMenuList
    private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)
    /// The row or item of the open menu.
    private var path: IndexPath?

    /// Adds the context menu interaction to the list.
    init(of list: any ContextMenuList) {
        self.list = list
        list.addInteraction(interaction)
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
        path = list.contextMenuPath(at: location)
        return list.contextMenu(of: path, at: location)
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? {
        guard let path else { return nil }
        return list.contextMenuPreview(configuration, of: path)
            ?? list.contextMenuCell(of: path).map { UITargetedPreview(view: $0) }
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? { path.flatMap { list.contextMenuDismissal(configuration, of: $0) } }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating
    ) { list.commitContextMenu(configuration, animator) }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) { list.contextMenuWillShow(configuration, animator) }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) { list.contextMenuWillEnd(configuration, animator) }
}
