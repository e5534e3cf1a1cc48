public import Foundation
import TileEngine
import ViewerFiles

/// The gallery, the viewer and their scripts and styles, read into memory once.
public struct ViewerPages: Sendable {
    struct File: Sendable {
        var bytes: [UInt8]
        var mediaType: String
        var entityTag: String
    }

    /// The files by name, without folders.
    let files: [String: File]

    static let gallery = "gallery.html"
    static let viewer = "index.html"

    /// Reads the files of a folder that a browser may request. Returns nil if the two pages are not among them.
    public init?(folder: URL) {
        let types = [
            "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
            "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        ]
        var files: [String: File] = [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names {
            let url = folder.appendingPathComponent(name)
            guard let type = types[url.pathExtension], let data = try? Data(contentsOf: url) else { continue }
            let bytes = [UInt8](data)
            let validator = bytes.withUnsafeBytes { StrongValidator(of: $0) }
            files[name] = File(bytes: bytes, mediaType: type, entityTag: ReadyTile.entityTag(validator))
        }
        guard files[Self.gallery] != nil, files[Self.viewer] != nil else { return nil }
        self.files = files
    }

    /// Finds the pages of this installation, or returns nil.
    ///
    /// They are searched in this order:
    /// - the folder that the environment variable `TILEWORK_VIEWER` names; no other is searched if it is set
    /// - `share/tilework/viewer` beside the program's folder, or beside `libexec` for a program in `libexec/tilework`
    /// - `assets/viewer` in the nearest folder above the program that has it, as when it was built from source, or
    ///   above the working folder
    /// - the folder beside the program where SwiftPM puts them for a package that depends on this one
    public static func find(
        program: URL? = Bundle.main.executableURL?.resolvingSymlinksInPath(),
        workingFolder: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ViewerPages? {
        if let folder = environment["TILEWORK_VIEWER"] { return ViewerPages(folder: URL(fileURLWithPath: folder)) }
        var folders: [URL] = []
        if let program {
            let beside = program.deletingLastPathComponent().deletingLastPathComponent()
            folders.append(beside.appendingPathComponent("share/tilework/viewer"))
            if beside.lastPathComponent == "libexec" {
                folders.append(beside.deletingLastPathComponent().appendingPathComponent("share/tilework/viewer"))
            }
        }
        for start in [program?.deletingLastPathComponent(), workingFolder] {
            guard var folder = start?.standardizedFileURL else { continue }
            while true {
                folders.append(folder.appendingPathComponent("assets/viewer"))
                if folder.path == "/" || folder.path.isEmpty { break }
                folder.deleteLastPathComponent()
            }
        }
        if let program {
            folders.append(program.deletingLastPathComponent().appendingPathComponent(ViewerFiles.folder))
        }
        return folders.lazy.compactMap { ViewerPages(folder: $0) }.first
    }
}
