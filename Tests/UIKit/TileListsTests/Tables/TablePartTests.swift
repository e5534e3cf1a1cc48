import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

@testable import TileLists

@Suite("Parts of a table")
struct TablePartTests {
    private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

    private func titled() -> NameSource {
        let source = NameSource((0..<5).map { section in (0..<10).map { "\(section).\($0)" } })
        source.titles = ["A", "B", "C", "D", "E"]
        return source
    }

    @Test("Headers of a plain table float, and the next one pushes them away")
    func floating() throws {
        let rig = TableRig(titled())
        // 22 points above each header of 28, then ten rows of 40.
        #expect(rig.table.rectForHeader(inSection: 0) == CGRect(x: 0, y: 22, width: 320, height: 28))
        #expect(rig.table.rect(forSection: 1) == CGRect(x: 0, y: 450, width: 320, height: 450))
        let header = try #require(rig.table.headerView(forSection: 0))
        rig.table.contentOffset.y = 100
        rig.frame()
        #expect(header.frame.minY == 100)
        #expect(header.configurationState.isPinned)
        rig.table.contentOffset.y = 440
        rig.frame()
        #expect(header.frame.minY == 422)
        rig.table.contentOffset.y = 500
        rig.frame()
        #expect(rig.table.headerView(forSection: 0) == nil)
        #expect(rig.table.headerView(forSection: 1)?.frame.minY == 500)
    }

    @Test("Headers of a grouped table do not, and sections without one have space between them")
    func grouped() {
        let source = titled()
        let rig = TableRig(source, style: .insetGrouped)
        rig.table.contentOffset.y = 200
        rig.frame()
        #expect(rig.table.headerView(forSection: 0) == nil)
        let plain = TableRig(NameSource([["a"], ["b"]]), style: .grouped)
        #expect(plain.tops == [35, 35 + 40 + 35])
        #expect(plain.table.contentSize.height == 167.5)
        let cell = rig.table.cellForRow(at: path(6))
        #expect(cell?.frame.minX == 16)
        #expect(cell?.frame.width == 288)
    }

    @Test("A delegate's header views are measured, used again, and told of")
    func headerViews() throws {
        let source = NameSource((0..<40).map { _ in ["a", "b", "c"] })
        source.headerView = { table, section in
            let view = table.dequeueReusableHeaderFooterView(withIdentifier: "head")
            view?.textLabel?.text = "section \(section)"
            return view
        }
        source.heightOfHeader = 50
        source.listens = true
        let rig = TableRig(source)
        rig.table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "head")
        rig.table.reloadData()
        rig.frame()
        let first = try #require(rig.table.headerView(forSection: 0))
        #expect(first.frame.height == 50)
        rig.table.contentOffset.y = 2_000
        rig.frame()
        #expect(source.drain().contains("no head 0"))
        let views = rig.table.subviews.filter { $0 is UITableViewHeaderFooterView }
        #expect(views.count <= 8)
        #expect(views.contains(first))
    }

    @Test("Views above and below the sections have their height, and the table's width")
    func ends() {
        let rig = TableRig(NameSource(rows: 3))
        rig.table.tableHeaderView = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 70))
        rig.table.tableFooterView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 30))
        rig.frame()
        #expect(rig.tops == [70, 110, 150])
        #expect(rig.table.contentSize.height == 220)
        #expect(rig.table.tableFooterView?.frame == CGRect(x: 0, y: 190, width: 320, height: 30))
        rig.table.tableHeaderView = nil
        rig.frame()
        #expect(rig.tops == [0, 40, 80])
    }

    @Test("Rows are found by places, and places by rows")
    func places() {
        let rig = TableRig(titled())
        #expect(rig.table.indexPathForRow(at: CGPoint(x: 10, y: 30)) == nil)
        #expect(rig.table.indexPathForRow(at: CGPoint(x: 10, y: 51)) == path(0))
        #expect(
            rig.table.indexPathsForRows(in: CGRect(x: 0, y: 400, width: 1, height: 120)) == [
                path(8), path(9), path(0, 1),
            ])
        #expect(rig.table.indexPathsForRows(in: CGRect(x: 0, y: 9_000, width: 1, height: 10)) == nil)
        #expect(rig.table.indexPathsForVisibleRows?.count == 11)
        let cell = rig.table.visibleCells[3]
        #expect(rig.table.indexPath(for: cell) == path(3))
        #expect(rig.table.indexPath(for: UITableViewCell(style: .default, reuseIdentifier: nil)) == nil)
        rig.table.scrollToRow(at: IndexPath(row: NSNotFound, section: 3), at: .top, animated: false)
        rig.frame()
        #expect(rig.table.headerView(forSection: 3)?.frame.minY == rig.table.contentOffset.y)
    }

    @Test("A touch on the index leads to its section, and its lines are thinned out where there is no room")
    func index() throws {
        let source = NameSource((0..<5).map { section in (0..<30).map { "\(section).\($0)" } })
        source.indexTitles = ["A", "B", "C", "D", "E"]
        let rig = TableRig(source)
        rig.tap(312, 240)
        #expect(rig.names.first == "2.0")
        rig.tap(312, 267)
        #expect(rig.names.first == "4.0" || rig.names.contains("4.0"))
        #expect(SectionIndexBar.shown(26, height: 140).count == 9)
        #expect(SectionIndexBar.shown(26, height: 140).first == 0)
        #expect(SectionIndexBar.shown(26, height: 140).last == 25)
        #expect(SectionIndexBar.shown(5, height: 140) == [0, 1, 2, 3, 4])
    }

    @Test("Rows ahead are said to come up, once each; and are called off when the content turns round")
    func prefetching() {
        final class Prefetcher: UITableViewDataSourcePrefetching {
            var asked: [Int] = []
            var cancelled: [Int] = []
            func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
                asked += indexPaths.map(\.row)
            }
            func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
                cancelled += indexPaths.map(\.row)
            }
        }
        let rig = TableRig(NameSource(rows: 200))
        let prefetcher = Prefetcher()
        rig.table.prefetchDataSource = prefetcher
        rig.table.reloadData()
        rig.frame()
        #expect(prefetcher.asked == Array(12..<24))
        rig.table.contentOffset.y = 2_000
        rig.frame()
        #expect(prefetcher.asked.suffix(12) == ArraySlice(62..<74))
        rig.table.contentOffset.y = 1_900
        rig.frame()
        #expect(prefetcher.cancelled.sorted() == Array(62..<74).filter { $0 > 59 })
        #expect(prefetcher.asked.suffix(3).allSatisfy { $0 < 47 })
        #expect(Set(prefetcher.asked).count == prefetcher.asked.count)
    }

    @Test("Rows that measure themselves by constraints are as high as these say, and follow the width")
    func constraints() {
        final class Source: NameSource {
            override func tableView(
                _ tableView: UITableView, cellForRowAt indexPath: IndexPath
            ) -> UITableViewCell {
                let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
                let view = UIView()
                view.translatesAutoresizingMaskIntoConstraints = false
                cell.contentView.addSubview(view)
                NSLayoutConstraint.activate([
                    view.topAnchor.constraint(equalTo: cell.contentView.topAnchor),
                    view.bottomAnchor.constraint(equalTo: cell.contentView.bottomAnchor),
                    view.leadingAnchor.constraint(equalTo: cell.contentView.leadingAnchor),
                    view.trailingAnchor.constraint(equalTo: cell.contentView.trailingAnchor),
                    view.heightAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.25),
                ])
                return cell
            }
        }
        let rig = TableRig(Source(rows: 30), rowHeight: nil)
        #expect(rig.tops.prefix(3) == [0, 81, 162])
        rig.table.frame.size.width = 200
        rig.frame()
        #expect(rig.tops.prefix(3) == [0, 51, 102])
    }

    @Test("A table from an archive is as the one that was written")
    func archive() throws {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), style: .insetGrouped)
        table.rowHeight = 72
        table.separatorStyle = .none
        table.allowsMultipleSelection = true
        table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 33))
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: "id")
        cell.accessoryType = .checkmark
        cell.textLabel?.text = "text"
        let data = try NSKeyedArchiver.archivedData(withRootObject: [table, cell], requiringSecureCoding: false)
        let reader = try NSKeyedUnarchiver(forReadingFrom: data)
        reader.requiresSecureCoding = false
        let read = try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? [Any])
        let newTable = try #require(read[0] as? UITableView)
        #expect(newTable.style == .insetGrouped)
        #expect(newTable.rowHeight == 72)
        #expect(newTable.separatorStyle == .none)
        #expect(newTable.allowsMultipleSelection)
        #expect(newTable.tableHeaderView?.frame.height == 33)
        let newCell = try #require(read[1] as? UITableViewCell)
        #expect(newCell.reuseIdentifier == "id")
        #expect(newCell.accessoryType == .checkmark)
        #expect(newCell.textLabel?.text == "text")
        #expect(newCell.detailTextLabel != nil)
    }

    @Test("While the content scrolls, the delegate finds the rows of the new offset")
    func rowsWhileScrolling() {
        final class Follower: NSObject, UITableViewDelegate {
            var rows: [[Int]] = []
            func scrollViewDidScroll(_ scrollView: UIScrollView) {
                let table = scrollView as? UITableView
                rows.append([
                    table?.indexPathsForVisibleRows?.first?.row ?? -1, table?.visibleCells.count ?? -1,
                    table?.cellForRow(at: IndexPath(row: 50, section: 0)) == nil ? 0 : 1,
                ])
            }
        }
        let rig = TableRig(NameSource(rows: 100))
        let follower = Follower()
        rig.table.delegate = follower
        rig.frame()
        rig.table.contentOffset.y = 400
        rig.table.contentOffset.y = 1990
        #expect(follower.rows == [[10, 12, 0], [49, 13, 1]])
    }

    /// A cell that adds its content when it learns whether it is selected, as some programs do.
    private final class LateCell: UITableViewCell {
        var told: [Bool] = []

        override func setSelected(_ selected: Bool, animated: Bool) {
            super.setSelected(selected, animated: animated)
            told.append(selected)
            let box = UIView()
            box.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(box)
            NSLayoutConstraint.activate([
                box.topAnchor.constraint(equalTo: contentView.topAnchor),
                box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
                box.heightAnchor.constraint(equalToConstant: 70),
            ])
        }
    }

    @Test("A new cell is told that it isn't selected before its height is asked for")
    func selectionOfNewCells() throws {
        final class Source: NSObject, UITableViewDataSource {
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                tableView.dequeueReusableCell(withIdentifier: "late", for: indexPath)
            }
        }
        let rig = TableRig(NameSource(rows: 0), rowHeight: UITableView.automaticDimension)
        rig.table.register(LateCell.self, forCellReuseIdentifier: "late")
        let source = Source()
        rig.table.dataSource = source
        rig.frame()
        let cell = try #require(rig.table.visibleCells.first as? LateCell)
        // The separator is below the box.
        #expect(cell.told == [false] && cell.frame.height == 71)
    }

    @Test("A gap between sections at the top of a grouped table settles, and rows above it are not asked for")
    func gapAtTheTop() {
        let source = NameSource([["a"], Array(repeating: "b", count: 30)])
        let rig = TableRig(source, style: .grouped)
        var log: [String] = []
        FrameLog.collecting {
            log.append($0)
        } _: {
            // The only row of the first section ends 5 points above, and the second section's first is below.
            rig.table.contentOffset.y = rig.table.rectForRow(at: path(0)).maxY + 5
            source.asked = []
            rig.frame()
        }
        #expect(rig.table.rectForRow(at: path(0, 1)).minY > rig.table.contentOffset.y)
        #expect(rig.table.indexPathsForVisibleRows?.first == path(0, 1) && !source.asked.contains(path(0)))
        #expect(log.isEmpty && !rig.screen.isFramePending)
    }

    @Test("The bar of a search controller is a header of 56 points, as wide as the table")
    func searchBar() {
        let rig = TableRig(NameSource(rows: 100))
        let search = UISearchController(searchResultsController: nil)
        rig.table.tableHeaderView = search.searchBar
        rig.frame()
        #expect(search.searchBar.frame == CGRect(x: 0, y: 0, width: 320, height: 56))
        #expect(rig.table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 56)
    }
}
