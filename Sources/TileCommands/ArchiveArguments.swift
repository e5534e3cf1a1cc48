import ArgumentParser
import TileArchives
import TileGeometry

/// Which levels of an archive are meant.
struct LevelArguments: ParsableArguments {
    @Option(help: "The shallowest level. Levels are counted as the archive counts them.")
    var minLevel: Int?

    @Option(help: "The deepest level.")
    var maxLevel: Int?

    @Option(help: "The one level, instead of --min-level and --max-level.")
    var onlyLevel: Int?

    func validate() throws { _ = try levels() }

    /// Nil for all.
    func levels() throws -> ClosedRange<Int>? {
        if let onlyLevel {
            guard minLevel == nil, maxLevel == nil else {
                throw ValidationError("--only-level is --min-level and --max-level in one; give it alone.")
            }
            guard onlyLevel >= 0 else { throw ValidationError("--only-level \(onlyLevel) is below 0.") }
            return onlyLevel...onlyLevel
        }
        if let minLevel, minLevel < 0 { throw ValidationError("--min-level \(minLevel) is below 0.") }
        if let maxLevel, maxLevel < 0 { throw ValidationError("--max-level \(maxLevel) is below 0.") }
        guard minLevel != nil || maxLevel != nil else { return nil }
        // Beyond any archive's.
        let (first, last) = (minLevel ?? 0, maxLevel ?? .max)
        guard first <= last else {
            throw ValidationError("--min-level \(first) is deeper than --max-level \(last).")
        }
        return first...last
    }
}

/// How many threads work on an archive.
struct JobArguments: ParsableArguments {
    @Option(help: "Tiles looked at at a time. (default: one for each core)")
    var jobs: Int?

    func validate() throws {
        guard let jobs else { return }
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs \(jobs) is not from 1 to 1024.") }
    }
}

/// `--tile` as written: level, column and row, with slashes between them.
struct TilePlace: ExpressibleByArgument {
    var tile: TileCoordinate

    init?(argument: String) {
        let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy({ ($0 ?? -1) >= 0 }) else { return nil }
        tile = TileCoordinate(level: numbers[0]!, column: numbers[1]!, row: numbers[2]!)
    }
}

extension ArchiveFailure {
    /// What `work` gives.
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
    /// As people name it, and as `--tile` takes it.
    var text: String { "\(level)/\(column)/\(row)" }
}
