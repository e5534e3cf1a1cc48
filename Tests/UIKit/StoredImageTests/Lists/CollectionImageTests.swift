import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileLists
import TileViews

/// Collections as they look: a grid, a shop's screen, a list in light and dark.
@Suite("Collections as stored", .enabled(if: Font.isSystem))
struct CollectionImageTests {
    private static let size = CGSize(width: 320, height: 480)
    private static let colors: [UIColor] = [.systemTeal, .systemOrange, .systemIndigo, .systemGreen, .systemPink]

    /// A heading.
    private final class Heading: UICollectionReusableView {
        let label = UILabel()
        override init(frame: CGRect) {
            super.init(frame: frame)
            label.font = .systemFont(ofSize: 17, weight: .bold)
            addSubview(label)
        }
        required init?(coder: NSCoder) { nil }
        override func layoutSubviews() {
            super.layoutSubviews()
            label.frame = bounds.insetBy(dx: 4, dy: 0)
        }
    }

    /// Draws a collection with a layout in a style.
    private func picture(
        _ style: UIUserInterfaceStyle, _ layout: UICollectionViewLayout, scrolledBy offset: CGFloat = 0,
        _ fill: (UICollectionView) -> UICollectionViewDiffableDataSource<Int, Int>
    ) throws -> CGImage {
        let screen = UIScreen(size: Self.size, scale: 1)
        screen.traitOverrides.userInterfaceStyle = style
        let window = UIWindow(screen: screen)
        window.backgroundColor = .systemBackground
        let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
        view.showsVerticalScrollIndicator = false
        window.addSubview(view)
        let source = fill(view)
        window.isHidden = false
        return try withExtendedLifetime(source) {
            _ = screen.asMain { screen.frame() }
            view.contentOffset.y = offset
            let tree = screen.asMain { screen.frame() }
            return CGImage(bitmap: try tree.bitmap(screen.bounds, scale: 1))
        }
    }

    private func store(_ name: String, _ pictures: [CGImage], columns: Int) throws {
        var sheet = Sheet(columns: columns, width: Self.size.width, height: Self.size.height)
        sheet.scale = 1
        try expectImage(
            name,
            sheet.drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 1, orientation: .up).draw(at: .zero) }
                }))
    }

    private func tiles(_ view: UICollectionView, _ counts: [Int]) -> UICollectionViewDiffableDataSource<Int, Int> {
        let cell = UICollectionView.CellRegistration<UICollectionViewCell, Int> { cell, path, _ in
            cell.contentView.backgroundColor = Self.colors[(path.item + path.section * 2) % Self.colors.count]
            cell.contentView.layer.cornerRadius = 10
        }
        let heading = UICollectionView.SupplementaryRegistration<Heading>(
            elementKind: UICollectionView.elementKindSectionHeader
        ) { view, _, path in
            view.label.text = ["Featured", "Games for the train", "New this week"][path.section % 3]
            view.backgroundColor = .systemBackground
        }
        let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) { view, path, item in
            view.dequeueConfiguredReusableCell(using: cell, for: path, item: item)
        }
        source.supplementaryViewProvider = { view, _, path in
            view.dequeueConfiguredReusableSupplementary(using: heading, for: path)
        }
        var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
        for (section, count) in counts.enumerated() {
            snapshot.appendSections([section])
            snapshot.appendItems((0..<count).map { section * 1000 + $0 })
        }
        source.apply(snapshot, animatingDifferences: false)
        return source
    }

    @Test("a grid with headers that stay, and a shop whose sections scroll across")
    func grids() throws {
        let flow = UICollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 90, height: 70)
        flow.headerReferenceSize = CGSize(width: 0, height: 36)
        flow.sectionInset = UIEdgeInsets(top: 4, left: 12, bottom: 12, right: 12)
        flow.sectionHeadersPinToVisibleBounds = true
        func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
            -> NSCollectionLayoutSize
        { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }
        let shop = UICollectionViewCompositionalLayout { section, _ in
            let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
            let group: NSCollectionLayoutGroup
            switch section {
            case 0:
                group = .horizontal(layoutSize: size(.fractionalWidth(0.9), .absolute(130)), subitems: [item])
            case 1:
                group = .vertical(
                    layoutSize: size(.fractionalWidth(0.7), .absolute(140)), repeatingSubitem: item, count: 3)
                group.interItemSpacing = .fixed(6)
            default:
                group = .horizontal(layoutSize: size(.absolute(70), .absolute(70)), subitems: [item])
            }
            let made = NSCollectionLayoutSection(group: group)
            made.orthogonalScrollingBehavior = .groupPaging
            made.interGroupSpacing = 8
            made.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 12, bottom: 12, trailing: 12)
            made.boundarySupplementaryItems = [
                NSCollectionLayoutBoundarySupplementaryItem(
                    layoutSize: size(.fractionalWidth(1), .absolute(32)),
                    elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
            ]
            return made
        }
        try store(
            "collection-grids",
            [
                try picture(.light, flow, scrolledBy: 50) { tiles($0, [11, 20]) },
                try picture(.light, shop) { tiles($0, [5, 9, 12]) },
            ], columns: 2)
    }

    private func rows(_ view: UICollectionView) -> UICollectionViewDiffableDataSource<Int, Int> {
        let names = ["Wi-Fi", "Bluetooth", "Mobile data", "Notifications", "Sounds", "Screen time"]
        let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, path, item in
            var content = cell.defaultContentConfiguration()
            content.text = names[item % names.count]
            if item == 3 { content.secondaryText = "Banners, sounds, badges" }
            cell.contentConfiguration = content
            switch item {
            case 0: cell.accessories = [.label(text: "Depot 5"), .disclosureIndicator()]
            case 1: cell.accessories = [.checkmark()]
            case 2: cell.accessories = [.detail(), .disclosureIndicator()]
            case 4: cell.accessories = [.delete(displayed: .always), .reorder(displayed: .always)]
            default: cell.accessories = [.multiselect(displayed: .always), .outlineDisclosure()]
            }
        }
        let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) { view, path, item in
            view.dequeueConfiguredReusableCell(using: cell, for: path, item: item)
        }
        var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
        snapshot.appendSections([0, 1])
        snapshot.appendItems([0, 1, 2], toSection: 0)
        snapshot.appendItems([3, 4, 5], toSection: 1)
        source.apply(snapshot, animatingDifferences: false)
        return source
    }

    @Test("a list of groups, in light and in dark, one row selected")
    func lists() throws {
        func list(_ style: UIUserInterfaceStyle) throws -> CGImage {
            let layout = UICollectionViewCompositionalLayout.list(
                using: UICollectionLayoutListConfiguration(appearance: .insetGrouped))
            return try picture(style, layout) { view in
                let source = rows(view)
                view.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: [])
                return source
            }
        }
        try store("collection-lists", [try list(.light), try list(.dark)], columns: 2)
    }
}
