import Foundation
import TileContent
import TileGeometry
import TileGraphics
import TileServer

/// The files that a server shows: those named, and all in the folders named that are of a kind that Tilework reads.
struct ServedFiles {
    private(set) var contents: [ServedContent] = []
    /// What is not shown, and why.
    private(set) var complaints: [Complaint] = []
    /// What the owners of shown files should know.
    private(set) var notes: [String] = []

    /// Opens all files, several at a time. Takes as long as reading the drawings does; images are opened by their headers.
    init(_ paths: [String], settings: ServeSettings) {
        var files: [File] = []
        for path in paths {
            if let names = Self.names(inFolder: path) {
                let prefix = path.hasSuffix("/") ? path : path + "/"
                files += names.map { File(path: prefix + $0, isNamed: false) }
            } else {
                files.append(File(path: path, isNamed: true))
            }
        }
        let opened = Self.open(files)
        var documents: [ContentDocument] = []
        for (file, result) in zip(files, opened) {
            switch result {
            case .success(let document): documents.append(document)
            // A folder may hold other things beside.
            case .failure(.unrecognized) where !file.isNamed: break
            case .failure(let failure): complaints.append(Complaint(failure))
            }
        }
        let ids = ServedContent.ids(forFileNames: documents.map(\.path))
        for (document, id) in zip(documents, ids) {
            do {
                contents.append(try ServedContent(document, id: id, settings: settings))
                notes += document.notes.map { "\(document.path): \($0)" }
            } catch {
                complaints.append(Complaint(error, input: document.path))
            }
        }
        if files.isEmpty && !paths.isEmpty {
            complaints.append(Complaint("\(paths.joined(separator: ", ")): no files there", .noInput))
        }
    }

    private struct File {
        var path: String
        /// Named on the command line, not found in a folder.
        var isNamed: Bool
    }

    /// Sorted; hidden ones and folders in it left out; nil when it is no folder that can be read.
    private static func names(inFolder path: String) -> [String]? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
        return names.filter { name in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            return !name.hasPrefix(".") && exists && !isFolder.boolValue
        }.sorted()
    }

    private static func open(_ files: [File]) -> [Result<ContentDocument, ContentFailure>] {
        let results = Lock<[Int: Result<ContentDocument, ContentFailure>]>([:])
        let paths = files.map(\.path)
        DispatchQueue.concurrentPerform(iterations: paths.count) { index in
            let result = Result { () throws(ContentFailure) in try ContentReader.open(paths[index]) }
            results.withLock { $0[index] = result }
        }
        return results.withLock { results in paths.indices.map { results[$0]! } }
    }
}
