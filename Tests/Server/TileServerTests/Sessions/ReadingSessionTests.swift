import Foundation
import NIOCore
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

/// A content with two buttons; each press counts on the second.
private final class Page: AccessibleTileSource {
    let contentSize = CGSize(width: 1000, height: 600)
    private let presses = Lock(0)
    private let readings = Lock(0)
    private let done = Lock<[String]>([])
    private let watcher = Lock<(@Sendable (Box) -> Void)?>(nil)
    private let listener = Lock<(@Sendable (AccessibilityNotice) -> Void)?>(nil)

    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        // The engine's watcher is the first, and stays.
        watcher.withLock { $0 = onChange }
        return TileChangeSubscription {}
    }

    func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger> { [] }

    func accessibleElements(limit: Int) -> [AccessibleElement] {
        readings.withLock { $0 += 1 }
        let count = presses.withLock { $0 }
        var press = AccessibleElement(1, .button, label: "Press", frame: CGRect(x: 1, y: 2.25, width: 3, height: 4))
        (press.hint, press.actions, press.isEnabled) = ("counts", ["Twice"], count < 2)
        return [press, AccessibleElement(2, .text, label: "Count", value: "\(count)", frame: .zero)]
    }

    func perform(_ action: AccessibleAction, on number: Int) {
        done.withLock { $0.append("\(action) \(number)") }
        presses.withLock { $0 += 1 }
        watcher.withLock { $0 }?(Box(x: 0, y: 0, width: 10, height: 10))
        listener.withLock { $0 }?(.announcement("pressed"))
    }

    func subscribeToNotices(
        _ onNotice: @escaping @Sendable (AccessibilityNotice) -> Void
    ) -> TileChangeSubscription {
        listener.withLock { $0 = onNotice }
        return TileChangeSubscription { [weak self] in self?.listener.withLock { $0 = nil } }
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        .solid(.white, width: area.width, height: area.height)
    }

    var readingCount: Int { readings.withLock { $0 } }
    var calls: [String] { done.withLock { $0 } }
}

@Suite("A session of a content that is read")
struct ReadingSessionTests {
    private let page = Page()

    private func open(_ fixture: Fixture, name: Character = "A") async throws -> SessionPeer {
        let peer = try await SessionPeer(fixture)
        let answer = try await peer.request("/session/\(String(repeating: name, count: 24))?content=plan")
        try #require(answer.hasPrefix("HTTP/1.1 101 "), "\(answer)")
        return peer
    }

    private func fixture() throws -> Fixture {
        try Fixture(plan: page, { $0.isInteractive = true }, executor: SteppedExecutor())
    }

    /// Returns the next message with a text, which another thread sends. Other messages are kept.
    private func message(_ peer: SessionPeer, with part: String) async throws -> String {
        while true {
            if let place = mail.texts.firstIndex(where: { $0.contains(part) }) { return mail.texts.remove(at: place) }
            await peer.loop.run()
            for case .text(let text) in try await peer.received() {
                mail.texts.append(text)
                // The next message need not wait, whichever of the two was the first.
                await peer.loop.advanceTime(by: .milliseconds(100))
            }
            await Task.yield()
        }
    }

    private final class Mail {
        var texts: [String] = []
    }

    private let mail = Mail()

    @Test("tells what there is when it is asked, then what has changed, and does what is asked of an element")
    func roundTrip() async throws {
        let peer = try await open(try fixture())
        #expect(try await message(peer, with: "opened").contains(#""readable":true"#))
        #expect(page.readingCount == 0)
        try await peer.send(#"{"type":"read"}"#)
        #expect(
            try await message(peer, with: "elements")
                == #"{"order":[1,2],"set":[{"actions":["Twice"],"frame":[1,2.3,3,4],"hint":"counts","label":"Press","number":1,"role":"button"},{"frame":[0,0,0,0],"label":"Count","number":2,"role":"text","value":"0"}],"type":"elements"}"#
        )
        try await peer.send(#"{"type":"act","element":1,"action":"activate"}"#)
        #expect(try await message(peer, with: "notice") == #"{"text":"pressed","type":"notice"}"#)
        #expect(
            try await message(peer, with: "elements")
                == #"{"set":[{"frame":[0,0,0,0],"label":"Count","number":2,"role":"text","value":"1"}],"type":"elements"}"#
        )
        try await peer.send(#"{"type":"act","element":1,"action":"other","index":0}"#)
        _ = try await message(peer, with: "notice")
        _ = try await message(peer, with: #""disabled":true"#)
        #expect(page.calls == ["activate 1", "other(0) 1"])
    }

    @Test("who comes later is told all, and nobody who has not asked")
    func later() async throws {
        let fixture = try fixture()
        let one = try await open(fixture, name: "A")
        try await one.send(#"{"type":"read"}"#)
        #expect(
            try await message(one, with: "elements")
                == #"{"order":[1,2],"set":[{"actions":["Twice"],"frame":[1,2.3,3,4],"hint":"counts","label":"Press","number":1,"role":"button"},{"frame":[0,0,0,0],"label":"Count","number":2,"role":"text","value":"0"}],"type":"elements"}"#
        )
        let other = try await open(fixture, name: "B")
        let count = page.readingCount
        try await other.send(#"{"type":"read"}"#)
        _ = try await message(other, with: #""order":[1,2]"#)
        #expect(page.readingCount == count)
    }

    @Test(
        "ends with who says what can't be",
        arguments: [
            (#"{"type":"act","action":"activate"}"#, "element is missing"),
            (#"{"type":"act","element":1}"#, "action is missing"),
            (#"{"type":"act","element":1,"action":"shout"}"#, "unknown action “shout”"),
            (#"{"type":"act","element":1,"action":"other"}"#, "index is missing"),
            (#"{"type":"act","element":"one","action":"focus"}"#, "element is of the wrong type"),
        ])
    func refusals(message: String, reason: String) async throws {
        let peer = try await open(try fixture())
        _ = try await peer.received()
        try await peer.send(message)
        let closure = try await peer.closure()
        #expect(closure.code == 1008 && closure.reason.contains(reason), "\(closure)")
    }
}
