import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileLists
import TileViews

/// The example of docs/collections.md, unchanged.
@Suite("The page's example")
struct ExampleTests {
    @Test("five hundred albums, of which six are made")
    func albums() {
        let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
        let window = UIWindow(screen: screen)
        let albums = Albums()
        window.rootViewController = albums
        window.makeKeyAndVisible()
        _ = screen.asMain { screen.frame() }
        #expect(albums.collectionView.numberOfItems(inSection: 0) == 500)
        #expect(albums.collectionView.visibleCells.count == 6)
        #expect(albums.collectionView.cellForItem(at: IndexPath(item: 1, section: 0))?.frame.minX == 164)
    }
}

final class Albums: UICollectionViewController {
    private var source: UICollectionViewDiffableDataSource<Int, String>!

    init() { super.init(collectionViewLayout: Albums.layout()) }
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        let cell = UICollectionView.CellRegistration<UICollectionViewCell, String> { cell, _, name in
            cell.contentView.backgroundColor = UIColor(named: name) ?? .systemTeal
        }
        source = UICollectionViewDiffableDataSource(collectionView: collectionView) { view, path, name in
            view.dequeueConfiguredReusableCell(using: cell, for: path, item: name)
        }
        var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
        snapshot.appendSections([0])
        snapshot.appendItems((1...500).map { "Album \($0)" })
        source.apply(snapshot, animatingDifferences: false)
    }

    private static func layout() -> UICollectionViewLayout {
        let item = NSCollectionLayoutItem(
            layoutSize: NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
        let row = NSCollectionLayoutGroup.horizontal(
            layoutSize: NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .fractionalWidth(0.5)),
            repeatingSubitem: item, count: 2)
        row.interItemSpacing = .fixed(8)
        return UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: row))
    }
}
