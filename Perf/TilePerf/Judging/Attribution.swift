import TileGeometry

/// The attribution of a difference between two records of a frame: the view or layer by its path, and the tiles.
struct Attribution {
    let new: FrameRecord
    let old: FrameRecord
    /// The path of the view that contains the tiles.
    let scrollView: String?

    struct Part {
        /// A description for people.
        var text: String
        /// The views by path, those with the largest differences first; empty if none is known.
        var views: [View]
    }

    struct View {
        var path: String
        /// The direction of the change; nil if the numbers are equal but for other items.
        var change: Fault.Change?
    }

    /// The maximum number of tiles listed individually.
    private static let namedTiles = 3

    /// Returns the owner of a count's difference; nil if there is no particular one.
    func part(of count: Count) -> Part? {
        let change = Fault.Change(new.counts[count], was: old.counts[count])
        return switch count {
        case .draws: calls(\.draws)
        case .drawnPixels: calls(\.draws) ?? damage(\.dirty, change) ?? only(new.draws, change)
        case .viewsLaidOut, .layoutPasses, .layoutsSolved, .constraintsAdded, .constraintsRemoved,
            .constraintsChanged, .constraintsBroken, .cellsMade, .cellsReused, .cellsLaidOut:
            calls(\.layouts)
        case .animations: calls(\.animations)
        case .layersCommitted: calls(\.commits) ?? calls(\.draws)
        case .dirtyPixels: damage(\.dirty, change)
        case .overdrawnPixels: damage(\.overdrawn, change)
        case .operationsShown: damage(\.operations, change)
        case .tileViewsMade, .bytesCached: scrollView == nil ? nil : inScrollView(nil, change)
        case .operationsReplayed, .rasterMicroseconds, .bytesRastered: tiles([.full, .draft], change)
        case .controllersMade, .viewsLoaded: calls(\.controllers)
        case .propertyUpdates: observed
        case .events, .allocations, .controllersAlive, .willAppear, .isAppearing, .didAppear,
            .willDisappear, .didDisappear:
            nil
        default: tiles(count.fates, change)
        }
    }

    /// Returns the owner of `blank`, `coarse` or `stale` pixels.
    func part(of shortfall: TileFate, _ change: Fault.Change) -> Part? { tiles([shortfall], change) }

    /// The reason why the frame has another state: tiles that are not finished, or views that did work.
    var state: Part? {
        difference(TileFate.lacking).map { inScrollView($0, nil) } ?? calls(\.draws) ?? calls(\.layouts)
            ?? calls(\.commits)
    }

    /// Returns the tiles that are not finished in a frame, as a text; nil if there are none.
    static func lack(_ fates: [TileFate], of frame: FrameRecord, scrollView: String?) -> String? {
        let tiles = fates.flatMap { frame.tiles[$0]?.tiles ?? [] }
        let parts = [scrollView, tiles.isEmpty ? nil : names(tiles)].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns the owner of a difference in items although their number is equal.
    func others(of count: Count) -> Part? {
        switch count {
        case .draws: calls(\.draws)
        case .viewsLaidOut: calls(\.layouts)
        case .animations: calls(\.animations)
        case .layersCommitted: calls(\.commits)
        case .controllersMade: calls(\.controllers)
        // These counts include tiles that are counted elsewhere.
        case .tileViewsMoved, .encodeMicroseconds, .bytesEncoded: nil
        default: count.fates.isEmpty ? nil : difference(count.fates).map { inScrollView($0, nil) }
        }
    }

    // MARK: Observed properties

    /// The changes of observable properties that caused other work than before, those with the largest difference
    /// first; nil if there are none.
    var observed: Part? {
        struct Key: Hashable { var property: String, reader: String }
        func byKey(_ changes: [ObservedChange]) -> [Key: ObservedChange] {
            Dictionary(changes.map { (Key(property: $0.property, reader: $0.reader), $0) }) { first, _ in first }
        }
        let (mine, theirs) = (byKey(new.observed), byKey(old.observed))
        func size(_ key: Key) -> Int { abs((mine[key]?.work ?? 0) - (theirs[key]?.work ?? 0)) }
        let keys = Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }
            .sorted { (size($1), $0.property, $0.reader) < (size($0), $1.property, $1.reader) }
        guard let first = keys.first else { return nil }
        let was = theirs[first].map { "was \($0.workText)" } ?? "did not before"
        let text =
            mine[first].map { "\($0.text); \(was)" }
            ?? "`\(first.property)`, read in `\(first.reader)`, changed nothing; \(was)"
        return Part(
            text: text,
            views: keys.map {
                View(
                    path: $0.reader,
                    change: size($0) == 0 ? nil : Fault.Change(mine[$0]?.work ?? 0, was: theirs[$0]?.work ?? 0))
            })
    }

    // MARK: Views

    private func calls(_ counts: KeyPath<FrameRecord, [String: Int]>) -> Part? {
        let (new, old) = (new[keyPath: counts], old[keyPath: counts])
        return part(new, since: old) { "\($0) \(new[$0] ?? 0)×, was \(old[$0] ?? 0)×" }
    }

    private func damage(_ number: KeyPath<FrameDamage, Int>, _ change: Fault.Change) -> Part? {
        let (new, old) = (
            new.damage.mapValues { $0[keyPath: number] }, old.damage.mapValues { $0[keyPath: number] }
        )
        return part(new, since: old) { "in the area of \($0): \(new[$0] ?? 0), was \(old[$0] ?? 0)" }
            ?? only(new, change)
    }

    private func only(_ counts: [String: Int], _ change: Fault.Change) -> Part? {
        guard counts.count == 1, let path = counts.keys.first else { return nil }
        return Part(text: path, views: [View(path: path, change: change)])
    }

    /// Returns the paths with different numbers.
    ///
    /// - Parameter text: Describes the path with the largest difference.
    private func part(_ new: [String: Int], since old: [String: Int], describe text: (String) -> String) -> Part? {
        func size(_ path: String) -> Int { abs((new[path] ?? 0) - (old[path] ?? 0)) }
        let paths = Set(new.keys).union(old.keys).filter { size($0) > 0 }
            .sorted { (size($1), $0) < (size($0), $1) }
        guard let first = paths.first else { return nil }
        return Part(
            text: text(first),
            views: paths.map { View(path: $0, change: Fault.Change(new[$0] ?? 0, was: old[$0] ?? 0)) })
    }

    // MARK: Tiles

    private func tiles(_ fates: [TileFate], _ change: Fault.Change) -> Part? {
        if let text = difference(fates) { return inScrollView(text, change) }
        // The same tiles, one of which took more work.
        let same = fates.flatMap { new.tiles[$0]?.tiles ?? [] }
        if same.isEmpty { return scrollView == nil ? nil : inScrollView(nil, change) }
        return inScrollView("by \(Self.names(same))", change)
    }

    private func inScrollView(_ text: String?, _ change: Fault.Change?) -> Part {
        Part(
            text: [scrollView, text].compactMap { $0 }.joined(separator: ", "),
            views: scrollView.map { [View(path: $0, change: change)] } ?? [])
    }

    private func difference(_ fates: [TileFate]) -> String? {
        var (more, fewer): ([TileCoordinate], [TileCoordinate]) = ([], [])
        for fate in fates {
            let (mine, theirs) = (new.tiles[fate] ?? TileList([]), old.tiles[fate] ?? TileList([]))
            more += mine.without(theirs)
            fewer += theirs.without(mine)
        }
        let parts = [
            more.isEmpty ? nil : "now \(Self.names(more))", fewer.isEmpty ? nil : "no longer \(Self.names(fewer))",
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns the tiles by level, column and row.
    private static func names(_ tiles: [TileCoordinate]) -> String {
        let named = tiles.prefix(namedTiles).map { "\($0.level)/\($0.column)/\($0.row)" }.joined(separator: ", ")
        let rest = tiles.count - namedTiles
        return "\(tiles.count == 1 ? "tile" : "tiles") \(named)" + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension Count {
    /// The fates of the tiles that the count includes; empty if it does not count tiles.
    fileprivate var fates: [TileFate] {
        switch self {
        case .tileViewsRecycled, .tileViewsMoved: [.placed]
        case .tileViewsRefreshed: [.refreshed]
        case .tilesRequested: [.requested]
        case .tilesHit: [.hit]
        case .tilesLate: [.late]
        case .tilesDraft: [.draft]
        case .tilesFull: [.full]
        case .tilesCancelled: [.cancelled]
        case .tilesWasted: [.wasted]
        case .tilesFailed: [.failed]
        case .tilesEncoded, .encodeMicroseconds, .bytesEncoded: [.encoded]
        default: []
        }
    }
}
