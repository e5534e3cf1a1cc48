import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

/// A content with the size of its viewer's window, which records the order of events.
private final class Screen: ScreenTileSource {
    let contentSize = CGSize(width: 1000, height: 600)
    let followsViewer: Bool
    private let log = Lock<[String]>([])

    init(followsViewer: Bool = true) { self.followsViewer = followsViewer }

    var screenSize: CGSize { CGSize(width: 300, height: 200) }

    func resize(to size: CGSize) { log.withLock { $0.append("\(Int(size.width))x\(Int(size.height))") } }

    func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger> {
        log.withLock { $0 += touches.map(\.phase.rawValue) }
        return []
    }

    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        TileChangeSubscription {}
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        .solid(.white, width: area.width, height: area.height)
    }

    /// Returns the messages received, once this many have arrived.
    func messages(_ count: Int) async -> [String] {
        while log.withLock({ $0.count }) < count { await Task.yield() }
        return log.withLock { $0 }
    }
}

@Suite("A session of a content that is as large as the window")
struct ScreenSessionTests {
    private func open(_ screen: Screen, isInteractive: Bool = true) async throws -> (SessionPeer, String) {
        let fixture = try Fixture(plan: screen, { $0.isInteractive = isInteractive }, executor: SteppedExecutor())
        let peer = try await SessionPeer(fixture)
        let answer = try await peer.request("/session/\(String(repeating: "A", count: 24))?content=plan")
        try #require(answer.hasPrefix("HTTP/1.1 101 "), "\(answer)")
        guard case .text(let opened)? = try await peer.received().first else { return (peer, "") }
        return (peer, opened)
    }

    @Test("says so, takes the size, and then fingers that came after it")
    func size() async throws {
        let screen = Screen()
        let (peer, opened) = try await open(screen)
        #expect(opened == #"{"type":"opened","generation":0,"touchable":true,"resizable":true}"#)
        try await peer.send(#"{"type":"screen","width":390,"height":844}"#)
        _ = await screen.messages(1)
        try await peer.send(#"{"type":"screen","width":844,"height":390}"#)
        try await peer.send(#"{"type":"touch","touches":[[0,"began",1,1]]}"#)
        #expect(await screen.messages(3) == ["390x844", "844x390", "began"])
    }

    @Test("is none where the content has its own size, or nobody is to touch it", arguments: [true, false])
    func none(isInteractive: Bool) async throws {
        let (peer, opened) = try await open(Screen(followsViewer: !isInteractive), isInteractive: isInteractive)
        #expect(!opened.contains("resizable"))
        try await peer.send(#"{"type":"screen","width":390,"height":844}"#)
        #expect(try await peer.received() == [.close(1008, "unknown message type “screen”")])
    }

    @Test(
        "ends with who says what no window is",
        arguments: [
            (#"{"type":"screen","width":390}"#, "height is missing"),
            (#"{"type":"screen","width":0,"height":9}"#, "width and height must be from 1 to 16,384"),
            (#"{"type":"screen","width":9,"height":16385}"#, "width and height must be from 1 to 16,384"),
            (#"{"type":"screen","width":"9","height":9}"#, "width is of the wrong type"),
        ])
    func refusals(message: String, reason: String) async throws {
        let (peer, _) = try await open(Screen())
        try await peer.send(message)
        #expect(try await peer.received() == [.close(1008, reason)])
    }

    @Test("a viewer's own has levels of its own, as sharp, and shows its screen first")
    func own() async throws {
        let shared = Screen(followsViewer: false)
        var content = ServedContent(
            id: "app", title: "App", source: shared,
            pyramid: try TilePyramid(contentSize: CGSize(width: 300, height: 200), tileSize: 256, extraLevels: 3),
            isScalable: true, format: .png)
        content.own = { Screen() }
        let server = try Fixture(documents: [OfferedContent(content)]) { $0.isInteractive = true }.server
        server.opening.start()
        defer { server.opening.end() }
        let own = try await server.opening.entry("app*\(String(repeating: "a", count: 24))").content
        #expect(own.pyramid.contentSize == CGSize(width: 1000, height: 600))
        #expect(own.pyramid.deepestScale == 8 && own.pyramid.tileSize == 256)
        #expect(own.part == CGRect(x: 0, y: 0, width: 300, height: 200))
    }
}
