/// What stands in the place of each tile of a surface, from update to update: a view, a part of a mosaic. It tells its
/// owner what came, what looks otherwise and what went; what stays is not touched.
// Inlinable, because a generic type of another module is otherwise not made for its occupant: each look into a place
// then allocates.
package struct TilePlaces<Occupant> {
    @usableFromInline
    struct Place {
        @usableFromInline var occupant: Occupant
        @usableFromInline var round: UInt32

        @inlinable
        init(occupant: Occupant, round: UInt32) { (self.occupant, self.round) = (occupant, round) }
    }

    package struct Changes {
        /// What stood in places that are no longer shown; from the top, each row from its left.
        package var left: [Occupant] = []
        /// The tiles that look otherwise than before, or came, in the surface's order. The owner is to put in what
        /// stands for those that came.
        package var shown: [TileAppearance] = []

        @inlinable
        init() {}
    }

    @usableFromInline var places: [TileKey: Place] = [:]
    @usableFromInline var round: UInt32 = 0

    @inlinable
    package init() {}

    @inlinable
    package var count: Int { places.count }
    /// In no order. O(n).
    @inlinable
    package var occupants: [Occupant] { places.values.map(\.occupant) }

    /// O(n).
    @inlinable
    package func contains(where isMeant: (Occupant) -> Bool) -> Bool { places.values.contains { isMeant($0.occupant) } }

    /// O(n); no place is looked up.
    @inlinable
    package mutating func updateEach(_ body: (inout Occupant) -> Void) {
        for index in places.values.indices { body(&places.values[index].occupant) }
    }

    @inlinable
    package subscript(key: TileKey) -> Occupant? {
        get { places[key]?.occupant }
        set { places[key] = newValue.map { Place(occupant: $0, round: round) } }
    }

    /// Empties all places, and keeps the memory for as many.
    @inlinable
    package mutating func removeAll() { places.removeAll(keepingCapacity: true) }

    /// Takes in what the last update of a surface has changed. O(n) for n tiles shown; O(1) and without allocating when
    /// it changed nothing.
    ///
    /// - Returns: Nil when all stays as it is.
    @inlinable
    package mutating func follow(_ surface: TileSurface) -> Changes? {
        let tiles = surface.tiles
        if surface.changes.isEmpty && tiles.count == places.count { return nil }
        round &+= 1
        var changes = Changes()
        let changed = Set(surface.changes)
        changes.shown.reserveCapacity(changed.count)
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
            var left: [TileKey] = []
            left.reserveCapacity(places.count - known)
            for (key, place) in places where place.round != round { left.append(key) }
            TileKey.sortByPlace(&left)
            changes.left.reserveCapacity(left.count)
            for key in left { if let place = places.removeValue(forKey: key) { changes.left.append(place.occupant) } }
        }
        return changes
    }
}

extension TileKey {
    /// From the top, each row from its left: what comes into whose place is not to depend on how a dictionary is laid
    /// out. Here, where the sort is made for keys, and not for whatever stands in places.
    @usableFromInline
    static func sortByPlace(_ keys: inout [TileKey]) {
        keys.sort { ($0.tile.row, $0.tile.column) < ($1.tile.row, $1.tile.column) }
    }
}
