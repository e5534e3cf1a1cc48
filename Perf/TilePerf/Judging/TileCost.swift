import TileGeometry

/// The difference in the costs of tiles between two runs, and its owners. It compares the tiles that both runs have
/// drawn, whenever they did.
struct TileCost {
    /// A tile as it was rastered.
    struct Key: Hashable {
        var tile: TileCoordinate
        /// The quality, `draft` or `full`.
        var fate: TileFate
    }

    /// A type of view or layer whose cost changed.
    struct Culprit {
        /// The function that draws it, such as `SeatMap.draw`; nil if the content does not record owners.
        var name: String?
        /// The paths of the changed views and layers.
        var paths: Set<String> = []
        /// The additional operations in all tiles, each as often as it was drawn.
        var growth = 0
        /// The numbers of the frames with changed tiles.
        var frames: Set<Int> = []
        /// The first of these frames, and its tile with the largest change.
        var first: FrameRecord
        var key: Key
        var new: TileWork
        var old: TileWork
    }

    /// The culprits, the largest change first.
    private(set) var culprits: [Culprit] = []
    /// The operations of the tiles that both runs have, each as often as it is drawn now.
    private var (sum, was) = (0, 0)
    /// The additional operations of tiles, by the number of the frame.
    private(set) var growth: [Int: Int] = [:]

    /// The cost of each tile when it was first drawn.
    static func works(of ledger: Ledger) -> [Key: TileWork] {
        var works: [Key: TileWork] = [:]
        for frame in ledger.frames {
            for (fate, tiles) in frame.work {
                for (tile, work) in tiles {
                    let key = Key(tile: tile, fate: fate)
                    if works[key] == nil { works[key] = work }
                }
            }
        }
        return works
    }

    /// The value for runs whose tile costs are not compared.
    init() {}

    /// Compares two runs.
    ///
    /// - Complexity: O(n log n) for n drawn tiles.
    init(_ ledger: Ledger, since baseline: Ledger) {
        let known = Self.works(of: baseline)
        var found: [String?: Culprit] = [:]
        for frame in ledger.frames {
            for (key, new) in frame.worksInOrder {
                guard let old = known[key] else { continue }
                (sum, was) = (sum + new.operations, was + old.operations)
                guard new.operations != old.operations else { continue }
                growth[frame.number, default: 0] += new.operations - old.operations
                for (name, paths, change) in Self.changes(new, old) {
                    var culprit = found[name] ?? Culprit(name: name, first: frame, key: key, new: new, old: old)
                    let isLarger =
                        abs(new.operations - old.operations) > abs(culprit.new.operations - culprit.old.operations)
                    if culprit.first.number == frame.number, isLarger {
                        (culprit.key, culprit.new, culprit.old) = (key, new, old)
                    }
                    culprit.paths.formUnion(paths)
                    culprit.growth += change
                    culprit.frames.insert(frame.number)
                    found[name] = culprit
                }
            }
        }
        culprits = found.values.sorted {
            (abs($1.growth), $0.first.number, $0.name ?? "") < (abs($0.growth), $1.first.number, $1.name ?? "")
        }
    }

    /// Returns the changes of a tile by owner: the types that drew it.
    private static func changes(
        _ new: TileWork, _ old: TileWork
    ) -> [(name: String?, paths: Set<String>, change: Int)] {
        var changes: [String: (paths: Set<String>, change: Int)] = [:]
        for path in Set(new.owners.keys).union(old.owners.keys) {
            let change = (new.owners[path] ?? 0) - (old.owners[path] ?? 0)
            if change == 0 { continue }
            changes[type(of: path), default: ([], 0)].paths.insert(path)
            changes[type(of: path)]!.change += change
        }
        if changes.isEmpty { return [(nil, [], new.operations - old.operations)] }
        return changes.map { ($0.key, $0.value.paths, $0.value.change) }
    }

    /// Returns the type of a path: `SeatBlock.draw` for `Stadium/SeatBlock[3].draw`.
    private static func type(of path: String) -> String {
        let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        guard let open = name.lastIndex(of: "["), let close = name.lastIndex(of: "]"), open < close,
            Int(name[name.index(after: open)..<close]) != nil
        else { return String(name) }
        return String(name[..<open] + name[name.index(after: close)...])
    }

    /// Makes a finding with the tile, its owner, and the change in cost over all frames.
    func finding(_ culprit: Culprit, of ledger: Ledger) -> Finding {
        let (tile, new, old) = (culprit.key.tile, culprit.new.operations, culprit.old.operations)
        var text = "\(culprit.key.fate == .draft ? "draft of tile" : "tile") \(tile.level)/\(tile.column)/\(tile.row) "
        text += "costs \(new) operation\(new == 1 ? "" : "s"), was \(old): "
        if let owner = Self.owner(culprit) ?? ledger.scrollView { text += "\(owner), " }
        // A single culprit is also charged with the tiles' frames and the groups around it.
        let growth = culprits.count == 1 ? sum - was : culprit.growth
        if was > 0 { text += "\(Self.share(Double(growth) / Double(was))) " }
        let first = "frame \(culprit.first.number) (\(culprit.first.time.short) s)"
        text += culprit.frames.count == 1 ? "in \(first)" : "in \(culprit.frames.count) frames, the first \(first)"
        return Finding(
            Fault(.regression, Fault.tileCost, view: culprit.name, change: .init(growth, was: 0)), trace: ledger.trace,
            frame: culprit.first.number, text)
    }

    private static func owner(_ culprit: Culprit) -> String? {
        guard let name = culprit.name else { return nil }
        if culprit.paths.count > 1 { return "\(name) (\(culprit.paths.count) of them)" }
        return culprit.paths.first.map { $0 == name ? name : "\(name) (\($0))" }
    }

    private static func share(_ share: Double) -> String {
        let tenths = (abs(share) * 1000).rounded() / 10
        return "\(share < 0 ? "−" : "+")\(tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)")%"
    }
}

extension FrameRecord {
    /// The works in order: drafts first, then by level, row and column.
    fileprivate var worksInOrder: [(TileCost.Key, TileWork)] {
        [TileFate.draft, .full].flatMap { fate in
            let works = work[fate] ?? [:]
            return TileList(works.keys).tiles.map { (TileCost.Key(tile: $0, fate: fate), works[$0]!) }
        }
    }
}

extension Count {
    /// Whether the count changes in a frame if tiles are ready earlier or later.
    var followsTiles: Bool {
        switch self {
        case .events, .draws, .drawnPixels, .allocations, .controllersMade, .controllersAlive, .viewsLoaded,
            .willAppear, .isAppearing, .didAppear, .willDisappear, .didDisappear, .cellsMade, .cellsReused,
            .cellsLaidOut:
            false
        default: true
        }
    }
}
