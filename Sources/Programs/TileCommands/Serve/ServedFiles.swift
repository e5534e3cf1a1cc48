import CommandSupport
import Foundation
import RemoteArchives
import TileArchives
import TileContent
import TileGeometry
import TileServer
import TileSupport

/// The files that `tilework serve` shows: those that were named, and those of the named folders that are of a kind that
/// Tilework reads.
///
/// Folders are listed here. Files are opened while the server runs, so that no file delays its start.
///
/// An identifier follows from the file's own path (`ContentNames`), so that a URL does not depend on what else is in
/// the folder.
struct ServedFiles: Sendable {
    /// A file that may be shown.
    struct File: Hashable, Sendable {
        var path: String
        /// The name for people: the path, or an address without its secrets.
        var title: String
        /// The path from which the file's names are made. For an address, only its last part.
        var namePath: String
        var id: String
        var names: ContentNames
        /// The names of the folders that it is in, from the named one down.
        var folders: [String]
        /// Whether the file was named on the command line, and not found in a folder.
        var isNamed: Bool
    }

    /// The files in the order of the command line, those of a folder by name.
    let files: [File]
    /// Errors about paths that were named.
    let complaints: [Complaint]
    /// Remarks about files in the folders that are not shown.
    let notes: [String]
    /// The folders that were listed, and those of the files that were named: what happens there may change the files.
    let folders: [String]
    private let settings: ServeSettings
    /// The contents of addresses; nil to read only archives from there.
    private let remotes: RemoteContents?

    /// - Parameters:
    ///   - isRecursive: Whether the folders in a folder are listed too.
    ///   - followsLinks: Whether links that lead out of their folder are shown.
    ///   - remotes: Reads the contents of addresses; nil to read only archives from there.
    init(
        _ paths: [String], settings: ServeSettings, isRecursive: Bool = false, followsLinks: Bool = false,
        remotes: RemoteContents? = nil
    ) {
        var listing = Listing()
        for path in paths { listing.add(path, isRecursive: isRecursive, followsLinks: followsLinks) }
        let found = listing.found
        let naming = FileNaming(
            found.map { file in
                let name = PathName(file.namePath)
                return FileNaming.File(
                    names: ContentNames(writtenPath: file.namePath, folders: file.folders),
                    absolutePath: file.absolutePath, mayHavePages: Self.mayHavePages(name),
                    isContentByName: file.isNamed || Self.kind(ofName: name) != nil)
            }, isContent: { ContentKind.isRecognized(fileAt: found[$0].path) })
        files = found.indices.map { index in
            File(
                path: found[index].path, title: found[index].title, namePath: found[index].namePath,
                id: naming.ids[index], names: naming.names[index], folders: found[index].folders,
                isNamed: found[index].isNamed)
        }
        complaints = listing.complaints
        notes = listing.notes
        folders = listing.folders
        self.settings = settings
        self.remotes = remotes
    }

    private static func hasKnownEnding(_ path: String) -> Bool { kind(ofName: PathName(path)) != nil }

    /// Whether a file of this name may be a document of several pages.
    private static func mayHavePages(_ name: PathName) -> Bool {
        switch ContentKind(fileExtension: name.fileExtension) {
        case .svg, .jpeg, .png: false
        case nil: ArchiveLayout(fileExtension: name.fileExtension) == nil
        default: true
        }
    }

    /// The kind of a file by its name; nil when its name does not say that Tilework reads it.
    private static func kind(ofName name: PathName) -> String? {
        ContentKind(fileExtension: name.fileExtension)?.rawValue
            ?? ArchiveLayout(fileExtension: name.fileExtension)?.rawValue
    }

    /// The entry of a file in lists before it is opened; nil when its name does not say that Tilework reads it.
    static func listing(of file: File) -> OfferedContent.Listing? {
        let name = PathName(file.namePath)
        guard let kind = kind(ofName: name) else { return nil }
        return OfferedContent.Listing(title: name.stem, kind: kind, folder: folder(of: file))
    }

    private static func folder(of file: File) -> String? {
        file.folders.isEmpty ? nil : file.folders.joined(separator: "/")
    }

    /// Opens a file as a content.
    ///
    /// - Throws: `Complaint`; `NotShown` for a file that was found in a folder and is of no kind that Tilework reads,
    ///   because a folder may hold other files too.
    func open(_ file: File) throws -> (content: OpenedContent, notes: [String]) {
        guard let location = try? RemoteLocation(file.path) else { return try open(file, at: file.path) }
        switch try remotes.map({ try Self.content(location, of: $0) }) ?? .archive {
        case .archive: return (.content(try openArchive(location, file)), [])
        case .image(let image): return try openImage(image, file)
        case .copy(let copy):
            let (content, notes) = try open(file, at: copy.path)
            return (content, [copy.note].compactMap(\.self) + notes)
        }
    }

    private static func content(
        _ location: RemoteLocation, of remotes: RemoteContents
    ) throws(Complaint) -> RemoteContent {
        do throws(RemoteFailure) { return try remotes.open(location) } catch { throw Complaint(error) }
    }

    /// Fetches what opening a file needs; nil for a file on this machine.
    func preparation(of file: File) -> (@Sendable () async -> Void)? {
        guard let remotes, let location = try? RemoteLocation(file.path) else { return nil }
        return { await remotes.prepare(location) }
    }

    /// Opens a file on this machine, which may be a copy of the file itself.
    private func open(_ file: File, at path: String) throws -> (content: OpenedContent, notes: [String]) {
        if TileArchive.layout(at: path) != nil { return try openArchive(file, at: path) }
        let document: ContentDocument
        let stamp = ServedFileStamp(path)
        let fingerprint: FileFingerprint?
        do {
            document = ReopeningSource.wrapping(
                try ContentReader.openFile(path, limits: settings.limits), limits: settings.limits)
            fingerprint = try FileFingerprint(of: document, opened: stamp, settings)
        } catch .unrecognized(_, let found) where !file.isNamed {
            throw NotShown(path: file.title, reason: found)
        } catch .empty where !file.isNamed && !Self.hasKnownEnding(file.path) {
            throw NotShown(path: file.title, reason: "the file is empty")
        } catch {
            throw Complaint(error.named(file.title))
        }
        let folder = Self.folder(of: file)
        let notes =
            document.notes.map { "\(file.title): \($0)" }
            + [document.omissionSummary(named: file.title)].compactMap(\.self)
        do {
            if let pages = document.pages, pages.count > 1 {
                let title = PathName(document.path).stem
                let served = Self.served(pages, of: document, file, title: title, fingerprint, settings)
                return (.pages(served), notes)
            }
            var content = try ServedContent(document, id: file.id, settings: settings)
            content.fingerprint = fingerprint?.of(content)
            content.folder = folder
            if let pages = document.pages { content.page = ServedPage(pages, index: 0, documentID: file.id) }
            return (.content(content), notes)
        } catch {
            throw Complaint(error, input: file.title)
        }
    }

    private func openImage(
        _ image: RemoteImage, _ file: File
    ) throws(Complaint) -> (content: OpenedContent, notes: [String]) {
        let document = image.document
        let title = PathName(file.namePath).stem
        let notes = document.notes.map { "\(file.title): \($0)" }
        if let pages = document.pages {
            return (.pages(Self.served(pages, of: document, file, title: title, nil, settings)), notes)
        }
        do throws(TilePyramid.Failure) {
            var content = try ServedContent(document, id: file.id, settings: settings)
            content.title = title
            image.setPyramid(content.pyramid)
            return (.content(content), notes)
        } catch {
            throw Complaint(error, input: file.title)
        }
    }

    private func openArchive(
        _ file: File, at path: String
    ) throws(Complaint) -> (content: OpenedContent, notes: [String]) {
        do throws(ArchiveFailure) {
            let source = try LocalArchiveSource(path, scheme: settings.tileScheme)
            var content = ServedContent(source, id: file.id, settings: settings)
            content.folder = Self.folder(of: file)
            let notes = source.contradictions.map {
                "\(file.title): the archive does not match its description: \($0)"
            }
            return (.content(content), notes)
        } catch {
            throw Complaint(archive: error)
        }
    }

    private func openArchive(_ location: RemoteLocation, _ file: File) throws(Complaint) -> ServedContent {
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
        _ pages: any ContentPages, of document: ContentDocument, _ file: File, title: String,
        _ fingerprint: FileFingerprint?, _ settings: ServeSettings
    ) -> ServedPages {
        let (id, folder) = (file.id, folder(of: file))
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
                (content.source as? RemoteImage)?.setPyramid(content.pyramid)
                return content
            } catch let failure as ContentFailure {
                let complaint = Complaint(failure.named(file.title))
                _ = complaint.reported()
                // A part of a remote file may be there the next time.
                var mayPass = complaint.mayPass
                if case .unreadable = failure, document.source is RemoteImage { mayPass = true }
                throw ContentRefusal(complaint.reasonForClients, mayPass: mayPass)
            } catch let failure as TilePyramid.Failure {
                let complaint = Complaint(failure, input: file.title)
                _ = complaint.reported()
                throw ContentRefusal(complaint.reasonForClients)
            }
        }
        served.fingerprint = fingerprint?.ofDocument
        served.damage = document.damage.map { "\($0.sentence)." }
        return served
    }

    /// A file that was found in a folder and is of no kind that Tilework reads.
    struct NotShown: Error {
        var path: String
        /// The reason: the kind of file that it is.
        var reason: String
    }
}

/// The files and folders behind the paths of a command line.
private struct Listing {
    struct Found {
        var path: String
        /// The name for people, without secrets; nil for the path.
        var address: String?
        var title: String { address ?? path }
        /// The path from which the file's names are made. For an address, only its last part, without secrets.
        var namePath: String
        var absolutePath: String
        var folders: [String] = []
        var isNamed: Bool
    }

    private(set) var found: [Found] = []
    private(set) var complaints: [Complaint] = []
    private(set) var notes: [String] = []
    private(set) var folders: [String] = []
    /// The absolute paths of the files, as bytes: two names that look the same are two files.
    private var known: Set<[UInt8]> = []
    private let workingFolder = FileManager.default.currentDirectoryPath

    mutating func add(_ path: String, isRecursive: Bool, followsLinks: Bool) {
        var isFolder: ObjCBool = false
        do throws(RemoteFailure) {
            if let location = try RemoteLocation(path) {
                add(
                    Found(
                        path: path, address: "\(location)", namePath: location.name, absolutePath: path, isNamed: true))
                return
            }
        } catch {
            complaints.append(Complaint(error))
            return
        }
        if let complaint = Complaint(notLocal: path) {
            complaints.append(complaint)
            return
        }
        if !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            folders.append(PathName(path).folder)
            complaints.append(Complaint(unreadable: path))
        } else if isFolder.boolValue, TileArchive.layout(at: path) == nil, ContentKind(folder: path) == nil,
            OtherFormat.sentence(ofFolder: path) == nil
        {
            let folder = ServedFolder(path, isRecursive: isRecursive, followsLinks: followsLinks)
            folders += folder.folders
            complaints += folder.complaints
            notes += folder.notes
            let paths = Set(folder.files.map(\.path))
            for file in folder.files {
                // A mask is shown with its picture.
                if let picture = ServedFileStamp.picture(ofMask: file.path), paths.contains(picture) { continue }
                add(
                    Found(
                        path: file.path, namePath: file.path, absolutePath: absolute(file.path), folders: file.folders,
                        isNamed: false))
            }
        } else {
            folders.append(PathName(path).folder)
            add(Found(path: path, namePath: path, absolutePath: absolute(path), isNamed: true))
        }
    }

    /// Adds a file unless it was named before: it is served once.
    private mutating func add(_ file: Found) {
        if known.insert(Array(file.absolutePath.utf8)).inserted { found.append(file) }
    }

    /// The absolute path, without `.`, `..` and empty parts; links are not followed.
    private func absolute(_ path: String) -> String {
        var parts: [Substring] = path.hasPrefix("/") ? [] : workingFolder.split(separator: "/")
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
