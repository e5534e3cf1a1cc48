import NIOCore
import NIOEmbedded
import Testing
import TileSessions
import TileSupport

@testable import TileServer

@Suite("The streams of an HTTP/2 connection that the routes answer")
struct RoutedStreamsTests {
    @Test("a slot is free when an answer's task has ended, however early its stream was reset")
    func slots() {
        let streams = RoutedStreams(
            limits: .init(answers: 2), turns: TurnQueue(EmbeddedEventLoop()), now: .uptimeNanoseconds(1))
        var started: [Int] = []
        let ends = (0..<5).map { number in streams.add { started.append(number) } }
        #expect(started == [0, 1])
        // The client resets the first stream, which is being answered, and the third, which waits.
        ends[0]()
        ends[2]()
        #expect(started == [0, 1])
        streams.answerDidEnd()
        #expect(started == [0, 1, 3])
        streams.answerDidEnd()
        streams.answerDidEnd()
        streams.answerDidEnd()
        #expect(started == [0, 1, 3, 4])
        _ = streams.add { started.append(5) }
        #expect(started.last == 5)
    }

    @Test("an answer that is dropped while it waits is released at once")
    func release() {
        final class Resource {}
        let streams = RoutedStreams(
            limits: .init(answers: 1), turns: TurnQueue(EmbeddedEventLoop()), now: .uptimeNanoseconds(1))
        _ = streams.add {}
        var resource: Resource? = Resource()
        weak let released = resource
        let drop = streams.add { [resource] in _ = resource }
        resource = nil
        #expect(released != nil)
        drop()
        #expect(released == nil)
    }

    @Test("the connections of a client share one budget of resets, and others have their own")
    func resets() {
        let limiter = RateLimiter(RatePolicy(perSecond: 1, burst: 3)) { 1 }
        let turns = TurnQueue(EmbeddedEventLoop())
        let clients = [1, 1, 2].map { ClientAddress(bytes: $0, isNetwork: false) }
        let connections = clients.map { RoutedStreams(resets: .client($0, limiter), turns: turns) }
        let now = NIODeadline.uptimeNanoseconds(1)
        #expect(connections[0].clientDidReset(now: now) && connections[0].clientDidReset(now: now))
        #expect(connections[1].clientDidReset(now: now))
        #expect(!connections[1].clientDidReset(now: now) && !connections[0].clientDidReset(now: now))
        #expect(connections[2].clientDidReset(now: now))
    }

    @Test("streams that are unanswered when the client disconnects spend the budget of its next connection")
    func closes() {
        let clock = Lock<UInt64>(1)
        let limiter = RateLimiter(RatePolicy(perSecond: 1, burst: 3)) { clock.withLock { $0 } }
        let turns = TurnQueue(EmbeddedEventLoop())
        func connect() -> RoutedStreams {
            RoutedStreams(resets: .client(ClientAddress(bytes: 1, isNetwork: false), limiter), turns: turns)
        }
        let now = NIODeadline.uptimeNanoseconds(1)
        let first = connect()
        #expect(first.mayOpen(now: now))
        first.clientDidLeave(unanswered: 2, now: now)
        #expect(connect().mayOpen(now: now))
        connect().clientDidLeave(unanswered: 128, now: now)
        #expect(!connect().mayOpen(now: now))
        clock.withLock { $0 += 1_000_000_000 }
        #expect(connect().mayOpen(now: now))
    }

    @Test("a trusted proxy's connections have a budget each")
    func proxies() {
        let turns = TurnQueue(EmbeddedEventLoop())
        let limits = RoutedStreams.Limits(resets: RatePolicy(perSecond: 1, burst: 3))
        let now = NIODeadline.uptimeNanoseconds(1)
        let first = RoutedStreams(limits: limits, turns: turns, now: now)
        first.clientDidLeave(unanswered: 128, now: now)
        #expect(!first.mayOpen(now: now))
        #expect(first.mayOpen(now: now + .seconds(1)))
        #expect(RoutedStreams(limits: limits, turns: turns, now: now).mayOpen(now: now))
    }
}
