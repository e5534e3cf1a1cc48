import Foundation
import TestSupport
import Testing
import TileContent
import TileGeometry
import TileServer
import TileSessions

@testable import PerfCommands
@testable import TileCommands
@testable import TilePerf
@testable import ViewCommands

/// Tests of traces that are recorded from a viewer.
@Suite struct RecordedTraceTests {
    let folder: TemporaryFolder
    let content: ServedContent

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("plan.svg", drawing(width: 3000, height: 2000))
        content = try ServedContent(
            ContentReader.open(folder.file("plan.svg")), id: "plan",
            settings: ServeSettings(tileSize: 256, format: nil, maxLevel: nil))
    }

    private func trace(
        _ inputs: [SessionRecording.Input], width: Double = 800, height: Double = 600, ratio: Double = 1,
        cut: SessionRecording.Cut? = nil
    ) throws -> RecordedTrace {
        let screen = SessionRecording.Input(0, .screen(.init(width: width, height: height, ratio: ratio)))
        return try RecordedTrace(
            SessionRecording(content: "plan", inputs: [screen] + inputs, cut: cut), of: content, name: "t",
            content: .file("plan.svg"))
    }

    private func show(_ time: Double, _ x: Double, _ y: Double, _ scale: Double) -> SessionRecording.Input {
        SessionRecording.Input(time, .show(.init(x: x, y: y, zoomScale: scale)))
    }

    private func touch(_ time: Double, _ phase: SessionRecording.Phase, _ x: Double, _ y: Double)
        -> SessionRecording.Input
    {
        SessionRecording.Input(time, .touch([.init(finger: 0, phase: phase, x: x, y: y)]))
    }

    /// Returns a finger that moves up by 11 points, of which 10 to 11 are lost, and then by 8 points each 16 ms. It is
    /// lifted at once or after a rest.
    private func drag(at start: Double, rests: Bool) -> [SessionRecording.Input] {
        var inputs = [touch(start, .began, 400, 500), touch(start + 0.016, .moved, 400, 489)]
        for step in 1...10 {
            inputs.append(touch(start + 0.016 * Double(step + 1), .moved, 400, 489 - 8 * Double(step)))
        }
        inputs.append(touch(start + 0.176 + (rests ? 0.2 : 0), .ended, 400, 409))
        return inputs
    }

    private func rest(of recorded: RecordedTrace) throws -> (x: Double, y: Double, scale: Double) {
        // The trace is written to a file's text and read again.
        let trace = try Trace(Data(recorded.trace.json.utf8))
        #expect(trace == recorded.trace)
        let ledger = try Replayer(trace, content: content.source).run()
        let last = try #require(ledger.frames.last)
        return (last.offsetX, last.offsetY, last.zoomScale)
    }

    @Test func itHasTheScreenTheContentAndWhereTheViewStood() throws {
        let recorded = try trace([show(0, 500, 400, 1.5)], width: 801.5, height: 600, ratio: 2.625)
        let trace = recorded.trace
        #expect(trace.content == .file("plan.svg") && trace.name == "t")
        #expect(trace.viewport == CGSize(width: 801.5, height: 600) && trace.scale == 2.625)
        #expect(trace.offset == CGPoint(x: 500, y: 400) && trace.zoomScale == 1.5)
        #expect(trace.tileSize == 256 && trace.extraLevels == ServeSettings.levelsBeyondSize)
        #expect(trace.refreshRate == 60 && trace.cache == .screen && trace.cost == TraceCost())
        #expect(trace.events.isEmpty && recorded.notes.isEmpty)
    }

    @Test func theIdleStartIsLeftOutAndNothingElse() throws {
        let recorded = try trace([show(0, 500, 400, 1)] + drag(at: 7.4, rests: false))
        let prompt = try trace([show(0, 500, 400, 1)] + drag(at: 0.1, rests: false))
        #expect(recorded.trace.events == prompt.trace.events && prompt.trace.events[0].time == 0.1)
        #expect(recorded.notes == ["7.3 s without events at the beginning were cut"])
        #expect(prompt.notes.isEmpty)
        let pause = try trace([show(0, 500, 400, 1), show(0.05, 510, 400, 1)] + drag(at: 7.4, rests: false))
        #expect(pause.trace.events[0].time == 0.05 && pause.trace.events[1].time == 7.4, "a rest between events stays")
    }

    @Test func aDragEndsWhereItEndedInTheViewer() throws {
        let end = try rest(of: trace([show(0, 500, 400, 1)] + drag(at: 0.5, rests: true)))
        #expect(end.x == 500 && end.scale == 1)
        #expect(abs(end.y - 480) <= 1, "\(end.y)")
    }

    @Test func aFlickEndsWhereItEndedInTheViewer() throws {
        let end = try rest(of: trace([show(0, 500, 400, 1)] + drag(at: 0.5, rests: false)))
        // A flick of 500 points a second, and the viewer's distance for it.
        #expect(abs(end.y - (480 + (500 - 10) * 0.499)) <= 1.5, "\(end.y)")
    }

    @Test func whatElseMovesTheViewIsFollowedAlsoWhileAFlickIsUnderWay() throws {
        let moved = drag(at: 0.5, rests: false) + [show(0.8, 510, 420, 1.25), show(0.82, 530, 430.5, 2)]
        let end = try rest(of: trace([show(0, 500, 400, 1)] + moved))
        #expect(end == (530, 430.5, 2))
    }

    @Test func aFingerBeginsWhereTheViewerStood() throws {
        // The first flick may have ended a little elsewhere.
        let inputs = drag(at: 0.5, rests: false) + [show(3, 500, 700, 1)] + drag(at: 3, rests: true)
        let end = try rest(of: trace([show(0, 500, 400, 1)] + inputs))
        #expect(abs(end.y - 780) <= 1, "\(end.y)")
    }

    @Test func whereAScrollViewCanNotStandItIsAtItsLimit() throws {
        // The whole content with a border of 28 points, as the viewer shows it at first. A scroll view has no border.
        let fit = (800.0 - 56) / 3000
        let small = try trace([show(0, -28, (2000 * fit - 600) / 2, fit)])
        #expect(small.trace.zoomScale == 800.0 / 3000 && small.trace.offset == .zero)
        #expect(small.notes.count == 1 && small.notes[0].contains("1 of 1 position was outside the limits"))
        #expect(try rest(of: small) == (0, 0, 800.0 / 3000))
        // The middle stays in place beyond the deepest level.
        let large = try trace([show(0, 128_000 - 400, 64_000 - 300, 128)])
        #expect(large.trace.zoomScale == 64 && large.trace.offset == CGPoint(x: 64_000 - 400, y: 32_000 - 300))
        // A position beyond an edge under a finger is not outside the limits.
        let held = try trace([show(0, 500, 400, 1), show(1, -30, 400, 1)])
        #expect(!held.notes.contains { $0.contains("positions") })
        #expect(held.trace.events.map(\.kind) == [.show(CGPoint(x: -30, y: 400), zoomScale: 1)])
    }

    @Test func aScreenThatIsTurnedIsResizedAndItsLimitsFollow() throws {
        let turned = SessionRecording.Input(1, .screen(.init(width: 600, height: 800, ratio: 1)))
        let recorded = try trace([show(0, 500, 400, 1), turned, show(1, 0, 0, 0.2)])
        #expect(
            recorded.trace.events.map(\.kind) == [
                .resize(CGSize(width: 600, height: 800)), .show(.zero, zoomScale: 0.2),
            ])
        #expect(try rest(of: recorded) == (0, 0, 0.2))
        let moved = SessionRecording.Input(1, .screen(.init(width: 800, height: 600, ratio: 2)))
        let other = try trace([show(0, 500, 400, 1), moved])
        #expect(other.trace.events.isEmpty && other.notes.count == 1)
    }

    @Test func fingersThatWereDownWhenThePageClosedAreTakenAway() throws {
        let recorded = try trace([show(0, 500, 400, 1)] + drag(at: 0.5, rests: true).dropLast())
        #expect(recorded.trace.events.last?.kind == .touch([.init(0, .cancelled, at: CGPoint(x: 400, y: 409))]))
        #expect(try abs(rest(of: recorded).y - 480) <= 1)
    }

    @Test func aScreenThatNoTraceHasIsMadeOne() throws {
        let fine = try trace([show(0, 500, 400, 1)], ratio: 5)
        #expect(fine.trace.scale == 4 && fine.notes.count == 1)
        let wall = try trace([show(0, 500, 400, 1)], width: 16_000, height: 600, ratio: 2)
        #expect(wall.trace.scale == 16_384.0 / 16_000)
        _ = try Trace(Data(wall.trace.json.utf8))
        let wider = SessionRecording.Input(0.05, .screen(.init(width: 9999, height: 600, ratio: 2)))
        let turned = try trace([show(0, 500, 400, 1), wider], ratio: 2)
        #expect(turned.trace.scale < 2 && turned.notes.count == 1)
        _ = try Trace(Data(turned.trace.json.utf8))
    }

    @Test func whatWasCutOffIsSaid() throws {
        #expect(try trace([show(0, 0, 0, 1)], cut: .samples(5)).notes == ["the recording stops after 5 samples"])
        #expect(
            try trace([show(0, 0, 0, 1)], cut: .seconds(60)).notes == ["the recording stops after 60 seconds"])
    }

    @Test func aViewerThatDidNotSayWhereItStandsIsNone() {
        #expect(throws: RecordedTrace.Failure.self) { try trace([]) }
        #expect(throws: RecordedTrace.Failure.self) {
            try RecordedTrace(SessionRecording(content: "plan"), of: content, name: "t", content: .file("plan.svg"))
        }
    }

    @Test(arguments: [
        ("/a/b/plan.svg", "/a/b", "plan.svg"), ("/a/plan.svg", "/a/b/c", "../../plan.svg"),
        ("/a/b/plan.svg", "/a/c", "../b/plan.svg"), ("/a/./b/../plan.svg", "/a", "plan.svg"),
        ("/x/plan.svg", "/a", "/x/plan.svg"),
    ])
    func aContentIsNamedFromTheTracesFolder(file: String, from: String, path: String) {
        #expect(RelativePath.path(of: file, from: from) == path)
    }

    @Test func linksAreFollowedBeforeThePathIsMade() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("deep/er"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("deep/er"))
        #expect(RelativePath.path(of: folder.file("plan.svg"), from: folder.file("link")) == "../../plan.svg")
    }
}

/// Tests of `tilework perf record` that need no viewer.
@Suite struct PerfRecordCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("plan.svg", drawing())
    }

    private func record(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["perf", "record"] + arguments, in: folder.path)
    }

    private var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    @Test func usageEndsWith64() throws {
        for arguments in [
            [], ["plan.svg"], ["plan.svg", "-o", ""], ["plan.svg", "-o", "t.json", "--port", "65536"],
            ["plan.svg", "-o", "t.json", "--name", "Flick"], ["plan.svg", "-o", "t.json", "--name", ""],
            ["plan.svg", "-o", "t.json", "--duration", "0"], ["plan.svg", "-o", "t.json", "--duration", "nan"],
            ["plan.svg", "-o", "t.json", "--duration", "3601"],
        ] {
            let run = try CommandLineRun.run(["perf", "record"] + arguments, in: folder.path)
            #expect(run.code == 64, "\(arguments): \(run.errors)")
        }
        let help = try CommandLineRun.run(["perf", "--help"])
        #expect(help.output.contains("record") && help.output.contains("minimize"))
    }

    @Test func whatCanNotBeServedOrWrittenEndsWith70AndLeavesNothing() throws {
        let missing = try record("missing.svg", "-o", "t.json")
        #expect(missing.code == 70 && missing.errors.contains("missing.svg"), "\(missing.errors)")
        try folder.write("text.svg", "hello")
        #expect(try record("text.svg", "-o", "t.json").code == 70)
        let nowhere = try record("plan.svg", "-o", "missing/t.json", "--port", "0")
        #expect(nowhere.code == 70 && nowhere.errors.contains("missing/t.json: can't be created"), "\(nowhere.errors)")
        #expect(try record("plan.svg", "-o", "plan.svg/t.json", "--port", "0").code == 70)
        #expect(try record("plan.svg", "-o", ".", "--port", "0").code == 70)
        #expect(
            try record("plan.svg", "-o", "t.json", "--host", "192.0.2.1").code == 70, "not an address of this machine")
        let unseen = try CommandLineRun.run(
            ["perf", "record", "plan.svg", "-o", "t.json"], in: folder.path, environment: ["TILEWORK_VIEWER": "/none"])
        #expect(unseen.code == 70 && unseen.errors.contains("TILEWORK_VIEWER"))
        #expect(files == ["plan.svg", "text.svg"])
    }
}
