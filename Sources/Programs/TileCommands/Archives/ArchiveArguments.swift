import ArgumentParser
import CommandSupport
import TileArchives
import TileGeometry

/// The levels of an archive that a command uses.
struct LevelArguments: ParsableArguments {
    @Option(help: "The shallowest level, by the archive's own numbers.")
    var minLevel: Int?

    @Option(help: "The deepest level.")
    var maxLevel: Int?

    @Option(help: "A single level, instead of --min-level and --max-level.")
    var onlyLevel: Int?

    func validate() throws { _ = try levels() }

    /// The range of levels; nil for all.
    func levels() throws -> ClosedRange<Int>? {
        if let onlyLevel {
            guard minLevel == nil, maxLevel == nil else {
                throw ValidationError("--only-level can't be combined with --min-level or --max-level")
            }
            guard onlyLevel >= 0 else { throw ValidationError("--only-level \(onlyLevel): use 0 or more") }
            return onlyLevel...onlyLevel
        }
        if let minLevel, minLevel < 0 { throw ValidationError("--min-level \(minLevel): use 0 or more") }
        if let maxLevel, maxLevel < 0 { throw ValidationError("--max-level \(maxLevel): use 0 or more") }
        guard minLevel != nil || maxLevel != nil else { return nil }
        // Beyond any archive's.
        let (first, last) = (minLevel ?? 0, maxLevel ?? .max)
        guard first <= last else {
            throw ValidationError("--min-level \(first) is greater than --max-level \(last)")
        }
        return first...last
    }

    /// Checks that an archive has one of the levels.
    ///
    /// - Parameter path: The archive as the command line names it.
    /// - Throws: `ExitCode`, after the reason was reported.
    func check(_ archive: ArchiveDescription, at path: String) throws {
        let there = archive.levels
        guard let wanted = try levels(), !wanted.overlaps(there) else { return }
        let option =
            if let onlyLevel {
                "--only-level \(onlyLevel)"
            } else if let minLevel, minLevel > there.upperBound {
                "--min-level \(minLevel)"
            } else {
                "--max-level \(wanted.upperBound)"
            }
        let levels =
            there.count == 1
            ? "only level \(there.lowerBound)" : "levels \(there.lowerBound) to \(there.upperBound)"
        throw Complaint("\(option): \(path) has \(levels)", .usage).reported()
    }
}

extension TileScheme: ExpressibleByArgument {}

/// The order of rows in folders of tiles.
struct TileSchemeArguments: ParsableArguments {
    @Option(
        help: """
            The order of rows in folders of {z}/{x}/{y} tiles: xyz with row 0 at the top, tms with row 0 at the bottom. \
            (default: as the folder's description states, otherwise as its tiles show)
            """)
    var tileScheme: TileScheme?
}

/// The number of threads that work on an archive.
struct JobArguments: ParsableArguments {
    @Option(help: "The number of tiles processed in parallel. (default: one per core)")
    var jobs: Int?

    func validate() throws {
        guard let jobs else { return }
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs \(jobs): use 1 to 1,024") }
    }
}

/// The value of `--tile`: level, column and row with slashes between them.
struct TilePlace: AdvisedValue {
    static let advice = "use LEVEL/COLUMN/ROW, such as 4/7/11"

    var tile: TileCoordinate

    init?(argument: String) {
        let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy({ ($0 ?? -1) >= 0 }) else { return nil }
        tile = TileCoordinate(level: numbers[0]!, column: numbers[1]!, row: numbers[2]!)
    }
}

extension ArchiveFailure {
    /// Runs `work` and returns its result.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    static func reporting<Value>(_ work: () throws(ArchiveFailure) -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            throw Complaint(archive: error).reported()
        }
    }
}

extension TileCoordinate {
    /// The tile as level, column and row, which is how `--tile` is written.
    var text: String { "\(level)/\(column)/\(row)" }
}
