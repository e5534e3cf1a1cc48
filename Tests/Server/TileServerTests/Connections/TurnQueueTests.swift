import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import TileServer

@Suite("Turns of the connections of an event loop")
struct TurnQueueTests {
    @Test("one connection has a turn at a time, in the order in which they came")
    func order() {
        let loop = EmbeddedEventLoop()
        let turns = TurnQueue(loop)
        var done: [String] = []
        func work(_ name: String, times: Int) {
            turns.add {
                done.append(name)
                if times > 1 { work(name, times: times - 1) }
            }
        }
        work("a", times: 3)
        work("b", times: 1)
        #expect(done.isEmpty)
        loop.advanceTime(by: TurnQueue.pause)
        #expect(done == ["a"])
        loop.advanceTime(by: TurnQueue.pause)
        #expect(done == ["a", "b"])
        loop.advanceTime(by: .seconds(1))
        #expect(done == ["a", "b", "a", "a"])
    }

    @Test("no turn is due when another has ended, however long it took")
    func sockets() {
        let loop = EmbeddedEventLoop()
        let turns = TurnQueue(loop)
        var done = 0
        for _ in 0..<4 {
            turns.add {
                done += 1
                // A turn of the slowest machine.
                loop.advanceTime(by: .seconds(1))
            }
        }
        loop.advanceTime(by: TurnQueue.pause)
        #expect(done == 1)
    }
}
