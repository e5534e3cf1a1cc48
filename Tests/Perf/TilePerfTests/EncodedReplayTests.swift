import Foundation
import Testing
import TileGraphics

@testable import TilePerf

/// Replays whose tiles are made into files, as a server makes them.
@Suite struct EncodedReplayTests {
    private func served(_ format: Trace.Format?, _ change: (inout Trace) -> Void = { _ in }) -> Trace {
        flickTrace {
            $0.format = format
            change(&$0)
        }
    }

    @Test(arguments: Trace.Format.allCases) func eachTileThatIsDrawnIsEncodedOnce(_ format: Trace.Format) throws {
        let totals = try Replayer(served(format)).run().totals
        #expect(totals[.tilesEncoded] > 20)
        // One may be under way when the run ends.
        #expect(abs(totals[.tilesEncoded] - totals[.tilesFull] - totals[.tilesDraft]) <= 2)
        #expect(totals[.bytesEncoded] > 100 * totals[.tilesEncoded])
        #expect(totals[.bytesEncoded] < totals[.bytesRastered])
    }

    @Test func whereEncodingTakesNoTimeAllIsShownAsPixelsAre() throws {
        let files = try Replayer(served(.png) { ($0.cost!.encode, $0.cost!.encodeMegapixel) = (0, 0) }).run()
        let pixels = try Replayer(served(nil)).run()
        #expect(files.frames.count == pixels.frames.count)
        for (file, pixel) in zip(files.frames, pixels.frames) {
            #expect(file.state == pixel.state && file.shortfall == pixel.shortfall && file.areas == pixel.areas)
            for count in Count.allCases where ![.tilesEncoded, .bytesEncoded, .bytesCached].contains(count) {
                #expect(file.counts[count] == pixel.counts[count], "\(count) of frame \(file.number)")
            }
            #expect(file.counts[.bytesCached] < pixel.counts[.bytesCached], "files are smaller than pixels")
        }
        #expect(pixels.totals[.tilesEncoded] == 0 && pixels.totals[.encodeMicroseconds] == 0)
    }

    @Test func aTileIsShownWhenItsFileIsMade() throws {
        func lateTiles(_ milliseconds: Double) throws -> Ledger {
            try Replayer(
                served(.png) {
                    $0.cache = .cold
                    $0.cost!.encode = milliseconds
                }
            ).run()
        }
        let (soon, late) = (try lateTiles(0), try lateTiles(40))
        #expect(late.frames.count { $0.state == .partial } > soon.frames.count { $0.state == .partial })
        #expect(late.totals[.encodeMicroseconds] > 40_000 * (late.totals[.tilesEncoded] - 1))
    }

    @Test func bytesOfPNGAreTheSameEachTime() throws {
        let first = try Replayer(served(.png)).run()
        for _ in 0..<3 { #expect(try Replayer(served(.png)).run() == first) }
        #expect(first.isExact(.bytesEncoded))
        var other = first
        other.frames[20].counts[.bytesEncoded] += 1
        #expect(try CountJudge().judge(other, against: first).map(\.subject) == ["bytesEncoded"])
    }

    @Test(arguments: [Trace.Format.jpeg, .webp])
    func bytesThatLibrariesChooseAreJudgedOnlyByWhatTheTraceAllows(_ format: Trace.Format) throws {
        let run = try Replayer(served(format)).run()
        var other = run
        for index in other.frames.indices {
            other.frames[index].counts[.bytesEncoded] = run.frames[index].counts[.bytesEncoded] * 11 / 10
            other.frames[index].counts[.bytesCached] += 1
        }
        #expect(try CountJudge().judge(other, against: run).isEmpty)
        let tenth = try CountJudge().judge(other, against: run, allowances: [.bytesEncoded: .init(share: 0.1)])
        #expect(tenth.isEmpty)
        let less = try CountJudge().judge(other, against: run, allowances: [.bytesEncoded: .init(share: 0.05)])
        #expect(less.map(\.subject) == ["bytesEncoded"])
        other.frames[20].counts[.tilesEncoded] += 1
        #expect(try CountJudge().judge(other, against: run).map(\.subject) == ["tilesEncoded"])
    }

    @Test func aTraceNamesItsFormat() throws {
        for format in Trace.Format.allCases {
            let trace = served(format)
            let read = try Trace(Data(trace.json.utf8))
            #expect(read == trace && read.format == format)
        }
        let text = served(.png).json.replacingOccurrences(of: #""png""#, with: #""gif""#)
        #expect {
            try Trace(Data(text.utf8))
        } throws: {
            "\($0)".contains("format is “gif”: use png, jpeg or webp")
        }
    }

    @Test func aLedgerSaysWhatItsTilesWereMadeInto() throws {
        let ledger = try Replayer(served(.jpeg) { $0.tail = 0 }).run()
        let path = NSTemporaryDirectory() + "served-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ledger.json(.all).write(to: URL(fileURLWithPath: path))
        #expect(try Ledger.read(path) == ledger)
    }
}
