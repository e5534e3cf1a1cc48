import Foundation
import TileControllers
import TileGraphics
import TileViews

/// A table or a collection, whose delegate knows the menus of what is in it.
protocol ContextMenuList: UIView {
    /// The row or item that a press is on; nil for none.
    func contextMenuPath(at point: CGPoint) -> IndexPath?
    /// The menu of it, or of the list where a press is on none.
    func contextMenu(of path: IndexPath?, at point: CGPoint) -> UIContextMenuConfiguration?
    /// What lifts off, by the delegate; nil for the cell.
    func contextMenuPreview(_ configuration: UIContextMenuConfiguration, of path: IndexPath) -> UITargetedPreview?
    /// Where what was lifted goes, by the delegate; nil for back.
    func contextMenuDismissal(_ configuration: UIContextMenuConfiguration, of path: IndexPath) -> UITargetedPreview?
    func contextMenuCell(of path: IndexPath) -> UIView?
    func commitContextMenu(
        _ configuration: UIContextMenuConfiguration, _ animator: any UIContextMenuInteractionCommitAnimating)
    func contextMenuWillShow(
        _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?)
    func contextMenuWillEnd(
        _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?)
}

/// Asks a list's delegate for the menus of rows or items, and tells it of them.
final class ListContextMenus: UIContextMenuInteractionDelegate {
    private unowned let list: any ContextMenuList
    private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)
    /// The row or item that the menu is of.
    private var path: IndexPath?

    /// Menus come by a long press from now on.
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
