import TileFormats

/// The first problems, and the total number.
struct ProblemList {
    let limit: Int
    private(set) var problems: [ArchiveProblem] = []
    var count = 0

    init(limit: Int) { self.limit = limit }

    var hasRoom: Bool { problems.count < limit }

    mutating func add(_ problem: @autoclosure () -> ArchiveProblem) {
        count += 1
        if hasRoom { problems.append(problem()) }
    }

    mutating func add(_ others: ProblemList) {
        count += others.count
        problems += others.problems.prefix(limit - problems.count)
    }
}

extension ArchiveProblem {
    /// The order in which kinds are listed.
    var rank: Int {
        switch self {
        case .statement: 0
        case .emptyLevel: 1
        case .missing: 2
        case .orphan: 3
        case .outside: 4
        case .twice: 5
        case .tile: 6
        case .stray: 7
        }
    }

    var place: UInt64 {
        tile.flatMap { PMTilesTile(level: $0.level, column: $0.column, row: $0.row).number } ?? 0
    }
}
