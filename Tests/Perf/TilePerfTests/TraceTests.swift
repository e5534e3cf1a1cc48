import Foundation
import Testing
import TileGeometry

@testable import TilePerf

@Suite struct TraceTests {
    /// A trace's text with some members in place of others.
    private func text(_ members: String, events: String = "") -> Data {
        Data(
            """
            {"tilework-trace": 1, "name": "a", "content": {"shapes": 1, "size": [10, 10]}, \(members.isEmpty ? "" : members + ",")
             "events": [\(events)]}
            """.utf8)
    }

    private func problem(_ data: Data) -> String {
        do {
            _ = try Trace(data)
            return "read"
        } catch {
            return "\(error)"
        }
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        var trace = flickTrace {
            $0.about = "With “quotes” and \u{2028} lines"
            $0.scale = 2
            $0.seed = .max
            $0.pages = true
            $0.cost = nil
            $0.allowances = [.tilesWasted: .init(absolute: 2, share: 0.1)]
            $0.limits.missedFrames = 0
            $0.limits.hitchRatio = 4.5
            $0.events += [
                TraceEvent(2, .wheel(CGVector(dx: 1, dy: -2.5))), TraceEvent(2, .scroll(.zero, animated: true)),
                TraceEvent(2, .zoom(2, animated: false)), TraceEvent(2, .show(CGPoint(x: 1, y: 2), zoomScale: 0.5)),
                TraceEvent(2, .change(nil)), TraceEvent(2, .change(CGRect(x: 1, y: 2, width: 3, height: 4))),
                TraceEvent(2, .memoryPressure), TraceEvent(2, .resize(CGSize(width: 10, height: 20))),
                TraceEvent(2, .stall(0.5)),
            ]
        }
        let again = try Trace(Data(trace.json.utf8))
        #expect(again.json == trace.json)
        #expect(again == trace)
        trace.content = .program("seats")
        #expect(try Trace(Data(trace.json.utf8)) == trace)
        trace.content = .file("plan.svg")
        #expect(try Trace(Data(trace.json.utf8)) == trace)
    }

    @Test func aFingerprintIsOfWhatIsReplayed() {
        let trace = flickTrace()
        var other = trace
        (other.name, other.about) = ("other", "text")
        other.limits.missedFrames = 1
        other.allowances = [.draws: .init(absolute: 1)]
        #expect(other.fingerprint == trace.fingerprint)
        for change: (inout Trace) -> Void in [
            { $0.seed += 1 }, { $0.workers = 3 }, { $0.events.removeLast() }, { $0.cost?.tile += 0.1 },
            { $0.refreshRate = 120 }, { $0.overlays.gauge = false },
        ] {
            var changed = trace
            change(&changed)
            #expect(changed.fingerprint != trace.fingerprint)
        }
    }

    @Test(
        arguments: [
            ("", "invalid JSON in line"), ("[]", "not a trace"),
            ("{}", "“tilework-trace”, the version of the format, is missing"),
            (#"{"tilework-trace": 2}"#, "a trace of version 2; this build replays version 1"),
            (#"{"tilework-trace": "1"}"#, "not a trace"),
            (#"{"tilework-trace": 1, "name": "a""#, "invalid JSON in line"),
            (#"{"tilework-trace": 1}"#, "name is missing"),
            (#"{"tilework-trace": 1, "name": "../a"}"#, "name must consist of at most 100 lowercase letters"),
            (#"{"tilework-trace": 1, "name": "a"}"#, "content is missing"),
            (#"{"tilework-trace": 1, "name": "a", "content": 3}"#, "content must be an object"),
            (#"{"tilework-trace": 1, "name": "a", "content": {"shapes": -1, "size": [1, 1]}}"#, "content.shapes is -1"),
            (
                #"{"tilework-trace": 1, "name": "a", "content": {"shapes": 1e9, "size": [1, 1]}}"#,
                "content.shapes is 1,000,000,000"
            ),
            (#"{"tilework-trace": 1, "name": "a", "content": {"file": ""}}"#, "content.file must name a file"),
        ])
    func aFileThatIsNoTraceIsRefused(_ file: String, _ expected: String) {
        #expect(problem(Data(file.utf8)).contains(expected))
    }

    @Test(
        arguments: [
            (#""viewport": [1000000, 10]"#, "viewport is 1,000,000 × 10"),
            (#""viewport": [0, 10]"#, "viewport is 0 × 10"),
            (#""viewport": [10000, 10], "scale": 4"#, "viewport is more than 16,384 pixels"),
            (#""viewport": "large""#, "viewport must be a list of 2 numbers"),
            (#""scale": "NaN""#, "scale must be a number"), (#""scale": true"#, "scale must be a number"),
            (#""refreshRate": 0"#, "refreshRate is 0: use 1 to 1,000"),
            (#""workers": 2.5"#, "workers is 2.5: use a whole number"),
            (#""workers": 1000"#, "workers is 1,000"), (#""tileSize": 1"#, "tileSize is 1"),
            (#""seed": 5"#, "seed must be text in quotes"), (#""seed": "-5""#, "seed is “-5”: use a whole number"),
            (#""cache": "hot""#, "cache is “hot”"), (#""speed": 1"#, "speed is not known"),
            (#""wokers": 1"#, "wokers is not known; did you mean “workers”?"),
            (#""cost": {"tiles": 1}"#, "cost.tiles is not known"), (#""cost": {"tile": -1}"#, "cost.tile is -1"),
            (#""allow": {"draw": {}}"#, "allow.draw is not known"),
            (#""limits": {"missedFrames": -1}"#, "limits.missedFrames is -1"),
            (#""tail": 1e300"#, "tail is"), (#""memory": 1"#, "memory is 1"),
            (#""memory": 4294967297"#, "memory is 4,294,967,297"),
            (#""overlays": {"pins": 100000}"#, "overlays.pins is 100,000"),
        ])
    func aMemberThatCannotBeIsNamed(_ members: String, _ expected: String) {
        #expect(problem(text(members)).contains(expected), "\(problem(text(members)))")
    }

    @Test(
        arguments: [
            ("3", "events[0] must be an object"), ("{}", "events[0].at is missing"),
            (#"{"at": 1}"#, "events[0].at 1.0: an event has one of touch"),
            (#"{"at": 1, "zoom": 1, "stall": 1}"#, "this one has zoom and stall"),
            (#"{"at": -1, "stall": 1}"#, "events[0].at is -1"), (#"{"at": "now", "stall": 1}"#, "must be a number"),
            (#"{"at": 1e6, "stall": 1}"#, "events[0].at is 1,000,000"),
            (#"{"at": 2, "stall": 1}, {"at": 1, "stall": 1}"#, "events[1].at is 1.0, earlier than the previous event"),
            (#"{"at": 1, "touch": []}"#, "events[0].touch must be a list of 1 to 20 fingers"),
            (#"{"at": 1, "touch": [[0, "hover", 1, 1]]}"#, "events[0].touch[0] must be [finger, phase, x, y]"),
            (#"{"at": 1, "touch": [[0.5, "moved", 1, 1]]}"#, "events[0].touch[0] must be"),
            (#"{"at": 1, "wheel": [1]}"#, "events[0].wheel must be a list of 2 numbers"),
            (#"{"at": 1, "wheel": [1e9, 0]}"#, "has 1,000,000,000: the limit is ±1,000,000"),
            (#"{"at": 1, "change": "some"}"#, "events[0].change must be a list of 4 numbers"),
            (#"{"at": 1, "change": [0, 0, -1, 1]}"#, "events[0].change has a negative size"),
            (#"{"at": 1, "scroll": null}"#, "events[0].scroll must be a list"),
            (#"{"at": 1, "resize": [1e6, 1]}"#, "events[0].resize is 1,000,000 × 1"),
            (
                #"{"at": 1, "resize": [8192, 5]}, {"at": 1, "resize": [5, 8193]}"#,
                "events[1].resize is more than 16,384 pixels at a scale of 2.0"
            ),
            (#"{"at": 1, "show": [0, 0, 0]}"#, "events[0].show has a zoom scale of 0"),
            (#"{"at": 1, "stall": 1, "because": "x"}"#, "events[0].because is not known"),
        ])
    func anEventThatCannotBeIsNamed(_ events: String, _ expected: String) {
        let found = problem(text(#""scale": 2"#, events: events))
        #expect(found.contains(expected), "\(found)")
    }

    @Test(
        arguments: [
            ("{\"tilework-trace\": 1,\n \"name\": \"a\",\n", "JSON in line 3, column 1: unexpected end of file"),
            ("{\"tilework-trace\": 1,\n \"scale\": NaN}", "line 2, column 11: expected a value, found “NaN”"),
            (
                "{\"tilework-trace\": 1,\n \"seed\": \"1\",\n \"seed\": \"2\"}",
                "seed is given twice, the second time in line 3"
            ),
            ("{\"tilework-trace\": 1e999}", "a number is out of range"),
        ])
    func aTextThatIsNoJSONSaysWhere(_ text: String, _ expected: String) {
        #expect(problem(Data(text.utf8)).contains(expected), "\(problem(Data(text.utf8)))")
    }

    @Test func tooManyEventsFramesAndBytesAreRefused() throws {
        #expect(
            problem(text(#""refreshRate": 1000, "tail": 0"#, events: #"{"at": 3000, "stall": 0}"#))
                .contains("gives this trace 3,000,000 frames: the limit is 500,000"))
        let folder = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask,
            appropriateFor: URL(fileURLWithPath: NSTemporaryDirectory()),
            create: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("large.json").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 40 << 20)
        try handle.close()
        #expect { try Trace.read(path) } throws: {
            "\($0)".hasSuffix("large.json: too large for a trace: the limit is 32 MB")
        }
        #expect { try Trace.read(folder.path) } throws: { "\($0)".contains("not a regular file") }
        #expect { try Trace.read(folder.path + "/none.json") } throws: { "\($0)".contains("no such file") }
    }

    @Test func deepNestingIsAnErrorAndNoCrash() {
        let deep = String(repeating: "[", count: 200_000)
        #expect(problem(Data(deep.utf8)).contains("invalid JSON in line"))
    }
}
