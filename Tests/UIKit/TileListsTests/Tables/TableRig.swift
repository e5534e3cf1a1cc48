import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews
import VirtualTime

@testable import TileLists

/// A cell that counts how often it is created, laid out and reused.
final class CountedCell: UITableViewCell {
    var layouts = 0
    var reuses = 0
    var wanted: CGFloat?

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        layouts += 1
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        reuses += 1
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        wanted.map { CGSize(width: size.width, height: $0) } ?? super.sizeThatFits(size)
    }

    override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
        verticalFittingPriority vertical: UILayoutPriority
    ) -> CGSize {
        wanted.map { CGSize(width: targetSize.width, height: $0) }
            ?? super.systemLayoutSizeFitting(
                targetSize, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
    }
}

/// The data source of a table: names in sections.
class NameSource: UITableViewDataSource, UITableViewDelegate {
    var sections: [[String]]
    var titles: [String?] = []
    /// Returns the preferred height of a cell, or `nil` for the default.
    var height: ((IndexPath) -> CGFloat)?
    var told: [String] = []
    /// A Boolean value that indicates whether calls are recorded.
    var listens = false
    // Answers for the tests that need them. Overriding the methods in a subclass would have no effect, because the
    // class that conforms to the delegate protocol has the default implementations.
    var heightOfRow: ((IndexPath) -> CGFloat)?
    var heightOfHeader: CGFloat?
    var headerView: ((UITableView, Int) -> UIView?)?
    var willSelect: ((IndexPath) -> IndexPath?)?
    var willDeselect: ((IndexPath) -> IndexPath?)?
    var leadingActions: ((IndexPath) -> UISwipeActionsConfiguration?)?
    var trailingActions: ((IndexPath) -> UISwipeActionsConfiguration?)?
    var indexTitles: [String]?
    private(set) var cells: [CountedCell] = []
    var asked: [IndexPath] = []

    init(_ sections: [[String]]) { self.sections = sections }

    convenience init(rows: Int) { self.init([(0..<rows).map(String.init)]) }

    func record(_ text: String) { if listens { told.append(text) } }

    /// Returns the calls since the last time.
    func drain() -> [String] {
        defer { told = [] }
        return told
    }

    func numberOfSections(in tableView: UITableView) -> Int { sections.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        titles.indices.contains(section) ? titles[section] : nil
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        asked.append(indexPath)
        record("cell \(indexPath.section).\(indexPath.row)")
        var cell = tableView.dequeueReusableCell(withIdentifier: "name") as? CountedCell
        if cell == nil {
            let new = CountedCell(style: .default, reuseIdentifier: "name")
            cells.append(new)
            cell = new
        }
        guard let cell else { return UITableViewCell() }
        cell.wanted = height?(indexPath)
        cell.textLabel?.text = sections[indexPath.section][indexPath.row]
        return cell
    }

    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
        record("will \(indexPath.section).\(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
        record("did \(indexPath.section).\(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        record("select \(indexPath.section).\(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
        record("deselect \(indexPath.section).\(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
        record("light \(indexPath.section).\(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
        record("dark \(indexPath.section).\(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        heightOfRow?(indexPath) ?? UITableView.unanswered
    }
    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
        heightOfHeader ?? UITableView.unanswered
    }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        headerView?(tableView, section)
    }
    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
        record("head \(section)")
    }
    func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
        record("no head \(section)")
    }
    func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        willSelect.map { $0(indexPath) } ?? indexPath
    }
    func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        willDeselect.map { $0(indexPath) } ?? indexPath
    }
    func tableView(
        _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? { leadingActions?(indexPath) }
    func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? { trailingActions.map { $0(indexPath) } ?? .unanswered }
    func sectionIndexTitles(for tableView: UITableView) -> [String]? { indexTitles }
    func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        record("commit \(editingStyle.rawValue) \(indexPath.section).\(indexPath.row)")
        guard editingStyle == .delete else { return }
        sections[indexPath.section].remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath], with: .automatic)
    }
    func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        let name = sections[sourceIndexPath.section].remove(at: sourceIndexPath.row)
        sections[destinationIndexPath.section].insert(name, at: destinationIndexPath.row)
        record("move \(sourceIndexPath.row) to \(destinationIndexPath.row)")
    }
}

/// A table of 320 by 480 points on a screen whose clock the test controls, and a finger.
final class TableRig {
    let clock = VirtualClock(now: 100)
    let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
    let window: UIWindow
    let table: UITableView
    let source: NameSource
    let finger: TouchSequence

    init(_ source: NameSource, style: UITableView.Style = .plain, rowHeight: CGFloat? = 40) {
        self.source = source
        window = UIWindow(screen: screen)
        table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: style)
        if let rowHeight { table.rowHeight = rowHeight }
        table.dataSource = source
        table.delegate = source
        window.makeKeyAndVisible()
        window.addSubview(table)
        finger = TouchSequence(on: screen)
        screen.clock = clock
        frame()
    }

    func frame(after seconds: Double = 0) {
        clock.advance(by: seconds)
        _ = screen.frame()
    }

    /// Runs frames until none is pending.
    func settle() { for _ in 0..<600 where screen.isFramePending { frame(after: 1 / 60) } }

    func touch(_ phase: UITouch.Phase, x: Double, y: Double) {
        finger.send(TouchSample(finger: 0, phase, at: CGPoint(x: x, y: y), timestamp: clock.now))
    }

    func tap(_ x: Double, _ y: Double) {
        touch(.began, x: x, y: y)
        frame(after: 0.2)
        touch(.ended, x: x, y: y)
        frame(after: 1 / 60)
    }

    func drag(from start: CGPoint, to end: CGPoint, frames: Int, rate: Double = 60, lifts: Bool = true) {
        touch(.began, x: start.x, y: start.y)
        for step in 1...frames {
            let part = Double(step) / Double(frames)
            clock.advance(by: 1 / rate)
            touch(.moved, x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
            _ = screen.frame()
        }
        if lifts { touch(.ended, x: end.x, y: end.y) }
    }

    /// The visible names from top to bottom. `tops` contains the positions of their cells.
    var names: [String] { table.visibleCells.compactMap { $0.textLabel?.text } }
    var tops: [CGFloat] { table.visibleCells.map(\.frame.minY) }
}
