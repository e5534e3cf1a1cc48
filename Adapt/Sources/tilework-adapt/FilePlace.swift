import Foundation

/// The place of a file, which may not exist yet: two paths of the same file are equal, also through links to folders.
struct FilePlace: Hashable {
    private let path: String

    init(_ path: String) {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
        self.path = folder.appendingPathComponent(url.lastPathComponent).path
    }
}
