import Foundation
import TileControllers
import TileGraphics
import TileViews

extension UICollectionView: ContextMenuList {
    /// Adds the context menu interaction once the collection has a delegate.
    func noteContextMenus() {
        if collection.contextMenus == nil, collectionDelegate != nil {
            collection.contextMenus = ListContextMenus(of: self)
        }
    }

    /// The interaction that shows the items' menus; nil before a delegate is set.
    public var contextMenuInteraction: UIContextMenuInteraction? { collection.contextMenus?.interaction }

    func contextMenuPath(at point: CGPoint) -> IndexPath? { indexPathForItem(at: point) }

    func contextMenu(of path: IndexPath?, at point: CGPoint) -> UIContextMenuConfiguration? {
        collectionDelegate?.collectionView(
            self, contextMenuConfigurationForItemsAt: path.map { [$0] } ?? [], point: point)
    }

    func contextMenuPreview(_ configuration: UIContextMenuConfiguration, of path: IndexPath) -> UITargetedPreview? {
        collectionDelegate?.collectionView(
            self, contextMenuConfiguration: configuration, highlightPreviewForItemAt: path)
    }

    func contextMenuDismissal(_ configuration: UIContextMenuConfiguration, of path: IndexPath) -> UITargetedPreview? {
        collectionDelegate?.collectionView(
            self, contextMenuConfiguration: configuration, dismissalPreviewForItemAt: path)
    }

    func contextMenuCell(of path: IndexPath) -> UIView? { cellForItem(at: path) }

    func commitContextMenu(
        _ configuration: UIContextMenuConfiguration, _ animator: any UIContextMenuInteractionCommitAnimating
    ) {
        collectionDelegate?.collectionView(self, willPerformPreviewActionForMenuWith: configuration, animator: animator)
    }

    func contextMenuWillShow(
        _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
    ) { collectionDelegate?.collectionView(self, willDisplayContextMenu: configuration, animator: animator) }

    func contextMenuWillEnd(
        _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
    ) { collectionDelegate?.collectionView(self, willEndContextMenuInteraction: configuration, animator: animator) }
}
