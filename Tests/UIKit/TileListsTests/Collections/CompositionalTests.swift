import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Compositional layouts")
struct CompositionalTests {
    private func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
        -> NSCollectionLayoutSize
    { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }

    private func item(_ width: CGFloat, _ height: CGFloat = 1) -> NSCollectionLayoutItem {
        NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(width), .fractionalHeight(height)))
    }

    private func rig(_ section: NSCollectionLayoutSection, _ counts: Int...) -> CollectionRig {
        let rig = CollectionRig(UICollectionViewCompositionalLayout(section: section))
        rig.sections = counts.enumerated().map { section, count in (0..<count).map { "\(section).\($0)" } }
        rig.show()
        return rig
    }

    private func frames(_ rig: CollectionRig, _ section: Int = 0) -> [CGRect] {
        (0..<rig.sections[section].count).compactMap {
            rig.view.layoutAttributesForItem(at: IndexPath(item: $0, section: section))?.frame
        }
    }

    @Test("items fill a group from leading to trailing, groups follow each other down")
    func grid() {
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(40)), subitems: [item(0.25)])
        let section = NSCollectionLayoutSection(group: group)
        section.interGroupSpacing = 4
        section.contentInsets = NSDirectionalEdgeInsets(top: 3, leading: 10, bottom: 5, trailing: 10)
        let rig = rig(section, 6)
        #expect(frames(rig).map(\.minX) == [10, 85, 160, 235, 10, 85])
        #expect(
            frames(rig).map(\.minY) == [3, 3, 3, 3, 47, 47] && frames(rig)[0].size == CGSize(width: 75, height: 40))
        #expect(rig.view.contentSize == CGSize(width: 320, height: 3 + 84 + 5))
    }

    @Test("a number of equal items, with space between; insets of items are theirs")
    func equal() {
        let one = item(1)
        one.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 1, trailing: 2)
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .fractionalWidth(0.25)), repeatingSubitem: one, count: 3)
        group.interItemSpacing = .fixed(10)
        let rig = rig(NSCollectionLayoutSection(group: group), 3)
        #expect(frames(rig) == [2, 112, 222].map { CGRect(x: $0, y: 1, width: 96, height: 78) })
    }

    @Test("groups in groups: one large item beside two small ones; flexible space takes what is left")
    func nested() {
        let pair = NSCollectionLayoutGroup.vertical(
            layoutSize: size(.fractionalWidth(0.3), .fractionalHeight(1)), repeatingSubitem: item(1), count: 2)
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.absolute(300), .absolute(100)), subitems: [item(0.6), pair])
        group.interItemSpacing = .flexible(0)
        let rig = rig(NSCollectionLayoutSection(group: group), 4)
        #expect(
            frames(rig) == [
                CGRect(x: 0, y: 0, width: 180, height: 100), CGRect(x: 210, y: 0, width: 90, height: 50),
                CGRect(x: 210, y: 50, width: 90, height: 50), CGRect(x: 0, y: 100, width: 180, height: 100),
            ])
    }

    @Test("a custom group has items where it says, edge spacing stands outside of items")
    func custom() {
        let group = NSCollectionLayoutGroup.custom(layoutSize: size(.fractionalWidth(1), .absolute(100))) {
            environment in
            let width = environment.container.contentSize.width
            return [
                NSCollectionLayoutGroupCustomItem(frame: CGRect(x: 0, y: 0, width: 10, height: 10)),
                NSCollectionLayoutGroupCustomItem(
                    frame: CGRect(x: width - 10, y: 90, width: 10, height: 10), zIndex: 3),
            ]
        }
        let custom = rig(NSCollectionLayoutSection(group: group), 3)
        #expect(frames(custom).map(\.origin) == [.zero, CGPoint(x: 310, y: 90), CGPoint(x: 0, y: 100)])
        #expect(custom.view.layoutAttributesForItem(at: [0, 1])?.zIndex == 3)
        let spaced = NSCollectionLayoutItem(layoutSize: size(.absolute(50), .absolute(50)))
        spaced.edgeSpacing = NSCollectionLayoutEdgeSpacing(
            leading: .fixed(5), top: .fixed(7), trailing: .fixed(5), bottom: nil)
        let line = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(60)), subitems: [spaced])
        #expect(frames(rig(NSCollectionLayoutSection(group: line), 6)).map(\.minX) == [5, 65, 125, 185, 245, 5])
    }

    @Test("a section that scrolls across has its own scroll view, and cells only for what shows")
    func orthogonal() throws {
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.absolute(100), .absolute(80)), subitems: [item(1)])
        let section = NSCollectionLayoutSection(group: group)
        section.orthogonalScrollingBehavior = .continuous
        section.interGroupSpacing = 10
        var told: (Int, CGPoint)?
        section.visibleItemsInvalidationHandler = { items, offset, _ in told = (items.count, offset) }
        let rig = rig(section, 1000, 1000)
        #expect(rig.view.contentSize.height == 160 && rig.view.visibleCells.count == 6)
        let scroller = try #require(
            rig.view.subviews.compactMap { $0 as? OrthogonalScrollView }.first { $0.section == 0 })
        #expect(scroller.frame == CGRect(x: 0, y: 0, width: 320, height: 80) && scroller.contentSize.width == 109_990)
        scroller.contentOffset.x = 1100
        rig.frame()
        #expect(rig.view.indexPathsForVisibleItems.filter { $0.section == 0 }.sorted().map(\.item) == [10, 11, 12])
        #expect(rig.frameOfCell(10) == CGRect(x: 1100, y: 0, width: 100, height: 80))
        #expect(rig.view.layoutAttributesForItem(at: [0, 10])?.frame.minX == 0 && rig.asked.count < 14)
        #expect(told.map { $0.0 == 3 } == true)
        rig.tap(CGPoint(x: 150, y: 20))
        #expect(rig.view.indexPathsForSelectedItems == [[0, 11]])
        rig.drag(from: CGPoint(x: 200, y: 20), by: CGVector(dx: -10, dy: 0), frames: 10)
        #expect(scroller.contentOffset.x > 1150 && rig.view.contentOffset == .zero)
        rig.view.scrollToItem(at: [0, 500], at: .left, animated: false)
        rig.frame()
        #expect(scroller.contentOffset.x == 55_000 && rig.view.cellForItem(at: [0, 500]) != nil)
    }

    @Test("where a section that turns by groups comes to rest")
    func paging() {
        func restingOffset(_ behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior, x: CGFloat, speed: CGFloat)
            -> CGFloat
        {
            OrthogonalSection(
                section: 0, frame: .zero, contentSize: CGSize(width: 1000, height: 50), behavior: behavior,
                groupLength: 100, bounces: true, isVertical: false, isMirrored: false
            ).restingPlace(x, from: 200, velocity: speed, visible: 300)
        }
        #expect(
            restingOffset(.continuous, x: 437, speed: 1) == 437
                && restingOffset(.continuousGroupLeadingBoundary, x: 437, speed: 1) == 400)
        #expect(
            restingOffset(.groupPaging, x: 437, speed: 2) == 300 && restingOffset(.groupPaging, x: 210, speed: 0) == 200
        )
        #expect(
            restingOffset(.groupPaging, x: 20, speed: -2) == 100
                && restingOffset(.continuousGroupLeadingBoundary, x: 990, speed: 3) == 700)
    }

    @Test("headers take room and may be pinned; a background lies behind; badges belong to items")
    func besides() {
        let badge = NSCollectionLayoutSupplementaryItem(
            layoutSize: size(.absolute(20), .absolute(20)), elementKind: "badge",
            containerAnchor: NSCollectionLayoutAnchor(
                edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.5, y: -0.5)))
        let one = NSCollectionLayoutItem(
            layoutSize: size(.absolute(100), .absolute(100)), supplementaryItems: [badge])
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(100)), subitems: [one])
        let section = NSCollectionLayoutSection(group: group)
        let header = NSCollectionLayoutBoundarySupplementaryItem(
            layoutSize: size(.fractionalWidth(1), .absolute(30)),
            elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
        header.pinToVisibleBounds = true
        let footer = NSCollectionLayoutBoundarySupplementaryItem(
            layoutSize: size(.absolute(50), .absolute(10)), elementKind: UICollectionView.elementKindSectionFooter,
            alignment: .bottomTrailing)
        section.boundarySupplementaryItems = [header, footer]
        let background = NSCollectionLayoutDecorationItem.background(elementKind: "background")
        background.contentInsets = NSDirectionalEdgeInsets(top: 30, leading: 5, bottom: 10, trailing: 5)
        section.decorationItems = [background]
        let layout = UICollectionViewCompositionalLayout(section: section)
        layout.register(UICollectionReusableView.self, forDecorationViewOfKind: "background")
        let rig = CollectionRig(layout)
        rig.items(30, 30)
        rig.show()
        func frame(_ kind: String, _ item: Int = 0) -> CGRect? {
            rig.view.supplementaryView(forElementKind: kind, at: IndexPath(item: item, section: 0))?.frame
        }
        #expect(rig.view.contentSize == CGSize(width: 320, height: 2080))
        #expect(frame(UICollectionView.elementKindSectionHeader) == CGRect(x: 0, y: 0, width: 320, height: 30))
        #expect(frame("badge", 1) == CGRect(x: 190, y: 20, width: 20, height: 20))
        rig.view.contentOffset.y = 600
        rig.frame()
        #expect(frame(UICollectionView.elementKindSectionHeader)?.minY == 600)
        #expect(frame(UICollectionView.elementKindSectionFooter) == CGRect(x: 270, y: 1030, width: 50, height: 10))
        let shown = layout.layoutAttributesForElements(in: rig.view.bounds)?.first {
            $0.representedElementCategory == .decorationView
        }
        #expect(shown?.frame == CGRect(x: 5, y: 30, width: 310, height: 1000) && shown?.zIndex == -1)
    }

    /// A cell whose preferred height is the number of its item.
    private final class Tall: UICollectionViewCell {
        override func preferredLayoutAttributesFitting(
            _ layoutAttributes: UICollectionViewLayoutAttributes
        ) -> UICollectionViewLayoutAttributes {
            let copy = layoutAttributes.copied()
            copy.size.height = CGFloat(30 + layoutAttributes.indexPath.item % 3 * 10)
            return copy
        }
    }

    @Test("estimated heights become those that cells prefer; uniform siblings are as the tallest")
    func estimated() {
        let whole = size(.fractionalWidth(1), .estimated(50))
        let list = NSCollectionLayoutSection(
            group: .vertical(layoutSize: whole, subitems: [NSCollectionLayoutItem(layoutSize: whole)]))
        let rig = CollectionRig(UICollectionViewCompositionalLayout(section: list))
        rig.view.register(Tall.self, forCellWithReuseIdentifier: "cell")
        rig.items(100_000)
        rig.show()
        #expect(rig.frameOfCell(0)?.height == 30 && rig.frameOfCell(3)?.minY == 120)
        rig.view.scrollToItem(at: [0, 50_000], at: .top, animated: false)
        rig.frame()
        rig.frame()
        let shown = rig.view.indexPathsForVisibleItems.sorted().map(\.item)
        #expect(shown.allSatisfy { rig.frameOfCell($0)?.height == CGFloat(30 + $0 % 3 * 10) } && shown.count < 20)
        #expect(rig.asked.count < 60)

        let third = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1.0 / 3), .uniformAcrossSiblings(estimate: 20)))
        let row = NSCollectionLayoutGroup.horizontal(layoutSize: whole, subitems: [third])
        let grid = CollectionRig(UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: row)))
        grid.view.register(Tall.self, forCellWithReuseIdentifier: "cell")
        grid.items(6)
        grid.show()
        #expect((0..<6).allSatisfy { grid.frameOfCell($0)?.height == 50 } && grid.frameOfCell(3)?.minY == 50)
    }

    @Test(
        "a million groups: what shows is found without looking at the rest; boundaries of the layout stand around all")
    func million() {
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(50)), subitems: [item(1)])
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        configuration.interSectionSpacing = 10
        configuration.boundarySupplementaryItems = [
            NSCollectionLayoutBoundarySupplementaryItem(
                layoutSize: size(.fractionalWidth(1), .absolute(20)), elementKind: "badge", alignment: .top)
        ]
        let rig = CollectionRig(
            UICollectionViewCompositionalLayout(
                section: NSCollectionLayoutSection(group: group), configuration: configuration))
        rig.items(1_000_000, 5)
        rig.show()
        #expect(rig.asked.count == 10 && rig.frameOfCell(0)?.minY == 20)
        #expect(rig.view.visibleSupplementaryViews(ofKind: "badge").count == 1)
        rig.view.scrollToItem(at: [1, 4], at: .bottom, animated: false)
        rig.frame()
        #expect(rig.view.contentOffset.y == 20 + 50_000_000 + 10 + 250 - 480 && rig.asked.count < 25)
    }

    @Test("read from right to left all is mirrored, and what scrolls across starts at the right")
    func mirrored() throws {
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.absolute(100), .absolute(80)), subitems: [item(1)])
        let across = NSCollectionLayoutSection(group: group)
        across.orthogonalScrollingBehavior = .continuous
        across.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 0)
        let grid = NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size(.fractionalWidth(1), .absolute(40)), subitems: [item(0.25)]))
        let rig = CollectionRig(UICollectionViewCompositionalLayout { number, _ in number == 0 ? across : grid })
        rig.view.semanticContentAttribute = .forceRightToLeft
        rig.items(20, 5)
        rig.show()
        rig.frame()
        func shown(_ item: Int, _ section: Int) -> CGRect? {
            rig.view.layoutAttributesForItem(at: IndexPath(item: item, section: section))?.frame
        }
        #expect(shown(0, 1)?.minX == 240 && shown(4, 1) == CGRect(x: 240, y: 120, width: 80, height: 40))
        #expect(shown(0, 0)?.minX == 210 && rig.titles.prefix(4) == ["0.0", "0.1", "0.2", "0.3"])
        let scroller = try #require(rig.view.collection.scrollers[0])
        #expect(scroller.contentOffset.x == 2010 - 320 && rig.frameOfCell(0)?.minX == 1900)
        scroller.contentOffset.x -= 200
        rig.frame()
        #expect(shown(2, 0)?.minX == 210 && rig.view.cellForItem(at: [0, 4]) != nil && rig.frameOfCell(0) == nil)
    }

    @Test("decorations of orthogonal sections are behind the cells, also of sections that come into sight later")
    func orthogonalDecorations() throws {
        let layout = UICollectionViewCompositionalLayout { _, _ in
            let section = NSCollectionLayoutSection(
                group: .horizontal(layoutSize: size(.absolute(100), .absolute(200)), subitems: [item(1)]))
            section.orthogonalScrollingBehavior = .continuous
            section.decorationItems = [.background(elementKind: "background")]
            return section
        }
        layout.register(UICollectionReusableView.self, forDecorationViewOfKind: "background")
        let rig = CollectionRig(layout)
        rig.items(20, 20, 20, 20, 20, 20)
        rig.show()
        for offset in [0.0, 150, 420, 700, 100] {
            rig.view.contentOffset.y = offset
            rig.frame()
            let kinds = rig.view.subviews.compactMap { view -> Bool? in
                if view is OrthogonalScrollView { return true }
                // Cells that wait for reuse are hidden.
                return view is UICollectionReusableView && !(view is UICollectionViewCell) ? false : nil
            }
            let decorations = kinds.filter { !$0 }.count
            #expect(decorations >= 3 && kinds.prefix(decorations).allSatisfy { !$0 }, "\(offset): \(kinds)")
        }
    }
}
