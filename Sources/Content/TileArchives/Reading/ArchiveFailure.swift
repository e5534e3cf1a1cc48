public import TileContent
public import TileEngine
public import TileGeometry

/// A reason why an archive, or one of its tiles, cannot be read. Each description names the file and says what to do.
public enum ArchiveFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No file has this name.
    case notFound(path: String)
    /// The system denies reading the file, or it is not a regular file.
    case unreadable(path: String, reason: String)
    /// The file is not an archive.
    case unrecognized(path: String, found: String)
    /// The archive violates its format: it is truncated, or its parts contradict each other.
    case damaged(path: String, reason: String)
    /// The archive is valid, but needs a feature that Tilework does not support.
    case unsupported(path: String, what: String)
    /// Reading failed, for example because of a broken disk.
    case inputOutput(path: String, reason: String)
    /// The server with the archive does not respond, or currently cannot.
    case unreachable(path: String, reason: String)
    /// The archive changed while it was being read.
    case replaced(path: String)
    /// The archive has no such tile.
    case noTile(path: String, tile: TileCoordinate)
    /// The archive has no tiles; if `isPart`, it has none in the requested levels and bounds.
    case noTiles(path: String, isPart: Bool)
    /// An option that does not fit this archive. The name is that of a parameter, such as `TileExtraction.bounds`.
    case option(name: String, value: String, reason: String)
    /// Two archives with tiles that do not correspond.
    case incomparable(first: String, second: String, reason: String)
    /// The output exists already.
    case exists(path: String)
    /// The system denies creating the output. The reason says what to do.
    case cannotCreate(path: String, reason: String)
    /// The system failed to write the output.
    case cannotWrite(path: String, reason: String)
    /// A decoder failed for a reason other than the tiles themselves.
    case content(ContentFailure)
    /// The work was cancelled.
    case cancelled

    public var description: String {
        switch self {
        case .notFound(let path): "\(path): no such file; check the name"
        case .unreadable(let path, let reason): "\(path): can't be read: \(reason)"
        case .unrecognized(let path, let found):
            "\(path): \(found); Tilework reads PMTiles, MBTiles, Deep Zoom (.dzi), Zoomify, and folders of "
                + "{z}/{x}/{y} tiles"
        case .damaged(let path, let reason): "\(path): damaged: \(reason); copy or build it again"
        case .unsupported(let path, let what): "\(path): not supported: \(what)"
        case .inputOutput(let path, let reason): "\(path): reading failed: \(reason)"
        case .unreachable(let path, let reason):
            "\(path): unreachable: \(reason); check the address, or try again later"
        case .replaced(let path): "\(path): replaced while it was read; try again"
        case .noTile(let path, let tile): "\(path): no tile \(tile.level)/\(tile.column)/\(tile.row) in this archive"
        case .noTiles(let path, let isPart):
            "\(path): the archive has no tiles\(isPart ? " in the requested levels and bounds" : "")"
        case .option(let name, let value, let reason): "`\(name)` \(value): \(reason)"
        case .incomparable(let first, let second, let reason):
            "\(first) and \(second) can't be compared: \(reason)"
        case .exists(let path): "\(path): already exists; choose another name or remove it"
        case .cannotCreate(let path, let reason):
            "\(path): can't be created: \(reason)"
        case .cannotWrite(let path, let reason):
            "\(path): can't be written: \(reason); free disk space or choose another disk"
        case .content(let failure): failure.description
        case .cancelled: "stopped"
        }
    }
}

extension ArchiveFailure: TileSourceFailure {
    public var isLasting: Bool {
        switch self {
        case .unrecognized, .damaged, .unsupported, .noTile, .noTiles, .option, .incomparable: true
        case .content(let failure): failure.isLasting
        case .notFound, .unreadable, .inputOutput, .unreachable, .replaced, .exists, .cannotCreate, .cannotWrite,
            .cancelled:
            false
        }
    }

    public var reasonForClients: String {
        switch self {
        case .notFound, .unreadable, .inputOutput: "its archive can't be read"
        case .unrecognized: "unrecognized archive format"
        case .damaged: "its archive is damaged"
        case .unreachable: "its archive is unreachable at the moment"
        case .replaced: "its archive has just been replaced"
        case .unsupported(_, let what): what
        case .noTile: "no such tile in the archive"
        case .noTiles: "its archive has no tiles"
        case .content(let failure): failure.reasonForClients
        case .option, .incomparable, .exists, .cannotCreate, .cannotWrite, .cancelled: "not available at the moment"
        }
    }
}
