import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("What a collection is told that can't be")
struct BadCollectionTests {
    /// A layout with attributes from the test.
    private final class Said: UICollectionViewLayout {
        var size = CGSize(width: 320, height: 1000)
        var attributes: [UICollectionViewLayoutAttributes] = []
        override var collectionViewContentSize: CGSize { size }
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { attributes }

        func add(_ item: Int, _ frame: CGRect, change: (UICollectionViewLayoutAttributes) -> Void = { _ in }) {
            let new = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: item, section: 0))
            new.frame = frame
            change(new)
            attributes.append(new)
        }
    }

    @Test("numbers that are none and sizes below zero show nothing, and keep nothing else from showing")
    func numbers() {
        let layout = Said()
        let rig = CollectionRig(layout)
        rig.items(10)
        let one = CGRect(x: 0, y: 0, width: 50, height: 50)
        layout.add(0, CGRect(x: CGFloat.nan, y: 0, width: 50, height: 50))
        layout.add(1, CGRect(x: 0, y: -CGFloat.infinity, width: 50, height: 50))
        layout.add(2, one) { $0.size = CGSize(width: -5, height: 50) }
        layout.add(3, one) { $0.alpha = .nan }
        layout.add(4, one) { $0.transform = CGAffineTransform(scaleX: .infinity, y: 1) }
        layout.add(5, one) { $0.isHidden = true }
        layout.add(6, one) { $0.transform = CGAffineTransform(rotationAngle: 1) }
        layout.size = CGSize(width: CGFloat.nan, height: -.infinity)
        rig.show()
        #expect(rig.titles == ["0.6"] && rig.view.contentSize == .zero)
        layout.size = CGSize(width: 320, height: CGFloat.infinity)
        layout.attributes[0].frame = one
        layout.invalidateLayout()
        rig.frame()
        #expect(rig.titles == ["0.0", "0.6"] && rig.view.contentSize == CGSize(width: 320, height: 0))
    }

    @Test("of several attributes for one item the last count; there is one cell")
    func duplicates() {
        let layout = Said()
        let rig = CollectionRig(layout)
        rig.items(1)
        layout.add(0, CGRect(x: 0, y: 0, width: 50, height: 50))
        layout.add(0, CGRect(x: 100, y: 0, width: 50, height: 50))
        rig.show()
        #expect(rig.view.visibleCells.count == 1 && rig.frameOfCell(0)?.minX == 100 && rig.asked.count == 1)
    }

    @Test("a layout that never settles is laid out a few times a frame, not without end")
    func restless() {
        final class Restless: UICollectionViewFlowLayout {
            var prepared = 0
            override func prepare() {
                prepared += 1
                super.prepare()
            }
            override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
                defer { invalidateLayout() }
                return super.layoutAttributesForElements(in: rect)
            }
        }
        let layout = Restless()
        let rig = CollectionRig(layout)
        rig.items(10)
        rig.show()
        #expect(rig.titles.count == 10 && layout.prepared < 50)
    }

    @Test("a flow layout with sizes and spacings that can't be shows what it can")
    func flow() {
        final class Mad: UICollectionViewDelegateFlowLayout {
            func collectionView(
                _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
                sizeForItemAt indexPath: IndexPath
            ) -> CGSize {
                [
                    CGSize(width: CGFloat.nan, height: 10), CGSize(width: -1, height: -1),
                    CGSize(width: CGFloat.infinity, height: 10), CGSize(width: 50, height: 50),
                ][indexPath.item % 4]
            }
        }
        let layout = UICollectionViewFlowLayout()
        let mad = Mad()
        let rig = CollectionRig(layout)
        rig.view.delegate = mad
        rig.items(8)
        rig.show()
        #expect(rig.titles.contains("0.3") && rig.titles.contains("0.7") && rig.view.contentSize.height.isFinite)
        layout.itemSize = .zero
        layout.minimumInteritemSpacing = 0
        layout.minimumLineSpacing = -.infinity
        rig.view.delegate = rig
        rig.frame()
        #expect(rig.view.contentSize.width == 320)
    }

    @Test("contradicting updates and counts end with UIKit's words")
    func words() {
        func message(_ change: (inout ListBatch) -> Void, before: [Int], after: [Int]) -> String {
            var batch = ListBatch()
            change(&batch)
            do {
                _ = try ListUpdate(batch, before: before, after: after, words: .collection)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(
            message({ $0.insertItems(at: [[0, 0]]) }, before: [3], after: [3])
                .hasPrefix("Invalid update: invalid number of items in section 0. The number of items contained in"))
        #expect(
            message({ $0.deleteItems(at: [[0, 9]]) }, before: [3], after: [2])
                == "attempt to delete item 9 from section 0 which only contains 3 items before the update")
    }

    @Test("a contradicting batch, a cell of nobody and an item of no section end the program, and say why")
    func ends() async {
        await #expect(processExitsWith: .failure) {
            let rig = CollectionRig(UICollectionViewFlowLayout())
            rig.items(3)
            rig.show()
            rig.view.insertItems(at: [[0, 0]])
        }
        await #expect(processExitsWith: .failure) {
            let rig = CollectionRig(UICollectionViewFlowLayout())
            _ = rig.view.dequeueReusableCell(withReuseIdentifier: "nobody", for: [0, 0])
        }
    }

    @Test("a data source whose counts change without a word is as it was at the last reload")
    func liar() {
        let rig = CollectionRig(UICollectionViewFlowLayout())
        rig.items(100)
        rig.show()
        rig.sections[0] += ["more"]
        rig.view.collectionViewLayout.invalidateLayout()
        rig.frame()
        #expect(rig.view.numberOfItems(inSection: 0) == 100)
        rig.view.reloadData()
        #expect(rig.view.numberOfItems(inSection: 0) == 101)
        rig.view.scrollToItem(at: [0, 5000], at: .top, animated: false)
        rig.view.deselectItem(at: [7, 7], animated: false)
        rig.view.reconfigureItems(at: [[9, 9]])
        #expect(rig.view.contentOffset.y == 0 && rig.view.cellForItem(at: [9, 9]) == nil)
        #expect(rig.view.layoutAttributesForItem(at: [0, -1]) == nil && rig.view.numberOfItems(inSection: 44) == 0)
    }
}
