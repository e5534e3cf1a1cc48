/// Why a file cannot be shown. Each description names the file and says what to do.
public enum ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no file of this name.
    case notFound(path: String)
    /// The file is there but the system does not let it be read, or it is no file.
    case unreadable(path: String, reason: String)
    /// The file has no bytes.
    case empty(path: String)
    /// The content is of no kind that Tilework reads, whatever the name says.
    case unrecognized(path: String, found: String)
    /// The content is of a known kind but damaged or cut off.
    case malformed(path: String, reason: String)
    /// Reading it would take more than a `ContentLimits` allows.
    case tooLarge(path: String, what: String, limit: String)
    /// Sound content that needs something that Tilework does not do.
    case unsupported(path: String, what: String)
    /// No room for the pixels of a large image on the temporary disk.
    case temporaryStorage(path: String, reason: String)
    /// Decoding it would take more memory or temporary disk than there may be (`ContentLimits.memory`,
    /// `ContentLimits.disk`).
    case noRoom(path: String, PixelRoom)
    /// An image that is decoded by a process of its own, which failed.
    case decoder(path: String, DecoderFailure)
    /// A drawing that needs librsvg, which failed.
    case librsvg(path: String, LibrsvgFailure)
    /// A PDF document, or a page of it, counted from 0.
    case pdf(path: String, page: Int?, PDFFailure)
    /// A nib or a storyboard that can't be shown.
    case nib(path: String, reason: String)

    /// The file that cannot be shown.
    public var path: String {
        switch self {
        case .notFound(let path), .unreadable(let path, _), .empty(let path), .unrecognized(let path, _),
            .malformed(let path, _), .tooLarge(let path, _, _), .unsupported(let path, _),
            .temporaryStorage(let path, _), .noRoom(let path, _), .decoder(let path, _), .librsvg(let path, _),
            .pdf(let path, _, _), .nib(let path, _):
            path
        }
    }

    public var description: String {
        switch self {
        case .notFound(let path):
            "\(path): no such file; check the name"
        case .unreadable(let path, let reason):
            "\(path): can't be read: \(reason)"
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
            "\(path): \(failure)"
        case .librsvg(let path, let failure):
            "\(path): \(failure)"
        case .pdf(let path, let page, let failure):
            "\(path)\(page.map { ", page \($0 + 1)" } ?? ""): \(failure)"
        case .nib(let path, let reason):
            "\(path): \(reason)"
        }
    }

    /// For people: “SVG, JPEG, … and storyboards”.
    private static var readKinds: String {
        let titles = ContentKind.allCases.map { kind in
            switch kind {
            case .slide, .nib, .storyboard: kind.title + "s"
            default: kind.title
            }
        }
        return titles.dropLast().joined(separator: ", ") + " and " + (titles.last ?? "")
    }
}
