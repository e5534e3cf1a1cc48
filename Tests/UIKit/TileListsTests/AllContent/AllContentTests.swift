import Foundation
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

@testable import TileLists

@Suite("All of a list, place by place")
struct AllContentTests {
    private static let width = 120
    private let pool = BitmapPool()

    private func makeTable(_ source: NameSource, height: CGFloat, rowHeight: CGFloat?) -> UITableView {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: CGFloat(Self.width), height: height))
        if let rowHeight { table.rowHeight = rowHeight }
        table.dataSource = source
        table.delegate = source
        return table
    }

    private func stage(_ view: UIScrollView) throws -> ScrollStage { try ScrollStage(view, scale: 1) { _ in } }

    private func pixels(_ stage: ScrollStage, _ area: RasterArea) throws -> [UInt32] {
        let picture = stage.plan.picture(of: area) { stage.picture(at: $0) }
        var counters = ReplayCounters()
        let image = try picture.raster(
            RasterArea(scale: 1, x: 0, y: 0, width: area.width, height: area.height), in: RasterContext(pool: pool),
            counters: &counters
        ).bitmap(in: pool)
        return (0..<image.height).flatMap { Array(image.row($0)) }
    }

    /// Returns the pixels of the entire content, drawn on a screen as high as the content.
    private func whole(_ view: UIScrollView, height: Int, scale: Double) throws -> [UInt32] {
        view.frame.size.height = CGFloat(height)
        return try pixels(
            stage(view),
            RasterArea(
                scale: scale, x: 0, y: 0, width: Int(Double(Self.width) * scale), height: Int(Double(height) * scale)))
    }

    /// Returns the same pixels, drawn as tiles in a given order.
    private func byTiles(_ stage: ScrollStage, scale: Double, tile: Int, _ order: ([Int]) -> [Int]) throws -> [UInt32] {
        let width = Int(Double(Self.width) * scale)
        let height = Int(Double(stage.plan.contentSize.height) * scale)
        var all = [UInt32](repeating: 0, count: width * height)
        for top in order(Array(stride(from: 0, to: height, by: tile))) {
            let rows = min(tile, height - top)
            let part = try pixels(stage, RasterArea(scale: scale, x: 0, y: top, width: width, height: rows))
            all.replaceSubrange(top * width..<(top + rows) * width, with: part)
        }
        return all
    }

    private func difference(_ one: [UInt32], _ other: [UInt32]) -> Int {
        guard one.count == other.count else { return .max }
        return zip(one, other).reduce(0) { most, pair in
            var most = most
            for shift in [0, 8, 16, 24] as [UInt32] {
                most = max(most, abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255)))
            }
            return most
        }
    }

    @Test("A table's tiles are parts of the whole, in whatever order they are drawn", arguments: [1.0, 2, 0.5])
    func tilesOfTable(scale: Double) throws {
        func source() -> NameSource {
            let source = NameSource([(0..<17).map { "Row \($0)" }, (0..<14).map { "Line \($0)" }])
            source.titles = ["First", "Second"]
            source.heightOfHeader = 28
            return source
        }
        // The data source is referenced weakly.
        let (first, second) = (source(), source())
        let parts = try stage(makeTable(first, height: 200, rowHeight: 40))
        let height = Int(parts.plan.contentSize.height)
        #expect(height == 31 * 40 + 2 * (28 + 22))
        #expect(parts.plan.leastScale <= 0.5)
        let whole = try whole(makeTable(second, height: 200, rowHeight: 40), height: height, scale: scale)
        #expect(Set(whole).count > 10)
        let down = try byTiles(parts, scale: scale, tile: 64) { $0 }
        #expect(difference(down, whole) <= 1)
        #expect(try byTiles(parts, scale: scale, tile: 64) { $0.reversed() } == down)
        #expect(try byTiles(parts, scale: scale, tile: 64) { $0.filter { $0 % 128 == 0 } + $0 } == down)
    }

    @Test("A tile in the middle of a million rows lays out two screens of cells, wherever it is")
    func million() throws {
        final class Million: UITableViewDataSource {
            var asked = 0
            var made: Set<ObjectIdentifier> = []
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                asked += 1
                let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
                made.insert(ObjectIdentifier(cell))
                cell.textLabel?.text = "\(indexPath.row)"
                return cell
            }
        }
        let source = Million()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: CGFloat(Self.width), height: 440))
        table.rowHeight = 44
        table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
        table.dataSource = source
        let stage = try stage(table)
        #expect(stage.plan.contentSize == CGSize(width: CGFloat(Self.width), height: 44_000_000))
        var seen: Set<[UInt32]> = []
        for y in [21_999_872, 3, 43_999_744, 0, 30_000_000] {
            source.asked = 0
            seen.insert(try pixels(stage, RasterArea(scale: 1, x: 0, y: y, width: Self.width, height: 256)))
            #expect(source.asked <= 22, "at \(y)")
        }
        #expect(seen.count == 5)
        // Even if a tile covers the whole content, which has a million rows, the number of rows laid out is limited.
        for scale in [0.5, 0.1, 1 / 64.0, 256 / 44_000_000.0] {
            source.asked = 0
            let area = RasterArea(scale: scale, x: 0, y: 0, width: 256, height: 256)
            let shown = try pixels(stage, area)
            // At the smallest scale the content is less than a pixel wide.
            if scale > 0.01 { #expect(Set(shown).count > 1) }
            #expect(source.asked <= 12 * 11, "at scale \(scale)")
        }
        #expect(source.made.count <= 24)
    }

    @Test("Heights that cells say are found out before there is a size")
    func estimates() throws {
        func source() -> NameSource {
            let source = NameSource(rows: 60)
            source.height = { CGFloat(30 + $0.row % 5 * 12) }
            return source
        }
        let (first, second) = (source(), source())
        let parts = try stage(makeTable(first, height: 200, rowHeight: nil))
        let height = 60 * 30 + 12 * (12 + 24 + 36 + 48)
        #expect(parts.plan.contentSize.height == CGFloat(height))
        let whole = try whole(makeTable(second, height: 200, rowHeight: nil), height: height, scale: 1)
        #expect(difference(try byTiles(parts, scale: 1, tile: 256) { $0.reversed() }, whole) <= 1)
    }

    @Test("Heights that a delegate says are asked for, without cells")
    func toldHeights() throws {
        let source = NameSource(rows: 5000)
        source.heightOfRow = { CGFloat(20 + $0.row % 3) }
        let stage = try stage(makeTable(source, height: 200, rowHeight: nil))
        #expect(stage.plan.contentSize == CGSize(width: Self.width, height: 104_999))
        #expect(source.asked.count <= 11)
    }

    @Test("Of a list without end of which nobody says the heights there is no picture, but an error")
    func tooMany() throws {
        final class Endless: UITableViewDataSource {
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10_000_000 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
            }
        }
        let source = Endless()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 64))
        table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
        table.dataSource = source
        #expect(throws: TooManyEstimates.self) { try stage(table) }
    }

    @Test("A collection's tiles are parts of the whole; its headers stay where they belong")
    func collection() throws {
        func rig() -> CollectionRig {
            let layout = UICollectionViewFlowLayout()
            layout.itemSize = CGSize(width: 35, height: 50)
            layout.headerReferenceSize = CGSize(width: 0, height: 30)
            layout.sectionHeadersPinToVisibleBounds = true
            let rig = CollectionRig(layout, size: CGSize(width: CGFloat(Self.width), height: 200))
            rig.items(20, 31)
            rig.colors = true
            return rig
        }
        let (first, second) = (rig(), rig())
        let parts = try stage(first.view)
        let height = Int(parts.plan.contentSize.height)
        #expect(height > 800)
        let whole = try whole(second.view, height: height, scale: 1)
        #expect(Set(whole).count > 20)
        #expect(difference(try byTiles(parts, scale: 1, tile: 100) { $0.reversed() }, whole) <= 1)
    }

    @Test("Pixels beyond the content are clear, and those of its last row are there")
    func edge() throws {
        let source = NameSource(rows: 7)
        let stage = try stage(makeTable(source, height: 100, rowHeight: 33.5))
        let area = RasterArea(scale: 1, x: 100, y: 200, width: 64, height: 64)
        let all = try pixels(stage, area)
        func pixel(_ x: Int, _ y: Int) -> UInt32 { all[y * 64 + x] }
        // Half a pixel of the content.
        #expect(pixel(19, 33) >> 24 == 255 && pixel(19, 34) >> 24 > 100)
        #expect(pixel(20, 34) == 0)
        #expect(pixel(19, 35) == 0)
    }
}
