import Foundation
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import TileServer

/// Tests of the windows of a connection and of its streams.
extension HTTP2TileHandlerTests {
    @Test("an answer that the client has not allowed for is left to a stream, which can wait")
    func windows() async throws {
        let peer = try await HTTP2Peer(window: 0)
        try peer.ask(1)
        #expect(try peer.received().isEmpty && peer.handedOn().count == 1)
        // Streams need no share of the update: they have the initial window.
        try peer.send(HTTP2Peer.windowUpdate(0, 45))
        for stream in [3, 5] as [Int32] { try peer.ask(stream) }
        #expect(try peer.received().count == 4 && peer.handedOn().isEmpty)
        try peer.ask(7)
        #expect(try peer.received().isEmpty && peer.handedOn().count == 1)
        // An answer without a body needs no window.
        try peer.ask(9, method: "HEAD")
        #expect(try peer.received().count == 1)
    }

    @Test("a client that allows streams less than a tile gets it by a stream")
    func streamWindow() async throws {
        let peer = try await HTTP2Peer(settings: [(4, 19)])
        try peer.ask(1)
        #expect(try peer.received().isEmpty && peer.handedOn().count == 1)
        try peer.send(HTTP2Peer.settings([(4, 20)]))
        _ = try peer.handedOn()
        try peer.ask(3)
        #expect(try peer.received().count == 2)
    }

    @Test("streams are given of the connection's window when theirs runs low")
    func moving() async throws {
        let peer = try await HTTP2Peer(window: 100_000)
        try peer.send(peer.request(1, HTTP2Peer.plain("/contents.json")))
        _ = try peer.handedOn()
        let part = Frame(kind: FrameHead.data, stream: 1, payload: Array(repeating: 0, count: 16_384))
        peer.answer(Frame(kind: FrameHead.headers, stream: 1, flags: FrameHead.endHeaders, payload: [0x88]), part, part)
        peer.pass(0)
        // 132,767 are left; 32,767 are less than half of half of it.
        #expect(try peer.handedOn() == [HTTP2Peer.windowUpdate(0, 33_617)])
    }

    @Test("a client that opens no window is ended as one that takes nothing is")
    func shut() async throws {
        let peer = try await HTTP2Peer(settings: [(4, 5)])
        try peer.send(peer.request(1, HTTP2Peer.plain("/contents.json")))
        peer.answer(
            Frame(kind: FrameHead.headers, stream: 1, flags: FrameHead.endHeaders, payload: [0x88]),
            Frame(kind: FrameHead.data, stream: 1, payload: [0, 0, 0, 0, 0]))
        peer.pass(14)
        #expect(peer.channel.isActive)
        peer.pass(2)
        #expect(!peer.channel.isActive)
        #expect(peer.registry.counters.ended(.slow) == 1)
    }

    @Test("one that opens it by a byte now and then, too; one that does as it should is let be")
    func slow() async throws {
        for (step, isSlow) in [(1, true), (4096, false)] {
            let peer = try await HTTP2Peer(settings: [(4, 5)])
            try peer.send(peer.request(1, HTTP2Peer.plain("/contents.json")))
            let five = Frame(kind: FrameHead.data, stream: 1, payload: [0, 0, 0, 0, 0])
            peer.answer(Frame(kind: FrameHead.headers, stream: 1, flags: FrameHead.endHeaders, payload: [0x88]), five)
            for _ in 0..<60 where peer.channel.isActive {
                peer.pass(1)
                guard peer.channel.isActive else { break }
                peer.send(
                    HTTP2Peer.windowUpdate(1, step),
                    answeredBy: Frame(kind: FrameHead.data, stream: 1, payload: Array(repeating: 0, count: step)))
            }
            #expect(peer.channel.isActive != isSlow)
            #expect(peer.registry.counters.ended(.slow) == (isSlow ? 1 : 0))
        }
    }

    @Test("an answer that has left is nobody's fault")
    func ended() async throws {
        let peer = try await HTTP2Peer(settings: [(4, 5)])
        try peer.send(peer.request(1, HTTP2Peer.plain("/contents.json")))
        peer.answer(
            Frame(kind: FrameHead.headers, stream: 1, flags: FrameHead.endHeaders, payload: [0x88]),
            Frame(kind: FrameHead.data, stream: 1, flags: FrameHead.endStream, payload: [0, 0, 0, 0, 0]))
        peer.pass(60)
        #expect(peer.channel.isActive)
    }
}
