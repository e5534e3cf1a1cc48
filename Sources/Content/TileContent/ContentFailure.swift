import Foundation
import TileSupport
public import WorkerProcesses

/// Why a file cannot be shown. Each description names the file and says what to do.
public enum ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No file has this name.
    case notFound(path: String)
    /// The system denies reading the file, or it is not a file.
    case unreadable(path: String, reason: String)
    /// The file, or a font that it uses, could not be opened because the process or the system has too many files open.
    case shortage(path: String, what: String)
    /// The file has no bytes.
    case empty(path: String)
    /// The file is not of a supported kind, whatever its extension.
    case unrecognized(path: String, found: String)
    /// The file is of a supported kind but damaged or truncated.
    case malformed(path: String, reason: String)
    /// The file exceeds a limit in `ContentLimits`.
    case tooLarge(path: String, what: String, limit: String)
    /// The file is valid, but needs a feature that Tilework does not support.
    case unsupported(path: String, what: String)
    /// The temporary disk has no space for the pixels of a large image.
    case temporaryStorage(path: String, reason: String)
    /// Decoding would exceed the budget for memory or temporary files (`ContentLimits.memory`, `ContentLimits.disk`).
    case noRoom(path: String, PixelRoom)
    /// The worker process that decodes an image failed.
    case decoder(path: String, WorkerFailure)
    /// librsvg failed on a drawing that requires it.
    case librsvg(path: String, WorkerFailure)
    /// A PDF document or one of its pages, counted from 0, cannot be read.
    case pdf(path: String, page: Int?, PDFFailure)
    /// A nib or a storyboard cannot be shown.
    case nib(path: String, reason: String)

    /// The file that cannot be shown.
    public var path: String {
        switch self {
        case .notFound(let path), .unreadable(let path, _), .shortage(let path, _), .empty(let path),
            .unrecognized(let path, _),
            .malformed(let path, _), .tooLarge(let path, _, _), .unsupported(let path, _),
            .temporaryStorage(let path, _), .noRoom(let path, _), .decoder(let path, _), .librsvg(let path, _),
            .pdf(let path, _, _), .nib(let path, _):
            path
        }
    }

    /// Returns the failure of a file that has another name for people.
    package func named(_ name: String) -> ContentFailure {
        switch self {
        case .notFound: .notFound(path: name)
        case .unreadable(_, let reason): .unreadable(path: name, reason: reason)
        case .shortage(_, let what): .shortage(path: name, what: what)
        case .empty: .empty(path: name)
        case .unrecognized(_, let found): .unrecognized(path: name, found: found)
        case .malformed(_, let reason): .malformed(path: name, reason: reason)
        case .tooLarge(_, let what, let limit): .tooLarge(path: name, what: what, limit: limit)
        case .unsupported(_, let what): .unsupported(path: name, what: what)
        case .temporaryStorage(_, let reason): .temporaryStorage(path: name, reason: reason)
        case .noRoom(_, let room): .noRoom(path: name, room)
        case .decoder(_, let failure): .decoder(path: name, failure)
        case .librsvg(_, let failure): .librsvg(path: name, failure)
        case .pdf(_, let page, let failure): .pdf(path: name, page: page, failure)
        case .nib(_, let reason): .nib(path: name, reason: reason)
        }
    }

    public var description: String {
        switch self {
        case .notFound(let path):
            "\(path): no such file; check the name"
        case .unreadable(let path, let reason):
            "\(path): can't be read: \(reason)"
        case .shortage(let path, let what):
            "\(path): can't be read at the moment: \(what); allow more open files (ulimit -n, LimitNOFILE)"
        case .empty(let path):
            "\(path): the file is empty; copy or export it again"
        case .unrecognized(let path, let found):
            "\(path): \(found); Tilework reads \(Self.readKinds)"
        case .malformed(let path, let reason):
            "\(path): damaged: \(reason); copy or export it again"
        case .tooLarge(let path, let what, let limit):
            "\(path): \(what), more than the limit of \(limit); make it smaller or split it into parts"
        case .unsupported(let path, let what):
            "\(path): \(what), which Tilework does not read; convert it first"
        case .temporaryStorage(let path, let reason):
            "\(path): its pixels can't be stored in \(TemporaryFiles.directory): \(reason); "
                + "free some space there, or set TMPDIR to a larger disk"
        case .noRoom(let path, let room):
            "\(path): \(room)"
        case .decoder(let path, let failure):
            "\(path): \(WorkerMessages.decoder.text(failure))"
        case .librsvg(let path, let failure):
            "\(path): \(WorkerMessages.librsvg.text(failure))"
        case .pdf(let path, let page, let failure):
            "\(path)\(page.map { ", page \($0 + 1)" } ?? ""): \(failure)"
        case .nib(let path, let reason):
            "\(path): \(reason)"
        }
    }

    /// The supported kinds as a text: “SVG, JPEG, …, storyboards, and archives of tiles”.
    private static var readKinds: String {
        let titles = ContentKind.allCases.map { kind in
            switch kind {
            case .slide, .nib, .storyboard: kind.title + "s"
            default: kind.title
            }
        }
        return titles.joined(separator: ", ") + ", and archives of tiles"
    }
}

extension ContentFailure {
    /// A shortage of descriptors, by the system's error number; nil for another error.
    init?(shortage code: Int32, of path: String) {
        guard code == EMFILE || code == ENFILE else { return nil }
        self = .shortage(path: path, what: SystemError(code: code).description)
    }

    /// The shortage that keeps the file from being opened now; nil if there is none.
    init?(shortageAt path: String) {
        guard case .denied(let error)? = FileProblem(at: path) else { return nil }
        self.init(shortage: error.code, of: path)
    }
}
