import Foundation

/// The memory of the machine, or the share of it that the process may use.
enum MachineMemory {
    /// Bytes of memory: the machine's, or the limit of the process's control group, whichever is less.
    static var bytes: Int { min(physicalBytes, controlGroupBytes ?? .max) }

    /// Bytes of the machine's memory.
    static var physicalBytes: Int { Int(clamping: ProcessInfo.processInfo.physicalMemory) }

    /// The limit of the process's control group; nil without one.
    static var controlGroupBytes: Int? { controlGroupLimit { try? String(contentsOfFile: $0, encoding: .utf8) } }

    /// The least limit of the control group that the process is in and those above it, of version 2 or 1 (cgroups(7));
    /// nil without one. A container sees its own group as the root.
    ///
    /// - Parameter read: A file's text; nil when there is none.
    static func controlGroupLimit(reading read: (_ path: String) -> String?) -> Int? {
        var limits: [Int] = []
        for line in (read("/proc/self/cgroup") ?? "").split(separator: "\n") {
            // Number, controllers, path; version 2 has one line without controllers.
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let (root, file): (String, String)
            if fields[1].isEmpty {
                (root, file) = ("/sys/fs/cgroup", "memory.max")
            } else if fields[1].split(separator: ",").contains("memory") {
                (root, file) = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            } else {
                continue
            }
            var names = fields[2].split(separator: "/")
            while true {
                let folder = ([root] + names.map(String.init)).joined(separator: "/")
                // "max" is no number, and version 1's is near 2⁶³: none.
                let text = read("\(folder)/\(file)")?.trimmingCharacters(in: .whitespacesAndNewlines)
                if let limit = text.flatMap({ Int($0) }), limit > 0, limit < 1 << 60 { limits.append(limit) }
                if names.isEmpty { break }
                names.removeLast()
            }
        }
        return limits.min()
    }

    /// Bytes that are free for users on the disk of a folder; nil when there is no such folder.
    static func freeDisk(_ folder: String) -> Int? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        let (bytes, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflows ? .max : Int(clamping: bytes)
    }
}
