public import TileContent
public import TileEngine
public import TileGeometry

/// Why an archive, or a tile of it, could not be read. Each description names the file and says what to do.
public enum ArchiveFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is nothing of this name.
    case notFound(path: String)
    /// The system does not let it be read, or it is no file.
    case unreadable(path: String, reason: String)
    /// It is no archive.
    case unrecognized(path: String, found: String)
    /// It is not as its kind has to be: cut off, or its parts contradict each other.
    case damaged(path: String, reason: String)
    /// A sound archive that needs something that Tilework does not do.
    case unsupported(path: String, what: String)
    /// Reading failed in the middle: a broken disk, say.
    case inputOutput(path: String, reason: String)
    /// It is on another machine, which does not answer, or can't now.
    case unreachable(path: String, reason: String)
    /// It is another one than when reading it began.
    case replaced(path: String)
    /// The archive has no such tile.
    case noTile(path: String, tile: TileCoordinate)
    /// What is asked for cannot be had of this archive. The name is a parameter's, as `TileExtraction.bounds`.
    case option(name: String, value: String, reason: String)
    /// Two archives whose tiles do not stand for the same.
    case incomparable(first: String, second: String, reason: String)
    /// There is something of the output's name already.
    case exists(path: String)
    /// The system does not let the output be made.
    case cannotCreate(path: String, reason: String)
    /// The system failed to write it.
    case cannotWrite(path: String, reason: String)
    /// Its tiles cannot be decoded, for a reason that is not theirs.
    case content(ContentFailure)
    /// It was called off.
    case cancelled

    public var description: String {
        switch self {
        case .notFound(let path): "\(path): no such archive; check the name"
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .unrecognized(let path, let found):
            "\(path): \(found); Tilework reads PMTiles, MBTiles, Deep Zoom (.dzi), Zoomify and folders of {z}/{x}/{y} tiles"
        case .damaged(let path, let reason): "\(path): damaged: \(reason); copy or make it again"
        case .unsupported(let path, let what): "\(path): \(what), which Tilework does not read; convert it first"
        case .inputOutput(let path, let reason): "\(path): reading failed: \(reason)"
        case .unreachable(let path, let reason): "\(path): cannot be reached: \(reason); try again later"
        case .replaced(let path): "\(path): was replaced while it was read; try again"
        case .noTile(let path, let tile): "\(path): no tile \(tile.level)/\(tile.column)/\(tile.row)"
        case .option(let name, let value, let reason): "`\(name)` \(value): \(reason)"
        case .incomparable(let first, let second, let reason):
            "\(first) and \(second) cannot be compared tile by tile: \(reason)"
        case .exists(let path): "\(path): already exists; choose another name or remove it"
        case .cannotCreate(let path, let reason):
            "\(path): cannot be created: \(reason); choose another place or change its permissions"
        case .cannotWrite(let path, let reason):
            "\(path): cannot be written: \(reason); free disk space or choose another disk"
        case .content(let failure): failure.description
        case .cancelled: "stopped"
        }
    }
}

extension ArchiveFailure: TileSourceFailure {
    public var isLasting: Bool {
        switch self {
        case .unrecognized, .damaged, .unsupported, .noTile, .option, .incomparable: true
        case .content(let failure): failure.isLasting
        case .notFound, .unreadable, .inputOutput, .unreachable, .replaced, .exists, .cannotCreate, .cannotWrite,
            .cancelled:
            false
        }
    }

    public var reasonForClients: String {
        switch self {
        case .notFound, .unreadable, .inputOutput: "its archive cannot be read"
        case .unrecognized: "it is of no kind that is shown"
        case .damaged: "its archive is damaged"
        case .unreachable: "its archive cannot be reached now"
        case .replaced: "its archive has just been replaced"
        case .unsupported(_, let what): what
        case .noTile: "there is no such tile in it"
        case .content(let failure): failure.reasonForClients
        case .option, .incomparable, .exists, .cannotCreate, .cannotWrite, .cancelled: "it cannot be shown now"
        }
    }
}
