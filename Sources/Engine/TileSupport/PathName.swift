/// A file's path, split at its slashes and its last dot as text, without accessing the file system.
///
/// Foundation's own method (`NSString.deletingLastPathComponent`) traps on a relative path of one character (Swift 6.3
/// on Linux), and paths are untrusted input.
package struct PathName: Hashable, Sendable {
    /// The path without slashes at the end.
    package let path: String
    /// The part before the last component, without the slash; empty for a name alone.
    package let parent: String
    /// The last component; empty for the root.
    package let name: String

    package init(_ path: String) {
        var bytes = Array(path.utf8)
        let slash = UInt8(ascii: "/")
        while bytes.count > 1 && bytes.last == slash { bytes.removeLast() }
        self.path = String(decoding: bytes, as: UTF8.self)
        if let last = bytes.lastIndex(of: slash) {
            name = String(decoding: bytes[(last + 1)...], as: UTF8.self)
            // The root keeps its slash.
            parent = String(decoding: bytes[..<max(1, last)], as: UTF8.self)
        } else {
            name = self.path
            parent = ""
        }
    }

    /// The folder of the file, as a path that can be opened.
    package var folder: String { parent.isEmpty ? "." : parent }

    /// The part of the name after its last dot; empty if there is no dot, or if the dot is the first character.
    package var fileExtension: String { lastDot.map { String(name[name.index(after: $0)...]) } ?? "" }

    /// The name without its extension and the dot before it.
    package var stem: String { lastDot.map { String(name[..<$0]) } ?? name }

    /// Returns the path of a file with another name in the same folder.
    package func sibling(_ name: String) -> String {
        parent.isEmpty ? name : parent == "/" ? "/" + name : parent + "/" + name
    }

    private var lastDot: String.Index? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return dot
    }
}
