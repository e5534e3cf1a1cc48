import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Changes of a table")
struct TableUpdateTests {
    private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

    @Test("Rows that are inserted and deleted: the others keep their cells, and move there over 0.3 seconds")
    func insertAndDelete() throws {
        let source = NameSource([["a", "b", "c", "d"]])
        let rig = TableRig(source)
        let cells = rig.table.visibleCells
        source.sections = [["a", "x", "c", "d", "y"]]
        source.asked = []
        var finished: Bool?
        rig.table.performBatchUpdates {
            rig.table.deleteRows(at: [path(1)], with: .fade)
            rig.table.insertRows(at: [path(1), path(4)], with: .left)
        } completion: {
            finished = $0
        }
        #expect(rig.table.numberOfRows(inSection: 0) == 5)
        #expect(source.asked == [path(1), path(4)])
        #expect(rig.names == ["a", "x", "c", "d", "y"])
        #expect(rig.tops == [0, 40, 80, 120, 160])
        #expect(rig.table.cellForRow(at: path(0)) === cells[0])
        #expect(rig.table.cellForRow(at: path(2)) === cells[2])
        #expect(cells[1].superview === rig.table)
        rig.frame()
        rig.frame(after: 0.1)
        #expect(finished == nil)
        // Halfway through the animation, in which the row enters from the left.
        let inserted = try #require(rig.table.cellForRow(at: path(1)))
        let shown = try #require(inserted.layer.presentation())
        #expect(shown.frame.minX < 0 && shown.frame.minX > -320)
        rig.settle()
        #expect(finished == true)
        #expect(cells[1].isHidden)
    }

    @Test("Rows come from where they were, also from beyond what showed, and go there")
    func moves() throws {
        let source = NameSource(rows: 100)
        let rig = TableRig(source)
        let first = try #require(rig.table.cellForRow(at: path(0)))
        let name = source.sections[0].remove(at: 0)
        source.sections[0].insert(name, at: 50)
        rig.table.moveRow(at: path(0), to: path(50))
        #expect(rig.names.first == "1")
        #expect(rig.names.count == 12)
        rig.frame()
        rig.frame(after: 0.15)
        let y = try #require(first.layer.presentation()).frame.minY
        #expect(y > 0 && y < 2_000)
        let last = try #require(rig.table.cellForRow(at: path(11)))
        let shown = try #require(last.layer.presentation()).frame.minY
        #expect(shown > 440 && shown < 480)
        rig.settle()
        #expect(rig.table.visibleCells.count == 12)
        #expect(!rig.table.visibleCells.contains(first))
    }

    @Test("Sections that come, go and are reloaded take their headers along")
    func sections() {
        let source = NameSource([["a"], ["b", "c"], ["d"]])
        source.titles = ["A", "B", "D"]
        let rig = TableRig(source)
        #expect((0..<3).map { rig.table.headerView(forSection: $0)?.textLabel?.text } == ["A", "B", "D"])
        source.sections = [["b", "c", "e"], ["d"], ["n"]]
        source.titles = ["B", "D", "N"]
        rig.table.performBatchUpdates {
            rig.table.deleteSections(IndexSet(integer: 0), with: .top)
            rig.table.reloadSections(IndexSet(integer: 1), with: .automatic)
            rig.table.insertSections(IndexSet(integer: 2), with: .automatic)
        }
        #expect(rig.names == ["b", "c", "e", "d", "n"])
        rig.settle()
        #expect((0..<3).map { rig.table.headerView(forSection: $0)?.textLabel?.text } == ["B", "D", "N"])
        #expect(rig.table.numberOfSections == 3)
    }

    @Test("What is selected goes along; a row that is reloaded is no longer selected")
    func selection() {
        let source = NameSource(rows: 10)
        let rig = TableRig(source)
        rig.table.allowsMultipleSelection = true
        for row in [1, 4, 7] { rig.table.selectRow(at: path(row), animated: false, scrollPosition: .none) }
        source.sections[0].removeFirst()
        rig.table.performBatchUpdates {
            rig.table.deleteRows(at: [path(0)], with: .automatic)
            rig.table.reloadRows(at: [path(4)], with: .none)
        }
        #expect(rig.table.indexPathsForSelectedRows == [path(0), path(6)])
        #expect(rig.table.visibleCells.filter(\.isSelected).compactMap { $0.textLabel?.text } == ["1", "7"])
    }

    @Test("Reloaded rows get another cell, rows that are configured anew keep theirs")
    func reload() throws {
        let source = NameSource(["a", "b", "c"].map { [$0] })
        let rig = TableRig(source)
        let cells = rig.table.visibleCells
        source.sections = [["A"], ["B"], ["c"]]
        rig.table.reconfigureRows(at: [path(0, 0)])
        rig.table.reloadRows(at: [path(0, 1)], with: .fade)
        #expect(rig.names == ["A", "B", "c"])
        #expect(rig.table.visibleCells[0] === cells[0])
        #expect(rig.table.visibleCells[1] !== cells[1])
        let counted = try #require(cells[0] as? CountedCell)
        #expect(counted.reuses == 0)
    }

    @Test("Without changes, the end of updates has the heights asked for anew")
    func heights() {
        let source = NameSource(rows: 20)
        var tall: Int?
        source.height = { $0.row == tall ? 100 : 40 }
        let rig = TableRig(source, rowHeight: nil)
        tall = 2
        (rig.table.cellForRow(at: path(2)) as? CountedCell)?.wanted = 100
        rig.table.beginUpdates()
        #expect(rig.table.hasUncommittedUpdates)
        rig.table.endUpdates()
        #expect(!rig.table.hasUncommittedUpdates)
        #expect(rig.tops.prefix(5) == [0, 40, 80, 180, 220])
    }

    @Test("Outside of a window changes happen at once, and the completion comes later, with no")
    func offWindow() {
        let source = NameSource(rows: 3)
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 400))
        table.dataSource = source
        #expect(table.visibleCells.count == 3)
        source.sections[0].append("new")
        var finished: Bool?
        table.performBatchUpdates {
            table.insertRows(at: [path(3)], with: .fade)
        } completion: {
            finished = $0
        }
        #expect(table.visibleCells.count == 4)
        #expect(finished == false || finished == nil)
    }

    @Test("A count that does not follow from the changes traps, with UIKit's words")
    func inconsistent() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let source = NameSource(rows: 3)
            let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 400))
            table.dataSource = source
            table.layoutIfNeeded()
            table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(text?.contains("Invalid update: invalid number of rows in section 0.") == true)
    }

    @Test("A hundred random batches leave what the data source says")
    func random() {
        var seed: UInt64 = 42
        func next(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % max(bound, 1)
        }
        let source = NameSource([["a", "b"], [], ["c"]])
        let rig = TableRig(source, style: .grouped)
        var count = 0
        for round in 0..<100 {
            var sections = source.sections
            let deleted = (0..<sections.count).flatMap { section in
                (0..<sections[section].count).filter { _ in next(4) == 0 }.map { self.path($0, section) }
            }
            for path in deleted.reversed() { sections[path.section].remove(at: path.row) }
            var inserted: [IndexPath] = []
            for section in sections.indices {
                for _ in 0..<next(3) where sections[section].count < 12 {
                    let row = next(sections[section].count + 1)
                    count += 1
                    sections[section].insert("new \(count)", at: row)
                }
            }
            let before = Set(source.sections.flatMap { $0 })
            for (section, names) in sections.enumerated() {
                for (row, name) in names.enumerated() where !before.contains(name) {
                    inserted.append(self.path(row, section))
                }
            }
            rig.table.performBatchUpdates {
                source.sections = sections
                rig.table.deleteRows(at: deleted, with: .automatic)
                rig.table.insertRows(at: inserted, with: .automatic)
            }
            if round % 3 == 0 { rig.frame(after: 0.1) }
            let paths = rig.table.indexPathsForVisibleRows ?? []
            #expect(rig.names == paths.map { sections[$0.section][$0.row] })
            let tops = rig.tops
            #expect(tops == paths.map { rig.table.rectForRow(at: $0).minY })
        }
    }

    @Test("Within a batch nothing is laid out, whatever asks for it; a data source that is gone ends nothing")
    func within() {
        let source = NameSource(rows: 5)
        let rig = TableRig(source)
        rig.table.performBatchUpdates {
            source.sections = [[]]
            #expect(rig.table.visibleCells.count == 5)
            rig.table.setNeedsLayout()
            rig.table.layoutIfNeeded()
            rig.table.deleteRows(at: (0..<5).map { self.path($0) }, with: .fade)
        }
        #expect(rig.table.visibleCells.isEmpty)
        rig.settle()
        rig.table.dataSource = nil
        rig.table.performBatchUpdates { rig.table.insertRows(at: [path(0)], with: .fade) }
        #expect(rig.table.numberOfSections == 0)
    }

    @Test("A batch beyond a million rows that were never shown costs what changes")
    func million() {
        let source = NameSource(rows: 1_000_000)
        let rig = TableRig(source)
        source.asked = []
        source.sections[0].removeLast(2)
        source.sections[0].insert("first", at: 0)
        rig.table.performBatchUpdates {
            rig.table.deleteRows(at: [path(999_999), path(999_998)], with: .automatic)
            rig.table.insertRows(at: [path(0)], with: .automatic)
        }
        rig.settle()
        #expect(source.asked == [path(0)])
        #expect(rig.table.contentSize.height == 39_999_960)
        #expect(rig.names.prefix(2) == ["first", "0"])
    }

    @Test("A batch without animation has finished, if the table is on screen")
    func withoutAnimation() {
        let rig = TableRig(NameSource(rows: 5))
        var ends: [Bool] = []
        UIView.performWithoutAnimation {
            rig.table.performBatchUpdates {
                rig.source.sections[0].removeLast()
                rig.table.deleteRows(at: [path(4)], with: .fade)
            } completion: {
                ends.append($0)
            }
        }
        rig.settle()
        rig.frame()
        #expect(ends == [true] && rig.table.visibleCells.count == 4)
        rig.table.removeFromSuperview()
        rig.table.performBatchUpdates(nil) { ends.append($0) }
        rig.frame()
        rig.frame()
        #expect(ends == [true, false])
    }
}
