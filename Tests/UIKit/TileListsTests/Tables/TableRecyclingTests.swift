import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Cells of a table")
struct TableRecyclingTests {
    @Test("The first layout asks for what shows, and a jump to the end for one screen more")
    func million() {
        let source = NameSource(rows: 1_000_000)
        let rig = TableRig(source)
        #expect(source.asked.map(\.row) == Array(0..<12))
        #expect(source.cells.count == 12)
        source.asked = []
        rig.table.scrollToRow(at: IndexPath(row: 999_999, section: 0), at: .bottom, animated: false)
        rig.frame()
        #expect(source.asked.map(\.row) == Array(999_988..<1_000_000))
        #expect(source.cells.count == 12)
        #expect(rig.table.contentOffset.y == 39_999_520)
    }

    @Test("The same for rows that measure themselves: each is measured when it comes, and the jump is exact")
    func selfSizing() {
        let source = NameSource(rows: 1_000_000)
        source.height = { CGFloat(30 + $0.row % 7 * 10) }
        let rig = TableRig(source, rowHeight: nil)
        #expect(source.asked.count < 16)
        rig.table.scrollToRow(at: IndexPath(row: 999_999, section: 0), at: .bottom, animated: false)
        rig.frame()
        #expect(source.cells.count < 24)
        #expect(rig.names.last == "999999")
        #expect(rig.table.rectForRow(at: IndexPath(row: 999_999, section: 0)).maxY == rig.table.bounds.maxY)
        rig.table.scrollToRow(at: IndexPath(row: 500_000, section: 0), at: .top, animated: false)
        rig.frame()
        #expect(rig.names.first == "500000")
        #expect(rig.tops.first == rig.table.contentOffset.y)
    }

    @Test("A drag at 120 Hz makes no cell after the first two screens, and lays out only what comes in")
    func drag() {
        let source = NameSource(rows: 100_000)
        let rig = TableRig(source)
        for _ in 0..<3 { rig.drag(from: CGPoint(x: 100, y: 470), to: CGPoint(x: 100, y: 10), frames: 40, rate: 120) }
        rig.settle()
        let made = source.cells.count
        func layouts() -> Int { source.cells.map(\.layouts).reduce(0, +) }
        let before = layouts()
        source.asked = []
        for _ in 0..<5 { rig.drag(from: CGPoint(x: 100, y: 470), to: CGPoint(x: 100, y: 10), frames: 40, rate: 120) }
        rig.settle()
        #expect(source.cells.count == made)
        #expect(made <= 14)
        #expect(source.asked.count > 50)
        let done = layouts() - before
        #expect(done == source.asked.count)
        #expect(Set(source.asked).count == source.asked.count)
    }

    @Test("Rows above that turn out larger than their estimate move nothing on the screen")
    func estimates() throws {
        let source = NameSource(rows: 1_000)
        source.height = { _ in 100 }
        let rig = TableRig(source, rowHeight: nil)
        rig.table.estimatedRowHeight = 50
        rig.frame()
        rig.table.contentOffset.y = 20_000
        rig.frame()
        // Upward in small steps: the rows move by as much as the finger.
        rig.touch(.began, x: 100, y: 100)
        rig.frame(after: 0.02)
        rig.touch(.moved, x: 100, y: 120)
        rig.frame(after: 0.02)
        for step in 1...40 {
            let cell = rig.table.visibleCells[0]
            let before: CGFloat = cell.frame.minY - rig.table.contentOffset.y
            rig.touch(.moved, x: 100, y: 120 + Double(step) * 7)
            rig.frame(after: 0.02)
            let after: CGFloat = cell.frame.minY - rig.table.contentOffset.y
            let error: CGFloat = after - before - 7
            #expect(abs(error) < 1e-6, "step \(step)")
        }
        let tops = rig.tops
        #expect(Set(tops.indices.dropFirst().map { tops[$0] - tops[$0 - 1] }) == [100])
    }

    @Test("What is told as rows come and go: the cell, that it will show, that it no longer does")
    func order() {
        let source = NameSource(rows: 100)
        let rig = TableRig(source)
        source.listens = true
        rig.table.contentOffset.y = 40
        rig.frame()
        #expect(source.drain() == ["did 0.0", "cell 0.12", "will 0.12"])
        #expect(source.cells[0].reuses == 1)
        rig.table.contentOffset.y = 0
        rig.frame()
        #expect(source.drain() == ["did 0.12", "cell 0.0", "will 0.0"])
    }

    @Test("A frame in which nothing comes in asks for nothing, and places nothing")
    func quiet() {
        let source = NameSource(rows: 100)
        let rig = TableRig(source)
        source.asked = []
        let layouts = source.cells.map(\.layouts)
        rig.table.contentOffset.y = 0
        for step in 1..<30 {
            rig.table.contentOffset.y = CGFloat(step) / 30
            rig.frame(after: 1 / 120)
        }
        #expect(source.asked.map(\.row) == [12])
        #expect(source.cells.prefix(12).map(\.layouts) == layouts)
    }

    @Test("Classes are made by their own initializer, and a nib's maker makes what it makes")
    func registration() {
        final class Special: UITableViewCell {
            var mark = ""
            override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
                super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
                mark = "\(style.rawValue) \(reuseIdentifier ?? "nil")"
            }
            required init?(coder: NSCoder) { nil }
        }
        final class Maker: ReusableViewMaker {
            func makeReusableView() -> UIView? { UITableViewCell(style: .value1, reuseIdentifier: nil) }
        }
        final class Head: UITableViewHeaderFooterView {
            var mark = ""
            override init(reuseIdentifier: String?) {
                super.init(reuseIdentifier: reuseIdentifier)
                mark = "head \(reuseIdentifier ?? "nil")"
            }
            required init?(coder: NSCoder) { nil }
        }
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let name = "a rather long identifier, which is no small text"
        table.register(Special.self, forCellReuseIdentifier: name)
        table.register(Maker(), forCellReuseIdentifier: "b")
        table.register(Head.self, forHeaderFooterViewReuseIdentifier: name)
        let path = IndexPath(row: 0, section: 0)
        for _ in 0..<3 {
            let cell = table.dequeueReusableCell(withIdentifier: name, for: path) as? Special
            #expect(cell?.mark == "0 \(name)")
            #expect(cell?.reuseIdentifier == name)
            let head = table.dequeueReusableHeaderFooterView(withIdentifier: name) as? Head
            #expect(head?.mark == "head \(name)")
        }
        #expect(table.dequeueReusableCell(withIdentifier: "b", for: path).reuseIdentifier == "b")
        #expect(table.dequeueReusableCell(withIdentifier: "c") == nil)
    }

    @Test("An identifier that is not registered traps")
    func unregistered() async {
        await #expect(processExitsWith: .failure) {
            let table = UITableView(frame: .zero)
            _ = table.dequeueReusableCell(withIdentifier: "none", for: IndexPath(row: 0, section: 0))
        }
    }

    @Test("Heights that are none, and rows without any, end nothing", arguments: [CGFloat.nan, -5, 0, .infinity])
    func badHeights(height: CGFloat) {
        let source = NameSource(rows: 500)
        source.heightOfRow = { _ in height }
        let rig = TableRig(source, rowHeight: nil)
        #expect(rig.table.contentSize.height.isFinite)
        #expect(source.cells.count <= 12)
        rig.table.scrollToRow(at: IndexPath(row: 499, section: 0), at: .middle, animated: false)
        rig.frame()
        #expect(rig.table.numberOfRows(inSection: 0) == 500)
        #expect(rig.table.numberOfRows(inSection: 9) == 0)
        #expect(rig.table.rectForRow(at: IndexPath(row: 0, section: 3)) == .zero)
        #expect(rig.table.cellForRow(at: [1, 2, 3]) == nil)
    }

    @Test("A data source that says fewer than none, changes its mind or reloads amid a layout is put up with")
    func lies() {
        final class Liar: NameSource {
            var reloads = 3
            override func numberOfSections(in tableView: UITableView) -> Int { -1 }
        }
        let rig = TableRig(Liar(rows: 3))
        #expect(rig.table.numberOfSections == 0)
        #expect(rig.names == [])

        final class Restless: NameSource {
            var reloads = 3
            override func tableView(
                _ tableView: UITableView, cellForRowAt indexPath: IndexPath
            ) -> UITableViewCell {
                if indexPath.row == 5, reloads > 0 {
                    reloads -= 1
                    sections[0].removeLast()
                    tableView.reloadData()
                }
                return super.tableView(tableView, cellForRowAt: IndexPath(row: min(indexPath.row, 6), section: 0))
            }
        }
        let restless = TableRig(Restless(rows: 20))
        restless.settle()
        #expect(restless.table.numberOfRows(inSection: 0) == 17)
        #expect(restless.table.visibleCells.count == 12)
    }
}
