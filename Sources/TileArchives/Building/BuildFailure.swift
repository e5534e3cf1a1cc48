import Foundation
public import TileContent
public import TileGeometry
public import TileGraphics

/// Why an archive could not be built. Nothing is left behind under its name. What was made of it is kept in a hidden
/// folder beside it, where the next build of the same archive goes on, unless none of it can be of use.
public enum BuildFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The content cannot be read or drawn.
    case content(ContentFailure)
    /// The content cannot be drawn, for a reason of its kind.
    case raster(path: String, reason: String)
    /// No pyramid has this size, scale or tile size.
    case pyramid(TilePyramid.Failure)
    /// A setting that cannot be, with what would do. The name is a parameter's, as `BuildOptions.jobs`.
    case option(name: String, value: String, reason: String)
    /// An archive of that kind has no way to hold what it should: what, and what to do.
    case cannotHold(kind: String, what: String)
    /// There is something of the archive's name already.
    case exists(path: String)
    /// There is something of the archive's name that is no archive, so not even force replaces it.
    case notAnArchive(path: String)
    /// The system does not let the archive be made there.
    case cannotCreate(path: String, reason: String)
    /// The system failed to write what had been begun: a full disk, say.
    case cannotWrite(path: String, reason: String)
    /// The format cannot hold a tile.
    case codec(CodecFailure)
    /// A file that is to be joined is no part of an archive, or not a sound one: why, and what to do.
    case part(path: String, reason: String)
    /// Parts of an archive are not among those that are to be joined: which, and the command that makes the first.
    case missingParts(numbers: [Int], count: Int, command: String)
    /// An archive that is to be converted can't be read.
    case archive(ArchiveFailure)
    /// Another build of the same archive is at work.
    case busy(path: String)
    /// An earlier build of the archive ended before it was done, and would have made other tiles: why.
    case changed(path: String, differences: [String])
    /// A build of the archive ended before it was done, and something else than a build would take its place: what it
    /// has made is in that folder.
    case unfinished(path: String, folder: String)
    /// `TileBuild.stop` or `cancel` was called.
    case cancelled(path: String, tiles: Int, total: Int)

    public var description: String {
        switch self {
        case .content(let failure): failure.description
        case .raster(let path, let reason): "\(path): cannot be drawn: \(reason)"
        case .pyramid(let failure): failure.description
        case .option(let name, let value, let reason): "`\(name)` \(value): \(reason)"
        case .cannotHold(let kind, let what): "\(kind) can't hold \(what)"
        case .exists(let path):
            "\(path): exists already; choose another name, or replace it with `BuildOptions.replacesExisting`"
        case .notAnArchive(let path):
            "\(path): exists and does not look like tiles, so it is not replaced; remove it yourself or choose another name"
        case .cannotCreate(let path, let reason):
            "\(path): cannot be created: \(reason); choose another place or change its permissions"
        case .cannotWrite(let path, let reason):
            "\(path): cannot be written: \(reason); free some room or choose another disk"
        case .codec(let failure): failure.description
        case .part(let path, let reason): "\(path): \(reason)"
        case .missingParts(let numbers, let count, let command):
            "\(numbers.count == 1 ? "part" : "parts") \(Self.list(numbers)) of \(count) "
                + "\(numbers.count == 1 ? "is" : "are") missing; \(numbers.count == 1 ? "this makes it" : "this makes the first"): "
                + command
        case .archive(let failure): failure.description
        case .busy(let path):
            "\(path): another build of it is at work; wait until it ends, or choose another name"
        case .changed(let path, let differences):
            "\(path): a build of it was begun, and this one would make other tiles: "
                + "\(differences.joined(separator: ", ")); begin anew with `BuildOptions.restarts`"
        case .unfinished(let path, let folder):
            "\(path): a build of it was begun and has not ended; end it, choose another name, or remove \(folder)"
        case .cancelled(let path, let tiles, let total):
            "\(path): stopped with \(tiles) of \(total) tiles made"
        }
    }

    /// "3, 5, 6 and 12 more".
    private static func list(_ numbers: [Int]) -> String {
        let shown = numbers.prefix(10).map { "\($0)" }.joined(separator: ", ")
        return numbers.count > 10 ? "\(shown) and \(numbers.count - 10) more" : shown
    }
}
