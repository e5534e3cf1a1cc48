import Foundation
import TileGraphics
import TileViews

extension ReuseKey {
    /// Returns the key of cells with an identifier.
    static func cell(_ identifier: String) -> ReuseKey { ReuseKey(identifier) }
}

extension UICollectionView {
    /// The element kind that UIKit uses for cells in messages.
    private static let cellKind = "UICollectionElementKindCell"

    func register(_ registration: ReuseRegistration?, for key: ReuseKey) {
        for view in collection.pool.register(registration, for: key) { view.removeFromSuperview() }
    }

    /// Registers a maker, such as a nib, for cells with an identifier. Nil removes the registration.
    package final func register(_ maker: (any ReusableViewMaker)?, forCellWithReuseIdentifier identifier: String) {
        register(maker.map { .maker($0) }, for: .cell(identifier))
    }

    /// Registers a maker, such as a nib, for supplementary views with a kind and an identifier. Nil removes the
    /// registration.
    package final func register(
        _ maker: (any ReusableViewMaker)?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) { register(maker.map { .maker($0) }, for: ReuseKey(identifier, kind: elementKind)) }

    // MARK: Dequeueing

    func dequeueCell(_ identifier: String, _ path: IndexPath) -> UICollectionViewCell {
        if let waiting = collection.reconfiguring, waiting.path == path, waiting.cell.reuseIdentifier == identifier {
            return waiting.cell
        }
        let view = dequeue(.cell(identifier), kind: Self.cellKind)
        guard let cell = view as? UICollectionViewCell else {
            ListInconsistency(
                "the cell registered for \(identifier) is a \(type(of: view)), which"
                    + " is no subclass of UICollectionViewCell"
            ).raise()
        }
        prepare(cell, for: .cell(path))
        return cell
    }

    func dequeueSupplementary(_ kind: String, identifier: String, at path: IndexPath) -> UICollectionReusableView {
        let view = dequeue(ReuseKey(identifier, kind: kind), kind: kind)
        prepare(view, for: ElementKey(category: .supplementaryView, kind: kind, indexPath: path))
        return view
    }

    /// Gives a view its size and position before the program configures it.
    private func prepare(_ view: UICollectionReusableView, for key: ElementKey) {
        guard let coming = collection.coming, coming.key == key else { return }
        UIView.performWithoutAnimation { view.applyAttributes(coming) }
    }

    private func dequeue(_ key: ReuseKey, kind: String) -> UICollectionReusableView {
        if let view = collection.pool.dequeue(key) {
            if view is UICollectionViewCell { ListCensus.note(\.cellsReused) }
            view.prepareForReuse()
            return view
        }
        let made: UIView?
        switch collection.pool.registration(for: key) {
        case .type(let type): made = Self.makeView(of: type, frame: collection.coming?.bounds ?? .zero)
        case .maker(let maker): made = maker.makeReusableView()
        case nil:
            ListInconsistency(
                "could not dequeue a view of kind: \(kind) with identifier"
                    + " \(key.identifier) - must register a nib or a class for the identifier or connect a prototype"
                    + " cell in a storyboard"
            ).raise()
        }
        guard let view = made as? UICollectionReusableView else {
            ListInconsistency(
                "what is registered for \(key.identifier) makes no"
                    + " UICollectionReusableView"
            ).raise()
        }
        view.reuseKey = key
        return view
    }

    /// Creates a view of a class that is known only at run time.
    private static func makeView(of type: UIView.Type, frame: CGRect) -> UIView? {
        let dynamic: any RuntimeMadeView.Type = type
        return dynamic.init(frame: frame) as? UIView
    }

    func dequeue<Cell: UICollectionViewCell, Item>(
        _ registration: CellRegistration<Cell, Item>, _ path: IndexPath, _ item: Item?
    ) -> Cell {
        let key = ReuseKey.cell(registration.identifier)
        if collection.pool.registration(for: key) == nil { register(registration.made, for: key) }
        guard let cell = dequeueReusableCell(withReuseIdentifier: registration.identifier, for: path) as? Cell else {
            ListInconsistency(
                "the registration's cell is no \(Cell.self)"
            ).raise()
        }
        if let item { registration.handler(cell, path, item) }
        return cell
    }

    func dequeue<Supplementary: UICollectionReusableView>(
        _ registration: SupplementaryRegistration<Supplementary>, _ path: IndexPath
    ) -> Supplementary {
        let key = ReuseKey(registration.identifier, kind: registration.elementKind)
        if collection.pool.registration(for: key) == nil { register(registration.made, for: key) }
        let view = dequeueReusableSupplementaryView(
            ofKind: registration.elementKind, withReuseIdentifier: registration.identifier, for: path)
        guard let view = view as? Supplementary else {
            ListInconsistency(
                "the registration's view is no \(Supplementary.self)"
            ).raise()
        }
        registration.handler(view, registration.elementKind, path)
        return view
    }

    // MARK: Asking for views

    func makeView(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView {
        let (path, outer) = (attributes.indexPath, collection.coming)
        collection.coming = attributes
        defer { collection.coming = outer }
        switch attributes.representedElementCategory {
        case .cell:
            if let ready = collection.prepared.removeValue(forKey: path) { return ready }
            return askForCell(path)
        case .supplementaryView:
            let kind = attributes.representedElementKind ?? ""
            guard let dataSource else { return UICollectionReusableView(frame: .zero) }
            return dataSource.collectionView(self, viewForSupplementaryElementOfKind: kind, at: dataPath(of: path))
        case .decorationView: return makeDecoration(attributes.representedElementKind ?? "")
        }
    }

    func askForCell(_ path: IndexPath) -> UICollectionReusableView {
        guard let dataSource else { return UICollectionViewCell(frame: .zero) }
        collection.cellsAsked += 1
        let cell = dataSource.collectionView(self, cellForItemAt: dataPath(of: path))
        // A cell that is already visible for another item can't be shown twice.
        if let key = cell.elementKey, key != .cell(path), collection.visible[key]?.view === cell {
            collection.visible[key] = nil
        }
        for (other, ready) in collection.prepared where ready === cell { collection.prepared[other] = nil }
        return cell
    }

    private func makeDecoration(_ kind: String) -> UICollectionReusableView {
        let key = ReuseKey(kind, kind: kind)
        if let view = collection.pool.dequeue(key) {
            view.prepareForReuse()
            return view
        }
        guard let type = collection.layout.decorationClasses[kind] else {
            ListInconsistency(
                "could not dequeue a decoration view of kind: \(kind) - must register"
                    + " a nib or a class for the kind"
            ).raise()
        }
        guard let view = Self.makeView(of: type, frame: .zero) as? UICollectionReusableView else {
            preconditionFailure("a class of reusable views makes them")
        }
        view.reuseKey = key
        return view
    }

    /// Hides a view and returns it to the reuse pool. A view without a reuse identifier is removed.
    func give(_ view: UICollectionReusableView) {
        UIView.performWithoutAnimation {
            view.layer.removeAllAnimations()
            view.isHidden = true
        }
        guard let key = view.reuseKey, isRegistered(view, key), collection.pool.give(view, for: key) else {
            return view.removeFromSuperview()
        }
    }

    /// Whether the view's class is still the registered one.
    private func isRegistered(_ view: UICollectionReusableView, _ key: ReuseKey) -> Bool {
        guard case .type(let type) = collection.pool.registration(for: key) else { return true }
        return Swift.type(of: view) == type
    }

    // MARK: Reconfiguring

    func reconfigure(_ paths: [IndexPath]) {
        for path in paths {
            guard let cell = cellForItem(at: path), let dataSource else { continue }
            collection.reconfiguring = (path, cell)
            let configured = dataSource.collectionView(self, cellForItemAt: dataPath(of: path))
            collection.reconfiguring = nil
            guard configured === cell else {
                ListInconsistency(
                    "Expected dequeued view to be returned to the collection view in"
                        + " preparation for display. When reconfiguring, the data source has to dequeue the same cell"
                ).raise()
            }
            if let element = collection.visible[.cell(path)] { element.attributes.wasSized = false }
        }
        collection.settled = nil
        setNeedsLayout()
    }
}
