import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers

@testable import TileLists
@testable import TileViews

@Suite("Context menus of rows and items")
struct ListContextMenuTests {
    /// Lists of ten rows in a window whose time is controlled by the test.
    private final class Rig: UITableViewDataSource, UITableViewDelegate, UICollectionViewDataSource,
        UICollectionViewDelegate
    {
        let clock = VirtualClock(now: 100)
        let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
        let window: UIWindow
        let fingers: TouchSequence
        var notes: [String] = []

        init() {
            window = UIWindow(screen: screen)
            window.makeKeyAndVisible()
            screen.clock = clock
            fingers = TouchSequence(on: screen)
        }

        func show(_ list: UIView) {
            list.frame = window.bounds
            window.addSubview(list)
            frame()
        }

        func frame(after seconds: Double = 0) {
            clock.advance(by: seconds)
            screen.asMain { _ = screen.frame() }
        }

        func touch(_ phase: UITouch.Phase, x: Double, y: Double) {
            clock.advance(by: 0.02)
            fingers.send(TouchSample(finger: 0, phase, at: CGPoint(x: x, y: y), timestamp: clock.now))
            frame()
        }

        func press(_ x: Double, _ y: Double, for seconds: Double = 0.6) {
            touch(.began, x: x, y: y)
            frame(after: seconds)
            touch(.ended, x: x, y: y)
            for _ in 0..<3 { frame(after: 1) }
        }

        var overlay: MenuOverlay? { window.subviews.lazy.compactMap { $0 as? MenuOverlay }.first }

        func choose(_ title: String) throws {
            let card = try #require(overlay?.subviews.last as? MenuCard)
            let row = try #require(card.rows.first { $0.element.title == title })
            let place = row.convert(CGPoint(x: row.bounds.midX, y: row.bounds.midY), to: nil)
            press(place.x, place.y, for: 0)
        }

        func drain() -> [String] {
            defer { notes = [] }
            return notes
        }

        private func configuration(_ path: IndexPath, _ point: CGPoint) -> UIContextMenuConfiguration? {
            notes.append("asked \(path.item) \(point.y)")
            guard path.item != 9 else { return nil }
            return UIContextMenuConfiguration(
                identifier: NSString(string: "\(path.item)"),
                actionProvider: { [unowned self] _ in
                    UIMenu(children: [UIAction(title: "Delete") { _ in self.notes.append("delete \(path.item)") }])
                })
        }

        // MARK: Tables

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            UITableViewCell(style: .default, reuseIdentifier: nil)
        }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            notes.append("selected \(indexPath.row)")
        }
        func tableView(
            _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
        ) -> UIContextMenuConfiguration? { configuration(indexPath, point) }
        func tableView(
            _ tableView: UITableView,
            previewForDismissingContextMenuWithConfiguration configuration: UIContextMenuConfiguration
        ) -> UITargetedPreview? {
            notes.append("lands \(configuration.identifier)")
            return nil
        }
        func tableView(
            _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
            animator: (any UIContextMenuInteractionAnimating)?
        ) { notes.append("display \(configuration.identifier)") }
        func tableView(
            _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
            animator: (any UIContextMenuInteractionAnimating)?
        ) { notes.append("end \(configuration.identifier)") }
        func tableView(
            _ tableView: UITableView, willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
            animator: any UIContextMenuInteractionCommitAnimating
        ) { notes.append("commit \(configuration.identifier)") }

        // MARK: Collections

        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 10 }
        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        }
        func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            notes.append("selected \(indexPath.item)")
        }
        func collectionView(
            _ collectionView: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath, point: CGPoint
        ) -> UIContextMenuConfiguration? { configuration(indexPath, point) }
        func collectionView(
            _ collectionView: UICollectionView,
            previewForDismissingContextMenuWithConfiguration configuration: UIContextMenuConfiguration
        ) -> UITargetedPreview? {
            notes.append("lands \(configuration.identifier)")
            return nil
        }
        func collectionView(
            _ collectionView: UICollectionView,
            willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
            animator: any UIContextMenuInteractionCommitAnimating
        ) { notes.append("commit \(configuration.identifier)") }
    }

    @Test("a long press on a row opens its menu and does not select it; a short one does")
    func table() throws {
        let rig = Rig()
        let table = UITableView(frame: .zero, style: .plain)
        table.rowHeight = 44
        (table.dataSource, table.delegate) = (rig, rig)
        rig.show(table)
        rig.press(100, 100)
        #expect(rig.drain() == ["asked 2 100.0", "display 2"])
        #expect(table.indexPathForSelectedRow == nil && rig.overlay != nil)
        #expect(table.cellForRow(at: [0, 2])?.isHighlighted == false)
        try rig.choose("Delete")
        #expect(rig.drain() == ["lands 2", "end 2", "delete 2"] && rig.overlay == nil)
        rig.press(100, 100, for: 0.05)
        #expect(rig.drain() == ["selected 2"])
        // A row without a menu is selected, regardless of the length of the press.
        rig.press(100, 420)
        #expect(rig.drain() == ["asked 9 420.0", "selected 9"] && rig.overlay == nil)
        // Below the rows there is no row, so the delegate isn't asked.
        rig.press(100, 470)
        #expect(rig.drain() == [])
    }

    @Test("a finger that scrolls opens nothing, and the row of a menu is the one under the finger after a scroll")
    func scrolled() {
        let rig = Rig()
        let table = UITableView(frame: .zero, style: .plain)
        table.rowHeight = 100
        (table.dataSource, table.delegate) = (rig, rig)
        rig.show(table)
        rig.touch(.began, x: 100, y: 300)
        for y in stride(from: 280, through: 200, by: -20) { rig.touch(.moved, x: 100, y: Double(y)) }
        rig.frame(after: 1)
        rig.touch(.ended, x: 100, y: 200)
        #expect(rig.overlay == nil && rig.drain().isEmpty)
        table.contentOffset.y = 150
        rig.frame()
        rig.press(100, 100)
        #expect(rig.drain() == ["asked 2 250.0", "display 2"])
        // The preview is the cell of the row, at its position in the window.
        let preview = rig.overlay?.subviews.first?.subviews.last?.frame
        #expect(preview?.height == 100 && preview?.minY == 50)
        rig.press(100, 100, for: 0.05)
        #expect(rig.drain() == ["commit 2", "end 2"])
    }

    @Test("a collection's items have menus too")
    func collection() throws {
        let rig = Rig()
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 100)
        let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        #expect(view.contextMenuInteraction == nil)
        (view.dataSource, view.delegate) = (rig, rig)
        #expect(view.contextMenuInteraction?.view === view)
        rig.show(view)
        rig.press(50, 50)
        #expect(rig.drain() == ["asked 0 50.0"] && rig.overlay != nil)
        #expect(view.indexPathsForSelectedItems?.isEmpty ?? true)
        try rig.choose("Delete")
        #expect(rig.drain() == ["lands 0", "delete 0"] && rig.overlay == nil)
        rig.press(50, 50)
        rig.press(50, 50, for: 0.05)
        #expect(rig.drain() == ["asked 0 50.0", "commit 0"])
        rig.press(50, 50, for: 0.05)
        #expect(rig.drain() == ["selected 0"])
    }
}
