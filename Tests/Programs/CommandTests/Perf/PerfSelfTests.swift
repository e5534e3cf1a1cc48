import Foundation
import TestSupport
import Testing

/// The harness as a gate: it is red for an injected fault and green for an unchanged build, however busy the machine
/// is.
@Suite("The gate", .serialized)
struct PerfSelfTests {
    private let folder: TemporaryFolder
    /// The checked-in corpus and its ledgers.
    private static let perf = Repository.file("Perf").path
    private static let gate =
        ["flick", "cold", "pinch", "rotation"].map { "'\(perf)/Traces/\($0).json'" }.joined(separator: " ")
        + " --ledgers '\(perf)/Ledgers'"

    init() throws { folder = try TemporaryFolder() }

    /// Runs the gate after shell commands that set the conditions.
    private func gate(_ conditions: String = "", _ options: String = "") throws -> CommandLineRun {
        try CommandLineRun.shell("exec \(conditions) \"$TILEWORK\" perf run \(Self.gate) \(options)", in: folder.path)
    }

    @Test(
        "an extra draw(_:), 5 % of cost and a blank tile each are red, by name and place",
        arguments: [
            (
                "draw=20",
                "✗ frame 20 (0.333 s): draw(_:) calls: 2, were 1: UIWindow/GaugeView 2×, was 1×"
            ),
            ("cost=5%", ": µs of rastering: "),
            ("blank=20", "✗ frame 20 (0.333 s): blank pixels: 65,536, were 0 at ["),
        ])
    func faults(_ fault: String, _ message: String) throws {
        let red = try gate("", "--inject \(fault)")
        #expect(red.code == 1, "\(red.errors)")
        #expect(red.output.contains(message), "\(red.output)")
    }

    @Test("an unchanged build is green ten times of ten, and counts the same to the byte")
    func unchanged() throws {
        // Ten processes, each with new seeds for hashes, on one core and on all cores, alone and in parallel.
        let cores = try Self.cores()
        let (one, two) = (
            "taskset -c \(cores[0])", "taskset -c \(cores.prefix(2).map(String.init).joined(separator: ","))"
        )
        let alone = ["", "", one, one, two, two, "nice -n 5"]
        let crowded = ["", one, two]
        var reports: [[Data]] = []
        func run(_ conditions: [String]) throws {
            for condition in conditions {
                let output = "run-\(reports.count)"
                let green = try gate(condition, "-o \(output)")
                #expect(green.code == 0, "\(condition): \(green.output)\(green.errors)")
                reports.append(
                    try ["flick", "cold", "pinch", "rotation"].map {
                        try Data(contentsOf: URL(fileURLWithPath: folder.file("\(output)/\($0).json")))
                    })
            }
        }
        try run(alone)
        // Two processes that never rest, one on each core. They end by themselves if these tests are killed.
        let crowd = try cores.prefix(2).map { core in
            try CommandLineRun.Started(
                "/bin/sh", ["-c", "ulimit -t 60; exec taskset -c \(core) sh -c 'while :; do :; done'"])
        }
        defer {
            for busy in crowd {
                // SIGKILL can't be ignored, unlike SIGTERM.
                kill(busy.process.processIdentifier, SIGKILL)
                _ = busy.wait()
            }
        }
        try run(crowded)
        let isCrowded = crowd.allSatisfy { $0.process.isRunning }
        #expect(isCrowded, "to the end")
        #expect(reports.count == 10 && Set(reports).count == 1)
    }

    /// Returns the numbers of the cores that this process may use.
    private static func cores() throws -> [Int] {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") })
        let ranges = try #require(line.split(whereSeparator: \.isWhitespace).last).split(separator: ",")
        return try ranges.flatMap { range in
            let ends = try range.split(separator: "-").map { try #require(Int($0)) }
            return Array(ends[0]...ends[ends.count - 1])
        }
    }
}
