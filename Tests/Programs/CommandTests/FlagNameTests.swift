import CommandSupport
import Foundation
import Testing
import TileArchives
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import TileServer

@testable import PerfCommands
@testable import TileCommands
@testable import TilePerf

/// Libraries name their own parameters, and the command replaces them by the flags' names.
@Suite struct FlagNameTests {
    @Test(arguments: [
        (BuildFailure.exists(path: "out"), "out: already exists; choose another name, or replace it with --force"),
        (
            .option(name: "BuildOptions.jobs", value: "0", reason: "use at least 1"),
            "--jobs 0: use at least 1"
        ),
    ]) func aBuildSaysFlags(failure: BuildFailure, text: String) {
        #expect(failure.description.contains("`BuildOptions.") && !failure.description.contains("--"))
        #expect(Complaint(failure, input: "plan.svg").message == text)
    }

    @Test func settingsThatCannotBeAreFlagsToo() throws {
        let document = ContentDocument(
            path: "p", kind: .png, source: Blank(), isScalable: false, facts: [], notes: [])
        for (change, flag) in [
            ({ (options: inout BuildOptions) in options.jobs = 0 }, "--jobs 0"),
            ({ $0.tileSize = 255 }, "--tile-size 255"), ({ $0.maxLevel = 50 }, "--max-level 50"),
            ({ $0.maxLevel = 30 }, "--max-level 30"), ({ $0.minLevel = 20 }, "--min-level 20"),
        ] {
            var options = BuildOptions()
            change(&options)
            let failure = #expect(throws: BuildFailure.self) {
                try TileBuild(document, output: "out", options: options)
            }
            let said = try Complaint(#require(failure), input: "p").message
            #expect(said.hasPrefix(flag + ":") && !said.contains("`"), "\(said)")
        }
        let failure = #expect(throws: BuildFailure.self) {
            try TileBuild(document, output: "x.zip", options: BuildOptions())
        }
        #expect(try Complaint(#require(failure), input: "p").message.hasPrefix("--output x.zip:"))
    }

    private final class Blank: TileSource {
        let contentSize = CGSize(width: 100, height: 100)
        func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
            .solid(.clear, width: area.width, height: area.height)
        }
    }

    @Test func whatHasNoRoomAndWhereNobodyListensIsSaidByFlags() {
        let refusal = MemoryBudget.Refusal.tooLarge(bytes: 5_000_000, limit: 1_000_000)
        for (place, flag) in [(PixelRoom.Place.memory, "--memory"), (.disk, "--disk")] {
            let failure = ContentFailure.noRoom(path: "a.tif", PixelRoom(place, refusal))
            #expect(Complaint(failure).message.hasSuffix("raise " + flag))
        }
        let failures: [(TileServerFailure, String)] = [
            (.portInUse(host: "h", port: 80), "choose another --port"),
            (.cannotListen(host: "h", port: 80, reason: "r"), "choose another --host or --port"),
            (.portInUseForOperators(host: "h", port: 80), "choose another --metrics-port"),
            (
                .cannotListenForOperators(host: "h", port: 80, reason: "r"),
                "choose another --metrics-host or --metrics-port"
            ),
        ]
        for (failure, text) in failures {
            #expect(!failure.description.contains("--"))
            #expect(Complaint(failure.description, .unavailable).message.hasSuffix(text))
            // `perf record` serves contents, too.
            #expect(PerfComplaint("\(failure)", .brokenRun).message.hasSuffix(text))
        }
    }

    @Test func aLedgerThatIsOutdatedIsWrittenByAFlag() {
        let failures: [(any Error, String)] = [
            (CountJudge.Failure.changedTrace(trace: "t"), ": update the ledger with --update"),
            (CountJudge.Failure.changedContent(trace: "t"), ", or update the ledger with --update"),
            (Ledger.Failure.schema(path: "l.json", found: 99), ": update it with --update"),
        ]
        for (failure, text) in failures {
            #expect(PerfComplaint("\(failure)", .badTrace).message.hasSuffix(text))
        }
    }

    @Test func textWithoutParametersStaysAsItIs() {
        #expect(FlagNames.spelled(in: "a `b` BuildOptions.jobs") == "a `b` BuildOptions.jobs")
    }
}
