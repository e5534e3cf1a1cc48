import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Flow layouts")
struct FlowLayoutTests {
    private let layout = UICollectionViewFlowLayout()

    private func rig(_ counts: Int..., width: CGFloat = 320) -> CollectionRig {
        let rig = CollectionRig(layout, size: CGSize(width: width, height: 480))
        rig.sections = counts.enumerated().map { section, count in (0..<count).map { "\(section).\($0)" } }
        rig.show()
        return rig
    }

    private func frames(_ rig: CollectionRig, section: Int = 0) -> [CGRect] {
        (0..<rig.sections[section].count).compactMap {
            rig.view.layoutAttributesForItem(at: IndexPath(item: $0, section: section))?.frame
        }
    }

    @Test("items of 50 points are spread over full lines; the last is spaced as they are")
    func uniform() {
        let rig = rig(7)
        // Five items fit: 5 · 50 + 4 · 10 = 290. The remaining 30 points make spaces of 17.5, which are snapped to
        // pixels.
        #expect(frames(rig).map(\.minX) == [0, 68, 135, 203, 270, 0, 68])
        #expect(frames(rig).map(\.minY) == [0, 0, 0, 0, 0, 60, 60])
        #expect(rig.view.contentSize == CGSize(width: 320, height: 110))
    }

    @Test("while no line comes in nothing is asked of the layout, and what shows is what the layout says")
    func settled() {
        layout.headerReferenceSize = CGSize(width: 0, height: 33)
        let rig = rig(200, 150)
        var quiet = 0
        for offset in stride(from: CGFloat(0), to: 2600, by: 7) {
            let before = layout.flow.attributesMade
            rig.view.contentOffset.y = offset
            rig.frame(after: 1 / 60)
            if layout.flow.attributesMade == before { quiet += 1 }
            let expected = (layout.layoutAttributesForElements(in: rig.view.bounds) ?? []).map(\.key)
            #expect(Set(rig.view.collection.visible.keys) == Set(expected), "at \(offset)")
        }
        // In 60 points, one line appears and one disappears, and the cells of the next line are prepared in four more
        // frames.
        #expect(quiet > 2600 / 7 / 3)
        // A change in the meantime is noticed.
        let (cell, place) = (rig.view.visibleCells[0], rig.view.visibleCells[0].frame)
        layout.itemSize = CGSize(width: 40, height: 40)
        rig.frame()
        #expect(rig.view.indexPath(for: cell) == nil || cell.frame != place)
        rig.sections[0].append("new")
        rig.view.insertItems(at: [IndexPath(item: 200, section: 0)])
        rig.settle()
        let expected = (layout.layoutAttributesForElements(in: rig.view.bounds) ?? []).map(\.key)
        #expect(Set(rig.view.collection.visible.keys) == Set(expected))
    }

    @Test("one item that fills a line is in its middle; insets and spacings count")
    func single() {
        layout.itemSize = CGSize(width: 200, height: 40)
        layout.sectionInset = UIEdgeInsets(top: 5, left: 10, bottom: 7, right: 10)
        layout.minimumLineSpacing = 3
        let rig = rig(2)
        #expect(
            frames(rig) == [CGRect(x: 60, y: 5, width: 200, height: 40), CGRect(x: 60, y: 48, width: 200, height: 40)])
        #expect(rig.view.contentSize.height == 95)
    }

    /// Provides the sizes of items.
    private final class Sizes: UICollectionViewDelegateFlowLayout {
        var widths: [CGFloat] = []
        func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            sizeForItemAt indexPath: IndexPath
        ) -> CGSize { CGSize(width: widths[indexPath.item], height: indexPath.item == 0 ? 30 : 50) }
    }

    @Test("items of several sizes: full lines are justified, in the middle across; the last is left")
    func mixed() {
        let sizes = Sizes()
        sizes.widths = [100, 80, 120, 60]
        let rig = rig(4, width: 200)
        rig.view.delegate = sizes
        rig.frame()
        let frames = frames(rig)
        #expect(frames[0] == CGRect(x: 0, y: 10, width: 100, height: 30) && frames[1].minX == 120)
        #expect(frames[2].origin == CGPoint(x: 0, y: 60) && frames[3].origin == CGPoint(x: 130, y: 60))
        sizes.widths = [100, 80, 60, 70]
        layout.invalidateLayout()
        rig.frame()
        // The last line keeps the minimum spacing.
        #expect(self.frames(rig)[3].minX == 70)
    }

    @Test("an empty section keeps its header, its insets and its footer")
    func empty() {
        layout.headerReferenceSize = CGSize(width: 1, height: 30)
        layout.footerReferenceSize = CGSize(width: 1, height: 20)
        layout.sectionInset = UIEdgeInsets(top: 5, left: 50, bottom: 5, right: 50)
        let rig = rig(0, 1)
        #expect(rig.view.contentSize == CGSize(width: 320, height: 170))
        let header = rig.view.layoutAttributesForSupplementaryElement(
            ofKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 1))
        #expect(header?.frame == CGRect(x: 0, y: 60, width: 320, height: 30))
        #expect(rig.view.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionFooter).count == 2)
    }

    @Test("across: lines are columns")
    func horizontal() {
        layout.scrollDirection = .horizontal
        let rig = rig(30)
        // Eight items of 50 points fit into 480.
        #expect(frames(rig)[8].origin == CGPoint(x: 60, y: 0) && frames(rig)[7].maxY == 480)
        #expect(rig.view.contentSize == CGSize(width: 230, height: 480))
    }

    @Test("a pinned header stays at the edge until its section ends")
    func pinned() {
        layout.headerReferenceSize = CGSize(width: 1, height: 30)
        layout.sectionHeadersPinToVisibleBounds = true
        let rig = rig(50, 100)
        func header(_ section: Int) -> CGRect? {
            rig.view.supplementaryView(
                forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: section))?
                .frame
        }
        #expect(header(0)?.minY == 0)
        rig.view.contentOffset.y = 100
        rig.frame()
        #expect(header(0)?.minY == 100)
        // The section ends at 30 + 590.
        rig.view.contentOffset.y = 610
        rig.frame()
        #expect(header(0)?.minY == 590 && header(1)?.minY == 620)
    }

    /// A cell whose preferred height is the number of its item.
    private final class Tall: UICollectionViewCell {
        override func preferredLayoutAttributesFitting(
            _ layoutAttributes: UICollectionViewLayoutAttributes
        ) -> UICollectionViewLayoutAttributes {
            let copy = layoutAttributes.copied()
            copy.size = CGSize(width: 320, height: CGFloat(20 + layoutAttributes.indexPath.item % 5 * 10))
            return copy
        }
    }

    @Test("with an estimate cells say their sizes, once each, and what shows stays where it is")
    func selfSizing() {
        layout.estimatedItemSize = CGSize(width: 320, height: 44)
        layout.minimumLineSpacing = 0
        let rig = rig(1000)
        rig.view.register(Tall.self, forCellWithReuseIdentifier: "cell")
        rig.view.reloadData()
        rig.frame()
        #expect(rig.frameOfCell(0)?.height == 20 && rig.frameOfCell(4)?.minY == 140)
        rig.view.contentOffset.y = 20_000
        rig.frame()
        let shown = rig.view.indexPathsForVisibleItems.sorted()
        #expect(shown.allSatisfy { rig.frameOfCell($0.item)?.height == CGFloat(20 + $0.item % 5 * 10) })
        let tops = shown.compactMap { rig.frameOfCell($0.item)?.minY }
        #expect(tops == tops.sorted())
    }

    @Test("what is visible is found among a million without looking at the rest")
    func million() throws {
        var section = FlowSection(
            FlowSection.Metrics(), items: .uniform(count: 1_000_000, .init(length: 50, breadth: 50)), breadth: 320)
        #expect(section.items(in: 6_000_000...6_000_100) == 500_000..<500_010)
        #expect(section.position(of: 999_999).offset == CGFloat(11_999_940))
        section = FlowSection(
            FlowSection.Metrics(),
            items: .measured((0..<100_000).map { .init(length: 50, breadth: $0 % 2 == 0 ? 50 : 60) }), breadth: 320)
        let found = section.items(in: 600_000...600_010)
        #expect(found.count <= 10 && !found.isEmpty)
    }
}
