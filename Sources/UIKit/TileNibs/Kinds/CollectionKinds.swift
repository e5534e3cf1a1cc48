import Foundation
import TileControllers
import TileDrawing
public import TileLists
import TileViews

enum CollectionKinds {
    static let kinds: [NibKind] = [
        collection, cell,
        .view("collectionReusableView", UICollectionReusableView.self, level: UIView.self) { _, reader in
            reader.pass("reuseIdentifier")
        },
        .controller("collectionViewController", UICollectionViewController.self),
    ]

    private static let collection = NibKind.view(
        "collectionView", UICollectionView.self, subviews: { _, reader in reader.pass("subviews") }
    ) { view, reader in
        ScrollKinds.configure(view, reader)
        if let layout = reader.part("collectionViewLayout") {
            if layout.name == "collectionViewFlowLayout", layout["customClass"] == nil {
                view.collectionViewLayout = flow(layout, reader.reading)
            } else {
                reader.reading.notes.add(
                    .element, about: layout, "the layout \(layout["customClass"] ?? layout.name) is unknown here")
            }
        }
        if let isOn = reader.flag("allowsSelection") { view.allowsSelection = isOn }
        if let isOn = reader.flag("allowsMultipleSelection") { view.allowsMultipleSelection = isOn }
        if let background = reader.object("backgroundView") as? UIView { view.backgroundView = background }
        reader.pass(
            "dataMode", "prefetchingEnabled", "springLoaded", "dragInteractionEnabled", "selfSizingInvalidation")
        for element in reader.list("cells") {
            guard let identifier = element["reuseIdentifier"] else { continue }
            view.register(PrototypeMaker(element, reader.reading), forCellWithReuseIdentifier: identifier)
        }
        for (key, kind) in [
            ("sectionHeaderView", UICollectionView.elementKindSectionHeader),
            ("sectionFooterView", UICollectionView.elementKindSectionFooter),
        ] {
            guard let element = reader.part(key), let identifier = element["reuseIdentifier"] else { continue }
            view.register(
                PrototypeMaker(element, reader.reading), forSupplementaryViewOfKind: kind,
                withReuseIdentifier: identifier)
        }
    }

    private static func flow(_ element: NibElement, _ reading: NibReading) -> UICollectionViewFlowLayout {
        let layout = UICollectionViewFlowLayout()
        let reader = ElementReader(element, reading)
        if let direction = reader.choice(
            "scrollDirection", ["vertical": UICollectionView.ScrollDirection.vertical, "horizontal": .horizontal])
        {
            layout.scrollDirection = direction
        }
        if let number = reader.length("minimumLineSpacing"), number >= 0 { layout.minimumLineSpacing = number }
        if let number = reader.length("minimumInteritemSpacing"), number >= 0 {
            layout.minimumInteritemSpacing = number
        }
        if let size = reader.size("itemSize"), size.width > 0, size.height > 0 { layout.itemSize = size }
        if let size = reader.size("headerReferenceSize") { layout.headerReferenceSize = size }
        if let size = reader.size("footerReferenceSize") { layout.footerReferenceSize = size }
        if let insets = reader.insets("sectionInset") { layout.sectionInset = insets }
        if let isOn = reader.flag("sectionHeadersPinToVisibleBounds") { layout.sectionHeadersPinToVisibleBounds = isOn }
        if let isOn = reader.flag("sectionFootersPinToVisibleBounds") { layout.sectionFootersPinToVisibleBounds = isOn }
        reader.pass("estimatedItemSize", "automaticEstimatedItemSize", "sectionInsetReference", "autoresizingMask")
        reader.noteRest()
        return layout
    }

    private static let cell = NibKind.view(
        "collectionViewCell", UICollectionViewCell.self, level: UIView.self,
        subviews: { cell, reader in
            reader.pass("subviews")
            // In older documents, the content view is a plain view with this key.
            guard let content = reader.part("contentView") else { return }
            reader.reading.adopt(cell.contentView, for: content)
        }
    ) { _, reader in
        reader.pass("reuseIdentifier", "size", "customSize", "springLoaded")
    }
}

extension UICollectionView {
    /// Registers a nib that creates cells for a reuse identifier. Its only top-level object must be a cell. Pass `nil`
    /// to remove the registration.
    public final func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
        register(nib as (any ReusableViewMaker)?, forCellWithReuseIdentifier: identifier)
    }

    /// Registers a nib that creates supplementary views of a kind.
    public final func register(
        _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
    ) {
        register(nib as (any ReusableViewMaker)?, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
    }
}
