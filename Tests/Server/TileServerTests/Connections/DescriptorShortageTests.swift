import Foundation
import Logging
import NIOCore
import NIOEmbedded
import Testing
import TileGraphics
import TileSupport

@testable import TileServer

@Suite("A shortage of descriptors")
struct DescriptorShortageTests {
    final class Lines: Sendable {
        let all = Lock<[String]>([])
    }

    /// A log handler that keeps all messages.
    struct Log: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.all.withLock { $0.append("\(event.message)") } }
    }

    /// Records the reads that reach the socket.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = Never
        private(set) var reads = 0

        func read(context: ChannelHandlerContext) { reads += 1 }
    }

    private final class Descriptors {
        var lowestFree: Int? = 5
    }

    /// A listening socket in a process with descriptors below 10, of which connections leave 3 free.
    private final class Listener {
        let lines = Lines()
        let registry = ConnectionRegistry(policy: ConnectionPolicy())
        let channel = EmbeddedChannel()
        let socket = Socket()
        let shortage: DescriptorShortage
        let descriptors = Descriptors()

        init() throws {
            let reserve = DescriptorReserve(limit: 10, inUse: 4)
            let (lines, descriptors) = (lines, descriptors)
            shortage = DescriptorShortage(
                registry: registry, logger: Logger(label: "test") { _ in Log(lines: lines) }, reserve: reserve
            ) { descriptors.lowestFree }
            try channel.pipeline.syncOperations.addHandlers(socket, shortage)
            channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
        }

        func fail(_ code: Int32) { channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept")) }
        /// Whether the socket is registered for readiness, according to the option that was set last.
        var isAccepting: Bool {
            channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool ?? true
        }
        var shortages: Int { registry.counters.shortages.load(ordering: .relaxed) }
    }

    @Test("the reserve is half of what is left, at most 64")
    func reserve() {
        for (limit, inUse, size) in [(24, 21, 1), (40, 21, 9), (64, 21, 21), (256, 21, 64), (1024, 21, 64)] {
            let reserve = DescriptorReserve(limit: limit, inUse: inUse)
            #expect(reserve.size == size)
            #expect(!reserve.isReached(lowestFree: limit - size - 1) && reserve.isReached(lowestFree: limit - size))
            #expect(reserve.isReached(lowestFree: nil))
            #expect(MetricsService.maxConnections(reserve) == max(1, size / 2))
        }
    }

    @Test("a process that may open too few files is told how many it needs")
    func tooFew() throws {
        #expect(throws: TileServerFailure.tooFewDescriptors(limit: 24, least: 33)) {
            try DescriptorReserve(limit: 24, inUse: 21).check()
        }
        try DescriptorReserve(limit: 33, inUse: 21).check()
    }

    @Test("accepting pauses when the next connection would use the reserve, and goes on when one is free")
    func pause() throws {
        let listener = try Listener()
        listener.channel.read()
        listener.channel.pipeline.fireChannelReadComplete()
        #expect(listener.isAccepting && listener.socket.reads == 1)
        listener.descriptors.lowestFree = 7
        listener.channel.pipeline.fireChannelReadComplete()
        #expect(!listener.isAccepting && listener.shortages == 1)
        // A read that another handler requests meanwhile waits.
        listener.channel.read()
        listener.channel.embeddedEventLoop.advanceTime(by: DescriptorShortage.checkInterval)
        #expect(!listener.isAccepting && listener.socket.reads == 1)
        listener.descriptors.lowestFree = 6
        listener.channel.embeddedEventLoop.advanceTime(by: DescriptorShortage.checkInterval)
        #expect(listener.isAccepting && listener.socket.reads == 2)
        #expect(listener.shortages == 1)
    }

    @Test("a server that ends accepts nothing more, whatever becomes free")
    func stop() throws {
        let listener = try Listener()
        listener.fail(EMFILE)
        listener.shortage.stop(listener.channel)
        listener.channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        listener.channel.read()
        #expect(!listener.isAccepting && listener.socket.reads == 0)
    }

    @Test("a shortage is counted while it lasts, and logged twice a minute at most")
    func log() throws {
        let listener = try Listener()
        listener.descriptors.lowestFree = nil
        // The event loop sees one error: nothing is accepted after it.
        listener.fail(EMFILE)
        listener.channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect((200...241).contains(listener.shortages), "four times a second")
        let logged = listener.lines.all.withLock { $0 }
        #expect(logged.count == 2, "at once, and after half a minute")
        #expect(logged.first?.contains("Too many open files") == true && logged.first?.contains("ulimit -n") == true)
        #expect(logged.last?.contains(" more times since") == true, "\(logged)")
    }

    @Test("a client that has left before it was accepted is no shortage")
    func otherErrors() throws {
        let listener = try Listener()
        listener.fail(ECONNABORTED)
        #expect(throws: IOError.self) { try listener.channel.throwIfErrorCaught() }
        #expect(listener.isAccepting && listener.lines.all.withLock { $0 }.isEmpty)
    }
}
