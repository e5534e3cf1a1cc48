import Foundation

/// Paths relative to a folder.
package enum RelativePath {
    /// Returns the path of a file from a folder. Links are resolved first, because `..` applies to their targets.
    package static func path(of file: String, from folder: String) -> String {
        let target = parts(of: file)
        let start = parts(of: folder)
        let common = zip(target, start).prefix { $0 == $1 }.count
        // With nothing in common there is nothing to gain.
        guard common > 0 else { return "/" + target.joined(separator: "/") }
        return (Array(repeating: "..", count: start.count - common) + target[common...]).joined(separator: "/")
    }

    private static func parts(of path: String) -> [String] {
        let resolved = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
        return resolved.split(separator: "/").map(String.init)
    }
}
