import Foundation
import TileSupport

/// The files that a command reads and those that it will write, by what they really are: no output may replace an
/// input, or another output. All are claimed before any work is done.
package struct FileClaims {
    private struct Claim {
        /// The file's role in messages.
        var role: String
        var isInput: Bool
    }

    /// Claims by `identity`.
    private var claims: [String: Claim] = [:]

    package init() {}

    /// Notes a file that is read, or would be.
    ///
    /// - Parameter role: what it is, for people: “the trace”, say.
    package mutating func read(_ path: String, as role: String) {
        claims[Self.identity(path)] = Claim(role: role, isInput: true)
    }

    /// Notes a trace's file, and its content's if that is one.
    mutating func read(_ file: TraceFile) {
        if let content = file.contentPath { read(content, as: "the content of \(file.path)") }
        read(file.path, as: "the trace \(file.path)")
    }

    /// Notes a file that will be written. A device or a pipe takes any number of them.
    ///
    /// - Parameter role: what it will be: “the report”, say.
    /// - Throws: a mistake in the command, where it is noted already.
    package mutating func write(_ path: String, as role: String) throws(PerfComplaint) {
        var info = stat()
        if stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG { return }
        let identity = Self.identity(path)
        if let other = claims[identity] {
            throw PerfComplaint(
                other.isInput
                    ? "\(role) can't be written to \(path): that is \(other.role), which would be lost; choose another path"
                    : "\(other.role) and \(role) would both be written to \(path): choose different paths",
                .usage)
        }
        claims[identity] = Claim(role: role, isInput: false)
    }

    /// Returns the real path of a file, with links followed as `AtomicFile` follows them. For a missing file, the
    /// folder's links are followed.
    private static func identity(_ path: String) -> String {
        if let real = real(path) { return real }
        let name = PathName(path)
        if let folder = real(name.folder) { return folder == "/" ? "/" + name.name : folder + "/" + name.name }
        // A folder that is still to be made.
        let lexical = URL(fileURLWithPath: path).standardizedFileURL.path
        return real(lexical) ?? lexical
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
