import Foundation
import NIOCore
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

/// A content with one text, which begins editing at the first touch.
private final class Page: TypableTileSource {
    let contentSize = CGSize(width: 1000, height: 600)
    private let typed = Lock<[[ContentTyping]]>([])
    private let listener = Lock<(@Sendable (ContentTypingState) -> Void)?>(nil)
    private let order = Lock<[String]>([])

    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        TileChangeSubscription {}
    }

    func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger> {
        order.withLock { $0.append("touch") }
        var state = ContentTypingState(number: 7, isActive: true)
        (state.text, state.length, state.selection) = ("a/ü", 3, 3..<3)
        state.caret = CGRect(x: 10, y: 20.5, width: 2, height: 16)
        (state.isMultiline, state.mode, state.returnKey) = (false, .email, .go)
        listener.withLock { $0 }?(state)
        return Set(touches.map(\.finger))
    }

    func type(_ edits: [ContentTyping], into number: Int) {
        order.withLock { $0.append("type \(number)") }
        typed.withLock { $0.append(edits) }
        listener.withLock { $0 }?(ContentTypingState(number: number + 1, isActive: false))
    }

    func subscribeToTyping(
        _ onChange: @escaping @Sendable (ContentTypingState) -> Void
    ) -> TileChangeSubscription {
        listener.withLock { $0 = onChange }
        onChange(ContentTypingState(number: 0, isActive: false))
        return TileChangeSubscription { [weak self] in self?.listener.withLock { $0 = nil } }
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        .solid(.white, width: area.width, height: area.height)
    }

    /// Waits until `count` edits were typed, and returns them.
    func typed(_ count: Int) async -> [[ContentTyping]] {
        while typed.withLock({ $0.count }) < count { await Task.yield() }
        return typed.withLock { $0 }
    }

    var calls: [String] { order.withLock { $0 } }
}

@Suite("A session of a content that is typed in")
struct TypingSessionTests {
    private let page = Page()
    private let executor = SteppedExecutor()

    private func open(_ fixture: Fixture, name: Character = "A") async throws -> SessionPeer {
        let peer = try await SessionPeer(fixture)
        let answer = try await peer.request("/session/\(String(repeating: name, count: 24))?content=plan")
        try #require(answer.hasPrefix("HTTP/1.1 101 "), "\(answer)")
        return peer
    }

    private func fixture() throws -> Fixture {
        try Fixture(plan: page, { $0.isInteractive = true }, executor: executor)
    }

    /// Returns the next message with a text, which another thread sends.
    private func message(_ peer: SessionPeer, with part: String) async throws -> String {
        while true {
            await peer.loop.run()
            for case .text(let text) in try await peer.received() where text.contains(part) { return text }
            await Task.yield()
        }
    }

    @Test("tells what there is to type in, and has it typed, in turn with what fingers do")
    func roundTrip() async throws {
        let peer = try await open(try fixture())
        try await peer.send(#"{"type":"touch","touches":[[0,"began",1,1]]}"#)
        let state = try await message(peer, with: #""active":true"#)
        #expect(
            state
                == #"{"active":true,"capitals":"sentences","caret":[10,20.5,2,16],"corrects":true,"editable":true,"enter":"go","length":3,"mode":"email","multiline":false,"number":7,"secret":false,"selection":[3,3],"spelling":true,"start":0,"text":"a/ü","type":"typing"}"#
        )
        try await peer.send(
            #"{"type":"typing","number":7,"edits":[["insert","b"],["mark","か",0,1],["settle"],["delete",true],["replace",0,2,"x"],["select",1,1],["paste","p"],["key","left",9],["undo"],["redo"],["dismiss"]]}"#
        )
        let over = try await message(peer, with: #""active":false"#)
        #expect(over == #"{"active":false,"number":8,"type":"typing"}"#)
        #expect(
            await page.typed(1) == [
                [
                    .insert("b"), .mark("か", selection: 0..<1), .settle, .delete(isForward: true),
                    .replace(0..<2, with: "x"), .select(1..<1), .paste("p"), .key(.left, [.shift, .command]), .undo,
                    .redo, .dismiss,
                ]
            ])
        #expect(page.calls == ["touch", "type 7"])
    }

    @Test("tells who comes later of a text that is being edited")
    func later() async throws {
        let fixture = try fixture()
        let one = try await open(fixture, name: "A")
        try await one.send(#"{"type":"touch","touches":[[0,"began",1,1]]}"#)
        _ = try await message(one, with: #""active":true"#)
        let other = try await open(fixture, name: "B")
        _ = try await message(other, with: #""number":7"#)
    }

    @Test(
        "ends with who says what can't be",
        arguments: [
            (#"{"type":"typing","edits":[]}"#, "number is missing"),
            (#"{"type":"typing","number":1}"#, "edits is missing"),
            (#"{"type":"typing","number":1,"edits":[["shout","a"]]}"#, "unknown edit “shout”"),
            (#"{"type":"typing","number":1,"edits":[["insert",4]]}"#, "is of the wrong type"),
            (#"{"type":"typing","number":1,"edits":[["insert"]]}"#, "null or missing"),
            (#"{"type":"typing","number":1,"edits":[["select",3,1]]}"#, "invalid text range 3 to 1"),
            (#"{"type":"typing","number":1,"edits":[["select",-1,1]]}"#, "invalid text range -1 to 1"),
            (#"{"type":"typing","number":1,"edits":[["key","hyper",0]]}"#, "unknown key “hyper”"),
            (
                #"{"type":"typing","number":1,"edits":[\#(String(repeating: #"["undo"],"#, count: 100))["undo"]]}"#,
                "at most 100 edits"
            ),
        ])
    func refusals(message: String, reason: String) async throws {
        let peer = try await open(try fixture())
        _ = try await peer.received()
        try await peer.send(message)
        let closure = try await peer.closure()
        #expect(closure.code == 1008 && closure.reason.contains(reason), "\(closure)")
    }
}
