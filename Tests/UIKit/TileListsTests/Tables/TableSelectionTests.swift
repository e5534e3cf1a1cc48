import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Rows that are selected")
struct TableSelectionTests {
    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

    private func selectionCalls(of rig: TableRig) -> [String] {
        rig.source.drain().filter { !$0.hasPrefix("cell") && !$0.hasPrefix("will") && !$0.hasPrefix("did") }
    }

    @Test("A tap lights the row, and selects it in place of the one before, in UIKit's order")
    func tap() throws {
        let source = NameSource(rows: 20)
        source.willSelect = { path in
            source.record("want \(path.row)")
            return path.row == 3 ? nil : path
        }
        source.willDeselect = { path in
            source.record("leave \(path.row)")
            return path
        }
        let rig = TableRig(source)
        rig.source.listens = true
        rig.tap(100, 20)
        #expect(selectionCalls(of: rig) == ["light 0.0", "dark 0.0", "want 0", "select 0.0"])
        let cell = try #require(rig.table.cellForRow(at: path(0)))
        #expect(cell.isSelected && !cell.isHighlighted)
        rig.tap(100, 60)
        #expect(
            selectionCalls(of: rig) == ["light 0.1", "dark 0.1", "want 1", "leave 0", "deselect 0.0", "select 0.1"])
        #expect(!cell.isSelected)
        #expect(rig.table.indexPathForSelectedRow == path(1))
        // A row that the delegate doesn't allow to be selected.
        rig.tap(100, 140)
        #expect(selectionCalls(of: rig) == ["light 0.3", "dark 0.3", "want 3"])
        #expect(rig.table.indexPathForSelectedRow == path(1))
    }

    @Test("A row lights after 150 ms under a finger, and a drag takes that away")
    func drag() throws {
        let rig = TableRig(NameSource(rows: 50))
        let cell = try #require(rig.table.cellForRow(at: path(2)))
        rig.touch(.began, x: 100, y: 100)
        rig.frame(after: 0.1)
        #expect(!cell.isHighlighted)
        rig.frame(after: 0.1)
        #expect(cell.isHighlighted)
        rig.touch(.moved, x: 100, y: 70)
        rig.frame(after: 0.02)
        #expect(!cell.isHighlighted)
        #expect(rig.table.contentOffset.y > 0)
        rig.touch(.ended, x: 100, y: 70)
        #expect(rig.table.indexPathForSelectedRow == nil)
    }

    @Test("Several rows, each of which a second tap deselects; without that, none in a table that allows none")
    func several() {
        let rig = TableRig(NameSource(rows: 20))
        rig.table.allowsMultipleSelection = true
        rig.tap(100, 20)
        rig.tap(100, 60)
        #expect(rig.table.indexPathsForSelectedRows == [path(0), path(1)])
        rig.tap(100, 20)
        #expect(rig.table.indexPathsForSelectedRows == [path(1)])
        rig.table.allowsMultipleSelection = false
        rig.table.allowsSelection = false
        rig.tap(100, 100)
        #expect(rig.table.indexPathsForSelectedRows == [path(1)])
    }

    @Test("Selecting a row that does not show scrolls to it, and its cell is selected when it comes")
    func scrolls() throws {
        let rig = TableRig(NameSource(rows: 1_000))
        rig.source.listens = true
        rig.table.selectRow(at: path(700), animated: false, scrollPosition: .middle)
        rig.frame()
        let cell = try #require(rig.table.cellForRow(at: path(700)))
        #expect(cell.isSelected)
        #expect(cell.frame.midY == rig.table.bounds.midY)
        #expect(selectionCalls(of: rig) == [])
        rig.table.contentOffset.y = 0
        rig.frame()
        #expect(rig.table.visibleCells.allSatisfy { !$0.isSelected })
        rig.table.scrollToNearestSelectedRow(at: .top, animated: true)
        rig.settle()
        #expect(rig.names.first == "700")
        rig.table.deselectRow(at: path(700), animated: false)
        #expect(rig.table.indexPathsForSelectedRows == nil)
    }

    @Test("An animated scroll over rows that measure themselves comes to where the row is in the end")
    func animatedScroll() {
        let source = NameSource(rows: 300)
        source.height = { CGFloat(30 + $0.row % 5 * 30) }
        let rig = TableRig(source, rowHeight: nil)
        rig.table.scrollToRow(at: path(150), at: .top, animated: true)
        rig.settle()
        #expect(rig.names.first == "150")
        #expect(rig.tops.first == rig.table.contentOffset.y)
    }

    @Test("Delegate of the table and of the scroll view are one, whoever sets it")
    func delegate() {
        let source = NameSource(rows: 3)
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        table.delegate = source
        #expect((table as UIScrollView).delegate === source)
        let scrollView: UIScrollView = table
        scrollView.delegate = nil
        #expect(table.delegate == nil)
        scrollView.delegate = source
        #expect(table.delegate === source)
    }

    @Test("A tap that is over within 150 ms selects, too; one that stops content that moves does not")
    func quickTap() {
        let rig = TableRig(NameSource(rows: 200))
        rig.touch(.began, x: 100, y: 60)
        rig.frame(after: 0.05)
        rig.touch(.ended, x: 100, y: 60)
        rig.frame(after: 0.05)
        #expect(rig.table.indexPathForSelectedRow == path(1))
        rig.drag(from: CGPoint(x: 100, y: 400), to: CGPoint(x: 100, y: 100), frames: 6)
        rig.frame(after: 1 / 60)
        #expect(rig.table.isDecelerating)
        rig.tap(100, 200)
        #expect(!rig.table.isDecelerating)
        #expect(rig.table.indexPathForSelectedRow == path(1))
    }

    @Test("A button in a cell has its touches for itself")
    func button() throws {
        let rig = TableRig(NameSource(rows: 5))
        let cell = try #require(rig.table.cellForRow(at: path(1)))
        var taps = 0
        let button = UIButton(frame: CGRect(x: 10, y: 5, width: 60, height: 30))
        button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        cell.contentView.addSubview(button)
        rig.tap(30, 60)
        #expect(taps == 1)
        #expect(rig.table.indexPathForSelectedRow == nil)
        rig.tap(200, 60)
        #expect(rig.table.indexPathForSelectedRow == path(1))
    }
}
