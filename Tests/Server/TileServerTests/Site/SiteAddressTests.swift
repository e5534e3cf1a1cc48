import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileServer

@Suite("A tile's address")
struct SiteAddressTests {
    let fixture = try! Fixture()

    func problem(_ path: String) -> HTTPProblem? {
        do throws(HTTPProblem) {
            _ = try fixture.site.tile(atPath: path)
            return nil
        } catch {
            return error
        }
    }

    @Test("names level, column, row, resolution and format")
    func xyz() throws {
        let plan = fixture.site.entries[0].engineID
        let photo = fixture.site.entries[1].engineID
        let tile = TileCoordinate(level: 2, column: 3, row: 1)
        #expect(try fixture.key("/tiles/plan/2/3/1.png") == TileKey(plan, tile, as: .encoded(.png)))
        #expect(
            try fixture.key("/tiles/plan/2/3/1@2x.webp")
                == TileKey(plan, tile, magnification: 2, as: .encoded(.webp(quality: 80))))
        #expect(try fixture.key("/tiles/plan/02/003/01.png") == fixture.key("/tiles/plan/2/3/1.png"))
        let root = TileCoordinate(level: 0, column: 0, row: 0)
        for name in ["jpg", "jpeg"] {
            #expect(
                try fixture.key("/tiles/photo/0/0/0.\(name)") == TileKey(photo, root, as: .encoded(.jpeg(quality: 70))))
            #expect(
                try fixture.key("/tiles/plan/0/0/0.\(name)") == TileKey(plan, root, as: .encoded(.jpeg(quality: 80))))
        }
    }

    @Test("exists for exactly the tiles of the pyramid")
    func extent() throws {
        let pyramid = fixture.site.entries[0].content.pyramid
        for level in -1...4 {
            for column in -1...5 {
                for row in -1...4 {
                    let tile = TileCoordinate(level: level, column: column, row: row)
                    let found = problem("/tiles/plan/\(level)/\(column)/\(row).png")
                    #expect((found == nil) == pyramid.contains(tile), "\(tile)")
                    #expect(found == nil || found?.status == 404)
                }
            }
        }
    }

    @Test("says what is wrong with it, and what would be right")
    func problems() {
        let cases = [
            ("/tiles/nothing/0/0/0.png", 404, "nothing"), ("/tiles/plan/9/0/0.png", 404, "z is 0 to 2"),
            ("/tiles/plan/1/2/0.png", 404, "x is 0 to 1, and y 0 to 1"),
            ("/tiles/plan/99999999999999999999/0/0.png", 404, "z is 0 to 2"),
            ("/tiles/plan/2/99999999999999999999999/0.png", 404, "x is 0 to 3"),
            ("/tiles/plan/a/0/0.png", 400, "z must be a whole number, not “a”"),
            ("/tiles/plan/0/1.5/0.png", 400, "x must be a whole number, not “1.5”"),
            ("/tiles/plan/0/0/.png", 400, "y must be a whole number"), ("/tiles/plan/0/-/0.png", 400, "x must be"),
            ("/tiles/plan/0/0", 400, "tiles are at /tiles/{id}/{z}/{x}/{y}.{format}"),
            ("/tiles/plan/", 400, "tiles are at /tiles/{id}/{z}"), ("/tiles/plan/0/7/0.png", 404, "has only tile 0/0"),
            ("/dzi/plan_files/0/0.png", 400, "tiles are at /dzi/{id}_files/{level}/{column}_{row}.{format}"),
            ("/tiles/plan/0/0/0", 400, "the address has no format: tiles are at /tiles/{id}"),
            ("/tiles/plan/0/0/0@3x.png", 400, "invalid ending “@3x.png”: tiles are at /tiles/{id}"),
            ("/tiles/plan/0/0/0.gif", 404, "unsupported tile format “.gif”"), ("/tiles/plan/0/0/0.png/", 404, "png/"),
            ("/tiles/plan/0/0/0@2x", 400, "the address has no format: tiles are at /tiles/{id}"),
            ("/tiles//0/0/0.png", 404, "“”"),
            ("/dzi/plan_files/99/0_0.png", 404, "levels 0 to 10"),
            ("/dzi/plan_files/10/4_0.png", 404, "column is 0 to 3"),
            ("/dzi/plan_files/10/0-0.png", 400, "column must be"), ("/dzi/plan/10/0_0.png", 404, "_files"),
            ("/dzi/_files/10/0_0.png", 404, "_files"), ("/dzi/x_files/10/0_0.png", 404, "“x”"),
            ("/dzi/plan_files/10/0_0@2x.png", 400, "@2x"),
        ]
        for (path, status, words) in cases {
            let found = problem(path)
            #expect(found?.status == status, "\(path)")
            #expect(found?.message.contains(words) == true, "\(path): \(found?.message ?? "")")
        }
    }

    @Test("is not read into other paths")
    func others() throws {
        for path in ["", "/", "/tiles", "/tiles/plan.json", "/dzi/plan.dzi", "/view/plan", "/TILES/plan/0/0/0.png"] {
            #expect(try fixture.key(path) == nil)
        }
    }

    @Test("of Deep Zoom is the XYZ tile's where the pixels are the same, and cropped where not; down to one pixel")
    func deepZoom() throws {
        let pyramid = fixture.site.entries[0].content.pyramid
        #expect(try fixture.key("/dzi/plan_files/10/0_0.png") == fixture.key("/tiles/plan/2/0/0.png"))
        #expect(try fixture.key("/dzi/plan_files/9/0_0.png") == fixture.key("/tiles/plan/1/0/0.png"))
        for level in 0...10 {
            // Deep Zoom halves the size and rounds up at each level.
            let width = max(1, (1000 + (1 << (10 - level)) - 1) >> (10 - level))
            let height = max(1, (600 + (1 << (10 - level)) - 1) >> (10 - level))
            for row in 0..<((height + 255) / 256) {
                for column in 0..<((width + 255) / 256) {
                    let area = try fixture.key("/dzi/plan_files/\(level)/\(column)_\(row).png")?.area(in: pyramid)
                    #expect(area?.width == min(256, width - column * 256))
                    #expect(area?.height == min(256, height - row * 256))
                }
            }
            #expect(problem("/dzi/plan_files/\(level)/\((width + 255) / 256)_0.png")?.status == 404)
            #expect(problem("/dzi/plan_files/\(level)/0_\((height + 255) / 256).png")?.status == 404)
        }
    }
}
