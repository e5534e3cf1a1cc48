import TileFormats
import TileGeometry
import TileGraphics

/// A quick check of an archive against its own description: whether tiles are where the corners of each level are,
/// and none beyond. `ArchiveVerifier` reads all of them.
///
/// Reads some ten tiles a level, and decodes one.
public enum DescriptionCheck {
    /// Each contradiction as a sentence; empty where there is none, or no description to hold the tiles to.
    public static func contradictions(of reader: any ArchiveReader) -> [String] {
        let description = reader.description
        var found = description.contradictions
        guard let plan = description.plan else { return found }
        let check = Check(reader: reader)
        for level in plan.levels {
            if let problem = check.problem(of: level) {
                found.append(problem)
                // Levels that are cut otherwise than described are so one and all.
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

    /// Sizes of levels are rounded in several ways.
    private static let sizeTolerance = 1

    private func hasTile(_ level: Int, column: Int, row: Int) -> Bool {
        // Tiles that cannot be read are left to `ArchiveVerifier`.
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

    /// Compares the last tile of a level with the size that the content leaves it.
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
