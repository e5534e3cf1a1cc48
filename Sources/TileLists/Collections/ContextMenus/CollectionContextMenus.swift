import Foundation
import TileControllers
import TileGraphics
import TileViews

/// Asks a collection's delegate for the menus of items, and tells it of them.
final class CollectionContextMenus: UIContextMenuInteractionDelegate {
    private unowned let collection: UICollectionView
    private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)
    /// The item that the menu is of.
    private var path: IndexPath?

    init(_ collection: UICollectionView) { self.collection = collection }

    private var delegate: (any UICollectionViewDelegate)? { collection.collectionDelegate }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
        path = collection.indexPathForItem(at: location)
        return delegate?.collectionView(
            collection, contextMenuConfigurationForItemsAt: path.map { [$0] } ?? [], point: location)
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? {
        guard let path else { return nil }
        return delegate?.collectionView(
            collection, contextMenuConfiguration: configuration, highlightPreviewForItemAt: path)
            ?? collection.cellForItem(at: path).map { UITargetedPreview(view: $0) }
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating
    ) { delegate?.collectionView(collection, willPerformPreviewActionForMenuWith: configuration, animator: animator) }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) { delegate?.collectionView(collection, willDisplayContextMenu: configuration, animator: animator) }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) { delegate?.collectionView(collection, willEndContextMenuInteraction: configuration, animator: animator) }
}

extension UICollectionView {
    /// Items have menus by a long press as soon as there is somebody to ask.
    func noteContextMenus() {
        guard collection.contextMenus == nil, collectionDelegate != nil else { return }
        let menus = CollectionContextMenus(self)
        collection.contextMenus = menus
        addInteraction(menus.interaction)
    }

    /// What shows the menus of items; nil before there is a delegate.
    public var contextMenuInteraction: UIContextMenuInteraction? { collection.contextMenus?.interaction }
}
