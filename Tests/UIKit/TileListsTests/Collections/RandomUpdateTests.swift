import Foundation
import TestSupport
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Updates by chance")
struct RandomUpdateTests {
    private func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
        -> NSCollectionLayoutSize
    { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }

    /// A layout with rows, an orthogonal section, and a grid, with pinned headers.
    private var mixed: UICollectionViewLayout {
        UICollectionViewCompositionalLayout { [self] number, _ in
            let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
            let section: NSCollectionLayoutSection
            switch number % 3 {
            case 0:
                let row = size(.fractionalWidth(1), .estimated(40))
                section = NSCollectionLayoutSection(
                    group: .vertical(layoutSize: row, subitems: [NSCollectionLayoutItem(layoutSize: row)]))
            case 1:
                section = NSCollectionLayoutSection(
                    group: .horizontal(layoutSize: size(.absolute(120), .absolute(60)), subitems: [item]))
                section.orthogonalScrollingBehavior = .continuous
            default:
                section = NSCollectionLayoutSection(
                    group: .horizontal(
                        layoutSize: size(.fractionalWidth(1), .absolute(50)), repeatingSubitem: item, count: 3))
            }
            let header = NSCollectionLayoutBoundarySupplementaryItem(
                layoutSize: size(.fractionalWidth(1), .absolute(20)),
                elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
            header.pinToVisibleBounds = true
            section.boundarySupplementaryItems = [header]
            return section
        }
    }

    private var flow: UICollectionViewLayout {
        let flow = UICollectionViewFlowLayout()
        flow.headerReferenceSize = CGSize(width: 0, height: 20)
        flow.sectionHeadersPinToVisibleBounds = true
        flow.estimatedItemSize = CGSize(width: 80, height: 30)
        return flow
    }

    @Test("whatever comes, goes, moves and scrolls: what shows is what the data source has", arguments: [0, 1])
    func any(kind: Int) {
        var random = SeededGenerator(UInt64(7 + kind))
        let rig = CollectionRig(kind == 0 ? mixed : flow)
        var next = 0
        func new() -> String {
            next += 1
            return "n\(next)"
        }
        rig.sections = (0..<4).map { _ in (0..<Int.random(in: 0...12, using: &random)).map { _ in new() } }
        rig.show()
        for round in 0..<120 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                rig.view.contentOffset.y = CGFloat(Int.random(in: 0...400, using: &random))
            case 1:
                let section = Int.random(in: 0...rig.sections.count, using: &random)
                rig.sections.insert((0..<Int.random(in: 0...5, using: &random)).map { _ in new() }, at: section)
                rig.view.insertSections([section])
            case 2 where rig.sections.count > 1:
                let section = Int.random(in: 0..<rig.sections.count, using: &random)
                rig.sections.remove(at: section)
                rig.view.deleteSections([section])
            case 3 where !rig.sections.isEmpty:
                for scroller in rig.view.collection.scrollers.values {
                    scroller.contentOffset.x = CGFloat.random(in: 0...300, using: &random)
                }
            default: change(rig, using: &random, new: new)
            }
            if Bool.random(using: &random) { rig.frame(after: 0.05) } else { rig.settle() }
            check(rig, round)
        }
        rig.settle()
        check(rig, -1)
        let shown =
            rig.view.subviews.filter { !$0.isHidden && $0 is CollectionRig.Cell }.count
            + rig.view.collection.scrollers.values.reduce(0) { sum, scroller in
                sum + scroller.subviews.filter { !$0.isHidden && $0 is CollectionRig.Cell }.count
            }
        #expect(shown == rig.view.visibleCells.count)
        #expect(rig.view.visibleCells.allSatisfy { $0.alpha == 1 && $0.window != nil })
    }

    /// Makes several changes of items in one batch.
    private func change(_ rig: CollectionRig, using random: inout SeededGenerator, new: @escaping () -> String) {
        guard !rig.sections.isEmpty else { return }
        let section = Int.random(in: 0..<rig.sections.count, using: &random)
        let count = rig.sections[section].count
        var generator = random
        rig.view.performBatchUpdates {
            let gone = (0..<count).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
            for item in gone.reversed() { rig.sections[section].remove(at: item) }
            rig.view.deleteItems(at: gone.map { IndexPath(item: $0, section: section) })
            let place = Int.random(in: 0...rig.sections[section].count, using: &generator)
            rig.sections[section].insert(new(), at: place)
            rig.view.insertItems(at: [IndexPath(item: place, section: section)])
        }
        random = generator
    }

    private func check(_ rig: CollectionRig, _ round: Int) {
        let (view, layout) = (rig.view, rig.view.collectionViewLayout)
        #expect(view.numberOfSections == rig.sections.count)
        for path in view.indexPathsForVisibleItems {
            let title = (view.cellForItem(at: path) as? CollectionRig.Cell)?.title
            #expect(title == rig.sections[path.section][path.item], "round \(round), \(path)")
        }
        let due = (layout.layoutAttributesForElements(in: view.bounds) ?? []).filter {
            $0.representedElementCategory == .cell
        }
        #expect(Set(due.map(\.indexPath)) == Set(view.indexPathsForVisibleItems), "round \(round)")
    }
}
