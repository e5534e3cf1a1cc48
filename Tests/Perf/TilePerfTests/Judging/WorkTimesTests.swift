import Foundation
import Testing

@testable import TilePerf

@Suite struct WorkTimesTests {
    @Test func ofEachPieceTheShortestTimeIsTaken() {
        var least = WorkTimes(frames: [[.layout: 1, .draw: 5], [.layout: 3]], tiles: [2, 7])
        let isTaken = least.formMinimum(WorkTimes(frames: [[.layout: 2, .draw: 4], [.layout: 1]], tiles: [3, 6]))
        #expect(isTaken)
        #expect(least == WorkTimes(frames: [[.layout: 1, .draw: 4], [.layout: 1]], tiles: [2, 6]))
    }

    @Test func filesOfTilesAreTheirTilesTime() throws {
        let sample = WorkSample(flickTrace(), clock: .virtual, WorkTimes(tiles: [2, 4], files: [1, 3]))
        #expect(sample.tiles == 2 && sample.time(of: .raster) == 5)
        let encoded = try Replayer(flickTrace { $0.format = .png }).measure()
        #expect(encoded.tiles > 0)
        #expect(encoded.time(of: .raster) > 0)
    }

    @Test func timesOfOtherPiecesAreNotMixed() {
        let times = WorkTimes(frames: [[.layout: 2]], tiles: [2])
        for other in [
            WorkTimes(frames: [[.layout: 1]], tiles: [1, 1]),
            WorkTimes(frames: [[.layout: 1], [.layout: 1]], tiles: [1]),
            WorkTimes(frames: [[.draw: 1]], tiles: [1]), WorkTimes(frames: [[.layout: 1]], tiles: [1], files: [1]),
            WorkTimes(frames: [[.layout: 1, .draw: 1]], tiles: [1]),
        ] {
            var same = times
            let isTaken = same.formMinimum(other)
            #expect(!isTaken)
            #expect(same == times)
        }
    }

    @Test func aSampleIsTheMeanOfFramesAndOfTiles() {
        let sample = WorkSample(
            flickTrace(), clock: .virtual,
            WorkTimes(frames: [[.layout: 1, .draw: 4], [.layout: 3]], tiles: [2, 7]))
        #expect(sample.frames == 2 && sample.tiles == 2)
        #expect(
            sample.time(of: .phase(.layout)) == 2 && sample.time(of: .phase(.draw)) == 2
                && sample.time(of: .raster) == 4.5)
        #expect(sample.time(of: nil) == 4, "workers' time is no part of a frame")
        #expect(WorkSample(printed: sample.json) == sample)
    }

    @Test func measuringCountsTheWorkOfTheVirtualClockInTrueTime() throws {
        let trace = flickTrace()
        let counted = try Replayer(trace).run()
        let sample = try Replayer(trace).measure(replays: 2)
        #expect(sample.fingerprint == trace.fingerprint && sample.clock == .virtual)
        #expect(sample.frames == counted.frames.filter(\.isPresented).count, "the same frames are shown")
        // Those that the first screen took are measured too.
        #expect(sample.tiles > counted.totals[.tilesDraft] + counted.totals[.tilesFull])
        // Scripted, each tile takes 9 ms; in truth they are blank paper and some shapes.
        #expect(
            sample.time(of: .raster) > 0 && sample.time(of: .phase(.draw)) > 0 && sample.time(of: .phase(.layout)) > 0)
    }

    @Test func anInjectedCostIsTakenInTrueTime() throws {
        var pairs = 0
        // Eleven times as long; half of that in one of some pairs, as the machine may be busy for one of a pair alone.
        let isFound = try (0..<8).contains { _ in
            pairs += 1
            var replayer = Replayer(flickTrace())
            let sample = try replayer.measure(replays: 2)
            replayer.injections = [.cost(10)]
            let dear = try replayer.measure(replays: 2)
            #expect(dear.tiles == sample.tiles && dear.frames == sample.frames, "nothing else happens otherwise")
            return dear.time(of: .raster) > 5 * sample.time(of: .raster)
        }
        #expect(isFound, "in none of \(pairs) pairs")
    }
}
