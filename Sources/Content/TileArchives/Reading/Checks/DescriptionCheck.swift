import TileFormats
import TileGeometry
import TileGraphics

/// A quick check of an archive against its description: whether there are tiles at the corners of each level, and none
/// beyond. `ArchiveVerifier` reads all tiles.
///
/// It reads about ten tiles for each level, and decodes one.
public enum DescriptionCheck {
    /// Returns the contradictions as sentences; empty if there are none, or nothing to compare the tiles with.
    public static func contradictions(of reader: any ArchiveReader) -> [String] {
        let description = reader.description
        var found = description.contradictions
        guard let plan = description.plan else { return found }
        let check = Check(reader: reader)
        for level in plan.levels {
            if let problem = check.problem(of: level) {
                found.append(problem)
                // If one level is cut differently than described, so are the others.
                break
            }
        }
        if let deepest = plan.levels.last, let problem = check.problemOfSize(deepest, plan.pyramid) {
            found.append(problem)
        }
        return found
    }
}

private struct Check {
    let reader: any ArchiveReader

    /// The tolerance for the sizes of levels, which are rounded in different ways.
    private static let sizeTolerance = 1

    private func hasTile(_ level: Int, column: Int, row: Int) -> Bool {
        // Unreadable tiles are reported by `ArchiveVerifier`.
        guard PMTilesTile(level: level, column: column, row: row).number != nil else { return false }
        do { return try reader.tile(level: level, column: column, row: row) != nil } catch { return true }
    }

    func problem(of level: BuildPlan.Level) -> String? {
        let (columns, rows) = (level.part.columns, level.part.rows)
        guard let lastColumn = columns.last, let lastRow = rows.last else { return nil }
        let size = "\(columns.count) × \(rows.count) tiles"
        for (column, row) in [
            (columns.lowerBound, rows.lowerBound), (lastColumn, rows.lowerBound), (columns.lowerBound, lastRow),
            (lastColumn, lastRow),
        ] where !hasTile(level.number, column: column, row: row) {
            return "level \(level.number) is described as \(size), and tile "
                + "\(level.number)/\(column)/\(row) is missing"
        }
        for (column, row) in [
            (lastColumn + 1, rows.lowerBound), (columns.lowerBound, lastRow + 1),
            (columns.lowerBound - 1, rows.lowerBound), (columns.lowerBound, rows.lowerBound - 1),
        ] where column >= 0 && row >= 0 && hasTile(level.number, column: column, row: row) {
            return "level \(level.number) is described as \(size), and tile "
                + "\(level.number)/\(column)/\(row) lies outside them"
        }
        return nil
    }

    /// Checks the size of a level's last tile against the size of the content.
    func problemOfSize(_ level: BuildPlan.Level, _ pyramid: TilePyramid) -> String? {
        let description = reader.description
        guard description.cropsTiles, let column = level.part.columns.last, let row = level.part.rows.last,
            let bytes = (try? reader.tile(level: level.number, column: column, row: row)) ?? nil,
            let bitmap = try? TileDecoding.decode(bytes).get()
        else { return nil }
        func side(_ index: Int, _ whole: Int) -> Int {
            whole - max(0, index * pyramid.tileSize - description.overlap)
        }
        let (width, height) = (side(column, level.width), side(row, level.height))
        guard abs(bitmap.width - width) > Self.sizeTolerance || abs(bitmap.height - height) > Self.sizeTolerance
        else { return nil }
        return "tile \(level.number)/\(column)/\(row) is \(bitmap.width) × \(bitmap.height) pixels, and the "
            + "described size leaves it \(width) × \(height)"
    }
}
