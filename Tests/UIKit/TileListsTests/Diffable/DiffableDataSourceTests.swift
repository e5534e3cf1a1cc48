import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Diffable data sources of collections")
struct DiffableDataSourceTests {
    private typealias Source = UICollectionViewDiffableDataSource<String, Int>
    private let rig: CollectionRig
    private let source: Source

    init() {
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 40)
        rig = CollectionRig(layout)
        source = Source(collectionView: rig.view) { view, path, item in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
            (cell as? CollectionRig.Cell)?.title = "\(item)"
            cell.tag += 1
            return cell
        }
    }

    private func snapshot(_ sections: KeyValuePairs<String, [Int]>) -> NSDiffableDataSourceSnapshot<String, Int> {
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        for (section, items) in sections {
            snapshot.appendSections([section])
            snapshot.appendItems(items)
        }
        return snapshot
    }

    @Test("each snapshot shows what has changed; places are known by identifiers")
    func applying() {
        var isDone = false
        source.apply(snapshot(["a": [1, 2, 3], "b": [4]])) { isDone = true }
        rig.show()
        rig.settle()
        #expect(isDone && rig.titles == ["1", "2", "3", "4"] && source.indexPath(for: 4) == [1, 0])
        let cell = rig.view.cellForItem(at: [0, 2])
        source.apply(snapshot(["b": [4, 3], "c": [], "a": [2, 5]]), animatingDifferences: true)
        #expect(rig.view.cellForItem(at: [0, 1]) === cell)
        rig.settle()
        #expect(rig.titles == ["4", "3", "2", "5"] && source.itemIdentifier(for: [2, 1]) == 5)
        #expect(
            source.sectionIdentifier(for: 1) == "c" && source.index(for: "a") == 2 && source.indexPath(for: 1) == nil)
        #expect(source.indexPath(for: 5) == [2, 1] && source.itemIdentifier(for: [5, 0]) == nil)
    }

    @Test("any snapshot after any other shows as it is")
    func many() {
        rig.show()
        var random = SystemRandomNumberGenerator()
        for _ in 0..<150 {
            var next = NSDiffableDataSourceSnapshot<String, Int>()
            let sections = ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            var items = Array(0..<9).shuffled(using: &random)
            for section in sections {
                next.appendSections([section])
                let count = Int.random(in: 0...3, using: &random)
                next.appendItems(Array(items.prefix(count)))
                items.removeFirst(count)
            }
            let both = next.itemIdentifiers.filter { source.indexPath(for: $0) != nil }
            next.reloadItems(Array(both.prefix(1)))
            source.apply(next, animatingDifferences: Bool.random(using: &random))
            rig.frame(after: 0.1)
            #expect(rig.titles == next.itemIdentifiers.map { "\($0)" })
        }
    }

    @Test("what is reloaded gets another cell, what is reconfigured keeps its own")
    func marks() {
        source.apply(snapshot(["a": [1, 2]]), animatingDifferences: false)
        rig.show()
        let cells = rig.view.visibleCells.count
        let (first, second) = (rig.view.cellForItem(at: [0, 0]), rig.view.cellForItem(at: [0, 1]))
        var next = source.snapshot()
        next.reconfigureItems([2])
        next.reloadItems([1])
        source.apply(next)
        rig.settle()
        #expect(rig.view.cellForItem(at: [0, 0]) !== first && rig.view.cellForItem(at: [0, 1]) === second)
        #expect(second?.tag == 2 && rig.view.visibleCells.count == cells)
        #expect(source.snapshot().reloadedItemIdentifiers.isEmpty)
        source.applySnapshotUsingReloadData(snapshot(["z": [9]]))
        rig.frame()
        #expect(rig.titles == ["9"])
    }

    @Test("an outline shows what is expanded, and is toggled by its cells")
    func outlines() {
        rig.show()
        var outline = NSDiffableDataSourceSectionSnapshot<Int>()
        outline.append([1, 2])
        outline.append([11, 12], to: 1)
        source.apply(outline, to: "a", animatingDifferences: false)
        rig.frame()
        #expect(rig.titles == ["1", "2"] && source.outlineState(at: [0, 0])?.isExpanded == false)
        source.toggleExpansion(at: [0, 0])
        rig.settle()
        #expect(rig.titles == ["1", "11", "12", "2"] && source.outlineState(at: [0, 1])?.level == 1)
        #expect(source.snapshot(for: "a").items == [1, 11, 12, 2] && source.snapshot(for: "a").isExpanded(1))
        source.sectionSnapshotHandlers.shouldCollapseItem = { _ in false }
        source.toggleExpansion(at: [0, 0])
        rig.settle()
        #expect(rig.titles.count == 4)
    }

    @Test("an item that a person moves stays where it was put; handlers hear of it")
    func reordering() {
        source.apply(snapshot(["a": [1, 2, 3]]), animatingDifferences: false)
        rig.show()
        #expect(!rig.view.beginInteractiveMovementForItem(at: [0, 0]))
        source.reorderingHandlers.canReorderItem = { $0 != 2 }
        var final: [Int] = []
        source.reorderingHandlers.didReorder = { final = $0.finalSnapshot.itemIdentifiers }
        #expect(rig.view.beginInteractiveMovementForItem(at: [0, 0]))
        rig.view.updateInteractiveMovementTargetPosition(CGPoint(x: 300, y: 20))
        rig.view.endInteractiveMovement()
        rig.settle()
        #expect(
            final == [2, 3, 1] && source.snapshot().itemIdentifiers == [2, 3, 1] && rig.titles == ["2", "3", "1"])
    }

    @Test("awaited, a snapshot is there afterwards; one that nobody shows is there at once")
    func awaited() async {
        rig.view.dataSource = rig
        await source.apply(snapshot(["a": [1, 2]]), animatingDifferences: false)
        #expect(source.snapshot().itemIdentifiers == [1, 2])
        var outline = NSDiffableDataSourceSectionSnapshot<Int>()
        outline.append([5])
        await source.apply(outline, to: "b")
        #expect(source.snapshot(for: "b").items == [5] && source.index(for: "b") == 1)
    }
}
