/// What stands in the place of each tile of a surface, from update to update: a view, a part of a mosaic. It tells its
/// owner what came, what looks otherwise and what went; what stays is not touched.
package struct TilePlaces<Occupant> {
    private struct Place {
        var occupant: Occupant
        var round: UInt32
    }

    package struct Changes {
        /// What stood in places that are no longer shown; from the top, each row from its left.
        package var left: [Occupant] = []
        /// The tiles that look otherwise than before, or came, in the surface's order. The owner is to put in what
        /// stands for those that came.
        package var shown: [TileAppearance] = []
    }

    private var places: [TileKey: Place] = [:]
    private var round: UInt32 = 0

    package init() {}

    package var count: Int { places.count }
    /// In no order. O(n).
    package var occupants: [Occupant] { places.values.map(\.occupant) }

    /// O(n).
    package func contains(where isMeant: (Occupant) -> Bool) -> Bool { places.values.contains { isMeant($0.occupant) } }

    /// O(n); no place is looked up.
    package mutating func updateEach(_ body: (inout Occupant) -> Void) {
        for index in places.values.indices { body(&places.values[index].occupant) }
    }

    package subscript(key: TileKey) -> Occupant? {
        get { places[key]?.occupant }
        set { places[key] = newValue.map { Place(occupant: $0, round: round) } }
    }

    /// Empties all places, and keeps the memory for as many.
    package mutating func removeAll() { places.removeAll(keepingCapacity: true) }

    /// Takes in what the last update of a surface has changed. O(n) for n tiles shown; O(1) and without allocating when
    /// it changed nothing.
    ///
    /// - Returns: Nil when all stays as it is.
    package mutating func follow(_ surface: TileSurface) -> Changes? {
        let tiles = surface.tiles
        if surface.changes.isEmpty && tiles.count == places.count { return nil }
        round &+= 1
        var changes = Changes()
        let changed = Set(surface.changes)
        var known = 0
        for tile in tiles {
            let index = places.index(forKey: tile.key)
            if let index {
                places.values[index].round = round
                known += 1
            }
            if index == nil || changed.contains(tile.key) { changes.shown.append(tile) }
        }
        if known < places.count {
            // What comes into whose place is not to depend on how a dictionary is laid out.
            let left = places.filter { $1.round != round }.sorted { a, b in
                (a.key.tile.row, a.key.tile.column) < (b.key.tile.row, b.key.tile.column)
            }
            for (key, place) in left {
                places[key] = nil
                changes.left.append(place.occupant)
            }
        }
        return changes
    }
}
