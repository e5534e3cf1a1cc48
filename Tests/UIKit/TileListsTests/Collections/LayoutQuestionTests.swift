import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileLists
@testable import TileViews

/// Counts the queries to layouts while content scrolls.
@Suite("What a collection asks its layout as it scrolls")
struct LayoutQuestionTests {
    /// A flow layout that counts the queries.
    private final class CountingFlow: UICollectionViewFlowLayout {
        var asked: [CGRect] = []
        var prepared = 0
        var isInvalidated = false
        override func prepare() {
            super.prepare()
            prepared += 1
        }
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            asked.append(rect)
            return super.layoutAttributesForElements(in: rect)
        }
        override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { isInvalidated }
    }

    private final class CountingComposition: UICollectionViewCompositionalLayout {
        var asked: [CGRect] = []
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            asked.append(rect)
            return super.layoutAttributesForElements(in: rect)
        }
    }

    private func rig(_ layout: UICollectionViewLayout) -> CollectionRig {
        let rig = CollectionRig(layout, size: CGSize(width: 100, height: 400))
        rig.items(1000)
        rig.show()
        rig.frame()
        return rig
    }

    private func flow() -> CountingFlow {
        let layout = CountingFlow()
        layout.itemSize = CGSize(width: 100, height: 40)
        layout.minimumLineSpacing = 0
        return layout
    }

    /// Scrolls the content by a number of points per frame, and checks that all visible cells are present.
    private func scroll(_ rig: CollectionRig, by step: CGFloat, frames: Int) {
        for _ in 0..<frames {
            rig.view.contentOffset.y += step
            rig.frame()
            let (first, last) = (Int(rig.view.bounds.minY / 40), Int((rig.view.bounds.maxY - 1) / 40))
            #expect(rig.titles == (first...last).map { "0.\($0)" })
        }
    }

    @Test("a subclass of a flow is asked once a screen, not once a frame")
    func flowSubclass() {
        let layout = flow()
        let rig = rig(layout)
        layout.asked = []
        let before = layout.prepared
        // Ten screens in a hundred frames, and back.
        scroll(rig, by: 40, frames: 100)
        #expect(layout.asked.count <= 11 && layout.asked.count >= 5)
        layout.asked = []
        scroll(rig, by: -40, frames: 100)
        #expect(layout.asked.count <= 12)
        #expect(layout.prepared == before)
    }

    @Test("so is a compositional layout, with and without something that takes cells ahead of time")
    func compositional() {
        let item = NSCollectionLayoutItem(
            layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(40)))
        let group = NSCollectionLayoutGroup.vertical(
            layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(40)),
            subitems: [item])
        for prefetches in [true, false] {
            let layout = CountingComposition(section: NSCollectionLayoutSection(group: group))
            let rig = rig(layout)
            rig.view.isPrefetchingEnabled = prefetches
            if prefetches { rig.view.prefetchDataSource = rig }
            layout.asked = []
            scroll(rig, by: 40, frames: 100)
            #expect(layout.asked.count <= 11)
        }
    }

    @Test("a layout that is another for each bounds is asked in each frame, for what is visible alone")
    func moving() {
        let layout = flow()
        let rig = rig(layout)
        layout.isInvalidated = true
        rig.view.isPrefetchingEnabled = false
        scroll(rig, by: 40, frames: 2)
        layout.asked = []
        let before = layout.prepared
        scroll(rig, by: 40, frames: 10)
        #expect(layout.asked.count == 10 && layout.asked.allSatisfy { $0.size == CGSize(width: 100, height: 400) })
        #expect(layout.prepared == before + 10)
    }

    @Test("what was asked for counts no more once the layout is invalidated, or the data are others")
    func invalidated() {
        let layout = flow()
        let rig = rig(layout)
        scroll(rig, by: 10, frames: 2)
        layout.asked = []
        layout.itemSize.height = 80
        rig.frame()
        #expect(!layout.asked.isEmpty && rig.titles == (0...5).map { "0.\($0)" })
        layout.itemSize.height = 40
        rig.view.contentOffset.y = 0
        rig.frame()
        scroll(rig, by: 10, frames: 2)
        layout.asked = []
        rig.sections[0].remove(at: 1)
        rig.view.deleteItems(at: [[0, 1]])
        rig.frame(after: 1)
        rig.frame(after: 1)
        #expect(!layout.asked.isEmpty && rig.titles.prefix(3) == ["0.0", "0.2", "0.3"])
    }

    @Test("a view that stays at the visible edge does so in each frame")
    func pinned() {
        let item = NSCollectionLayoutItem(
            layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(40)))
        let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(40))
        let section = NSCollectionLayoutSection(group: .vertical(layoutSize: size, subitems: [item]))
        let header = NSCollectionLayoutBoundarySupplementaryItem(
            layoutSize: size, elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
        header.pinToVisibleBounds = true
        section.boundarySupplementaryItems = [header]
        let rig = rig(UICollectionViewCompositionalLayout(section: section))
        for _ in 0..<20 {
            rig.view.contentOffset.y += 7
            rig.frame()
            let view = rig.view.supplementaryView(
                forElementKind: UICollectionView.elementKindSectionHeader, at: [0, 0])
            #expect(view?.frame.minY == rig.view.contentOffset.y)
        }
    }

    // MARK: Mirrored

    /// A flow layout as written by right-to-left apps.
    private final class MirroredFlow: UICollectionViewFlowLayout {
        var flips = true
        var development = UIUserInterfaceLayoutDirection.leftToRight
        override var flipsHorizontallyInOppositeLayoutDirection: Bool { flips }
        override var developmentLayoutDirection: UIUserInterfaceLayoutDirection { development }
    }

    private func mirrored(_ layout: MirroredFlow, _ count: Int) -> CollectionRig {
        layout.itemSize = CGSize(width: 40, height: 40)
        (layout.minimumInteritemSpacing, layout.minimumLineSpacing) = (0, 0)
        layout.sectionInset.left = 40
        let rig = CollectionRig(layout, size: CGSize(width: 200, height: 200))
        rig.view.semanticContentAttribute = .forceRightToLeft
        rig.items(count)
        rig.show()
        rig.frame()
        return rig
    }

    @Test("a flow that says so is mirrored in an interface of the other direction, and only there")
    func flipping() {
        let layout = MirroredFlow()
        let rig = mirrored(layout, 9)
        #expect(rig.frameOfCell(0) == CGRect(x: 120, y: 0, width: 40, height: 40))
        #expect(rig.frameOfCell(4) == CGRect(x: 120, y: 40, width: 40, height: 40))
        #expect(rig.view.indexPathForItem(at: CGPoint(x: 130, y: 50)) == [0, 4])
        #expect(rig.view.layoutAttributesForItem(at: [0, 1])?.frame.minX == 80)
        // The attributes of the layout itself are unchanged.
        #expect(layout.layoutAttributesForItem(at: [0, 0])?.frame.minX == 40)
        rig.view.semanticContentAttribute = .forceLeftToRight
        rig.view.reloadData()
        rig.frame()
        #expect(rig.frameOfCell(0)?.minX == 40)
        let made = MirroredFlow()
        made.development = .rightToLeft
        #expect(mirrored(made, 9).frameOfCell(0)?.minX == 40)
        let plain = MirroredFlow()
        plain.flips = false
        #expect(mirrored(plain, 9).frameOfCell(0)?.minX == 40)
    }

    @Test("one that scrolls across starts at the right, and stays as far from there when it grows")
    func flippingAcross() {
        let layout = MirroredFlow()
        layout.scrollDirection = .horizontal
        let rig = mirrored(layout, 100)
        // Five items per column: 20 columns of 40 points, plus the inset.
        #expect(rig.view.contentSize.width == 840 && rig.view.contentOffset.x == 640)
        #expect(rig.frameOfCell(0) == CGRect(x: 760, y: 0, width: 40, height: 40))
        #expect(rig.titles.count == 20)
        rig.view.contentOffset.x = 500
        rig.frame()
        #expect(rig.view.cellForItem(at: [0, 15])?.frame.minX == 640)
        rig.items(200)
        rig.view.reloadData()
        rig.frame()
        #expect(rig.view.contentSize.width == 1640 && rig.view.contentOffset.x == 1300)
        #expect(rig.view.cellForItem(at: [0, 15])?.frame.minX == 1440)
    }

    @Test("a header at the visible edge stays there in a mirrored layout, and what is inserted comes where it belongs")
    func flippingPins() {
        let layout = MirroredFlow()
        layout.scrollDirection = .horizontal
        layout.headerReferenceSize = CGSize(width: 30, height: 0)
        layout.sectionHeadersPinToVisibleBounds = true
        let rig = mirrored(layout, 100)
        for offset in [600, 400, 300] as [CGFloat] {
            rig.view.contentOffset.x = offset
            rig.frame()
            let header = rig.view.supplementaryView(
                forElementKind: UICollectionView.elementKindSectionHeader, at: [0, 0])
            #expect(header?.frame.maxX == rig.view.bounds.maxX)
        }
        let below = MirroredFlow()
        let other = mirrored(below, 3)
        other.sections[0].insert("new", at: 0)
        other.view.insertItems(at: [[0, 0]])
        other.frame(after: 1)
        other.frame(after: 1)
        #expect(other.titles == ["new", "0.0", "0.1", "0.2"] && other.frameOfCell(0)?.minX == 120)
        #expect(other.frameOfCell(1)?.minX == 80)
    }

    @Test("a compositional layout that scrolls across is mirrored too, unless it says that it is not")
    func compositionAcross() {
        final class Plain: UICollectionViewCompositionalLayout {
            override var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
        }
        let size = NSCollectionLayoutSize(widthDimension: .absolute(50), heightDimension: .fractionalHeight(1))
        let section = NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)]))
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        configuration.scrollDirection = .horizontal
        func rig(_ layout: UICollectionViewLayout) -> CollectionRig {
            let rig = CollectionRig(layout, size: CGSize(width: 200, height: 100))
            rig.view.semanticContentAttribute = .forceRightToLeft
            rig.items(20)
            rig.show()
            rig.frame()
            return rig
        }
        let flipped = rig(UICollectionViewCompositionalLayout(section: section, configuration: configuration))
        #expect(flipped.view.contentOffset.x == 800 && flipped.frameOfCell(0)?.minX == 950)
        let plain = rig(Plain(section: section, configuration: configuration))
        #expect(plain.view.contentOffset.x == 0 && plain.frameOfCell(0)?.minX == 0)
    }

    /// A flow layout that records how bounds changes invalidate it.
    private final class RecordingFlow: UICollectionViewFlowLayout {
        var calls: [String] = []
        override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            calls.append("should")
            return true
        }
        override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
            calls.append("with")
            super.invalidateLayout(with: context)
        }
        override func invalidateLayout() {
            calls.append("plain")
            super.invalidateLayout()
        }
    }

    @Test("a bounds change asks once, and invalidates with a context and then plainly; a program's own call does once")
    func boundsInvalidation() {
        let layout = RecordingFlow()
        let rig = rig(layout)
        func calls(_ body: () -> Void) -> [String] {
            layout.calls = []
            body()
            rig.frame()
            return layout.calls
        }
        let whole = ["should", "with", "plain"]
        #expect(calls { rig.view.contentOffset.y = 100 } == whole)
        #expect(calls { rig.view.setContentOffset(CGPoint(x: 0, y: 150), animated: false) } == whole)
        #expect(calls { rig.view.bounds.origin.y = 200 } == whole)
        #expect(calls { rig.view.frame.size.width = 90 } == whole)
        #expect(calls { rig.view.bounds.size.height = 300 } == whole)
        #expect(calls { rig.view.frame.origin.x = 5 } == [])
        #expect(calls { layout.invalidateLayout() } == ["plain", "with"])
    }
}
