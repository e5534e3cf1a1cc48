import HTTPTypes
import Testing

@testable import TileServer

@Suite("A tile map service's routes")
struct TileMapRouteTests {
    @Test("answer 204 for a tile of the world that the content does not reach, and for nothing else")
    func beyondTheContent() async throws {
        let fixture = try Fixture()
        func status(_ name: String) async throws -> Int {
            try await SiteRouterTests().ask(fixture, "/tms/1.0.0/plan/\(name)").status.code
        }
        // Level 2 has 4 × 3 tiles of a world of 4 × 4; rows count from the bottom.
        for name in ["2/0/3.png", "2/3/1.webp", "0/0/0.jpg", "0/0/0.avif", "0/0/0.jxl"] {
            #expect(try await status(name) == 200, "\(name)")
        }
        for name in ["2/0/0.png", "2/3/0.jpeg", "2/2/0.webp"] { #expect(try await status(name) == 204, "\(name)") }
        for name in [
            "2/0/0.gif", "2/0/0.", "2/0/0.null", "2/0/0.png.png", "2/0/4.png", "2/4/0.png", "3/0/0.png", "2/0/-1.png",
            "-1/0/0.png",
        ] { #expect(try await status(name) == 404, "\(name)") }
        for name in ["2/0/0", "2/0/0.5.png", "2/0/x.png", "2/0.5/0.png"] {
            #expect([400, 404].contains(try await status(name)), "\(name)")
        }
    }

    @Test("are nowhere else: an empty part before the folder's name is a part", arguments: ["//tms", "/tms/"])
    func emptyParts(start: String) async throws {
        let fixture = try Fixture()
        for rest in ["/1.0.0", "/1.0.0/plan", "/1.0.0/plan/2/0/3.png", "/1.0.0/plan/2/0/0.png"] {
            #expect(try await SiteRouterTests().ask(fixture, start + rest).status == .notFound, "\(start + rest)")
        }
    }
}
