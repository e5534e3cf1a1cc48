import Foundation

/// The memory of a process, from `/proc/PID/statm`. All zero if the process has ended or there is no `/proc`.
package struct ProcessMemory: Hashable, Sendable {
    /// The bytes in memory.
    package var resident = 0
    /// The bytes in memory that belong to files or to memory shared with other processes.
    package var shared = 0

    /// The bytes in memory that belong to this process alone.
    package var unshared: Int { max(0, resident - shared) }

    /// - Parameter process: The number of the process; nil for the current one.
    package init(of process: Int32? = nil) {
        self.init(
            statm: Self.text("/proc/\(process.map { "\($0)" } ?? "self")/statm"), pageSize: sysconf(Int32(_SC_PAGESIZE))
        )
    }

    /// Reads a small file, without Foundation because this happens several times a second.
    private static func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// - Parameter statm: The text of the file (proc(5)), beginning with the size, the resident and the shared pages.
    init(statm: String, pageSize: Int) {
        let numbers = statm.split(separator: " ").prefix(3).compactMap { Int($0) }
        guard numbers.count == 3 else { return }
        (resident, shared) = (numbers[1] * pageSize, numbers[2] * pageSize)
    }
}
