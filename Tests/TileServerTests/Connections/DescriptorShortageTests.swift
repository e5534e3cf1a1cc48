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

    /// Keeps what is logged.
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

    @Test("is logged twice a minute at most, counted each time, and told to who waits a while with the next connection")
    func log() throws {
        let lines = Lines()
        let book = ConnectionBook(policy: ConnectionPolicy())
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(
            DescriptorShortage(book: book, logger: Logger(label: "test") { _ in Log(lines: lines) }))
        let error = IOError(errnoCode: EMFILE, reason: "accept")
        for _ in 0..<61 {
            channel.pipeline.fireErrorCaught(error)
            #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        #expect(book.counters.shortages.load(ordering: .relaxed) == 61)
        let logged = lines.all.withLock { $0 }
        #expect(logged.count == 3)
        #expect(logged.first?.contains("Too many open files") == true && logged.first?.contains("ulimit -n") == true)
        #expect(logged.last?.contains("29 times more") == true, "\(logged)")
    }

    @Test("is none when a client has left before it was let in")
    func otherErrors() throws {
        let lines = Lines()
        let book = ConnectionBook(policy: ConnectionPolicy())
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(
            DescriptorShortage(book: book, logger: Logger(label: "test") { _ in Log(lines: lines) }))
        channel.pipeline.fireErrorCaught(IOError(errnoCode: ECONNABORTED, reason: "accept"))
        #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
        #expect(lines.all.withLock { $0 }.isEmpty)
    }
}
