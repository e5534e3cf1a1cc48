import NIOCore
import TestSupport
import Testing
import TileEngine
import TileSessions

@testable import TileServer

/// Messages of a damaged or hostile viewer: each is understood, or closes the session with the matching code.
@Suite("Sessions, of damaged input")
struct SessionFuzzTests {
    private static let messages = [
        SessionPeer.viewport(), SessionPeer.viewport(x: -40, y: 3, width: 12, height: 9, scale: 0.25, velocityY: 400),
        #"{"type":"viewport","x":0,"y":0,"width":100,"height":80,"scale":2,"landing":{"x":1,"y":2,"width":50,"height":40},"zooming":true}"#,
        #"{"type":"touch","touches":[{"finger":1,"phase":"began","x":3,"y":4},{"finger":2,"phase":"moved","x":3.5,"y":-4}]}"#,
        #"{"type":"screen","width":390,"height":844.5}"#,
        #"{"type":"typing","number":3,"edits":[["insert","a"],["mark","\u304b",1,1],["key","left",3],["replace",0,4,"\n"]]}"#,
        #"{"type":"act","element":3,"action":"other","index":1}"#, #"{"type":"read"}"#,
        #"{"type":"input","time":0.5,"events":[{"kind":"wheel","x":1,"y":2,"dx":0,"dy":-3}]}"#,
    ]
    private static let words = [
        "{", "}", "[", "]", "\"", ":", ",", "null", "true", "{}", "[]", "\"type\":", "viewport", "touch", "input",
        "touches", "finger", "phase", "typing", "edits", "insert", "select", "mark", "screen", "height", "began",
        "ended", "landing", "width", "\\u0000", "\\ud800",
        "1e400", "-0", "e",
        String(repeating: "[", count: 300), String(repeating: "9", count: 300),
    ]

    @Test("A message is understood with finite numbers, or closes the session by a code")
    func messages() {
        let policy = SessionPolicy()
        var found = 0
        InputMutator(Self.messages, tokens: Self.words, seed: 7).run("messages", share: 0.25) { number, input in
            let text = String(decoding: input, as: UTF8.self)
            do throws(SessionClosure) {
                switch try ViewerMessage(ByteBuffer(bytes: input), also: [.touch, .input, .screen, .typing, .reading]) {
                case .viewport(let message):
                    let viewport = try message.viewport(time: 1, policy)
                    let visible = viewport.visible
                    expect(
                        visible.minX.isFinite && visible.maxX.isFinite && visible.minY.isFinite
                            && visible.maxY.isFinite && viewport.scale > 0 && viewport.scale.isFinite, number, text)
                case .touch(let message):
                    expect(
                        message.touches(of: 1).allSatisfy { $0.location.x.isFinite && $0.location.y.isFinite }, number,
                        text)
                case .screen(let message): expect(message.size.width >= 1 && message.size.height >= 1, number, text)
                case .typing(let message): expect(message.edits.count <= 100, number, text)
                case .act, .input, .read: break
                }
                found += 1
            } catch {
                expect([1007, 1008].contains(error.code), number, text)
            }
        }
        #expect(found > InputMutator.runs / 100)
    }

    @Test("An address of a session is refused, or names a content and an identifier that nobody guesses")
    func addresses() throws {
        let site = try Fixture().site
        let samples = [
            "/session/\(SessionPeer.id)?content=plan", "/session/\(SessionPeer.id)?content=photo&format=webp",
            "/session/\(SessionPeer.id)?a=b&content=plan&format=jpg&content=photo",
        ]
        var found = 0
        InputMutator(samples, tokens: ["?", "&", "=", "/", "content", "format", "plan", "png"], seed: 8)
            .run("addresses") { number, input in
                let text = String(decoding: input, as: UTF8.self)
                // No other text is accepted as an address.
                guard text.hasPrefix("/session/"), let address = try? SessionAddress(text, of: site) else { return }
                found += 1
                expect(SessionID.lengths.contains(address.id.text.utf8.count), number, text)
            }
        #expect(found > InputMutator.runs / 20)
    }

    /// Sends damaged frames, and valid frames with damaged messages, in one connection, and disconnects. All sessions
    /// are then closed.
    @Test("Frames end in an open session or a closing frame, and leave nothing behind")
    func frames() async throws {
        let executor = SteppedExecutor()
        let fixture = try Fixture(executor: executor)
        let mutator = InputMutator(Self.messages, tokens: Self.words, seed: 9)
        let trace = InputTrace("tilework-fuzz-frames")
        var closed = 0
        let runs = max(1, InputMutator.runs / 100)
        for number in 0..<runs {
            var random = SeededGenerator(UInt64(number))
            let peer = try await SessionPeer.open(fixture)
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let message = mutator.input(Int.random(in: 0..<1_000_000, using: &random))
                let isText = Int.random(in: 0..<4, using: &random) > 0
                let frame = SessionPeer.frame(
                    message, opcode: isText ? 1 : .random(in: 0...15, using: &random),
                    isLast: Int.random(in: 0..<8, using: &random) > 0,
                    isMasked: Int.random(in: 0..<16, using: &random) > 0,
                    reserved: Int.random(in: 0..<16, using: &random) > 0 ? 0 : 0x20)
                bytes += Array(buffer: frame)
            }
            if number.isMultiple(of: 3) {
                bytes[.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            trace.note(bytes)
            // The bytes arrive in parts, as from a network.
            var rest = bytes[...]
            while !rest.isEmpty, peer.channel.isActive {
                let part = rest.prefix(.random(in: 1...(rest.count), using: &random))
                try? await peer.send(ByteBuffer(bytes: part))
                rest = rest.dropFirst(part.count)
            }
            try await peer.draw(executor)
            for case .close(let code, _) in try await peer.received() {
                closed += 1
                let isKnown = code.map { SessionClosure.mayBeSent($0) } ?? true
                #expect(isKnown, "run \(number): closed with \(code ?? 0)")
            }
            try? await peer.channel.close()
            await peer.loop.run()
            #expect(fixture.server.sessions.count == 0, "run \(number) leaves a session")
        }
        trace.remove()
        #expect(closed > runs / 10)
    }
}
