import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileContent

@Suite("Drawings that are open")
struct OpenDrawingsTests {
    let area = RasterArea(scale: 1, x: 0, y: 0, width: 8, height: 8)

    /// A source that takes a number of bytes, and runs a closure while it is drawn.
    private final class Sized: TileSource {
        let contentSize = CGSize(width: 8, height: 8)
        let byteCount: Int
        private let whileDrawn: @Sendable () -> Void

        init(_ byteCount: Int, whileDrawn: @escaping @Sendable () -> Void = {}) {
            self.byteCount = byteCount
            self.whileDrawn = whileDrawn
        }

        func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
            whileDrawn()
            return .solid(.clear, width: area.width, height: area.height)
        }
    }

    private let memory = MemoryBudget(limit: 10_000)

    private func kept(in kind: MemoryBudget?) -> KeptSource { KeptSource(budget: memory, kindBudget: kind) }

    /// Draws the kept source, or a new one of `bytes` bytes if none is kept.
    private func draw(_ kept: KeptSource, _ bytes: Int, whileDrawn: @escaping @Sendable () -> Void = {}) throws {
        let (source, holding) = try kept.pinned(byteCount: { $0.byteCount }) { () throws(ContentFailure) in
            Sized(bytes, whileDrawn: whileDrawn)
        }
        defer { holding?.unpin() }
        _ = try source.raster(area, in: RasterContext(pool: BitmapPool()))
    }

    private func check(_ kind: MemoryBudget) {
        memory._checkInvariants()
        kind._checkInvariants()
    }

    @Test("a thousand of them visited once never take more than there may be, and those visited last are there")
    func visitedOnce() throws {
        let kind = MemoryBudget(limit: 1000)
        let drawings = (0..<1000).map { _ in kept(in: kind) }
        for (number, drawing) in drawings.enumerated() {
            try draw(drawing, 150)
            #expect(kind.bytes <= 1000 && memory.bytes == kind.bytes)
            for (other, drawing) in drawings.enumerated() where abs(other - number) < 20 {
                #expect(drawing.isThere == (other <= number && other > number - 6), "\(other) at \(number)")
            }
        }
        check(kind)
    }

    @Test("go by when they were drawn last, not by when they were opened")
    func leastRecentlyUsed() throws {
        let kind = MemoryBudget(limit: 300)
        let drawings = (0..<4).map { _ in kept(in: kind) }
        for number in [0, 1, 2, 0, 3] { try draw(drawings[number], 100) }
        #expect(drawings.map(\.isThere) == [true, false, true, true])
        check(kind)
    }

    @Test("are not let go while a tile of them is drawn, though others take the room then")
    func inUse() throws {
        let kind = MemoryBudget(limit: 250)
        let drawings = (0..<3).map { _ in kept(in: kind) }
        let others = (0..<3).map { _ in kept(in: kind) }
        try draw(drawings[0], 100) { [self] in
            try? draw(drawings[1], 100) {
                try? self.draw(drawings[2], 100) {
                    #expect(kind.bytes == 300)
                    for other in others {
                        try? self.draw(other, 100)
                        #expect(!other.isThere, "what is drawn takes all the room")
                    }
                    let areThere = drawings.map(\.isThere)
                    #expect(areThere == [true, true, true])
                }
                #expect(drawings.map(\.isThere) == [true, true, false], "the only one that is not drawn any more")
            }
        }
        #expect(kind.bytes == 200)
        check(kind)
    }

    @Test("of one that is larger than all may be, nothing is read again as long as it is the one used last")
    func larger() throws {
        let kind = MemoryBudget(limit: 250)
        let (large, small) = (kept(in: kind), kept(in: kind))
        try draw(small, 100)
        try draw(large, 4000)
        #expect(large.isThere && !small.isThere && kind.bytes == 250 && memory.bytes == 4000)
        try draw(large, 0)
        #expect(memory.bytes == 4000, "it is the same one")
        try draw(small, 100)
        #expect(!large.isThere && small.isThere && memory.bytes == 100)
        check(kind)
    }

    @Test("grow while they are drawn, and take the room of others then")
    func growing() throws {
        let kind = MemoryBudget(limit: 300)
        let drawings = (0..<2).map { _ in kept(in: kind) }
        for drawing in drawings { try draw(drawing, 100) }
        let (_, holding) = try drawings[1].pinned(byteCount: { $0.byteCount }) { () throws(ContentFailure) in
            throw .empty(path: "")
        }
        holding?.resize(to: 250)
        #expect(!drawings[0].isThere && drawings[1].isThere && kind.bytes == 250 && memory.bytes == 250)
        holding?.resize(to: 900)
        holding?.unpin()
        #expect(drawings[1].isThere && kind.bytes == 300 && memory.bytes == 900)
        check(kind)
    }

    @Test("that go for want of memory are off both accounts, and come back to both")
    func memoryShort() throws {
        let kind = MemoryBudget(limit: 1000)
        let drawing = kept(in: kind)
        try draw(drawing, 100)
        let other = memory.hold(9950, isPinned: true) {}
        #expect(!drawing.isThere && kind.bytes == 0)
        other.release()
        try draw(drawing, 100)
        #expect(drawing.isThere && kind.bytes == 100 && memory.bytes == 100)
        memory.dropIdle(since: memory.moment, keeping: 0)
        #expect(!drawing.isThere && kind.bytes == 0 && memory.bytes == 0)
        check(kind)
    }

    @Test("are read, let go and drawn by many threads at a time, and the accounts are right")
    func together() throws {
        let kind = MemoryBudget(limit: 500)
        let drawings = (0..<12).map { _ in kept(in: kind) }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            var generator = SeededGenerator(UInt64(thread))
            for _ in 0..<3000 {
                let number = Int.random(in: 0..<drawings.count, using: &generator)
                try? draw(drawings[number], 100 + number)
                if number == 0 { memory.dropIdle(since: memory.moment, keeping: 200) }
            }
        }
        #expect(kind.bytes <= 500 && kind.bytes == memory.bytes)
        check(kind)
    }
}
