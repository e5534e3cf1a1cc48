import Foundation
import TileArchives
import TileContent

/// A folder's files by their paths, sorted by name; hidden ones are left out, and folders in it unless they are asked
/// for.
///
/// A link to what lies elsewhere is left out as well, unless links are followed: whoever may put a link into a folder
/// would else choose what the server shows of the machine.
struct ServedFolder {
    struct File: Hashable {
        var path: String
        /// The names of the folders that it is in, from the served one down.
        var folders: [String]
    }

    /// A folder's own before those of the folders in it.
    private(set) var files: [File] = []
    /// Itself, and the folders in it that are listed.
    private(set) var folders: [String] = []
    /// One for all links that were left out, and one for each folder that can't be listed.
    private(set) var complaints: [Complaint] = []
    /// What is not shown that could be.
    private(set) var notes: [String] = []

    private let isRecursive: Bool
    private let followsLinks: Bool
    private let root: String?
    /// The real paths of the folders listed: a link may lead back up.
    private var listed: Set<String> = []
    private var strayLinks: [String] = []

    init(_ path: String, isRecursive: Bool, followsLinks: Bool) {
        self.isRecursive = isRecursive
        self.followsLinks = followsLinks
        root = Self.realPath(path)
        list(path.hasSuffix("/") ? path : path + "/", in: [])
        if let first = strayLinks.first {
            let others = strayLinks.count > 1 ? " and \(strayLinks.count - 1) more" : ""
            complaints.append(
                Complaint(
                    "\(first)\(others): a link out of the folder is not shown; serve with --follow-links to show it",
                    .noInput))
        }
    }

    private mutating func list(_ folder: String, in folders: [String]) {
        if let real = Self.realPath(folder), !listed.insert(real).inserted { return }
        self.folders.append(folder)
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            complaints.append(Complaint(.unreadable(path: folder, reason: "the folder cannot be listed")))
            return
        }
        var inner: [String] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            let file = folder + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else { continue }
            if isStray(file) {
                strayLinks.append(file)
            } else if isFolder.boolValue {
                if Self.isContent(file) {
                    files.append(File(path: file, folders: folders))
                } else if !Self.isOfDeepZoom(file) {
                    inner.append(name)
                }
            } else {
                files.append(File(path: file, folders: folders))
            }
        }
        guard !inner.isEmpty else { return }
        if isRecursive {
            for name in inner { list(folder + name + "/", in: folders + [name]) }
        } else {
            let (count, those) = (inner.count, inner.count == 1 ? "folder in it is" : "folders in it are")
            notes.append(
                "\(folder): \(count) \(those) not shown (\(Self.listing(inner))); serve with --recursive to show them")
        }
    }

    /// Whether a folder is one content: of tiles, or a compiled storyboard.
    private static func isContent(_ folder: String) -> Bool {
        TileArchive.layout(at: folder) != nil || ContentKind(folder: folder) != nil
    }

    /// Whether a folder has the tiles of the Deep Zoom file beside it.
    private static func isOfDeepZoom(_ folder: String) -> Bool {
        let suffix = "_files"
        return folder.hasSuffix(suffix)
            && FileManager.default.fileExists(atPath: folder.dropLast(suffix.count) + ".dzi")
    }

    private func isStray(_ file: String) -> Bool {
        guard !followsLinks, let root, let target = Self.realPath(file) else { return false }
        return target != root && !target.hasPrefix(root + "/")
    }

    /// The first names, and how many there are beyond.
    private static func listing(_ names: [String]) -> String {
        let shown = names.prefix(3).joined(separator: ", ")
        return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }

    /// Through all links; nil when there is nothing.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
