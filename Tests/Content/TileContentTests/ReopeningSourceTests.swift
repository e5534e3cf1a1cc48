import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileContent

@Suite("A drawing that is let go and read again")
struct ReopeningSourceTests {
    let folder: TemporaryFolder
    let area = RasterArea(scale: 1, x: 0, y: 0, width: 64, height: 64)

    init() throws { folder = try TemporaryFolder() }

    private func drawing(_ color: String, side: Int = 64) -> String {
        let rects = (0..<200).map { "<rect x='\($0 % 8 * 8)' y='\($0 / 8)' width='9' height='9' fill='\(color)'/>" }
        return "<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'>\(rects.joined())</svg>"
    }

    private func open(_ name: String, _ limits: ContentLimits) throws -> ReopeningSource {
        let document = ReopeningSource.wrapping(
            try ContentReader.open(folder.file(name), limits: limits), limits: limits)
        return try #require(document.source as? ReopeningSource)
    }

    private func pixels(_ source: any TileSource) throws -> [UInt32] {
        switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
        case .solid(let color, let width, let height): [UInt32](repeating: color.argb, count: width * height)
        case .bitmap(let bitmap): (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        }
    }

    @Test("of two that do not fit together, keeps the one used last, and draws both as they are")
    func two() throws {
        try folder.write("red.svg", drawing("#f00"))
        try folder.write("blue.svg", drawing("#00f"))
        let plain = try ["red.svg", "blue.svg"].map { try pixels(ContentReader.open(folder.file($0)).source) }
        let size = try #require((try ContentReader.open(folder.file("red.svg")).source as? PictureSource)?.byteCount)
        var limits = ContentLimits()
        let budget = MemoryBudget(limit: size * 3 / 2)
        limits.memory = budget
        let sources = [try open("red.svg", limits), try open("blue.svg", limits)]
        #expect(sources.map(\.isOpen) == [false, true])
        for _ in 0..<3 {
            for (index, source) in sources.enumerated() {
                #expect(try pixels(source) == plain[index])
                #expect(budget.bytes <= budget.limit && source.isOpen && !sources[1 - index].isOpen)
            }
        }
    }

    @Test("is drawn also where there is no room for it at all, and kept no longer than that takes")
    func noRoom() throws {
        try folder.write("red.svg", drawing("#f00"))
        var limits = ContentLimits()
        let budget = MemoryBudget(limit: 10)
        limits.memory = budget
        let source = try open("red.svg", limits)
        let plain = try pixels(ContentReader.open(folder.file("red.svg")).source)
        #expect(try pixels(source) == plain)
        #expect(!source.isOpen && budget.bytes == 0)
    }

    @Test("says at its opening when it will be read again for each tile")
    func tellsNoRoom() throws {
        try folder.write("red.svg", drawing("#f00"))
        func notes(_ limit: Int) throws -> [String] {
            var limits = ContentLimits()
            limits.memory = MemoryBudget(limit: limit)
            let document = try ContentReader.open(folder.file("red.svg"), limits: limits)
            return ReopeningSource.wrapping(document, limits: limits).notes
        }
        #expect(try notes(1_000_000).isEmpty)
        let told = try notes(1000)
        #expect(
            told.count == 1 && told[0].contains("read again for every tile; raise `ContentLimits.memory`"), "\(told)")
    }

    @Test("says that its file is gone, or has another size, when it has to be read again")
    func changedFile() throws {
        try folder.write("red.svg", drawing("#f00"))
        var limits = ContentLimits()
        limits.memory = MemoryBudget(limit: 10)
        let source = try open("red.svg", limits)
        try folder.write("red.svg", drawing("#f00", side: 65))
        #expect(throws: ContentFailure.self) { try pixels(source) }
        try FileManager.default.removeItem(atPath: folder.file("red.svg"))
        #expect(throws: ContentFailure.notFound(path: folder.file("red.svg"))) { try pixels(source) }
        try folder.write("red.svg", drawing("#f00"))
        #expect(try pixels(source).count == 64 * 64)
    }

    /// Draws when the test allows it, and reports when it has begun.
    private final class Stepped: TileSource {
        let contentSize = CGSize(width: 64, height: 64)
        let number: Int
        let begun = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)

        init(_ number: Int) { self.number = number }

        func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
            begun.signal()
            gate.wait()
            return .solid(PixelColor(argb: 0xFF00_0000 | UInt32(number)), width: area.width, height: area.height)
        }
    }

    ///     first tile     second tile     memory
    ///     reads 1
    ///     draws 1
    ///                                    drops all that is idle: 1 is in use
    ///                    draws 1 too
    ///     is there
    ///                                    drops again: still in use
    ///                    is there
    ///                                    drops: 1 goes
    ///     reads 2, draws 2
    @Test("is not let go while a tile of it is drawn, and read again after that, and no tile fails")
    func stepped() throws {
        let readings = Lock<[Stepped]>([])
        let budget = MemoryBudget(limit: 1 << 30)
        let source = ReopeningSource(path: "steps.svg", Stepped(0), budget: budget) { () throws(ContentFailure) in
            readings.withLock { readings in
                let new = Stepped(readings.count + 1)
                readings.append(new)
                return new
            }
        }
        func drop() { budget.dropIdle(since: budget.moment, keeping: -1) }
        func reading(_ number: Int) -> Stepped {
            while true {
                if let known = readings.withLock({ $0.count >= number ? $0[number - 1] : nil }) { return known }
                sched_yield()
            }
        }
        let tiles = Lock<[UInt32]>([])
        let group = DispatchGroup()
        func draw() {
            DispatchQueue.global().async(group: group) { [area] in
                let image = try? source.raster(area, in: RasterContext(pool: BitmapPool()))
                guard case .solid(let color, _, _) = image else { return }
                tiles.withLock { $0.append(color.argb & 0xFF) }
            }
        }
        drop()
        #expect(!source.isOpen)
        draw()
        let first = reading(1)
        first.begun.wait()
        drop()
        #expect(source.isOpen)
        draw()
        first.begun.wait()
        first.gate.signal()
        while tiles.withLock({ $0.isEmpty }) { sched_yield() }
        drop()
        #expect(source.isOpen)
        first.gate.signal()
        group.wait()
        drop()
        #expect(!source.isOpen)
        draw()
        reading(2).gate.signal()
        group.wait()
        #expect(tiles.withLock { $0 } == [1, 1, 2])
        #expect(readings.withLock { $0.count } == 2)
    }

    @Test("is read once for all threads that need it at a time")
    func together() throws {
        try folder.write("red.svg", drawing("#f00"))
        let document = try ContentReader.open(folder.file("red.svg"))
        let opened = Lock(0)
        let budget = MemoryBudget(limit: 1 << 30)
        let source = ReopeningSource(path: "red.svg", document.source, budget: budget) { () throws(ContentFailure) in
            opened.withLock { $0 += 1 }
            return document.source
        }
        // Other memory uses the whole budget once.
        _ = budget.hold(1 << 30, evict: nil)
        #expect(!source.isOpen)
        let area = area
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            _ = try? source.raster(area, in: RasterContext(pool: BitmapPool()))
        }
        #expect(opened.withLock { $0 } == 1 && source.isOpen)
    }
}
