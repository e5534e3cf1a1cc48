import CommandSupport
import Foundation

/// Programs by the names that a shell takes.
enum ProgramSearch {
    /// Returns the path of a program: a name without a slash is looked up on the path (`PATH`).
    ///
    /// POSIX, Shell & Utilities 2.9.1.4, “Command Search and Execution”; an empty part of the path is the folder one is
    /// in.
    /// - Returns: nil when nothing on the path can be run under that name.
    static func path(of name: String) -> String? {
        if name.contains("/") { return name }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
            .split(separator: ":", omittingEmptySubsequences: false)
        for folder in folders {
            let path = (folder.isEmpty ? "." : folder) + "/" + name
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
                FileManager.default.isExecutableFile(atPath: path)
            {
                return path
            }
        }
        return nil
    }

    /// Returns the path of a program that runs `perf` commands. For `tilework` that is the program that it becomes,
    /// because valgrind doesn't follow it there.
    ///
    /// - Throws: `PerfComplaint` if there is no such program, or it can't be run.
    static func program(_ name: String) throws(PerfComplaint) -> String {
        guard let path = path(of: name) else {
            let isHere = FileManager.default.fileExists(atPath: name)
            throw PerfComplaint(
                "\(name): command not found" + (isHere ? "; for the program in this folder, write ./\(name)" : ""),
                .usage)
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw PerfComplaint("\(path): no such program", .usage)
        }
        guard !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: path) else {
            throw PerfComplaint("\(path) is not an executable program", .usage)
        }
        return ViewsProgram.path(behind: path) ?? path
    }
}
