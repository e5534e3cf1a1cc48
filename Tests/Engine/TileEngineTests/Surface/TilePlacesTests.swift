import Foundation
import Testing
import TileGeometry

@testable import TileEngine

@Suite("Tile places")
struct TilePlacesTests {
    /// Acts as an owner, and compares the changes that it receives with the surface.
    private struct Owner {
        var places = TilePlaces<TileAppearance>()
        var changes = 0

        mutating func follow(_ surface: TileSurface) {
            let before = Dictionary(uniqueKeysWithValues: places.occupants.map { ($0.key, $0) })
            let changes = places.follow(surface)
            for tile in changes?.shown ?? [] { places[tile.key] = tile }
            if changes != nil { self.changes += 1 }
            #expect(places.count == surface.tiles.count)
            #expect(surface.tiles.allSatisfy { places[$0.key]?.contents.fingerprint == $0.contents.fingerprint })
            let shown = Set(surface.tiles.map(\.key))
            let left = changes?.left.map(\.key) ?? []
            #expect(Set(left) == Set(before.keys).subtracting(shown) && Set(left).count == left.count)
            let order = left.map { [$0.tile.row, $0.tile.column] }
            #expect(order == order.sorted { $0.lexicographicallyPrecedes($1) })
        }
    }

    @Test("hold what a moving surface shows: what came, what looks otherwise, and nothing of what went")
    func follows() throws {
        let stage = try Stage(workers: 1, policy: { $0.eventuallyBorder = 0 })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        var owner = Owner()
        owner.follow(stage.surface)
        #expect(owner.places.count == 12 && owner.changes == 1)
        try stage.move(for: 1.5) { time in
            owner.follow(stage.surface)
            return try stage.viewport(20480 + 3000 * sin(2 * time), 20480, velocity: (6000 * cos(2 * time), 0))
        }
        #expect(owner.changes > 10)
    }

    @Test("tell what they lack again, also when the surface has not changed")
    func lacking() throws {
        let stage = try Stage(workers: 1, policy: { $0.eventuallyBorder = 0 })
        var owner = Owner()
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        owner.follow(stage.surface)
        stage.show(try stage.viewport(20480, 20480))
        #expect(stage.surface.changes.isEmpty)
        #expect(stage.surface.tiles.count == 12)
        let none = owner.places.follow(stage.surface)
        #expect(none.map(\.shown.count) == nil)
        owner.places.removeAll()
        let changes = owner.places.follow(stage.surface)
        let shown = try #require(changes).shown
        #expect(shown.map(\.key) == stage.surface.tiles.map(\.key))
    }
}
