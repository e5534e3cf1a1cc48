import Foundation
import TileContent
import TileGeometry
import TileGraphics
import TileSupport

/// The data that a finished build keeps for the next build of changed content: the log with all tiles, and the picture
/// that they were drawn from. It is in a second hidden folder beside the archive, and as large as the archive.
struct KeptBuild {
    private let path: String

    init(of archive: PathName) {
        path = "\(BuildFolder.path(of: archive))-kept"
    }

    private static let log = "log"
    private static let picture = "picture"

    /// The part of an earlier build that need not be redrawn.
    struct Reusable {
        var log: LogFile
        var contents: LogContents
        var changed: ChangedTiles
    }

    /// The reason why no tiles are reused, as a message.
    struct Refusal: Error {
        var reason: String
    }

    /// Returns the tiles that can be reused.
    ///
    /// - Throws: `Refusal`.
    func reusable(
        for description: BuildDescription, of document: ContentDocument, plan: BuildPlan
    ) throws(Refusal) -> Reusable {
        guard let picture = (document.source as? any PicturedSource)?.drawnPicture else {
            throw Refusal(
                reason: "`BuildOptions.updates` reuses tiles of SVG drawings and views only, not of PDF pages or images"
            )
        }
        guard access(path, F_OK) == 0 else {
            throw Refusal(reason: "this is the first build with `BuildOptions.updates`")
        }
        let damaged = Refusal(reason: "the tiles kept by the last build are damaged")
        guard let log = try? LogFile("\(path)/\(Self.log)", toWrite: false), let contents = try? LogContents(log),
            let earlier = BuildDescription(contents.about)
        else { throw damaged }
        // Everything except the content itself must be equal.
        var same = description
        same.source.bytes = earlier.source.bytes
        same.source.time = earlier.source.time
        let differences = same.differences(from: earlier)
        guard differences.isEmpty else { throw Refusal(reason: differences.joined(separator: ", ")) }
        guard let file = try? MappedFile("\(path)/\(Self.picture)"),
            let kept = try? PictureArchive(file, makers: PictureArchive.Makers(ContentLimits()))
        else { throw damaged }
        guard let boxes = try? picture.differences(from: kept.picture) else {
            throw Refusal(reason: "the drawing has parts that can't be compared with the last build's")
        }
        return Reusable(log: log, contents: contents, changed: ChangedTiles(plan, boxes))
    }

    /// Keeps a build, replacing an earlier one. Nothing is kept for content that is not a drawing.
    ///
    /// - Parameter folder: The build's own folder, with a complete log.
    func keep(_ folder: BuildFolder, _ document: ContentDocument) {
        let staged = "\(folder.path)/kept"
        try? FileManager.default.removeItem(atPath: staged)
        defer {
            try? FileManager.default.removeItem(atPath: path)
            _ = AtomicRename.rename(staged, to: path, .none)
        }
        guard let picture = (document.source as? any PicturedSource)?.drawnPicture, mkdir(staged, 0o777) == 0 else {
            return
        }
        let file = open("\(staged)/\(Self.picture)", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        let isWritten = (try? PictureArchiveWriter.write(picture, to: file) { _ in [] }) != nil
        let log = "\(staged)/\(Self.log)"
        let isLinked = link(folder.logPath, log) == 0 || rename(folder.logPath, log) == 0
        if !isWritten || !isLinked { try? FileManager.default.removeItem(atPath: staged) }
    }
}

/// The tiles of a plan that can differ after a drawing changed.
struct ChangedTiles {
    private struct Level {
        var level: BuildPlan.Level
        /// Whether each tile of the level's part changed, row by row.
        var isChanged: [Bool]
    }

    private let levels: [Level]

    /// Finds the tiles that intersect changed boxes.
    ///
    /// - Parameter boxes: The boxes in units of the content.
    /// - Complexity: O(n + b) for n tiles and b boxes.
    init(_ plan: BuildPlan, _ boxes: [Box]) {
        levels = plan.levels.map { level in
            let (columns, rows) = (level.part.columns, level.part.rows)
            let scale = plan.pyramid.scale(ofLevel: level.level)
            let side = Double(plan.pyramid.tileSize)
            // A difference array: boxes that start at a tile minus boxes that end there. Its prefix sums are the number
            // of boxes that cover each tile.
            let width = columns.count + 1
            var counts = [Int32](repeating: 0, count: width * (rows.count + 1))
            func range(from low: Double, to high: Double, in tiles: Range<Int>) -> Range<Int> {
                // One pixel is added, because ink ends in a pixel that it covers only partly.
                func tile(_ place: Double) -> Int {
                    Int(min(Double(tiles.upperBound), max(Double(tiles.lowerBound), (place / side).rounded(.down))))
                }
                let first = tile(low * scale - 1)
                return first..<min(tiles.upperBound, max(first, tile(high * scale + 1) + 1))
            }
            for box in boxes {
                let (across, down) = (
                    range(from: box.minX, to: box.maxX, in: columns), range(from: box.minY, to: box.maxY, in: rows)
                )
                guard !across.isEmpty, !down.isEmpty else { continue }
                let (left, right) = (across.lowerBound - columns.lowerBound, across.upperBound - columns.lowerBound)
                let (top, bottom) = (down.lowerBound - rows.lowerBound, down.upperBound - rows.lowerBound)
                counts[top * width + left] += 1
                counts[top * width + right] -= 1
                counts[bottom * width + left] -= 1
                counts[bottom * width + right] += 1
            }
            var isChanged = [Bool](repeating: false, count: columns.count * rows.count)
            for row in 0..<rows.count {
                var sum: Int32 = 0
                for column in 0..<columns.count {
                    sum += counts[row * width + column]
                    if row > 0 {
                        counts[row * width + column] = counts[(row - 1) * width + column] + sum
                    } else {
                        counts[column] = sum
                    }
                    isChanged[row * columns.count + column] = counts[row * width + column] > 0
                }
            }
            return Level(level: level, isChanged: isChanged)
        }
    }

    /// Whether a tile can differ; true for a tile that is not in the plan.
    ///
    /// - Parameter tile: The tile, as the archive counts levels.
    func contains(level number: Int, column: Int, row: Int) -> Bool {
        guard let first = levels.first, levels.indices.contains(number - first.level.number) else { return true }
        let level = levels[number - first.level.number]
        let part = level.level.part
        guard part.columns.contains(column), part.rows.contains(row) else { return true }
        return level.isChanged[(row - part.rows.lowerBound) * part.columns.count + column - part.columns.lowerBound]
    }

    var count: Int { levels.reduce(0) { $0 + $1.isChanged.count { $0 } } }
}
