import NIOCore
import Testing

@testable import TileServer
@testable import TileSessions

@Suite("A session that is recorded")
struct SessionRecordingTests {
    static let screen = #"{"type":"input","at":7,"screen":[1000,700,2]}"#
    static let path = "/session/\(SessionPeer.id)?content=plan"

    /// Returns a peer with a recorded session.
    func recorded(_ tape: SessionTape, _ suffix: String = "") async throws -> (Fixture, SessionPeer) {
        let fixture = try Fixture({ $0.tape = tape }, executor: SteppedExecutor())
        return (fixture, try await peer(fixture, suffix))
    }

    func peer(_ fixture: Fixture, _ suffix: String = "", records: Bool = true) async throws -> SessionPeer {
        let peer = try await SessionPeer(fixture)
        #expect(try await peer.request("/session/\(SessionPeer.id)\(suffix)?content=plan").hasPrefix("HTTP/1.1 101 "))
        let opened =
            records ? #"{"type":"opened","generation":0,"records":true}"# : #"{"type":"opened","generation":0}"#
        #expect(try await peer.received() == [.text(opened)])
        return peer
    }

    @Test("has all that the viewer did, with its times, once the session is over")
    func all() async throws {
        let tape = SessionTape()
        let (_, peer) = try await recorded(tape)
        try await peer.send(Self.screen)
        try await peer.send(#"{"type":"input","at":7.25,"show":[-12.5,40,0.75]}"#)
        try await peer.send(SessionPeer.viewport())
        try await peer.send(#"{"type":"input","at":7.5,"touch":[[0,"began",1,2],[3,"moved",-4.5,5e2]],"more":1}"#)
        #expect(tape.recording == nil)
        try await peer.channel.close()
        let recording = try #require(tape.recording)
        #expect(recording.content == "plan" && recording.cut == nil)
        #expect(
            recording.inputs == [
                .init(0, .screen(.init(width: 1000, height: 700, ratio: 2))),
                .init(0.25, .show(.init(x: -12.5, y: 40, zoomScale: 0.75))),
                .init(
                    0.5,
                    .touch([
                        .init(finger: 0, phase: .began, x: 1, y: 2), .init(finger: 3, phase: .moved, x: -4.5, y: 500),
                    ])),
            ])
        var events: [SessionTape.Event] = []
        for await event in tape.events { events.append(event) }
        #expect(events == [.began, .ended])
    }

    @Test("is the first whose viewer says anything; others are told nothing")
    func first() async throws {
        let tape = SessionTape()
        let (fixture, silent) = try await recorded(tape)
        let other = try await peer(fixture, "2", records: false)
        try await silent.channel.close()
        #expect(tape.recording == nil)
        let next = try await peer(fixture, "3")
        try await next.send(Self.screen)
        try await other.send(Self.screen)
        #expect(try await other.received() == [.close(1008, "unknown message type “input”")])
        try await next.channel.close()
        #expect(tape.recording?.inputs.count == 1)
        _ = try await peer(fixture, "4", records: false)
    }

    @Test("is whole when the server goes away, and when its viewer breaks a rule")
    func ends() async throws {
        for isShutDown in [true, false] {
            let tape = SessionTape()
            let (_, peer) = try await recorded(tape)
            try await peer.send(Self.screen)
            if isShutDown {
                try await peer.loop.executeInContext {
                    peer.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
                }
            } else {
                try await peer.send(#"{"type":"input","at":8}"#)
            }
            #expect(tape.recording?.inputs.count == 1)
        }
    }

    @Test("refuses input that can't be")
    func hostile() async throws {
        let cases: [(UInt16, String)] = [
            (1007, #""at":1e999,"screen":[1,1,1]"#), (1007, #""at":NaN,"screen":[1,1,1]"#),
            (1008, #""screen":[1,1,1]"#),
            (1008, #""at":-1,"show":[0,0,1]"#), (1008, #""at":1e10,"show":[0,0,1]"#),
            (1008, #""at":"1","show":[0,0,1]"#),
            (1008, #""at":1"#), (1008, #""at":1,"show":[0,0,1],"screen":[1,1,1]"#), (1008, #""at":1,"show":null"#),
            (1008, #""at":1,"screen":[]"#), (1008, #""at":1,"screen":[1,1]"#), (1008, #""at":1,"screen":[1,1,1,1]"#),
            (1008, #""at":1,"screen":[0,1,1]"#), (1008, #""at":1,"screen":[16385,1,1]"#),
            (1008, #""at":1,"screen":[1,1000000,1]"#), (1008, #""at":1,"screen":[1,1,0]"#),
            (1008, #""at":1,"screen":[1,1,17]"#), (1008, #""at":1,"screen":["1",1,1]"#), (1008, #""at":1,"screen":{}"#),
            (1008, #""at":1,"show":[0,0]"#), (1008, #""at":1,"show":[0,0,0]"#), (1008, #""at":1,"show":[0,0,-1]"#),
            (1008, #""at":1,"show":[0,0,1e7]"#), (1008, #""at":1,"show":[1e13,0,1]"#),
            (1008, #""at":1,"show":[0,-1e300,1]"#),
            (1008, #""at":1,"touch":[]"#), (1008, #""at":1,"touch":[[]]"#), (1008, #""at":1,"touch":[[0,"began",1]]"#),
            (1008, #""at":1,"touch":[[0,"began",1,2,3]]"#), (1008, #""at":1,"touch":[[0,"hovered",1,2]]"#),
            (1008, #""at":1,"touch":[[0.5,"began",1,2]]"#), (1008, #""at":1,"touch":[[-1,"began",1,2]]"#),
            (1008, #""at":1,"touch":[[1001,"began",1,2]]"#), (1008, #""at":1,"touch":[[1e300,"began",1,2]]"#),
            (1008, #""at":1,"touch":[[0,"began",1000001,2]]"#), (1008, #""at":1,"touch":[[0,1,1,2]]"#),
            (1008, #""at":1,"touch":[[0,"began",1,2],[0,"moved",1,2]]"#), (1008, #""at":1,"touch":{"0":1}"#),
            (
                1008,
                #""at":1,"touch":[\#((0..<21).map { #"[\#($0),"began",1,2]"# }.joined(separator: ","))]"#
            ),
        ]
        for (code, members) in cases {
            let (_, peer) = try await recorded(SessionTape())
            try await peer.send(Self.screen)
            try await peer.send(#"{"type":"input",\#(members)}"#)
            let received = try await peer.received()
            guard received.count == 1, case .close(code, let reason) = received[0] else {
                Issue.record("\(members): \(received)")
                continue
            }
            #expect(!reason.isEmpty && reason.utf8.count <= 123, "\(members)")
        }
    }

    @Test("says what its screen is before all else")
    func order() async throws {
        let (_, peer) = try await recorded(SessionTape())
        try await peer.send(#"{"type":"input","at":8,"show":[0,0,1]}"#)
        #expect(try await peer.received() == [.close(1008, "the first input says what the screen is")])
    }

    @Test("takes no more input than a session takes frames")
    func rate() async throws {
        let tape = SessionTape()
        let (_, peer) = try await recorded(tape)
        try await peer.send(Self.screen)
        for number in 0..<480 { try await peer.send(#"{"type":"input","at":7,"show":[\#(number),0,1]}"#) }
        #expect(try await peer.received() == [.close(1008, "more than 240 frames a second")])
        #expect(tape.recording?.inputs.count == 480)
    }

    // MARK: Times and limits

    func show(_ time: Double) -> InputMessage { InputMessage(time: time, kind: .show(.init(x: 0, y: 0, zoomScale: 1))) }

    func recorder(maxSamples: Int = 10) throws -> SessionRecorder {
        let recorder = SessionRecorder(content: "plan", maxSamples: maxSamples)
        try recorder.record(InputMessage(time: 500, kind: .screen(.init(width: 10, height: 10, ratio: 1))), now: 20)
        return recorder
    }

    @Test("has the viewer's times, and the server's where those go back or can't be right")
    func times() throws {
        let recorder = try recorder()
        for (time, now) in [(500.5, 20.6), (500.4, 20.7), (0, 21), (1e9, 22), (502.5, 22.4), (502.6000004, 22.5)] {
            try recorder.record(show(time), now: now)
        }
        #expect(recorder.recording.inputs.map(\.time) == [0, 0.5, 0.5, 1, 2, 2.5, 2.6])
    }

    @Test("goes on to its limits, and says which it met")
    func limits() throws {
        let full = try recorder(maxSamples: 4)
        let two = [0, 1].map { SessionRecording.Touch(finger: $0, phase: .began, x: 0, y: 0) }
        try full.record(InputMessage(time: 501, kind: .touch(two)), now: 21)
        try full.record(InputMessage(time: 502, kind: .touch(two)), now: 22)
        try full.record(show(503), now: 23)
        #expect(full.recording.inputs.count == 2, "what would be too much is the end of it")
        #expect(full.recording.cut == .samples(4))

        let long = try recorder()
        try long.record(show(500 + 3600), now: 20 + 3600)
        try long.record(show(500 + 3601), now: 20 + 3601)
        #expect(long.recording.inputs.count == 2 && long.recording.cut == .seconds(3600))
    }
}
