import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Diffable data sources of tables")
struct TableDiffableTests {
    private typealias Source = UITableViewDiffableDataSource<String, Int>
    private let rig = TableRig(NameSource(rows: 0))
    private let source: Source

    init() {
        source = Source(tableView: rig.table) { table, _, item in
            let cell =
                table.dequeueReusableCell(withIdentifier: "cell")
                ?? UITableViewCell(style: .default, reuseIdentifier: "cell")
            cell.textLabel?.text = "\(item)"
            cell.tag += 1
            return cell
        }
    }

    private func snapshot(_ sections: KeyValuePairs<String, [Int]>) -> NSDiffableDataSourceSnapshot<String, Int> {
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        for (section, items) in sections {
            snapshot.appendSections([section])
            snapshot.appendItems(items)
        }
        return snapshot
    }

    /// A delegate that says how high the rows are.
    private final class Heights: UITableViewDelegate {
        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 150 }
    }

    @Test("The first rows of a table that was shown empty have the delegate's heights", arguments: [false, true])
    func heights(hasSection: Bool) {
        let heights = Heights()
        rig.table.delegate = heights
        if hasSection { source.apply(snapshot(["a": []])) }
        rig.settle()
        source.apply(snapshot(["a": [1, 2, 3]]))
        rig.settle()
        #expect(rig.tops == [0, 150, 300] && rig.table.contentSize.height == 450)
    }

    @Test("Each snapshot shows what has changed, by cells that stay and move")
    func applying() throws {
        var isDone = false
        source.apply(snapshot(["a": [1, 2, 3], "b": [4]])) { isDone = true }
        rig.settle()
        #expect(isDone)
        #expect(rig.names == ["1", "2", "3", "4"])
        let cell = try #require(rig.table.cellForRow(at: [0, 2]))
        source.apply(snapshot(["b": [4, 3], "c": [], "a": [2, 5]]))
        #expect(rig.table.cellForRow(at: [0, 1]) === cell)
        rig.settle()
        #expect(rig.names == ["4", "3", "2", "5"])
        #expect(rig.tops == [0, 40, 80, 120])
        #expect(source.itemIdentifier(for: [2, 1]) == 5)
        #expect(source.indexPath(for: 3) == [0, 1])
        #expect(source.snapshot().sectionIdentifiers == ["b", "c", "a"])
    }

    @Test("Reconfigured rows keep their cell, reloaded ones do not")
    func marks() throws {
        source.apply(snapshot(["a": [1, 2, 3]]), animatingDifferences: false)
        let cells = rig.table.visibleCells
        var next = source.snapshot()
        next.reconfigureItems([1])
        next.reloadItems([2])
        source.apply(next, animatingDifferences: false)
        #expect(rig.table.visibleCells[0] === cells[0])
        #expect(cells[0].tag == 2)
        #expect(rig.table.visibleCells[1] !== cells[1])
        #expect(rig.table.visibleCells[2].tag == 1)
    }

    @Test("Any snapshot after any other shows as it is")
    func many() {
        var seed: UInt64 = 7
        func next(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % max(bound, 1)
        }
        for round in 0..<80 {
            var pool = Array(0..<9)
            var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
            var names: [String] = []
            for section in ["a", "b", "c"] where next(4) > 0 {
                snapshot.appendSections([section])
                let items = (0..<next(4)).compactMap { _ in pool.isEmpty ? nil : pool.remove(at: next(pool.count)) }
                snapshot.appendItems(items)
                names += items.map(String.init)
            }
            source.apply(snapshot, animatingDifferences: round % 2 == 0)
            if round % 3 == 0 { rig.frame(after: 0.1) }
            #expect(rig.names == names)
        }
    }
}
