import Foundation
import Logging
import NIOCore
import Synchronization
import TileSupport

/// What happens when no descriptor is left for another connection: it is logged, idle connections are closed, and those
/// who wait in the network's queue are let in when there is room. NIO tries again each second.
///
/// It is the first in the pipeline of the socket that listens.
final class DescriptorShortage: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let book: ConnectionBook
    private let logger: Logger
    /// When it was logged, and how often there was a shortage since.
    private var lastLine: NIODeadline?
    private var unlogged = 0

    /// Between two lines of the log: a shortage lasts, and is found again each second.
    static let logInterval = TimeAmount.seconds(30)

    init(book: ConnectionBook, logger: Logger) {
        self.book = book
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) {
            book.counters.shortages.add(1, ordering: .relaxed)
            book.closeIdle()
            log(error, context.eventLoop.now)
        }
        context.fireErrorCaught(error)
    }

    private func log(_ error: IOError, _ now: NIODeadline) {
        if let lastLine, now - lastLine < Self.logInterval {
            unlogged += 1
            return
        }
        let reason = SystemError(code: error.errnoCode).description
        let more = unlogged > 0 ? "; \(unlogged) more times since the last message" : ""
        logger.warning(
            """
            can't accept a connection: \(reason); \(book.count) are open, others wait. Lower --max-connections, or allow \
            more files (ulimit -n)\(more)
            """)
        lastLine = now
        unlogged = 0
    }
}
