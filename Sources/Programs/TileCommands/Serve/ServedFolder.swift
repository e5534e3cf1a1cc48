import CommandSupport
import Foundation
import TileArchives
import TileContent
import TileSupport

/// The files of a folder, sorted by name. Hidden files, backups and temporary files are skipped, and so are inner
/// folders unless the listing is recursive.
///
/// A link that leads out of the folder is skipped too, unless links are followed. Otherwise, write access to the folder
/// would be enough to publish any file of the machine.
struct ServedFolder {
    struct File: Hashable {
        var path: String
        /// The names of the folders that it is in, from the served one down.
        var folders: [String]
    }

    /// The files; those of a folder come before those of the folders in it.
    private(set) var files: [File] = []
    /// The folder itself, and the inner folders that were listed.
    private(set) var folders: [String] = []
    /// One error for all links that were skipped, and one for each folder that can't be listed.
    private(set) var complaints: [Complaint] = []
    /// Remarks about what was skipped and can be shown with another option.
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
                    "\(first)\(others): skipped a link that leads out of the folder; use --follow-links to serve it",
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
            complaints.append(Complaint(.unreadable(path: folder, reason: "the folder can't be listed")))
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
                } else if let found = OtherFormat.sentence(ofFolder: file) {
                    notes.append("\(file): skipped; \(found)")
                } else if TileArchive.deepZoomDescription(ofTiles: file) == nil {
                    inner.append(name)
                }
            } else if !Self.isLeftover(name) {
                files.append(File(path: file, folders: folders))
            }
        }
        if inner.contains(where: Self.isIIIFRegion), TileArchive.holdsIIIFTiles(folder) {
            // The tiles, each in a folder of its own, are no contents.
            inner.removeAll(where: Self.isIIIFRegion)
            notes.append("\(folder): skipped the IIIF tiles, which are not read: export Deep Zoom")
        }
        guard !inner.isEmpty else { return }
        if isRecursive {
            for name in inner { list(folder + name + "/", in: folders + [name]) }
        } else {
            notes.append(
                "\(folder): skipped \(Amounts.counted(inner.count, "inner folder")) (\(Self.listing(inner))); "
                    + "use --recursive to serve their files")
        }
    }

    /// Whether a folder is one content: of tiles, or a compiled storyboard.
    private static func isContent(_ folder: String) -> Bool {
        TileArchive.layout(at: folder) != nil || ContentKind(folder: folder) != nil
    }

    /// Whether the name of a folder is a region of the IIIF Image API: `full`, `square`, or four numbers.
    private static func isIIIFRegion(_ name: String) -> Bool {
        name == "full" || name == "square" || name.hasPrefix("pct:")
            || name.split(separator: ",").count == 4
                && name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") }
    }

    /// Whether a file is the backup or the temporary file of an editor, an office program, a browser or a copy.
    ///
    /// Emacs writes `plan.svg~`, `#plan.svg#` and the link `.#plan.svg`; Vim `.plan.svg.swp` and `plan.svg~`; office
    /// programs `~$plan.docx` and `.~lock.plan.odt#`; IntelliJ `plan.svg___jb_tmp___`; browsers and copies in progress
    /// `.part`, `.crdownload`, `.download` and `.filepart`. Names that begin with a dot are hidden anyway.
    private static func isLeftover(_ name: String) -> Bool {
        if name.hasSuffix("~") || name.hasPrefix("~$") || name.hasPrefix("#") && name.hasSuffix("#") { return true }
        if name.hasSuffix("___jb_tmp___") || name.hasSuffix("___jb_old___") { return true }
        return leftoverEndings.contains(PathName(name).fileExtension.lowercased())
    }

    private static let leftoverEndings: Set = [
        "swp", "swo", "swx", "tmp", "temp", "bak", "part", "partial", "crdownload", "download", "filepart",
    ]

    private func isStray(_ file: String) -> Bool {
        guard !followsLinks, let root, let target = Self.realPath(file) else { return false }
        return target != root && !target.hasPrefix(root + "/")
    }

    /// The first names, and the number of the others.
    private static func listing(_ names: [String]) -> String {
        let shown = names.prefix(3).joined(separator: ", ")
        return names.count > 3 ? "\(shown), and \(Amounts.grouped(names.count - 3)) more" : shown
    }

    /// The path with all links resolved; nil when there is no such file.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
