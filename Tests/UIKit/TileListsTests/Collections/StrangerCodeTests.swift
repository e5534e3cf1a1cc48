import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileLists
import TileViews

/// Code as programs for iOS have it, without any of this project's own API. Half of the test is that it compiles.
@Suite("Collections of strangers' code")
struct StrangerCodeTests {
    // MARK: A controller

    private final class PhotoCell: UICollectionViewCell {
        let label = UILabel()
        override init(frame: CGRect) {
            super.init(frame: frame)
            contentView.addSubview(label)
            label.translatesAutoresizingMaskIntoConstraints = false
            NSLayoutConstraint.activate([
                label.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 8),
                label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -8),
                label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 8),
                label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -8),
            ])
        }
        required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
        override var isHighlighted: Bool { didSet { contentView.alpha = isHighlighted ? 0.5 : 1 } }
        override func prepareForReuse() {
            super.prepareForReuse()
            label.text = nil
        }
    }

    private class PhotosViewController: UICollectionViewController, UICollectionViewDelegateFlowLayout {
        var selected: IndexPath?
        var scrolls = 0
        override func viewDidLoad() {
            super.viewDidLoad()
            collectionView?.register(PhotoCell.self, forCellWithReuseIdentifier: "Photo")
            collectionView.allowsMultipleSelection = false
        }
        override func numberOfSections(in collectionView: UICollectionView) -> Int { 2 }
        override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            20
        }
        override func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            guard
                let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Photo", for: indexPath)
                    as? PhotoCell
            else { return UICollectionViewCell() }
            cell.label.text = "\(indexPath.section).\(indexPath.row)"
            return cell
        }
        override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            selected = indexPath
        }
        func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            sizeForItemAt indexPath: IndexPath
        ) -> CGSize { CGSize(width: collectionView.bounds.width / 2 - 5, height: indexPath.section == 0 ? 60 : 90) }
        override func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolls += 1 }
    }

    @Test("a controller that is data source and delegate")
    func controller() {
        let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
        let window = UIWindow(screen: screen)
        let photos = PhotosViewController(collectionViewLayout: UICollectionViewFlowLayout())
        window.rootViewController = photos
        window.makeKeyAndVisible()
        _ = screen.asMain { screen.frame() }
        let view = photos.collectionView!
        #expect(
            view.cellForItem(at: IndexPath(row: 3, section: 0))?.frame == CGRect(x: 165, y: 70, width: 155, height: 60))
        TouchSequence(on: screen).tap(at: CGPoint(x: 20, y: 20), timestamp: 1)
        #expect(photos.selected == IndexPath(item: 0, section: 0))
        view.setContentOffset(CGPoint(x: 0, y: 100), animated: false)
        #expect(photos.scrolls == 1)
    }

    // MARK: Custom layouts

    private protocol WaterfallDelegate: AnyObject {
        func waterfall(heightAt indexPath: IndexPath) -> CGFloat
    }

    /// A layout of two columns that adds each item to the shorter one.
    private final class Waterfall: UICollectionViewLayout {
        private var cache: [UICollectionViewLayoutAttributes] = []
        private var contentHeight: CGFloat = 0
        override init() { super.init() }
        required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }
        override func prepare() {
            guard cache.isEmpty, let collectionView = collectionView else { return }
            var columns: [CGFloat] = [0, 0]
            let width = collectionView.bounds.width / 2
            for item in 0..<collectionView.numberOfItems(inSection: 0) {
                let indexPath = IndexPath(item: item, section: 0)
                let column = columns[0] <= columns[1] ? 0 : 1
                let height = (collectionView.delegate as? any WaterfallDelegate)?.waterfall(heightAt: indexPath) ?? 50
                let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
                attributes.frame = CGRect(x: CGFloat(column) * width, y: columns[column], width: width, height: height)
                    .insetBy(dx: 2, dy: 2)
                cache.append(attributes)
                columns[column] += height
            }
            contentHeight = columns.max() ?? 0
        }
        override var collectionViewContentSize: CGSize {
            CGSize(width: collectionView?.bounds.width ?? 0, height: contentHeight)
        }
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            cache.filter { $0.frame.intersects(rect) }
        }
        override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
            cache[indexPath.item]
        }
        override func invalidateLayout() {
            cache = []
            super.invalidateLayout()
        }
    }

    private final class Heights: WaterfallDelegate, UICollectionViewDelegate, UICollectionViewDataSource {
        func waterfall(heightAt indexPath: IndexPath) -> CGFloat { CGFloat(40 + indexPath.item % 3 * 30) }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 50 }
        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            collectionView.dequeueReusableCell(withReuseIdentifier: "Photo", for: indexPath)
        }
    }

    /// A layout whose items grow toward the center, and that stops with an item there.
    private final class Carousel: UICollectionViewFlowLayout {
        override class var layoutAttributesClass: AnyClass { Scaled.self }
        override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            guard let collectionView = collectionView else { return nil }
            return super.layoutAttributesForElements(in: rect)?.map { original in
                guard let attributes = original.copy() as? Scaled else { return original }
                let away = abs(attributes.center.x - collectionView.bounds.midX) / collectionView.bounds.width
                attributes.amount = 1 - min(away, 1)
                attributes.transform = CGAffineTransform(scaleX: attributes.amount, y: attributes.amount)
                return attributes
            }
        }
        override func targetContentOffset(
            forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
        ) -> CGPoint {
            CGPoint(x: (proposedContentOffset.x / 110).rounded() * 110, y: proposedContentOffset.y)
        }
    }

    private final class Scaled: UICollectionViewLayoutAttributes {
        var amount: CGFloat = 1
        override func copy(with zone: NSZone? = nil) -> Any {
            let copy = super.copy(with: zone) as! Scaled  // swift-format-ignore: NeverForceUnwrap
            copy.amount = amount
            return copy
        }
        override func isEqual(_ object: Any?) -> Bool {
            (object as? Scaled)?.amount == amount && super.isEqual(object)
        }
    }

    private func shown(_ view: UICollectionView) -> (UIScreen, UIWindow) {
        let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
        screen.clock = VirtualClock(now: 10)
        let window = UIWindow(screen: screen)
        window.addSubview(view)
        window.makeKeyAndVisible()
        _ = screen.asMain { screen.frame() }
        return (screen, window)
    }

    @Test("a waterfall, and a carousel with attributes of its own that stops at items")
    func layouts() throws {
        let heights = Heights()
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: Waterfall())
        view.register(PhotoCell.self, forCellWithReuseIdentifier: "Photo")
        view.dataSource = heights
        view.delegate = heights
        let (screen, window) = shown(view)
        defer { withExtendedLifetime(window) {} }
        #expect(view.cellForItem(at: [0, 2])?.frame == CGRect(x: 2, y: 42, width: 156, height: 96))
        #expect(view.contentSize.height > 1600 && view.visibleCells.count < 20)
        let carousel = Carousel()
        carousel.scrollDirection = .horizontal
        carousel.itemSize = CGSize(width: 100, height: 100)
        carousel.minimumLineSpacing = 10
        view.frame.size.height = 100
        view.setCollectionViewLayout(carousel, animated: false)
        _ = screen.asMain { screen.frame() }
        let cell = try #require(view.cellForItem(at: [0, 1]))
        #expect(cell.center == CGPoint(x: 160, y: 50) && cell.transform == .identity)
        let first = try #require(view.cellForItem(at: [0, 0]))
        #expect(abs(first.transform.a - (1 - 110.0 / 320)) < 1e-6)
        view.contentOffset.x = 110
        _ = screen.asMain { screen.frame() }
        #expect(view.cellForItem(at: [0, 2])?.transform == .identity && cell.transform.a < 0.7)
    }

    // MARK: Cells that size themselves

    @Test("cells with constraints, of the height that their text needs, in a collection that is as high as they are")
    func selfSizing() {
        final class Whole: UICollectionView {
            override var contentSize: CGSize { didSet { invalidateIntrinsicContentSize() } }
            override var intrinsicContentSize: CGSize { contentSize }
        }
        let layout = UICollectionViewFlowLayout()
        layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
        let view = Whole(frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
        view.register(PhotoCell.self, forCellWithReuseIdentifier: "Photo")
        let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: view) {
            (collectionView, indexPath, text) -> UICollectionViewCell? in
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Photo", for: indexPath) as? PhotoCell
            cell?.label.text = text
            return cell
        }
        var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
        snapshot.appendSections([0])
        snapshot.appendItems(["a", "a long tag", "another tag", "z"])
        source.apply(snapshot, animatingDifferences: false)
        _ = shown(view)
        let widths = (0..<4).compactMap { view.cellForItem(at: [0, $0])?.frame.width }
        #expect(widths.count == 4 && widths[1] > widths[0] + 20 && widths.allSatisfy { $0 > 16 && $0 < 150 })
        #expect(view.intrinsicContentSize == view.contentSize && view.contentSize.height < 100)
    }
}
