import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Rows that are edited")
struct TableEditingTests {
    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

    private func part<Part: UIView>(_ type: Part.Type, of cell: UITableViewCell) throws -> Part {
        try #require(cell.subviews.lazy.compactMap { $0 as? Part }.first)
    }

    @Test("A swipe lays the delete action bare, and a tap on it deletes the row")
    func swipe() throws {
        let rig = TableRig(NameSource(["a", "b", "c"].map { $0 }.reduce(into: [[]]) { $0[0].append($1) }))
        rig.source.listens = true
        rig.drag(from: CGPoint(x: 300, y: 60), to: CGPoint(x: 220, y: 62), frames: 10, lifts: true)
        rig.settle()
        let cell = try #require(rig.table.cellForRow(at: path(1)))
        #expect(cell.showingDeleteConfirmation)
        #expect(cell.frame.minX < -60)
        #expect(cell.frame.minY == 40)
        rig.tap(300, 60)
        rig.settle()
        #expect(rig.source.told.contains("commit 1 0.1"))
        #expect(rig.names == ["a", "c"])
        #expect(rig.table.contentOffset.y == 0)
        #expect(rig.table.subviews.allSatisfy { !($0 is SwipeActionsView) })
    }

    @Test("A touch elsewhere closes it; a swipe all the way performs it; along the rows it is no swipe")
    func swipes() throws {
        let rig = TableRig(NameSource(rows: 20))
        rig.drag(from: CGPoint(x: 300, y: 60), to: CGPoint(x: 220, y: 60), frames: 10)
        rig.settle()
        #expect(rig.table.cellForRow(at: path(1))?.showingDeleteConfirmation == true)
        rig.tap(100, 200)
        rig.settle()
        #expect(rig.table.cellForRow(at: path(1))?.showingDeleteConfirmation == false)
        #expect(rig.table.cellForRow(at: path(1))?.frame.minX == 0)
        #expect(rig.table.indexPathForSelectedRow == nil)
        rig.drag(from: CGPoint(x: 310, y: 60), to: CGPoint(x: 40, y: 60), frames: 20)
        rig.settle()
        #expect(rig.source.sections[0].prefix(2) == ["0", "2"])
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 120, y: 100), frames: 10)
        rig.settle()
        #expect(rig.table.contentOffset.y > 50)
        #expect(rig.table.visibleCells.allSatisfy { $0.frame.minX == 0 })
    }

    @Test("A delegate's own actions, at both edges; none where it says so")
    func actions() throws {
        let source = NameSource(rows: 10)
        var done: [String] = []
        source.leadingActions = { path in
            UISwipeActionsConfiguration(actions: [
                UIContextualAction(style: .normal, title: "Pin") { _, _, finish in
                    done.append("pin \(path.row)")
                    finish(true)
                }
            ])
        }
        source.trailingActions = { _ in nil }
        let rig = TableRig(source)
        rig.drag(from: CGPoint(x: 300, y: 60), to: CGPoint(x: 200, y: 60), frames: 10)
        rig.settle()
        #expect(rig.table.cellForRow(at: path(1))?.frame.minX == 0)
        rig.drag(from: CGPoint(x: 20, y: 60), to: CGPoint(x: 100, y: 60), frames: 10)
        rig.settle()
        #expect(rig.table.cellForRow(at: path(1))?.frame.minX == SwipeActionsView.buttonWidth)
        rig.tap(30, 60)
        rig.settle()
        #expect(done == ["pin 1"])
        #expect(rig.table.cellForRow(at: path(1))?.frame.minX == 0)
    }

    @Test("While it is edited rows have their controls: deleting takes two taps, choosing one")
    func controls() throws {
        let rig = TableRig(NameSource(rows: 5))
        rig.source.listens = true
        rig.table.setEditing(true, animated: true)
        rig.settle()
        let cell = try #require(rig.table.cellForRow(at: path(2)))
        #expect(cell.isEditing && cell.editingStyle == .delete)
        #expect(cell.contentView.frame.minX == 40)
        rig.tap(20, 100)
        rig.settle()
        #expect(cell.showingDeleteConfirmation)
        rig.tap(300, 100)
        rig.settle()
        #expect(rig.names == ["0", "1", "3", "4"])
        rig.table.setEditing(false, animated: false)
        rig.frame()
        #expect(rig.table.visibleCells[0].contentView.frame.minX == 0)

        rig.table.allowsMultipleSelectionDuringEditing = true
        rig.table.setEditing(true, animated: false)
        rig.frame()
        rig.tap(150, 20)
        rig.tap(150, 60)
        #expect(rig.table.indexPathsForSelectedRows == [path(0), path(1)])
        rig.table.setEditing(false, animated: false)
        #expect(rig.table.indexPathsForSelectedRows == nil)
    }

    @Test(
        "A row goes with the finger on its reorder control, the others make room, and the data source hears at the end")
    func reorder() throws {
        final class Source: NameSource {
            override func tableView(
                _ tableView: UITableView, cellForRowAt indexPath: IndexPath
            ) -> UITableViewCell {
                let cell = super.tableView(tableView, cellForRowAt: indexPath)
                cell.showsReorderControl = true
                return cell
            }
        }
        let rig = TableRig(Source([["a", "b", "c", "d", "e"]]))
        rig.source.listens = true
        rig.table.setEditing(true, animated: false)
        rig.frame()
        let cell = try #require(rig.table.cellForRow(at: path(0)))
        _ = try part(CellReorderControl.self, of: cell)
        rig.touch(.began, x: 300, y: 20)
        rig.frame(after: 0.2)
        for step in 1...8 {
            rig.touch(.moved, x: 300, y: 20 + Double(step) * 12)
            rig.frame(after: 1 / 60)
        }
        #expect(cell.frame.minY == 96)
        #expect(rig.names == ["b", "c", "a", "d", "e"])
        #expect(rig.source.sections == [["a", "b", "c", "d", "e"]])
        rig.touch(.ended, x: 300, y: 116)
        rig.settle()
        #expect(rig.source.drain().contains("move 0 to 2"))
        #expect(rig.source.sections == [["b", "c", "a", "d", "e"]])
        #expect(rig.tops == [0, 40, 80, 120, 160])
        #expect(rig.names == ["b", "c", "a", "d", "e"])
        #expect(rig.table.contentOffset.y == 0)
    }

    @Test("Near the bottom the content goes along with a row that is held, as far as it reaches")
    func reorderAtEdge() throws {
        final class Source: NameSource {
            override func tableView(
                _ tableView: UITableView, cellForRowAt indexPath: IndexPath
            ) -> UITableViewCell {
                let cell = super.tableView(tableView, cellForRowAt: indexPath)
                cell.showsReorderControl = true
                return cell
            }
        }
        let rig = TableRig(Source([(0..<30).map(String.init)]))
        rig.table.setEditing(true, animated: false)
        rig.frame()
        rig.touch(.began, x: 300, y: 20)
        rig.frame(after: 0.2)
        rig.touch(.moved, x: 300, y: 470)
        for _ in 0..<200 { rig.frame(after: 1 / 60) }
        #expect(rig.table.contentOffset.y == 720)
        #expect(rig.names.last == "0")
        rig.touch(.ended, x: 300, y: 470)
        rig.settle()
        #expect(rig.source.sections[0].last == "0")
        #expect(rig.names == (19..<30).map(String.init) + ["0"])
    }

    @Test("A class that does not delete rows has no delete action after it was found out once")
    func missing() {
        final class Plain: UITableViewDataSource {
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                UITableViewCell(style: .default, reuseIdentifier: nil)
            }
        }
        let source = Plain()
        let rig = TableRig(NameSource(rows: 5))
        rig.table.dataSource = source
        rig.table.delegate = nil
        rig.frame()
        rig.drag(from: CGPoint(x: 310, y: 60), to: CGPoint(x: 20, y: 60), frames: 20)
        rig.settle()
        rig.drag(from: CGPoint(x: 300, y: 60), to: CGPoint(x: 200, y: 60), frames: 10)
        rig.settle()
        #expect(rig.table.cellForRow(at: path(1))?.frame.minX == 0)
    }
}
