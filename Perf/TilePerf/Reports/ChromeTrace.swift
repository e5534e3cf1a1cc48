import Foundation

/// A replay in Chrome's trace event format, which Perfetto and chrome://tracing can open. It contains frames with their
/// phases one after the other, animations from their first to their last frame, shortfalls and the workers' activity as
/// counters, and dropped refreshes and missed budgets as instant events.
///
/// Format: "Trace Event Format", Google. Times are microseconds.
public struct ChromeTrace: Sendable {
    private let ledger: Ledger
    private let budget: Double

    /// Writes a run, with a budget of a refresh rate in Hz; the ledger's if nil.
    public init(_ ledger: Ledger, refreshRate: Double? = nil) {
        self.ledger = ledger
        budget = 1000 / (refreshRate ?? ledger.refreshRate)
    }

    public var json: String {
        var events: [TraceJSON] = [
            name("process_name", "tilework perf: \(ledger.trace)"),
            name("thread_name", "frames, \(ledger.clock.rawValue)"),
        ]
        for frame in ledger.frames { events += self.events(of: frame) }
        events += animations
        let lines = events.map { "    \($0.text)" }.joined(separator: ",\n")
        return "{\n  \"displayTimeUnit\": \"ms\",\n  \"traceEvents\": [\n\(lines)\n  ]\n}\n"
    }

    private func name(_ kind: String, _ name: String) -> TraceJSON {
        .object([
            ("ph", .string("M")), ("pid", .integer(1)), ("tid", .integer(1)), ("name", .string(kind)),
            ("args", .object([("name", .string(name))])),
        ])
    }

    /// The animations of each layer as slices of a separate track (“async” events): from a frame in which it was
    /// animated until one in which it was not.
    private var animations: [TraceJSON] {
        var events: [TraceJSON] = []
        var running: [String: Int] = [:]
        var next = 1
        func note(_ phase: String, path: String, number: Int, time: Double) {
            events.append(
                .object([
                    ("ph", .string(phase)), ("pid", .integer(1)), ("tid", .integer(1)), ("cat", .string("animation")),
                    ("id", .integer(number)), ("ts", .number(time * 1e6)), ("name", .string(path)),
                ]))
        }
        for frame in ledger.frames where frame.isPresented {
            for (path, number) in running.sorted(by: { $0.key < $1.key }) where frame.animations[path] == nil {
                note("e", path: path, number: number, time: frame.time)
                running[path] = nil
            }
            for path in frame.animations.keys.sorted() where running[path] == nil {
                note("b", path: path, number: next, time: frame.time)
                running[path] = next
                next += 1
            }
        }
        let end = (ledger.frames.last?.time ?? 0) + 1 / ledger.refreshRate
        for (path, number) in running.sorted(by: { $0.key < $1.key }) {
            note("e", path: path, number: number, time: end)
        }
        return events
    }

    private func events(of frame: FrameRecord) -> [TraceJSON] {
        let start = frame.time * 1e6
        var events: [TraceJSON] = []
        func mark(_ text: String) {
            events.append(
                .object([
                    ("ph", .string("i")), ("pid", .integer(1)), ("tid", .integer(1)), ("ts", .number(start)),
                    ("s", .string("t")), ("name", .string(text)),
                ]))
        }
        func span(_ name: String, start: Double, milliseconds: Double, details: [(String, TraceJSON)]) {
            events.append(
                .object([
                    ("ph", .string("X")), ("pid", .integer(1)), ("tid", .integer(1)), ("ts", .number(start)),
                    ("dur", .number(milliseconds * 1000)), ("name", .string(name)), ("args", .object(details)),
                ]))
        }
        if frame.state == .dropped { mark("dropped") }
        if frame.isPresented {
            if frame.cost > budget { mark("over budget") }
            var details: [(String, TraceJSON)] = [("state", .string(frame.state.rawValue))]
            for count in Count.allCases where frame.counts[count] != 0 {
                details.append((count.rawValue, .integer(frame.counts[count])))
            }
            for (path, times) in frame.draws.sorted(by: { $0.key < $1.key }) {
                details.append(("draw \(path)", .integer(times)))
            }
            span("frame \(frame.number)", start: start, milliseconds: frame.cost, details: details)
            var begin = start
            for phase in FramePhase.allCases {
                guard let time = frame.phases[phase] else { continue }
                span(phase.rawValue, start: begin, milliseconds: time, details: [])
                begin += time * 1000
            }
        }
        func counter(_ name: String, _ values: [(String, Int)]) {
            events.append(
                .object([
                    ("ph", .string("C")), ("pid", .integer(1)), ("ts", .number(start)), ("name", .string(name)),
                    ("args", .object(values.map { ($0.0, .integer($0.1)) })),
                ]))
        }
        if frame.state != .dropped {
            let lacking = frame.shortfall
            counter(
                "pixels",
                [("blank", lacking.blank), ("coarse", lacking.coarse), ("stale", lacking.stale)])
        }
        counter("tiles", [("full", frame.counts[.tilesFull]), ("draft", frame.counts[.tilesDraft])])
        return events
    }
}
