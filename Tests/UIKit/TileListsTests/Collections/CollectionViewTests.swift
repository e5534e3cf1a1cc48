import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Collection views")
struct CollectionViewTests {
    private let layout = UICollectionViewFlowLayout()
    private let rig: CollectionRig

    init() {
        layout.itemSize = CGSize(width: 100, height: 40)
        layout.minimumInteritemSpacing = 10
        rig = CollectionRig(layout)
    }

    @Test("only what shows has cells, of a million as of twenty; those that leave are used again")
    func million() {
        rig.items(1_000_000)
        rig.show()
        // 480 points hold ten lines of three items at 50 points each, the last of them only partly visible.
        #expect(rig.asked.count == 30 && rig.view.visibleCells.count == 30)
        rig.view.contentOffset.y = rig.view.contentSize.height - 480
        rig.frame()
        #expect(rig.asked.last?.item ?? 0 > 999_900 && rig.asked.count <= 65 && rig.made.count <= 33)
        let before = rig.asked.count
        rig.drag(from: CGPoint(x: 100, y: 200), by: CGVector(dx: 0, dy: 25), frames: 40)
        // A thousand points are twenty lines, and one cell ahead is created per frame.
        #expect(rig.asked.count - before <= 70 && rig.made.count <= 40)
        #expect(rig.view.visibleCells.allSatisfy { !$0.isHidden && $0.superview === rig.view })
    }

    @Test("a cell more is made a frame, ahead of the way; the data source hears what comes")
    func prefetching() {
        rig.items(300)
        rig.view.prefetchDataSource = rig
        rig.show()
        let before = rig.asked.count
        rig.view.contentOffset.y = 2
        rig.frame()
        #expect(rig.asked.count == before + 1 && rig.drain() == "prefetch 30")
        rig.view.contentOffset.y = 4
        rig.frame()
        #expect(rig.asked.count == before + 2)
        rig.view.contentOffset.y = 2
        rig.frame()
        #expect(rig.drain() == "cancel 30")
    }

    @Test("the chain of a change of the offset: layout asked, context, delegate, layout, prepare, attributes")
    func order() {
        final class Told: UICollectionViewFlowLayout {
            var lines: [String] = []
            override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
                lines.append("should")
                return true
            }
            override func invalidationContext(
                forBoundsChange newBounds: CGRect
            ) -> UICollectionViewLayoutInvalidationContext {
                lines.append("context")
                return super.invalidationContext(forBoundsChange: newBounds)
            }
            override func prepare() {
                lines.append("prepare")
                super.prepare()
            }
            override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
                lines.append("elements")
                return super.layoutAttributesForElements(in: rect)
            }
        }
        let told = Told()
        let rig = CollectionRig(told)
        rig.items(1000)
        rig.view.isPrefetchingEnabled = false
        rig.show()
        told.lines = []
        rig.view.contentOffset.y = 50
        rig.frame()
        #expect(told.lines == ["should", "context", "prepare", "elements"])
    }

    @Test("a tap highlights and selects, in UIKit's order")
    func selection() {
        rig.items(9)
        rig.show()
        rig.tap(CGPoint(x: 150, y: 20))
        #expect(rig.drain() == "shouldHighlight highlight1 shouldSelect unhighlight1 select1")
        #expect(
            rig.view.indexPathsForSelectedItems == [[0, 1]] && rig.view.cellForItem(at: [0, 1])?.isSelected == true)
        rig.tap(CGPoint(x: 20, y: 20))
        #expect(rig.drain() == "shouldHighlight highlight0 shouldSelect unhighlight0 deselect1 select0")
        rig.view.allowsMultipleSelection = true
        rig.tap(CGPoint(x: 150, y: 20))
        rig.tap(CGPoint(x: 20, y: 20))
        #expect(rig.view.indexPathsForSelectedItems == [[0, 1]])
        rig.view.selectItem(at: [0, 5], animated: false, scrollPosition: [])
        #expect(rig.view.indexPathsForSelectedItems == [[0, 1], [0, 5]])
        _ = rig.drain()
        rig.decide = { question, _ in question != "highlight" }
        rig.tap(CGPoint(x: 20, y: 20))
        #expect(rig.drain() == "shouldHighlight")
        rig.view.reloadData()
        #expect(rig.view.indexPathsForSelectedItems == [])
    }

    @Test("an item is scrolled to where the position says")
    func scrolling() {
        rig.items(3000)
        rig.show()
        rig.view.scrollToItem(at: [0, 1500], at: .top, animated: false)
        #expect(rig.view.contentOffset.y == 25_000)
        rig.view.scrollToItem(at: [0, 1500], at: .centeredVertically, animated: false)
        #expect(rig.view.contentOffset.y == 24_780)
        rig.view.scrollToItem(at: [0, 1500], at: .bottom, animated: false)
        #expect(rig.view.contentOffset.y == 24_560)
        rig.view.scrollToItem(at: [0, 1500], at: [], animated: false)
        #expect(rig.view.contentOffset.y == 24_560)
        rig.frame()
        #expect(rig.view.indexPathForItem(at: CGPoint(x: 5, y: 25_005)) == [0, 1500])
        #expect(rig.view.indexPathForItem(at: CGPoint(x: 5, y: 25_045)) == nil)
        rig.view.scrollToItem(at: [0, 0], at: .top, animated: true)
        rig.settle()
        #expect(rig.view.contentOffset.y == 0)
    }

    @Test("items come, go and move, animated; cells stay with their items")
    func updates() {
        rig.items(6)
        rig.show()
        rig.view.selectItem(at: [0, 4], animated: false, scrollPosition: [])
        let cell = rig.view.cellForItem(at: [0, 4])
        var isFinished: Bool?
        rig.view.performBatchUpdates {
            rig.sections[0].remove(at: 0)
            rig.sections[0].insert("new", at: 5)
            rig.view.deleteItems(at: [[0, 0]])
            rig.view.insertItems(at: [[0, 5]])
        } completion: {
            isFinished = $0
        }
        #expect(rig.view.numberOfItems(inSection: 0) == 6 && rig.view.cellForItem(at: [0, 3]) === cell)
        #expect(rig.view.indexPathsForSelectedItems == [[0, 3]] && isFinished == nil)
        rig.frame()
        rig.settle()
        #expect(isFinished == true)
        #expect(rig.titles == ["0.1", "0.2", "0.3", "0.4", "0.5", "new"])
        rig.view.performBatchUpdates {
            rig.sections[0].swapAt(0, 5)
            rig.view.moveItem(at: [0, 0], to: [0, 5])
            rig.view.moveItem(at: [0, 5], to: [0, 0])
        }
        rig.settle()
        #expect(rig.titles == ["new", "0.2", "0.3", "0.4", "0.5", "0.1"] && rig.view.visibleCells.count == 6)
        #expect(rig.view.visibleCells.allSatisfy { $0.alpha == 1 && !$0.isHidden })
    }

    @Test("sections come and go; what is reloaded is asked for anew, what is reconfigured keeps its cell")
    func sections() {
        rig.items(3, 3)
        rig.show()
        rig.sections.insert(["a", "b"], at: 0)
        rig.view.insertSections([0])
        rig.settle()
        #expect(rig.titles == ["a", "b", "0.0", "0.1", "0.2", "1.0", "1.1", "1.2"])
        rig.sections.remove(at: 1)
        rig.view.deleteSections([1])
        rig.settle()
        #expect(rig.titles == ["a", "b", "1.0", "1.1", "1.2"])
        rig.asked = []
        let cell = rig.view.cellForItem(at: [0, 1])
        rig.sections[0] = ["A", "B"]
        rig.view.reconfigureItems(at: [[0, 1]])
        #expect(rig.asked == [[0, 1]] && rig.view.cellForItem(at: [0, 1]) === cell)
        rig.view.reloadItems(at: [[0, 0]])
        rig.settle()
        #expect(rig.titles == ["A", "B", "1.0", "1.1", "1.2"] && rig.asked == [[0, 1], [0, 0]])
        rig.sections = [["x"]]
        rig.view.reloadData()
        #expect(rig.view.numberOfSections == 1)
        rig.frame()
        #expect(rig.titles == ["x"])
    }

    @Test("off screen a batch is done at once, and its completion says that nothing was shown")
    func offScreen() {
        rig.items(2)
        var isFinished: Bool?
        rig.view.performBatchUpdates {
            rig.sections[0].append("new")
            rig.view.insertItems(at: [[0, 2]])
        } completion: {
            isFinished = $0
        }
        rig.show()
        rig.settle()
        #expect(isFinished == false && rig.titles == ["0.0", "0.1", "new"])
    }

    @Test("an item that is held goes where the finger is; the data source hears of it at the end")
    func movement() {
        rig.items(6)
        rig.show()
        let cell = rig.view.cellForItem(at: [0, 0])
        #expect(rig.view.beginInteractiveMovementForItem(at: [0, 0]))
        rig.view.updateInteractiveMovementTargetPosition(CGPoint(x: 160, y: 65))
        rig.frame()
        rig.settle()
        #expect(rig.view.cellForItem(at: [0, 4]) === cell && cell?.center == CGPoint(x: 160, y: 65))
        #expect(rig.titles == ["0.1", "0.2", "0.3", "0.4", "0.0", "0.5"] && rig.drain().isEmpty)
        rig.view.endInteractiveMovement()
        rig.settle()
        #expect(rig.drain() == "move 0>4" && rig.sections[0] == ["0.1", "0.2", "0.3", "0.4", "0.0", "0.5"])
        #expect(cell?.center == CGPoint(x: 160, y: 70))
        #expect(rig.view.beginInteractiveMovementForItem(at: [0, 4]))
        rig.view.updateInteractiveMovementTargetPosition(CGPoint(x: 10, y: 10))
        rig.view.cancelInteractiveMovement()
        rig.settle()
        #expect(rig.drain().isEmpty && rig.titles == rig.sections[0])
    }

    @Test("another layout moves what shows, and takes over")
    func layouts() {
        rig.items(6)
        rig.show()
        let list = UICollectionViewFlowLayout()
        list.itemSize = CGSize(width: 320, height: 30)
        var isFinished: Bool?
        rig.view.setCollectionViewLayout(list, animated: true) { isFinished = $0 }
        rig.frame()
        rig.settle()
        #expect(isFinished == true && rig.view.collectionViewLayout === list && layout.collectionView == nil)
        #expect(rig.frameOfCell(1) == CGRect(x: 0, y: 40, width: 320, height: 30))
    }

    @Test("a cell by a registration is made, set up and used again")
    func registrations() {
        final class Source: UICollectionViewDataSource {
            let registration = UICollectionView.CellRegistration<UICollectionViewCell, Int> { cell, _, number in
                cell.tag = number
            }
            func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 500 }
            func collectionView(
                _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
            ) -> UICollectionViewCell {
                collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: indexPath.item)
            }
        }
        let source = Source()
        rig.view.dataSource = source
        rig.show()
        #expect(rig.view.cellForItem(at: [0, 7])?.tag == 7)
    }

    @Test("a batch without animation has finished, if the collection is on screen")
    func batchWithoutAnimation() {
        let rig = CollectionRig(UICollectionViewFlowLayout())
        rig.items(5)
        rig.show()
        var ends: [Bool] = []
        UIView.performWithoutAnimation {
            rig.view.performBatchUpdates {
                rig.sections[0].removeLast()
                rig.view.deleteItems(at: [[0, 4]])
            } completion: {
                ends.append($0)
            }
        }
        rig.settle()
        rig.frame()
        #expect(ends == [true] && rig.view.visibleCells.count == 4)
        rig.view.removeFromSuperview()
        rig.view.performBatchUpdates(nil) { ends.append($0) }
        rig.frame()
        rig.frame()
        #expect(ends == [true, false])
    }
}
