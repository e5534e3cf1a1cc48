/// A file's path taken apart at its slashes and its last dot, as text: nothing is looked up.
///
/// Foundation's own (`NSString.deletingLastPathComponent`) traps on a relative path of one character (Swift 6.3 on
/// Linux), and names come from outside.
package struct PathName: Hashable, Sendable {
    /// Without slashes at the end.
    package let path: String
    /// What comes before the last component, without the slash; empty for a name alone.
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

    /// The folder that the file is in, as a path that can be opened.
    package var folder: String { parent.isEmpty ? "." : parent }

    /// What follows the name's last dot, unless that is its first character; empty without one.
    package var fileExtension: String { lastDot.map { String(name[name.index(after: $0)...]) } ?? "" }

    /// The name without the last dot and what follows it.
    package var stem: String { lastDot.map { String(name[..<$0]) } ?? name }

    /// The path of a file of another name in the same folder.
    package func sibling(_ name: String) -> String {
        parent.isEmpty ? name : parent == "/" ? "/" + name : parent + "/" + name
    }

    private var lastDot: String.Index? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return dot
    }
}
