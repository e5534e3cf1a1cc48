import Foundation
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import TileServer

/// Tests of errors, and of clients that ask for too much.
extension HTTP2TileHandlerTests {
    @Test("what only this end can see to be wrong ends the connection")
    func errors() async throws {
        let headers = FrameHead.headers
        let cases: [(UInt32, [Frame])] = [
            // Another frame between the parts of a head.
            (1, [Frame(kind: headers, stream: 3), HTTP2Peer.windowUpdate(0, 1)]),
            (1, [Frame(kind: headers, stream: 3), Frame(kind: FrameHead.continuation, stream: 5)]),
            (1, [Frame(kind: headers, stream: 3), Frame(kind: headers, stream: 3)]),
            (3, [HTTP2Peer.windowUpdate(0, Int(Int32.max))]),
            // A frame for a stream that was answered.
            (5, [Frame(kind: FrameHead.data, stream: 1, payload: [0])]),
            (5, [Frame(kind: headers, stream: 1, flags: FrameHead.endHeaders)]),
            // An invalid index; a string that ends early.
            (9, [Frame(kind: headers, stream: 3, flags: FrameHead.endHeaders, payload: [0xFF, 0xFF, 0x7F])]),
            (9, [Frame(kind: headers, stream: 3, flags: FrameHead.endHeaders, payload: [0x00, 0x05, 0x61])]),
            (11, [Frame(kind: headers, stream: 3)] + Array(repeating: .init(kind: 9, stream: 3), count: 6)),
            (
                11,
                [Frame(kind: headers, stream: 3)]
                    + Array(repeating: .init(kind: 9, stream: 3, payload: Array(repeating: 0, count: 16_384)), count: 3)
            ),
        ]
        for (code, frames) in cases {
            let peer = try await HTTP2Peer()
            try peer.ask(1)
            _ = try peer.received()
            for frame in frames { try peer.send(frame) }
            #expect(goAway(try peer.received()) == code, "\(frames)")
            #expect(!peer.channel.isActive)
            #expect(try peer.handedOn().isEmpty)
        }
    }

    private static func reset(_ stream: Int32) -> Frame {
        Frame(kind: FrameHead.resetStream, stream: stream, payload: [0, 0, 0, 8])
    }

    @Test("a client that resets more unanswered streams than its budget allows is told to calm down")
    func resets() async throws {
        let peer = try await HTTP2Peer(limits: .init(resets: RatePolicy(perSecond: 10, burst: 5)))
        var next = Int32(1)
        func openAndReset(_ path: String) throws {
            try peer.send(peer.request(next, HTTP2Peer.plain(path)))
            try peer.send(Self.reset(next))
            next += 2
        }
        // Resets of streams that were answered from the cache are free.
        for _ in 0..<50 { try openAndReset(Self.path) }
        #expect(try goAway(peer.received()) == nil)
        for _ in 0..<5 { try openAndReset("/contents.json") }
        peer.pass(.milliseconds(200))
        for _ in 0..<2 { try openAndReset("/contents.json") }
        #expect(try peer.received().isEmpty)
        try openAndReset("/contents.json")
        #expect(try goAway(peer.received()) == 11, "ENHANCE_YOUR_CALM (RFC 9113 section 7)")
        #expect(!peer.channel.isActive && peer.registry.counters.ended(.resets) == 1)
    }

    @Test("a client that disconnects with unanswered streams is told to calm down when its budget is spent")
    func closes() async throws {
        let limiter = RateLimiter(RatePolicy(perSecond: 10, burst: 5)) { 1 }
        for number in 0..<3 {
            let peer = try await HTTP2Peer(resets: limiter)
            for stream: Int32 in [1, 3, 5] { try peer.send(peer.request(stream, HTTP2Peer.plain("/contents.json"))) }
            // Three and two of them have spent the budget.
            #expect(try goAway(peer.received()) == (number < 2 ? nil : 11))
            peer.channel.pipeline.fireChannelInactive()
        }
    }

    @Test("a long batch of requests is read over several turns of the event loop, in order")
    func turns() async throws {
        let peer = try await HTTP2Peer(limits: .init(streamsPerTurn: 3))
        var bytes = ByteBuffer()
        let streams = (0..<8).map { Int32(2 * $0 + 1) }
        for stream in streams {
            bytes.writeImmutableBuffer(HTTP2Peer.bytes(try peer.request(stream, HTTP2Peer.plain("/contents.json"))))
        }
        try peer.send(bytes)
        #expect(try peer.handedOn().map(\.stream) == [1, 3, 5])
        // Bytes that arrive meanwhile wait behind the batch.
        try peer.ask(17)
        #expect(try peer.handedOn().isEmpty && peer.received().isEmpty)
        peer.pass(.milliseconds(1))
        #expect(try peer.handedOn().map(\.stream) == [7, 9, 11, 13, 15])
        #expect(try isTile(peer.received()[...], on: 17, peer))
    }

    @Test(
        "a connection that sends no requests is idle, whatever else it sends",
        arguments: [
            [], [Frame(kind: 6, stream: 0, payload: [0, 1, 2, 3, 4, 5, 6, 7])], [HTTP2Peer.settings([(3, 9)])],
        ])
    private func drip(_ frames: [Frame]) async throws {
        let peer = try await HTTP2Peer()
        for _ in 0..<12 {
            #expect(peer.channel.isActive)
            for frame in frames { try peer.send(frame) }
            peer.pass(10)
        }
        #expect(!peer.channel.isActive && peer.registry.counters.ended(.idle) == 1)
    }

    @Test("what is wrong by itself is handed on as it is, with all that comes after")
    func wrong() async throws {
        let frames: [Frame] = [
            Frame(kind: FrameHead.headers, stream: 0), Frame(kind: FrameHead.headers, stream: 2),
            Frame(kind: FrameHead.headers, stream: 1, flags: FrameHead.padded, payload: [9, 0]),
            Frame(kind: FrameHead.headers, stream: 1, flags: FrameHead.padded),
            Frame(kind: FrameHead.headers, stream: 1, flags: FrameHead.priority, payload: [0, 0]),
            Frame(kind: FrameHead.continuation, stream: 1), Frame(kind: FrameHead.settings, stream: 0, payload: [0]),
            Frame(kind: FrameHead.settings, stream: 1), HTTP2Peer.settings([(4, 0x8000_0000)]),
            Frame(kind: FrameHead.windowUpdate, stream: 0, payload: [1]), HTTP2Peer.windowUpdate(0, 0),
            Frame(kind: FrameHead.data, stream: 9, payload: Array(repeating: 0, count: 16_385)),
        ]
        for frame in frames {
            let peer = try await HTTP2Peer()
            let request = try peer.request(1, HTTP2Peer.plain(Self.path))
            try peer.send(frame)
            try peer.send(request)
            #expect(try peer.handedOn() == [frame, request])
            #expect(try peer.received().isEmpty)
        }
    }

    @Test("nothing is read after the library has ended the connection for an error, which closes then")
    func end() async throws {
        let peer = try await HTTP2Peer()
        // A graceful end comes first, with code 0: a server that is told to end does that.
        peer.answer(Frame(kind: FrameHead.goAway, stream: 0, payload: [127, 255, 255, 255, 0, 0, 0, 0]))
        _ = try peer.received()
        try peer.ask(1)
        #expect(try peer.received().count == 2)
        peer.answer(Frame(kind: FrameHead.goAway, stream: 0, payload: [0, 0, 0, 0, 0, 0, 0, 1]))
        #expect(!peer.channel.isActive)
    }
}
