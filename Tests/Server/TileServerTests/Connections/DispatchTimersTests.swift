import Foundation
import Testing

@testable import TileServer

@Suite("The descriptors of Dispatch's timers")
struct DispatchTimersTests {
    /// The clocks of this process's timerfds, as proc_pid_fdinfo(5) lists them.
    private static func clocks() throws -> Set<String> {
        let folder = "/proc/self/fdinfo"
        var clocks: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            // Other threads may close theirs meanwhile.
            let lines = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
            for line in lines.split(separator: "\n") where line.hasPrefix("clockid:") {
                clocks.insert(line.dropFirst("clockid:".count).trimmingCharacters(in: .whitespaces))
            }
        }
        return clocks
    }

    @Test("are open for each of its clocks before connections can take them")
    func clocks() async throws {
        let (realtime, monotonic, boottime) = ("0", "1", "7")
        var clocks: Set<String> = []
        // Beside thousands of tests a timer may be due before Dispatch registers it, and then opens no descriptor.
        for _ in 0..<50 where !clocks.isSuperset(of: [realtime, monotonic, boottime]) {
            await DispatchTimers.open()
            clocks = try Self.clocks()
        }
        #expect(clocks.isSuperset(of: [realtime, monotonic, boottime]))
    }
}
