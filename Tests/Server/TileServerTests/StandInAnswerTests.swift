import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing
import TileEngine

@testable import TileServer

@Suite("A tile that something stands in for")
struct StandInAnswerTests {
    private final class Switch: Sendable { let isOn = Atomic(true) }

    @Test("says so and may not be kept; the tile itself comes when it is there, and rects wait for it")
    func answers() async throws {
        let standsIn = Switch()
        let fixture = try Fixture(
            plan: Coordinates { _, context in
                if standsIn.isOn.load(ordering: .relaxed) { context.onStandIn?() }
            })
        try await fixture.server.application.test(.router) { client in
            for path in ["/tiles/plan/2/0/0.png", "/dzi/plan_files/10/0_0.png"] {
                let draft = try await client.execute(uri: path, method: .get)
                #expect(draft.status == .ok && draft.headers[.tileQuality] == "draft")
                #expect(draft.headers[.tileProgress] == "1.000" && draft.headers[.cacheControl] == "no-store")
                #expect(draft.headers[.accessControlExposeHeaders] == "Tile-Quality, Tile-Progress")
                #expect(draft.headers[.eTag] == nil && draft.headers[.contentType] == "image/png")
            }
            let rect = try await client.execute(uri: "/render/plan?x=0&y=0&width=10&height=10&scale=1", method: .get)
            #expect(rect.headers[.tileQuality] == nil)

            standsIn.isOn.store(false, ordering: .relaxed)
            // A source reports a better tile in the same way: later requests join no render from before.
            fixture.engine.invalidate(try fixture.site.entry("plan").engineID)
            let tile = try await client.execute(uri: "/tiles/plan/2/0/0.png", method: .get)
            #expect(tile.status == .ok && tile.headers[.tileQuality] == nil && tile.headers[.eTag] != nil)
            #expect(tile.headers[.cacheControl]?.contains("max-age") == true)
        }
    }
}
