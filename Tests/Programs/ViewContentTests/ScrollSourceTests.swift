import Foundation
import Testing
import TileContent
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLists
import TileViews

@testable import ViewContent

@Suite("All of a scroll view as content")
struct ScrollSourceTests {
    private final class Numbers: UITableViewDataSource {
        let count: Int
        var colors: [UIColor] = [.red]
        init(_ count: Int) { self.count = count }

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
            cell.textLabel?.text = "\(indexPath.row)"
            cell.backgroundColor = colors[indexPath.row % colors.count]
            return cell
        }
    }

    /// A table with its own data source, so that it can be passed to another thread.
    private final class Table: UITableView {
        let numbers: Numbers
        init(_ count: Int, height: CGFloat = 400, rowHeight: CGFloat = 44) {
            numbers = Numbers(count)
            super.init(frame: CGRect(x: 0, y: 0, width: 200, height: height), style: .plain)
            self.rowHeight = rowHeight
            register(UITableViewCell.self, forCellReuseIdentifier: "row")
            dataSource = numbers
        }
        required init?(coder: NSCoder) { nil }
    }

    private func pixels(_ source: some TileSource, _ scale: Double, _ y: Int) throws -> [UInt32] {
        let pool = BitmapPool()
        let image = try source.raster(
            RasterArea(scale: scale, x: 0, y: y, width: 256, height: 256), in: RasterContext(pool: pool)
        ).bitmap(in: pool)
        return (0..<image.height).flatMap { Array(image.row($0)) }
    }

    @Test("A million rows have tiles anywhere and at every scale, the same from whatever thread, in bounded memory")
    func million() throws {
        let source = try ScrollSource(Table(1_000_000))
        #expect(source.contentSize == CGSize(width: 200, height: 44_000_000))
        let places: [(Double, Int)] = (0..<40).map { [1, 0.5, 0.125, 1e-5][$0 % 4] }.enumerated().map { index, scale in
            (scale, Int(44_000_000 * scale * Double(index * 7 % 40) / 40))
        }
        let one = try places.map { try pixels(source, $0.0, $0.1) }
        let other = try ScrollSource(Table(1_000_000))
        let failures = NSLock()
        nonisolated(unsafe) var differing = 0
        DispatchQueue.concurrentPerform(iterations: places.count) { number in
            let index = places.count - 1 - number
            let same = (try? pixels(other, places[index].0, places[index].1)) == one[index]
            failures.withLock { if !same { differing += 1 } }
        }
        #expect(differing == 0)
        #expect(source.byteCount > 0 && source.byteCount <= 8 << 20)
        // Nothing is drawn outside the content's right edge.
        #expect(one[0][201] == 0 && one[0][10] != 0)
    }

    @Test("An update is told of as a change of all, and tiles show it")
    func update() throws {
        let source = try ScrollSource(Table(10_000))
        let before = try pixels(source, 1, 220_000)
        nonisolated(unsafe) var told: [Box] = []
        let subscription = source.subscribe { told.append($0) }
        source.update {
            $0.numbers.colors = [.blue]
            $0.reloadData()
        }
        #expect(told == [Box(minX: 0, minY: 0, maxX: 200, maxY: 440_000)])
        #expect(try pixels(source, 1, 220_000) != before)
        withExtendedLifetime(subscription) {}
    }

    @Test("What can't be shown whole is said")
    func failures() {
        #expect(throws: ScrollSourceFailure.viewTooShort(length: 40)) { try ScrollSource(Table(100, height: 40)) }
        let failure = #expect(throws: ScrollSourceFailure.self) {
            try ScrollSource(Table(1_000_000, rowHeight: UITableView.automaticDimension))
        }
        #expect(failure == .tooManyEstimates(views: 2000))
        #expect("\(ScrollSourceFailure.tooManyEstimates(views: 2000))".contains("rowHeight"))
    }

    @Test("A document has its size and is scalable")
    func document() throws {
        let document = ContentDocument(scrolling: try ScrollSource(Table(10)), name: "rows")
        #expect(document.isScalable && document.source.contentSize == CGSize(width: 200, height: 440))
    }
}
