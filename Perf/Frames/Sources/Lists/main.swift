import CAllocationCount
import Foundation
import Measuring
import TileDrawing
import TileGeometry
import TileLayers
import TileLists
import TileViews

// Lists of a million rows and items, and snapshots of a hundred thousand: the first frame, a jump to the end, a drag at
// 120 Hz. Prints what it measured, and fails when a bar is missed.

/// A screen whose time is moved by hand.
@MainActor struct Stage {
    let clock = VirtualClock(now: 1)
    let screen: UIScreen
    let window: UIWindow

    init() {
        screen = UIScreen(size: CGSize(width: 390, height: 844), scale: 2)
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
    }

    func frame() {
        clock.advance(by: 1.0 / 120)
        _ = screen.frame()
    }
}

@MainActor func measure(
    _ name: String, _ report: inout Report, _ make: (CGRect) -> UIScrollView, toEnd: (UIScrollView) -> Void
) {
    let stage = Stage()
    (Counts.made, Counts.asked) = (0, 0)
    var list: UIScrollView!
    let first = Cost.of {
        list = make(stage.window.bounds)
        stage.window.addSubview(list)
        stage.frame()
    }
    report.line(
        "\(name), first frame", "\(fixed(first.seconds * 1e3, 1)) ms, \(Counts.asked) cells", bar: "≤ 50 ms",
        met: first.seconds <= 0.05)
    (Counts.made, Counts.asked) = (0, 0)
    let jump = Cost.of {
        toEnd(list)
        stage.frame()
    }
    report.line(
        "\(name), a jump to the end",
        "\(fixed(jump.seconds * 1e3, 1)) ms, \(Counts.asked) cells asked for, "
            + "\(Counts.made) made", bar: "≤ 20 ms", met: jump.seconds <= 0.02)
    list.contentOffset = CGPoint(x: 0, y: 40_000)
    stage.frame()
    // Two screens.
    for _ in 0..<130 {
        list.contentOffset.y += 13
        stage.frame()
    }
    (Counts.made, Counts.asked) = (0, 0)
    let laidOut = stage.screen.counters.layersLaidOut
    var costs: [Cost] = []
    for _ in 0..<1000 {
        costs.append(
            Cost.of {
                list.contentOffset.y += 13
                stage.frame()
            })
    }
    costs.sort { $0.seconds < $1.seconds }
    let layouts = Double(stage.screen.counters.layersLaidOut - laidOut) / 1000
    report.line(
        "\(name), dragged at 120 Hz",
        "\(fixed(costs[500].seconds * 1e3, 2)) ms a frame, p99 \(fixed(costs[990].seconds * 1e3, 2)) ms, "
            + "\(Counts.asked) rows came in 1000 frames, \(Counts.made) cells made, "
            + "\(fixed(layouts, 1)) layers laid out a frame", bar: "no cell made", met: Counts.made == 0)
    let quiet = Cost.median(101) {
        list.contentOffset.y += 0.25
        stage.frame()
    }
    report.line(
        "\(name), a frame in which nothing comes in",
        "\(fixed(quiet.seconds * 1e3, 3)) ms, \(quiet.allocations) allocations")
}

var report = Report()
let rows = Rows()
let ownSizes = OwnSizes()
let items = Items()

@MainActor func table(_ bounds: CGRect, _ data: any UITableViewDataSource, _ delegate: (any UITableViewDelegate)?)
    -> UITableView
{
    let table = UITableView(frame: bounds, style: .plain)
    table.register(CountedCell.self, forCellReuseIdentifier: "row")
    table.estimatedRowHeight = 64
    table.dataSource = data
    table.delegate = delegate
    return table
}

@MainActor func toLastRow(_ list: UIScrollView) {
    (list as? UITableView)?.scrollToRow(at: IndexPath(row: rowCount - 1, section: 0), at: .bottom, animated: false)
}

measure("a table of 10⁶ rows whose heights are told", &report, { table($0, rows, rows) }, toEnd: toLastRow)
measure("a table of 10⁶ rows as high as their texts", &report, { table($0, ownSizes, nil) }, toEnd: toLastRow)
measure(
    "a flow of 10⁶ items", &report,
    { bounds in
        let collection = UICollectionView(frame: bounds, collectionViewLayout: UICollectionViewFlowLayout())
        collection.register(CountedItem.self, forCellWithReuseIdentifier: "item")
        collection.dataSource = items
        return collection
    },
    toEnd: { list in
        (list as? UICollectionView)?.scrollToItem(
            at: IndexPath(item: rowCount - 1, section: 0), at: .bottom, animated: false)
    })

// Snapshots: a hundredth of the items is another.
let stage = Stage()
let list = UITableView(frame: stage.window.bounds, style: .plain)
list.register(CountedCell.self, forCellReuseIdentifier: "row")
stage.window.addSubview(list)
let source = UITableViewDiffableDataSource<Int, Int>(tableView: list) { table, path, _ in
    table.dequeueReusableCell(withIdentifier: "row", for: path)
}
func snapshot(_ items: [Int]) -> NSDiffableDataSourceSnapshot<Int, Int> {
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems(items)
    return snapshot
}
source.apply(snapshot(Array(0..<100_000)), animatingDifferences: false)
stage.frame()
var changed = Array(0..<100_000)
for index in stride(from: 0, to: changed.count, by: 100) { changed[index] = 1_000_000 + index }
let new = snapshot(changed)
let apply = Cost.of { source.apply(new, animatingDifferences: false) }
report.line(
    "10⁵ items against 10⁵, a hundredth of them others, told apart and put into a table",
    "\(fixed(apply.seconds * 1e3, 1)) ms", bar: "≤ 100 ms", met: apply.seconds <= 0.1)
exit(report.missed > 0 ? 1 : 0)
