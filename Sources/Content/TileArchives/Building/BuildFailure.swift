import Foundation
public import TileContent
public import TileGeometry
public import TileGraphics
import TileSupport

/// The reason why an archive could not be built.
///
/// No file is left under the archive's name. The finished tiles are kept in a hidden folder beside it, from which the
/// next build of the same archive continues, unless it cannot use them.
public enum BuildFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The content cannot be read or drawn.
    case content(ContentFailure)
    /// The content cannot be drawn, for a reason of its kind.
    case raster(path: String, reason: String)
    /// A part of the input can't be drawn now, for a reason that has nothing to do with the input.
    case unavailable(path: String, reason: String)
    /// No pyramid has this size, scale or tile size.
    case pyramid(TilePyramid.Failure)
    /// A setting with an invalid value, and what to use instead. The name is that of a parameter, such as
    /// `BuildOptions.jobs`.
    case option(name: String, value: String, reason: String)
    /// An archive of this kind cannot hold the content. `what` names the problem and what to do.
    case cannotHold(kind: String, what: String)
    /// A file or a folder has the archive's name already.
    case exists(path: String)
    /// A file or a folder of the archive's name is not an archive, so not even force replaces it.
    case notAnArchive(path: String)
    /// The system denies creating the archive there. The reason says what to do.
    case cannotCreate(path: String, reason: String)
    /// Writing failed, for example because the disk is full.
    case cannotWrite(path: String, reason: String)
    /// The format cannot hold a tile.
    case codec(CodecFailure)
    /// A file to join is not a part of an archive, or is damaged. The reason says what to do.
    case part(path: String, reason: String)
    /// Parts of the archive are missing from those to join. `command` makes the first of them.
    case missingParts(numbers: [Int], count: Int, command: String)
    /// An archive to convert cannot be read.
    case archive(ArchiveFailure)
    /// Another build of the same archive is running.
    case busy(path: String)
    /// An unfinished build of the archive had other options or content. `differences` lists them.
    case changed(path: String, differences: [String])
    /// An unfinished build of the archive exists, and another command would replace it. Its tiles are in `folder`.
    case unfinished(path: String, folder: String)
    /// `TileBuild.stop` or `cancel` was called.
    case cancelled(path: String, tiles: Int, total: Int)

    public var description: String {
        switch self {
        case .content(let failure): failure.description
        case .raster(let path, let reason): "\(path): can't be drawn: \(reason)"
        case .unavailable(let path, let reason): "\(path): can't be drawn at the moment: \(reason)"
        case .pyramid(let failure): failure.description
        case .option(let name, let value, let reason): "`\(name)` \(value): \(reason)"
        case .cannotHold(let kind, let what): "\(kind) can't hold \(what)"
        case .exists(let path):
            "\(path): already exists; choose another name, or replace it with `BuildOptions.replacesExisting`"
        case .notAnArchive(let path):
            "\(path): exists and is not a tile archive, so it is not replaced; remove it or choose another name"
        case .cannotCreate(let path, let reason):
            "\(path): can't be created: \(reason)"
        case .cannotWrite(let path, let reason):
            "\(path): can't be written: \(reason); free disk space or choose another disk"
        case .codec(let failure): failure.description
        case .part(let path, let reason): "\(path): \(reason)"
        case .missingParts(let numbers, let count, let command):
            numbers.count == 1
                ? "part \(Self.list(numbers)) of \(count) is missing; to make it, run: \(command)"
                : "parts \(Self.list(numbers)) of \(count) are missing; to make the first, run: \(command)"
        case .archive(let failure): failure.description
        case .busy(let path):
            "\(path): another build is writing it; wait until that ends, or choose another name"
        case .changed(let path, let differences):
            "\(path): an unfinished build does not match this one: \(differences.joined(separator: ", ")); "
                + "discard it with `BuildOptions.restarts`"
        case .unfinished(let path, let folder):
            "\(path): a build of it is unfinished; finish it, choose another name, or remove \(folder)"
        case .cancelled(let path, let tiles, let total):
            "\(path): stopped after \(GroupedNumber.text(tiles)) of \(GroupedNumber.text(total)) tiles"
        }
    }

    /// Returns a list such as "3, 5, 6, and 12 more".
    private static func list(_ numbers: [Int]) -> String {
        let shown = numbers.prefix(10).map { "\($0)" }.joined(separator: ", ")
        return numbers.count > 10 ? "\(shown), and \(numbers.count - 10) more" : shown
    }
}
