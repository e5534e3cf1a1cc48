import Foundation
import Observation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

/// A model of rows.
@Observable
private final class Rows {
    var name = "a"
    var height: CGFloat = 40
}

@Suite("Lists that read observable models")
struct ObservedListTests {
    private let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)

    @Test("The update handler of a collection's cell is called again when what it has read changes")
    func collectionCell() {
        let rows = Rows()
        let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
        check(cell, reading: rows) { log in cell.configurationUpdateHandler = { _, _ in log(rows.name) } }
    }

    @Test("So is that of a table's cell")
    func tableCell() {
        let rows = Rows()
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        check(cell, reading: rows) { log in cell.configurationUpdateHandler = { _, _ in log(rows.name) } }
    }

    @Test("So is that of a header")
    func header() {
        let rows = Rows()
        let header = UITableViewHeaderFooterView(reuseIdentifier: nil)
        check(header, reading: rows) { log in header.configurationUpdateHandler = { _, _ in log(rows.name) } }
    }

    @Test("So is that of a button")
    func button() {
        let rows = Rows()
        let button = UIButton(configuration: .plain())
        check(button, reading: rows) { log in button.configurationUpdateHandler = { _ in log(rows.name) } }
    }

    private func check(_ view: UIView, reading rows: Rows, _ setHandler: (@escaping (String) -> Void) -> Void) {
        let window = UIWindow(screen: screen)
        window.addSubview(view)
        window.makeKeyAndVisible()
        var log: [String] = []
        setHandler { log.append($0) }
        _ = screen.frame()
        #expect(log.last == "a")
        log = []
        for name in ["b", "c"] {
            rows.name = name
            _ = screen.frame()
        }
        #expect(log == ["b", "c"] && !screen.isFramePending)
    }

    @Test("The section provider of a compositional layout is asked again when what it has read changes")
    func sectionProvider() {
        let rows = Rows()
        let layout = UICollectionViewCompositionalLayout { _, _ in
            let size = NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .absolute(rows.height))
            let item = NSCollectionLayoutItem(layoutSize: size)
            return NSCollectionLayoutSection(group: .vertical(layoutSize: size, subitems: [item]))
        }
        let rig = CollectionRig(layout)
        rig.items(3)
        rig.show()
        #expect(rig.view.contentSize.height == 120)
        for height: CGFloat in [50, 60] {
            rows.height = height
            rig.frame()
            #expect(rig.view.contentSize.height == 3 * height)
        }
        rig.settle()
        rows.name = "b"
        #expect(!rig.screen.isFramePending)
    }
}
