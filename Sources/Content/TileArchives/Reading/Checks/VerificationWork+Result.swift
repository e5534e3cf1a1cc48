import Foundation
import TileFormats
import TileGeometry
import TileSupport

extension VerificationWork {
    /// The maximum number of tiles in a level that are searched individually for missing ones, which takes some
    /// seconds.
    private static let mostSearched = 100_000_000

    /// Returns the result. Call it when all threads have finished.
    func finish() -> ArchiveVerification {
        state.withLock { state in
            var result = ArchiveVerification()
            for contradiction in description.contradictions { state.problems.add(.statement(contradiction)) }
            for name in state.cursor.strays.names { state.problems.add(.stray(name)) }
            state.problems.count += state.cursor.strays.count - state.cursor.strays.names.count
            let isUnknown = description.formatTitle == nil && state.formats.isEmpty && state.unrecognized.count > 0
            if !isUnknown { state.problems.add(state.unrecognized) }
            checkPyramid(state.runs, state.levels, &state.problems)
            result.isDecoded = holdsImages && !isUnknown
            count(&state, &result)
            if let cursor = state.cursor as? PMTilesCursor {
                checkStatements(cursor.census, state, &state.problems, &result)
            }
            checkStatements(state, &result)
            let levels = Set(state.levels.keys).union(description.levels)
            result.levels = levels.sorted().map { level in
                var known = state.levels[level] ?? ArchiveVerification.Level(level: level, tiles: 0, bytes: 0)
                known.expected = plan?.level(number: level)?.tileCount
                return known
            }
            result.problems = state.problems.problems.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
            result.problemCount = state.problems.count
            return result
        }
    }

    private func count(_ state: inout State, _ result: inout ArchiveVerification) {
        result.tiles = state.runs.count
        result.bytes = state.levels.values.reduce(0) { $0 + $1.bytes }
        state.hashes.sort { ($0.hash, $0.offset) < ($1.hash, $1.offset) }
        for (index, content) in state.hashes.enumerated() {
            if index == 0 || state.hashes[index - 1].hash != content.hash {
                result.contents += 1
            } else if state.hashes[index - 1].offset != content.offset {
                // Other kinds do not expose this: files may be links, and MBTiles tables have their own structure.
                result.wastedBytes += Int(content.length)
            }
        }
        result.repeatedTiles = result.tiles - result.contents
    }

    private func checkPyramid(
        _ runs: TileRuns, _ levels: [Int: ArchiveVerification.Level], _ problems: inout ProblemList
    ) {
        if runs.count == 0 { problems.add(.statement("the archive has no tiles")) }
        if let plan {
            for level in plan.levels {
                checkLevel(level, against: runs, found: levels[level.number]?.tiles ?? 0, &problems)
            }
        } else {
            for level in description.levels where levels[level] == nil && runs.count > 0 {
                problems.add(.emptyLevel(level))
            }
            checkParents(runs, levels, &problems)
        }
        for level in levels.keys where !description.levels.contains(level) {
            problems.add(
                .statement(
                    "level \(level) has \(levels[level]!.tiles) tiles and is not in the archive's description"))
        }
    }

    /// Checks a level with known tiles.
    private func checkLevel(_ level: BuildPlan.Level, against runs: TileRuns, found: Int, _ problems: inout ProblemList)
    {
        let all = runs.runs(ofLevel: level.number)
        // A small file can claim any number of tiles.
        guard found <= Self.mostSearched else {
            if found != level.tileCount {
                problems.add(
                    .statement(
                        "level \(level.number) has \(GroupedNumber.counted(found, "tile")) instead of "
                            + GroupedNumber.text(level.tileCount)))
            }
            return
        }
        var inside = 0
        for run in all {
            for number in run {
                let tile = TileCoordinate(number: number)
                if level.part.columns.contains(tile.column), level.part.rows.contains(tile.row) {
                    inside += 1
                } else {
                    problems.add(.outside(tile))
                }
            }
        }
        var missing = level.tileCount - inside
        guard missing > 0 else { return }
        search: for row in level.part.rows {
            for column in level.part.columns {
                let tile = PMTilesTile(level: level.number, column: column, row: row)
                guard let number = tile.number, !runs.contains(number) else { continue }
                guard problems.hasRoom else { break search }
                problems.add(.missing(TileCoordinate(level: level.number, column: column, row: row)))
                missing -= 1
                if missing == 0 { break search }
            }
        }
        problems.count += missing
    }

    /// Checks that each tile has a parent, in an archive with an unknown content size. If the whole level above is
    /// missing, that is reported instead.
    private func checkParents(
        _ runs: TileRuns, _ levels: [Int: ArchiveVerification.Level], _ problems: inout ProblemList
    ) {
        for level in description.levels.dropFirst() where levels[level - 1] != nil {
            let first = PMTilesTile.first(ofLevel: level)
            for run in runs.runs(ofLevel: level) {
                let parents =
                    PMTilesTile.parent(of: run.lowerBound, level: level)..<PMTilesTile.parent(
                        of: run.upperBound - 1, level: level) + 1
                for gap in runs.gaps(in: parents) {
                    for parent in gap {
                        guard problems.hasRoom else {
                            problems.count += Int(clamping: gap.upperBound - parent)
                            break
                        }
                        let child = first + ((parent - PMTilesTile.first(ofLevel: level - 1)) << 2)
                        problems.add(.orphan(TileCoordinate(number: max(child, run.lowerBound))))
                    }
                }
            }
        }
    }

    private func checkStatements(_ state: borrowing State, _ result: inout ArchiveVerification) {
        if state.sizes.count > 1, !description.cropsTiles, description.pyramid == nil {
            let sizes = state.sizes.keys.sorted { ($0.width, $0.height) < ($1.width, $1.height) }
                .prefix(4).map { "\($0.width) × \($0.height)" }.joined(separator: ", ")
            result.notes.append("tiles have several sizes: \(sizes) pixels")
        }
        if description.pyramid == nil {
            result.notes.append(
                "the archive does not state the size of its content, so missing tiles at its edges go unnoticed")
        }
        if result.isDecoded, state.packed > 0, !description.isGzipped {
            let images = state.packed == 1 ? "1 image is" : "\(GroupedNumber.text(state.packed)) images are"
            result.notes.append("\(images) compressed with gzip as well, which few readers accept")
        }
        if state.plain > 0 {
            let tiles = state.plain == 1 ? "1 tile is" : "\(GroupedNumber.text(state.plain)) tiles are"
            result.notes.append("\(tiles) not compressed with gzip, which MBTiles requires of vector tiles")
        }
        if !result.isDecoded {
            let format = description.formatTitle.map { "they are \($0)" } ?? "their format is unknown"
            result.notes.append("tiles are counted but not decoded: \(format)")
        }
        if description.levels.lowerBound > 0 {
            result.notes.append("the first level is \(description.levels.lowerBound)")
        }
        if result.wastedBytes > 0 {
            result.notes.append("\(result.wastedBytes) bytes of tiles are stored more than once")
        }
    }

    /// Checks the statements in the header of a PMTiles file.
    private func checkStatements(
        _ census: PMTilesCursor.Census, _ state: State, _ problems: inout ProblemList,
        _ result: inout ArchiveVerification
    ) {
        guard let reader = reader as? PMTilesReader else { return }
        let header = reader.header
        func compare(_ said: UInt64, found: UInt64, what: String) {
            guard said != 0, said != found else { return }
            problems.add(.statement("the header states \(said) \(what), and there are \(found)"))
        }
        compare(header.addressedTileCount, found: census.tiles, what: "tiles")
        compare(header.entryCount, found: census.entries, what: "tile entries")
        if header.isClustered {
            if let tile = census.outOfOrder {
                problems.add(
                    .statement(
                        "the header states that tiles are in order, and tile \(TileCoordinate(number: tile).text) is not"
                    ))
            } else {
                compare(header.contentCount, found: census.contents, what: "different tiles")
            }
        }
        if !reader.metadata.isEmpty, TileMetadata(json: Data(reader.metadata)) == nil {
            problems.add(.statement("the metadata is not a JSON object"))
        }
        let found = state.levels.keys.sorted()
        if let first = found.first, let last = found.last, plan == nil {
            if first > Int(header.minLevel) || last < Int(header.maxLevel) {
                result.notes.append("the header states levels \(header.minLevel) to \(header.maxLevel)")
            }
        }
    }
}
