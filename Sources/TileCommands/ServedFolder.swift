import Foundation
import TileContent

/// A folder's files by their paths, sorted by name; hidden ones and folders in it are left out.
///
/// A link to a file elsewhere is left out as well, unless links are followed: whoever may put a link into a folder would
/// else choose what the server shows of the machine.
struct ServedFolder {
    private(set) var files: [String] = []
    /// One for all links that were left out.
    private(set) var complaints: [Complaint] = []

    init(_ path: String, followsLinks: Bool) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            complaints.append(Complaint(.unreadable(path: path, reason: "the folder cannot be listed")))
            return
        }
        let folder = path.hasSuffix("/") ? path : path + "/"
        let root = Self.realPath(path)
        var strayLinks: [String] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            let file = folder + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            if !followsLinks, let root, let target = Self.realPath(file), !target.hasPrefix(root + "/") {
                strayLinks.append(name)
            } else {
                files.append(file)
            }
        }
        if let first = strayLinks.first {
            let others = strayLinks.count > 1 ? " and \(strayLinks.count - 1) more" : ""
            complaints.append(
                Complaint(
                    "\(folder)\(first)\(others): a link out of the folder is not shown; serve with --follow-links to show it",
                    .noInput))
        }
    }

    /// Through all links; nil when there is nothing.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
