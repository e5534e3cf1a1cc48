import Foundation
import RemoteArchives
import TileArchives
import TileContent
import TileGeometry
import TileServer
import TileSupport

/// The files that a server shows: those named, and all in the folders named that are of a kind that Tilework reads.
/// Folders are listed here, and no file is opened: that is done while the server runs, so that no file delays its
/// start.
///
/// Identifiers are those of all files that are listed, files with an ending of a kind that is read first: so a URL does
/// not depend on what else is in the folder, nor on whether another file is sound.
struct ServedFiles: Sendable {
    /// A file that may be shown.
    struct File: Hashable, Sendable {
        var path: String
        var id: String
        /// The names of the folders that it is in, from the one that was named down.
        var folders: [String]
        /// Named on the command line, not found in a folder.
        var isNamed: Bool
    }

    /// In the order of the command line, those of a folder by name.
    let files: [File]
    /// What was named and is not there.
    let complaints: [Complaint]
    /// What is in the folders and could be shown.
    let notes: [String]
    /// The folders that were listed, and those of the files that were named: what happens there may change all this.
    let folders: [String]
    private let settings: ServeSettings

    /// - Parameters:
    ///   - isRecursive: Whether folders in a folder are listed too.
    ///   - followsLinks: Whether links in a folder are shown that lead out of it.
    init(_ paths: [String], settings: ServeSettings, isRecursive: Bool = false, followsLinks: Bool = false) {
        var found: [(path: String, folders: [String], isNamed: Bool)] = []
        var complaints: [Complaint] = []
        var notes: [String] = []
        var folders: [String] = []
        for path in paths {
            var isFolder: ObjCBool = false
            do throws(RemoteFailure) {
                if try RemoteLocation(path) != nil {
                    found.append((path, [], true))
                    continue
                }
            } catch {
                complaints.append(Complaint(error))
                continue
            }
            if !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
                folders.append(PathName(path).folder)
                complaints.append(Complaint(.notFound(path: path)))
            } else if isFolder.boolValue, TileArchive.layout(at: path) == nil, ContentKind(folder: path) == nil {
                let folder = ServedFolder(path, isRecursive: isRecursive, followsLinks: followsLinks)
                folders += folder.folders
                found += folder.files.map { (path: $0.path, folders: $0.folders, isNamed: false) }
                complaints += folder.complaints
                notes += folder.notes
            } else {
                folders.append(PathName(path).folder)
                found.append((path, [], true))
            }
        }
        self.folders = folders
        // Sorted by whether the ending is known, and else left as it is.
        let order =
            found.indices.filter { Self.hasKnownEnding(found[$0].path) || found[$0].isNamed }
            + found.indices.filter { !(Self.hasKnownEnding(found[$0].path) || found[$0].isNamed) }
        let ids = ServedContent.ids(
            forFileNames: order.map { found[$0].path }, inFolders: order.map { found[$0].folders })
        var idByIndex: [Int: String] = [:]
        for (index, id) in zip(order, ids) { idByIndex[index] = id }
        files = found.enumerated().map {
            File(path: $1.path, id: idByIndex[$0]!, folders: $1.folders, isNamed: $1.isNamed)
        }
        self.complaints = complaints
        self.notes = notes
        self.settings = settings
    }

    private static func hasKnownEnding(_ path: String) -> Bool { kind(ofName: PathName(path)) != nil }

    /// What a file is by its name, in a word; nil when it does not say that it is of a kind that is read.
    private static func kind(ofName name: PathName) -> String? {
        ContentKind(fileExtension: name.fileExtension)?.rawValue
            ?? ArchiveLayout(fileExtension: name.fileExtension)?.rawValue
    }

    /// What a file is listed as before it is opened; nil when its name does not say that it is of a kind that is read.
    static func listing(of file: File) -> OfferedContent.Listing? {
        let name = PathName(file.path)
        guard let kind = kind(ofName: name) else { return nil }
        return OfferedContent.Listing(title: name.stem, kind: kind, folder: folder(of: file))
    }

    private static func folder(of file: File) -> String? {
        file.folders.isEmpty ? nil : file.folders.joined(separator: "/")
    }

    /// Opens a file and makes a content of it.
    ///
    /// - Throws: `Complaint`; for a file of no kind that is read, found in a folder, `NotShown`, because a folder may
    ///   hold other things beside.
    func open(_ file: File) throws -> (content: OpenedContent, notes: [String]) {
        if let location = try? RemoteLocation(file.path) { return (.content(try openRemote(location, file)), []) }
        if TileArchive.layout(at: file.path) != nil { return (.content(try openArchive(file)), []) }
        let document: ContentDocument
        let stamp = FileStamp(file.path)
        let fingerprint: FileFingerprint?
        do {
            document = ReopeningSource.wrapping(
                try ContentReader.openFile(file.path, limits: settings.limits), limits: settings.limits)
            fingerprint = try FileFingerprint(of: document, opened: stamp, settings)
        } catch .unrecognized(_, let found) where !file.isNamed {
            throw NotShown(path: file.path, reason: found)
        } catch .empty where !file.isNamed && !Self.hasKnownEnding(file.path) {
            // Not by its name either is it anything that would be missed.
            throw NotShown(path: file.path, reason: "it is empty")
        } catch {
            throw Complaint(error)
        }
        let folder = Self.folder(of: file)
        let notes = document.notes.map { "\(document.path): \($0)" }
        do {
            if let pages = document.pages, pages.count > 1 {
                let served = Self.served(pages, of: document, file.id, folder, fingerprint, settings)
                return (.pages(served), notes)
            }
            var content = try ServedContent(document, id: file.id, settings: settings)
            content.fingerprint = fingerprint?.of(content)
            content.folder = folder
            if let pages = document.pages { content.page = ServedPage(pages, index: 0, documentID: file.id) }
            return (.content(content), notes)
        } catch {
            throw Complaint(error, input: document.path)
        }
    }

    private func openArchive(_ file: File) throws(Complaint) -> ServedContent {
        do throws(ArchiveFailure) {
            var content = ServedContent(
                try LocalArchiveSource(file.path), id: file.id, settings: settings)
            content.folder = Self.folder(of: file)
            return content
        } catch {
            throw Complaint(archive: error)
        }
    }

    private func openRemote(_ location: RemoteLocation, _ file: File) throws(Complaint) -> ServedContent {
        do throws(ArchiveFailure) {
            let source = try RemoteArchiveSource(location)
            let name = source.description.name
            var content = ServedContent(
                id: file.id, title: name.isEmpty ? PathName(location.name).stem : name, source: source,
                pyramid: source.pyramid, isScalable: false, format: settings.format ?? source.format,
                kind: source.description.layout.rawValue)
            content.part = source.part
            return content
        } catch {
            throw Complaint(archive: error)
        }
    }

    private static func served(
        _ pages: any ContentPages, of document: ContentDocument, _ id: String, _ folder: String?,
        _ fingerprint: FileFingerprint?, _ settings: ServeSettings
    ) -> ServedPages {
        let title = PathName(document.path).stem
        var served = ServedPages(
            id: id, title: title, pages: pages, kind: document.kind?.rawValue, folder: folder
        ) {
            index, pageID in
            do {
                var content = try ServedContent(try pages.open(index), id: pageID, settings: settings)
                content.title = title
                content.folder = folder
                content.page = ServedPage(pages, index: index, documentID: id)
                content.fingerprint = fingerprint?.of(content)
                return content
            } catch let failure as ContentFailure {
                let complaint = Complaint(failure)
                _ = complaint.reported()
                throw ContentRefusal(complaint.reasonForClients)
            } catch let failure as TilePyramid.Failure {
                let complaint = Complaint(failure, input: document.path)
                _ = complaint.reported()
                throw ContentRefusal(complaint.reasonForClients)
            }
        }
        served.fingerprint = fingerprint?.ofDocument
        served.damage = document.damage.map { "\($0.sentence)." }
        return served
    }

    /// A file that was found in a folder is of no kind that is read.
    struct NotShown: Error {
        var path: String
        /// What it is.
        var reason: String
    }
}
