import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Lists")
struct ListTests {
    private func rig(_ configuration: UICollectionLayoutListConfiguration) -> CollectionRig {
        let rig = CollectionRig(UICollectionViewCompositionalLayout.list(using: configuration))
        rig.view.register(Row.self, forCellWithReuseIdentifier: "cell")
        return rig
    }

    private final class Row: UICollectionViewListCell {
        override init(frame: CGRect) {
            super.init(frame: frame)
            var content = defaultContentConfiguration()
            content.text = "Row"
            contentConfiguration = content
        }
        required init?(coder: NSCoder) { nil }
    }

    @Test("rows are as wide as the list and as high as their content, with lines between them")
    func plain() throws {
        let rig = rig(UICollectionLayoutListConfiguration(appearance: .plain))
        rig.items(100_000)
        rig.show()
        let first = try #require(rig.view.cellForItem(at: [0, 0]) as? Row)
        #expect(first.frame.minX == 0 && first.frame.width == 320 && (40...50).contains(first.frame.height))
        #expect(rig.frameOfCell(1)?.minY == first.frame.height && rig.view.visibleCells.count < 14)
        #expect(!first.row.separator.isHidden && first.row.separator.frame.minX == 16)
        #expect(rig.view.backgroundColor == .systemBackground && first.contentView is UIListContentView)
        rig.view.backgroundColor = .red
        rig.view.setNeedsLayout()
        rig.frame()
        #expect(rig.view.backgroundColor == .red)
    }

    @Test("in an inset group the first and the last row are round, and the last has no line")
    func insetGrouped() throws {
        let rig = rig(UICollectionLayoutListConfiguration(appearance: .insetGrouped))
        rig.items(3, 1)
        rig.show()
        let rows = try (0..<3).map { try #require(rig.view.cellForItem(at: IndexPath(item: $0, section: 0)) as? Row) }
        #expect(rows[0].frame.minX == 16 && rows[0].frame.width == 288 && rows[0].frame.minY == 35)
        #expect(rows[0].layer.cornerRadius == 10 && rows[1].layer.cornerRadius == 0)
        #expect(rows[2].layer.maskedCorners == [.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
        #expect(!rows[1].row.separator.isHidden && rows[2].row.separator.isHidden)
    }

    @Test("accessories stand beside the content: some always, some while it is edited")
    func accessories() throws {
        let rig = rig(UICollectionLayoutListConfiguration(appearance: .plain))
        rig.items(2)
        rig.show()
        let row = try #require(rig.view.cellForItem(at: [0, 0]) as? Row)
        var deleted = 0
        row.accessories = [
            .disclosureIndicator(), .delete(actionHandler: { deleted += 1 }), .label(text: "7"),
            .checkmark(displayed: .whenNotEditing),
        ]
        rig.frame()
        #expect(row.row.leading.isEmpty && row.row.trailing.count == 3)
        #expect(
            row.row.trailing[0].view.frame.maxX <= 320 - 16
                && row.contentView.frame.maxX <= row.row.trailing[2].view.frame.minX)
        rig.view.isEditing = true
        rig.frame()
        #expect(row.row.leading.count == 1 && row.row.trailing.count == 2 && row.contentView.frame.minX > 30)
        rig.tap(row.row.leading[0].view.center)
        #expect(deleted == 1 && row.configurationState.isEditing)
    }

    @Test("a configuration follows the state; a handler makes one of it")
    func configurations() throws {
        let rig = rig(UICollectionLayoutListConfiguration(appearance: .plain))
        rig.items(2)
        rig.show()
        let row = try #require(rig.view.cellForItem(at: [0, 0]) as? Row)
        var states: [Bool] = []
        row.configurationUpdateHandler = { cell, state in
            states.append(state.isSelected)
            var content = UIListContentConfiguration.cell()
            content.text = state.isSelected ? "Selected" : "Row"
            cell.contentConfiguration = content
        }
        rig.frame()
        rig.view.selectItem(at: [0, 0], animated: false, scrollPosition: [])
        rig.frame()
        #expect(states == [false, true])
        #expect((row.contentConfiguration as? UIListContentConfiguration)?.text == "Selected")
        #expect(row.backgroundConfiguration?.backgroundColor == .systemGray4)
    }

    @Test("an outline's rows are moved in, and a tap on one's sign shows what is below")
    func outline() throws {
        let rig = rig(UICollectionLayoutListConfiguration(appearance: .sidebar))
        let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: rig.view) { view, path, item in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
            if item == "a" { (cell as? Row)?.accessories = [.outlineDisclosure(options: .init(style: .cell))] }
            return cell
        }
        var outline = NSDiffableDataSourceSectionSnapshot<String>()
        outline.append(["a", "b"])
        outline.append(["a1"], to: "a")
        source.apply(outline, to: 0, animatingDifferences: false)
        rig.show()
        let row = try #require(rig.view.cellForItem(at: [0, 0]) as? Row)
        let sign = try #require(row.row.trailing.first?.view)
        rig.tap(row.convert(sign.center, to: nil))
        rig.settle()
        #expect(source.snapshot().itemIdentifiers == ["a", "a1", "b"])
        #expect((rig.view.cellForItem(at: [0, 1]) as? Row)?.indentationLevel == 1 && row.configurationState.isExpanded)
    }

    @Test("a header stands above its section, and stays in sight in a plain list")
    func headers() {
        var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
        configuration.headerMode = .supplementary
        let rig = rig(configuration)
        rig.items(30, 30)
        rig.show()
        rig.view.contentOffset.y = 300
        rig.frame()
        let header = rig.view.supplementaryView(
            forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 0))
        #expect(header?.frame.minY == 300)
    }

    @Test("rows that come by a change have the heights that they want, and keep them where they go")
    func heights() throws {
        let rig = rig(UICollectionLayoutListConfiguration(appearance: .plain))
        let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, item in
            var content = cell.defaultContentConfiguration()
            content.text = "Row \(item)"
            if item % 2 == 1 { content.secondaryText = "and more" }
            cell.contentConfiguration = content
        }
        let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: rig.view) { view, path, item in
            view.dequeueConfiguredReusableCell(using: cell, for: path, item: item)
        }
        rig.show()
        var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems([0, 1, 2])
        source.apply(snapshot)
        rig.settle()
        let high = try #require(rig.frameOfCell(1)?.height)
        #expect(high > 50 && rig.frameOfCell(2)?.minY == 44 + high)
        snapshot.deleteItems([0])
        source.apply(snapshot)
        rig.settle()
        #expect(rig.frameOfCell(0)?.height == high && rig.frameOfCell(1)?.height == 44)
    }

    @Test("a swipe lays a row's actions bare; a tap on one performs it, one beside closes")
    func swipes() throws {
        var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
        var done: [Int] = []
        configuration.trailingSwipeActionsConfigurationProvider = { path in
            let delete = UIContextualAction(style: .destructive, title: "Delete") { _, _, finish in
                done.append(path.item)
                finish(true)
            }
            return UISwipeActionsConfiguration(actions: [delete])
        }
        let rig = rig(configuration)
        rig.items(40)
        rig.show()
        let row = try #require(rig.view.cellForItem(at: [0, 2]) as? Row)
        let middle = row.frame.midY
        rig.drag(from: CGPoint(x: 250, y: middle), by: CGVector(dx: -12, dy: 0), frames: 8)
        rig.settle()
        #expect(row.frame.minX < -60 && row.configurationState.isSwiped && rig.view.contentOffset == .zero)
        rig.tap(CGPoint(x: 300, y: middle))
        rig.settle()
        #expect(done == [2] && row.frame.minX == 0 && !row.isSwiped)
        rig.drag(from: CGPoint(x: 250, y: middle), by: CGVector(dx: -12, dy: 0), frames: 8)
        rig.settle()
        rig.tap(CGPoint(x: 100, y: 300))
        rig.settle()
        #expect(row.frame.minX == 0 && rig.view.indexPathsForSelectedItems == [] && done == [2])
        rig.drag(from: CGPoint(x: 310, y: middle), by: CGVector(dx: -15, dy: 0), frames: 18)
        rig.settle()
        #expect(done == [2, 2] && row.frame.minX == 0)
        rig.drag(from: CGPoint(x: 100, y: 300), by: CGVector(dx: 0, dy: -12), frames: 10)
        #expect(rig.view.contentOffset.y > 80)
    }

    @Test("a row whose content changes is measured again, unless the program forbids it")
    func growing() throws {
        for isAllowed in [true, false] {
            let rig = rig(UICollectionLayoutListConfiguration(appearance: .plain))
            rig.items(3)
            if !isAllowed { rig.view.selfSizingInvalidation = .disabled }
            rig.show()
            let row = try #require(rig.view.cellForItem(at: [0, 0]) as? Row)
            let height = row.frame.height
            var content = row.defaultContentConfiguration()
            content.text = "Row\nof\nfour\nlines"
            row.contentConfiguration = content
            rig.frame()
            #expect((row.frame.height > height + 40) == isAllowed)
            #expect(rig.frameOfCell(1)?.minY == row.frame.maxY)
            let asked = rig.asked.count
            content.text = "Row"
            row.contentConfiguration = content
            rig.frame()
            #expect(row.frame.height == height && rig.asked.count == asked)
        }
    }
}
