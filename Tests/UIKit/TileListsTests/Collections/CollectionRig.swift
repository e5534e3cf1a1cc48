import Foundation
import TestSupport
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

@testable import TileLists

/// A collection view in a window whose time is controlled by the test, and a data source that records its calls.
final class CollectionRig: UICollectionViewDataSource, UICollectionViewDelegate,
    UICollectionViewDataSourcePrefetching
{
    /// A cell that counts its uses.
    final class Cell: UICollectionViewCell {
        nonisolated(unsafe) static var made = 0  // Tests that look at it run one after the other.
        var uses = 0
        var title = ""
        override init(frame: CGRect) {
            super.init(frame: frame)
            Self.made += 1
        }
        required init?(coder: NSCoder) { nil }
        override func prepareForReuse() {
            super.prepareForReuse()
            uses += 1
        }
    }

    let clock = VirtualClock(now: 50)
    let screen: UIScreen
    let window: UIWindow
    let view: UICollectionView
    var sections: [[String]] = []
    var lines: [String] = []
    var asked: [IndexPath] = []
    var made: Set<ObjectIdentifier> = []
    var decide: (String, IndexPath) -> Bool = { _, _ in true }
    /// A Boolean value that indicates whether each item and header has its own color.
    var colors = false

    init(_ layout: UICollectionViewLayout, size: CGSize = CGSize(width: 320, height: 480)) {
        screen = UIScreen(size: size, scale: 1)
        screen.clock = clock
        window = UIWindow(screen: screen)
        view = UICollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
        view.register(Cell.self, forCellWithReuseIdentifier: "cell")
        for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter, "badge"] {
            view.register(UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
        }
        view.dataSource = self
        view.delegate = self
    }

    func items(_ counts: Int...) {
        sections = counts.enumerated().map { section, count in (0..<count).map { "\(section).\($0)" } }
    }

    func show() {
        window.addSubview(view)
        window.makeKeyAndVisible()
        frame()
    }

    func frame(after seconds: Double = 0) {
        clock.advance(by: seconds)
        screen.asMain { _ = screen.frame() }
    }

    func settle(most seconds: Double = 5) {
        for _ in 0..<Int(seconds * 60) where screen.isFramePending { frame(after: 1 / 60) }
    }

    func drain() -> String {
        defer { lines = [] }
        return lines.joined(separator: " ")
    }

    /// Returns the frame of the cell for an item.
    func frameOfCell(_ item: Int, _ section: Int = 0) -> CGRect? {
        view.cellForItem(at: IndexPath(item: item, section: section))?.frame
    }

    var titles: [String] {
        view.indexPathsForVisibleItems.sorted().compactMap { (view.cellForItem(at: $0) as? Cell)?.title }
    }

    // MARK: Data source

    func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        sections[section].count
    }

    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        asked.append(indexPath)
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        made.insert(ObjectIdentifier(cell))
        (cell as? Cell)?.title = sections[indexPath.section][indexPath.item]
        if colors { cell.backgroundColor = color(indexPath) }
        return cell
    }

    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        let view = collectionView.dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: kind, for: indexPath)
        if colors { view.backgroundColor = color(indexPath) }
        return view
    }

    private func color(_ path: IndexPath) -> UIColor {
        UIColor(hue: CGFloat(path.item % 17) / 17, saturation: 0.8, brightness: 1 - CGFloat(path.section) / 3, alpha: 1)
    }

    func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
    ) {
        lines.append("move \(sourceIndexPath.item)>\(destinationIndexPath.item)")
        let item = sections[sourceIndexPath.section].remove(at: sourceIndexPath.item)
        sections[destinationIndexPath.section].insert(item, at: destinationIndexPath.item)
    }

    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        lines.append("prefetch \(indexPaths.count)")
    }

    func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
        lines.append("cancel \(indexPaths.count)")
    }

    // MARK: Delegate

    func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        lines.append("shouldHighlight")
        return decide("highlight", indexPath)
    }
    func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
        lines.append("highlight\(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        lines.append("unhighlight\(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        lines.append("shouldSelect")
        return decide("select", indexPath)
    }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        lines.append("select\(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
        lines.append("deselect\(indexPath.item)")
    }
}

/// Taps and drags on the screen of a rig.
extension CollectionRig {
    func tap(_ point: CGPoint) {
        let touch = TouchSequence(on: screen)
        touch.send(TouchSample(.began, at: point, timestamp: clock.now))
        frame(after: 0.2)
        touch.send(TouchSample(.ended, at: point, timestamp: clock.now))
        frame(after: 0.05)
    }

    /// Drags from a point by one step per frame.
    func drag(from start: CGPoint, by step: CGVector, frames: Int) {
        let touch = TouchSequence(on: screen)
        touch.send(TouchSample(.began, at: start, timestamp: clock.now))
        frame(after: 1 / 60)
        for index in 1...frames {
            let place = CGPoint(x: start.x + step.dx * CGFloat(index), y: start.y + step.dy * CGFloat(index))
            touch.send(TouchSample(.moved, at: place, timestamp: clock.now))
            frame(after: 1 / 60)
        }
        let end = CGPoint(x: start.x + step.dx * CGFloat(frames), y: start.y + step.dy * CGFloat(frames))
        frame(after: 0.2)
        touch.send(TouchSample(.ended, at: end, timestamp: clock.now))
        frame(after: 1 / 60)
    }
}
