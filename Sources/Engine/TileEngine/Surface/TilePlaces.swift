/// The client's objects that display a surface's tiles, by tile: views, or parts of a mosaic. Each update reports to
/// the owner what is new, what looks different and what is gone; unchanged places are not touched.
// Inlinable, because a generic type is otherwise not specialized for its occupant in another module, and each access to
// a place then allocates.
package struct TilePlaces<Occupant> {
    @usableFromInline
    struct Place {
        @usableFromInline var occupant: Occupant
        @usableFromInline var round: UInt32

        @inlinable
        init(occupant: Occupant, round: UInt32) { (self.occupant, self.round) = (occupant, round) }
    }

    package struct Changes {
        /// The occupants of places that are no longer shown, from the top, each row from its left.
        package var left: [Occupant] = []
        /// The tiles that are new or look different, in the surface's order. The owner must set the occupants of new
        /// ones.
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
    /// The occupants in no particular order. O(n).
    @inlinable
    package var occupants: [Occupant] { places.values.map(\.occupant) }

    /// O(n).
    @inlinable
    package func contains(where isMeant: (Occupant) -> Bool) -> Bool { places.values.contains { isMeant($0.occupant) } }

    /// Calls `body` with each occupant. O(n), without look-ups.
    @inlinable
    package mutating func updateEach(_ body: (inout Occupant) -> Void) {
        for index in places.values.indices { body(&places.values[index].occupant) }
    }

    @inlinable
    package subscript(key: TileKey) -> Occupant? {
        get { places[key]?.occupant }
        set { places[key] = newValue.map { Place(occupant: $0, round: round) } }
    }

    /// Removes all occupants, keeping the capacity.
    @inlinable
    package mutating func removeAll() { places.removeAll(keepingCapacity: true) }

    /// Applies the changes of a surface's last update. O(n) for n visible tiles; O(1) and without allocation if nothing
    /// changed.
    ///
    /// - Returns: nil if nothing changed.
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
    /// Sorts keys from the top, each row from its left, so that the order does not depend on the dictionary's layout.
    /// Defined here, where the sort is specialized for keys rather than for every occupant.
    @usableFromInline
    static func sortByPlace(_ keys: inout [TileKey]) {
        keys.sort { ($0.tile.row, $0.tile.column) < ($1.tile.row, $1.tile.column) }
    }
}
