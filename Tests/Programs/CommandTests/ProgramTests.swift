import Foundation
import TestSupport
import Testing

@Suite("A program of one's own", .serialized)
struct ProgramTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("says what its code draws")
    func info() throws {
        let run = try CommandLineRun.run(["info"], of: "SeatMap")
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("seats\n") && run.output.contains("5,400 × 4,900 points"))
        #expect(run.output.contains("drawn by") && run.output.contains("SeatMap"))
    }

    @Test("builds tiles of it, whole or not at all")
    func build() throws {
        let run = try CommandLineRun.run(
            ["build", "seats", "-o", "out", "--max-level", "1"], of: "SeatMap", in: folder.path)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("out: 5 tiles"))
        #expect(try folder.names() == ["out"])
        let tile = try Data(contentsOf: URL(fileURLWithPath: folder.file("out/1/1/0.png")))
        #expect(tile.count > 5000, "a quarter of 100,000 seats has more to say")
    }

    @Test("names what there is when asked for another, and explains its options")
    func mistakes() throws {
        let unknown = try CommandLineRun.run(["build", "chairs", "-o", "out"], of: "SeatMap", in: folder.path)
        #expect(unknown.code == 66)
        #expect(unknown.errors.contains("no content named chairs: use one of seats"))
        #expect(
            try CommandLineRun.run(["build", "-o", "out", "--jobs", "0"], of: "SeatMap", in: folder.path).code == 64)
        let help = try CommandLineRun.run(["--help"], of: "SeatMap")
        #expect(help.code == 0 && help.output.contains("serve") && help.output.contains("build"))
        #expect(try folder.names().isEmpty)
    }

    @Test("checks whether it could be served, and ends")
    func check() throws {
        let run = try CommandLineRun.run(["serve", "--port", "0", "--check"], of: "SeatMap", in: folder.path)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("seats: ") && run.output.hasSuffix("\n1 of 1 content can be served\n"))
        #expect(!run.output.contains("http://"))
    }

    @Test("serves it, to be kept but not shown without asking, and ends when told to")
    func serve() async throws {
        let server = try RunningServer([], of: "SeatMap", in: folder.path)
        // A corner without seats, so that no sale makes it outdated while it is drawn.
        let (tile, body) = try await server.answer("/tiles/seats/5/0/0.png")
        #expect(tile.statusCode == 200 && body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(tile.value(forHTTPHeaderField: "Cache-Control") == "public, no-cache")
        let page = try await server.get("/view/seats")
        #expect(page.status == 200)
        #expect(server.end().code == 0)
    }
}
