import Foundation

/// The name of an image file, with the scale in it.
struct ImageFileName {
    /// The name without "@2x" and without the extension.
    var stem: String
    /// Pixels per point.
    var scale: CGFloat
    /// The extension; empty if there is none.
    var fileExtension: String

    init(_ path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? ""
        var stem = name
        fileExtension = ""
        if let dot = name.lastIndex(of: "."), dot != name.startIndex {
            stem = String(name[..<dot])
            fileExtension = String(name[name.index(after: dot)...])
        }
        scale = 1
        for factor in 2...3 where stem.hasSuffix("@\(factor)x") {
            scale = CGFloat(factor)
            stem.removeLast(3)
        }
        self.stem = stem
    }
}
