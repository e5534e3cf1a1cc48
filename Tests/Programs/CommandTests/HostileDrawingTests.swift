import Foundation
import TestSupport
import Testing

/// A served drawing on which librsvg fails: only its tiles are missing.
@Suite struct HostileDrawingTests {
    /// The start of a drawing that librsvg draws whole: its root has a font that the reader does not support.
    private static let open = """
        <svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" style="font: caption">\
        <rect width="400" height="400" fill="#00f"/>
        """

    /// Patterns within patterns, 3,000 deep: librsvg follows them until its stack is full.
    private static let deepPatterns: String = {
        let patterns = (1...3000).map {
            "<pattern id='p\($0)' width='4' height='4' patternUnits='userSpaceOnUse'>"
                + "<rect width='400' height='400' fill='url(#p\($0 - 1))'/></pattern>"
        }
        return "\(open)\(patterns.joined())<rect width='400' height='400' fill='url(#p3000)'/></svg>"
    }()

    @Test func itsTilesFailWithTheReasonAndOthersAreServed() async throws {
        let folder = try TemporaryFolder()
        try folder.write("deep.svg", Self.deepPatterns)
        try folder.write("flood.svg", Self.open + "</svg>")
        try folder.write("plain.svg", drawing())
        let server = try RunningServer(["deep.svg", "flood.svg", "plain.svg"], in: folder.path)
        let flood = try await server.get("/tiles/flood/0/0/0.png")
        #expect(flood.status == 200)
        for attempt in 1...5 {
            let (status, body) = try await server.get("/tiles/deep/0/0/0.png")
            let message = String(decoding: body, as: UTF8.self)
            #expect(status == 503)
            #expect(message == "“deep” can't be shown: librsvg failed to draw it\n", "attempt \(attempt)")
            // A tile of another size, which is not cached from the earlier attempt.
            #expect(try await server.get("/tiles/flood/0/0/0@2x.png").status == 200)
            #expect(try await server.get("/tiles/plain/0/0/0.png").status == 200)
        }
        #expect(try await server.get("/tiles/flood/0/0/0.png").body == flood.body)
        #expect(server.process.isRunning)
        #expect(server.end().code == 0)
    }

    @Test func buildingItEndsWithTheReasonAndLeavesNothing() throws {
        let folder = try TemporaryFolder()
        try folder.write("deep.svg", Self.deepPatterns)
        let run = try CommandLineRun.run(["build", "deep.svg", "-o", "tiles"], in: folder.path)
        #expect(run.code == 65)
        #expect(run.errors.contains("deep.svg: librsvg crashed (signal 11"), "\(run.errors)")
        #expect(try folder.names() == ["deep.svg"])
    }

    @Test func withoutTheProgramThatDrawsItThereIsAReasonAndWhatToDo() throws {
        let folder = try TemporaryFolder()
        try folder.write("flood.svg", Self.open + "</svg>")
        let run = try CommandLineRun.run(
            ["info", "flood.svg"], in: folder.path, environment: ["TILEWORK_SVG": "/nowhere/tilework-svg"])
        #expect(run.code == 69)
        let reason = "flood.svg: it needs the program tilework-svg, which was not found at /nowhere/tilework-svg"
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.contains("TILEWORK_SVG"))
    }

    @Test func noProcessThatDrawsOutlivesAServerThatIsKilled() async throws {
        let folder = try TemporaryFolder()
        try folder.write("flood.svg", Self.open + "</svg>")
        try #require(mkfifo(folder.file("life"), 0o600) == 0)
        let life = Glibc.open(folder.file("life"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(life >= 0)
        defer { close(life) }
        // The process keeps the pipe open as long as it lives.
        let program = try CommandLineRun.executable("tilework-svg")
        try folder.write("lines", "#!/bin/sh\nexec 9> '\(folder.file("life"))'\nexec '\(program)'\n")
        let copied = try CommandLineRun.shell("install -m 700 lines stand-in", in: folder.path)
        try #require(copied.code == 0, "\(copied.errors)")
        let server = try RunningServer(
            ["flood.svg"], in: folder.path, environment: ["TILEWORK_SVG": folder.file("stand-in")])
        #expect(try await server.get("/tiles/flood/0/0/0.png").status == 200)
        kill(server.process.processIdentifier, SIGKILL)
        var entry = pollfd(fd: life, events: 0, revents: 0)
        // If the test fails here, it hangs and shows where.
        #expect(poll(&entry, 1, -1) == 1)
    }

    /// Tests the program's location in a package manager's layout.
    @Test func theProgramIsFoundInTheLayoutOfAnInstallation() throws {
        let folder = try TemporaryFolder()
        try folder.write("flood.svg", Self.open + "</svg>")
        let copied = try CommandLineRun.shell(
            """
            mkdir -p bin libexec/tilework && cp "$TILEWORK" bin/ && cp "$(dirname "$TILEWORK")/tilework-svg" libexec/tilework/
            """, in: folder.path)
        try #require(copied.code == 0, "\(copied.errors)")
        let run = try CommandLineRun.shell("bin/tilework build flood.svg -o tiles", in: folder.path)
        #expect(run.code == 0, "\(run.errors)")
    }
}
