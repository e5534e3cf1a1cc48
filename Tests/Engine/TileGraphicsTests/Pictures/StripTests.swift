import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Pictures that several threads draw strips of.
@Suite struct StripTests {
    /// Threads of Dispatch, and a word on what was asked of them.
    private final class Threads: StripThreads {
        let free: Int
        /// Whether a body that is handed over ever runs.
        let comes: Bool
        let taken = Atomic(0)
        let cancels: Bool

        init(free: Int, comes: Bool = true, cancels: Bool = false) {
            self.free = free
            self.comes = comes
            self.cancels = cancels
        }

        func reserve(atMost most: Int) -> Int {
            let count = min(most, free)
            taken.add(count, ordering: .relaxed)
            return count
        }

        func giveBack(_ count: Int) { taken.subtract(count, ordering: .relaxed) }
        func run(_ body: @escaping @Sendable () -> Void) { if comes { DispatchQueue.global().async(execute: body) } }
        func cancellation() -> () -> Bool { { [cancels] in cancels } }
    }

    /// Houses, streets, parks with a soft edge, names: what a map has, and some of it translucent.
    private static func town(_ seed: UInt64, houses: Int = 6000, isFiltered: Bool = false) -> Picture {
        var random = SeededGenerator(seed)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        func color(_ alpha: Double = 1) -> Paint {
            .color(Color(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: alpha))
        }
        var recorder = PictureRecorder()
        for house in 0..<houses {
            var outline = PathBuilder()
            let (x, y) = (number(-10...260), number(-10...260))
            outline.move(x: x, y: y)
            outline.line(x: x + number(1...5), y: y + number(-1...1))
            outline.line(x: x + number(1...5), y: y + number(1...5))
            outline.curve(
                x1: x, y1: y + number(1...5), x2: x - number(0...3), y2: y + number(1...5), x: x, y: y + number(1...2))
            recorder.fill(outline.build(), with: color(house % 5 == 0 ? 0.5 : 1))
        }
        for _ in 0..<60 {
            var outline = PathBuilder()
            outline.move(x: number(-50...300), y: number(-50...300))
            for _ in 0..<8 { outline.line(x: number(-50...300), y: number(-50...300)) }
            recorder.stroke(
                outline.build(), style: StrokeStyle(width: number(0.3...6), join: .round, dashes: [number(2...9), 3]),
                with: color(0.8))
        }
        let blur = PictureFilter(
            steps: [.init(.blur(.source, deviationX: 2.5, deviationY: 2.5), region: .infinite, isLinear: false)],
            region: .infinite)
        for park in 0..<8 {
            var outline = PathBuilder()
            outline.ellipse(
                centerX: number(0...256), centerY: number(0...256), radiusX: number(5...90), radiusY: number(5...90))
            var content = PictureRecorder()
            content.fill(
                outline.build(),
                with: .gradient(
                    Gradient(
                        geometry: .linear(x1: 0, y1: 0, x2: 256, y2: 200), spread: .pad,
                        stops: [
                            .init(offset: 0, color: Color(red: 0, green: 0.6, blue: 0.2, alpha: 0.7)),
                            .init(offset: 1, color: Color(red: 0.9, green: 0.9, blue: 0, alpha: 0.2)),
                        ], transform: .identity)))
            if isFiltered, park % 2 == 0 {
                recorder.draw(FilteredPicture(content: content.finish(), filter: blur))
            } else {
                recorder.draw(PictureGroup(content: content.finish(), opacity: 0.6))
            }
        }
        return recorder.finish()
    }

    private func image(_ picture: Picture, _ threads: Threads?, scale: Double = 1) throws -> (Bitmap, ReplayCounters) {
        let transform = CGAffineTransform(scaleX: scale, y: scale)
        var counters = ReplayCounters()
        let image =
            if let threads {
                try picture.raster(
                    transform, width: 256, height: 256, pool: BitmapPool(), threads: threads, counters: &counters)
            } else {
                try picture.raster(transform, width: 256, height: 256, pool: BitmapPool(), counters: &counters)
            }
        guard case .bitmap(let bitmap) = image else { throw CocoaError(.featureUnsupported) }
        return (bitmap, counters)
    }

    /// Returns the number of pixels that differ by more than the tolerance in one of their components.
    private func difference(_ first: Bitmap, _ second: Bitmap, tolerance: Int = 0) -> Int {
        (0..<first.height).reduce(0) { count, y in
            count
                + zip(first.row(y), second.row(y)).count { first, second in
                    stride(from: 0, to: 32, by: 8).contains {
                        abs(Int(first >> $0 & 255) - Int(second >> $0 & 255)) > tolerance
                    }
                }
        }
    }

    @Test(arguments: [(1, false), (2, false), (3, true), (4, true)] as [(UInt64, Bool)])
    func pixelsDoNotDependOnTheThreads(_ seed: UInt64, _ isFiltered: Bool) throws {
        let picture = Self.town(seed, isFiltered: isFiltered)
        let (whole, _) = try image(picture, nil)
        let (alone, counters) = try image(picture, Threads(free: 0))
        // Where an outline ends decides how Cairo smooths a row (`RowSmoothingTests`).
        #expect(difference(whole, alone, tolerance: 12) == 0)
        #expect(difference(whole, alone) < 20)
        for free in [1, 3] {
            for comes in [true, false] {
                let threads = Threads(free: free, comes: comes)
                let (together, others) = try image(picture, threads)
                #expect(difference(alone, together) == 0, "\(free) threads")
                #expect(others == counters)
                #expect(threads.taken.load(ordering: .relaxed) == 0, "a thread was not given back")
            }
        }
    }

    @Test func whatIsQuickIsDrawnByOneThread() throws {
        let picture = Self.town(5, houses: 300)
        let threads = Threads(free: 3)
        let (_, together) = try image(picture, threads)
        let (_, alone) = try image(picture, nil)
        #expect(together == alone)
    }

    /// A part of a large picture is as quick as a small one.
    @Test func whatIsMuchIsSoWhereItShows() throws {
        let picture = Self.town(6)
        let (near, _) = try image(picture, Threads(free: 3), scale: 10)
        #expect(difference(near, try image(picture, nil, scale: 10).0) == 0)
        let counters = try image(picture, Threads(free: 3), scale: 10).1
        #expect(counters == (try image(picture, nil, scale: 10).1))
    }

    @Test func aCancelledDrawingEnds() throws {
        let picture = Self.town(7)
        #expect(throws: RasterFailure.cancelled) { try image(picture, Threads(free: 3, cancels: true)) }
    }
}
