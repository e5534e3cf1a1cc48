import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle

/// Takes connections in and has them worked on, until it is told to end; then those that there are get the answers
/// that they wait for.
struct TileListener: Service {
    /// Where clients connect.
    enum Endpoint: Sendable {
        case host(String, port: Int)
        /// A socket in the file system.
        case file(String)
        /// A socket that listens already, from who started the program.
        case descriptor(Int32)
    }

    let endpoint: Endpoint
    let connections: TileChannel
    /// For what is under way when it is told to end.
    let farewellTime: TimeAmount
    let logger: Logger
    /// Called once, when clients can connect.
    let onListening: @Sendable (any Channel) async -> Void

    private static let backlog: Int32 = 1024
    /// Bytes of answers that the network's buffers hold for a client before they are sent. Linux would take up to 4 MB
    /// (`net.ipv4.tcp_wmem`) for one that asks and does not read, and a thousand of those slow down every connection of
    /// the machine (`net.ipv4.tcp_mem`). A connection that takes 1 GB/s empties it in an eighth of a millisecond.
    private static let unsentLimit: CInt = 131_072

    /// - Throws: `IOError` or `TileServerFailure` if it cannot listen at the endpoint.
    func run() async throws {
        await DispatchTimers.open()
        let quiescing = ServerQuiescingHelper(group: MultiThreadedEventLoopGroup.singleton)
        let (book, logger) = (connections.connections, logger)
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    Self.limitUnsent(of: channel)
                    let reserve = DescriptorReserve.ofProcess()
                    try reserve.check()
                    try channel.pipeline.syncOperations.addHandlers(
                        DescriptorShortage(book: book, logger: logger, reserve: reserve),
                        quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            // Who has sent all may still read.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
        let connections = connections
        let setUp: @Sendable (any Channel) -> EventLoopFuture<TileChannel.Value> = { child in
            connections.setup(channel: child, logger: logger)
        }
        var file: SocketFile?
        let listening: NIOAsyncChannel<TileChannel.Value, Never>
        switch endpoint {
        case .host(let host, let port):
            listening = try await bootstrap.bind(host: host, port: port, childChannelInitializer: setUp)
        case .file(let path):
            (file, listening) = try await SocketFile.bound(at: path) {
                try await bootstrap.bind(unixDomainSocketPath: path, childChannelInitializer: setUp)
            }
        case .descriptor(let socket):
            // Its file, if it has one, belongs to the service manager.
            listening = try await bootstrap.bind(socket, childChannelInitializer: setUp)
        }
        let socketFile = file
        await withGracefulShutdownHandler {
            await onListening(listening.channel)
            await withDiscardingTaskGroup { tasks in
                do {
                    try await listening.executeThenClose { inbound in
                        for try await connection in inbound {
                            tasks.addTask { await connections.handle(value: connection, logger: logger) }
                        }
                        // Where the task was cancelled, and nothing was shut down.
                        socketFile?.remove()
                    }
                } catch {
                    logger.error("stopped accepting connections: \(error)")
                }
            }
        } onGracefulShutdown: {
            // While the socket is open: the file is known by its inode, whose number another file may get after that.
            socketFile?.remove()
            Self.stopAccepting(listening.channel).whenComplete { _ in
                quiescing.initiateShutdown(promise: listening.channel.eventLoop.makePromise())
                // Connections know now that they are to close behind their answers.
                let answers = connections.answers
                listening.channel.eventLoop.scheduleTask(in: farewellTime) { answers.end() }
            }
        }
    }

    /// Takes no more connections in, and completes when those are set up that were: in a turn of their own event loop,
    /// after which the listener's hears of them. One that it had not heard of would be closed unasked.
    private static func stopAccepting(_ listening: any Channel) -> EventLoopFuture<Void> {
        let loop = listening.eventLoop
        return loop.submit {
            try listening.pipeline.syncOperations.handler(type: DescriptorShortage.self).stop(listening)
        }.flatMap {
            let turns = MultiThreadedEventLoopGroup.singleton.makeIterator().map { $0.submit {} }
            return EventLoopFuture.andAllComplete(Array(turns), on: loop)
        }.flatMap { loop.submit {} }
    }

    /// Connections inherit it. It is TCP's alone (tcp(7)); other sockets take little, and are left as they are.
    private static func limitUnsent(of listening: any Channel) {
        _ = try? listening.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            var most = unsentLimit
            setsockopt($0, CInt(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &most, socklen_t(MemoryLayout<CInt>.size))
        }
    }
}

extension TileListener {
    /// Has requests answered by what is behind the connections.
    static func responder(
        _ responder: some HTTPResponder<BasicRequestContext>, date: HTTPDate, logger: Logger
    ) -> HTTPChannelHandler.Responder {
        { request, writer, channel in
            let context = BasicRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
            ClientPresence.current?.answerBegins()
            var response: Response
            do {
                response = try await responder.respond(to: request, context: context)
            } catch {
                // What routes throw is answered by the routes; this is what they could not.
                logger.error("\(GrantRedaction.redacted(request.uri.path)): \(error)")
                response = Response(status: .internalServerError)
            }
            response.headers[.date] = date.preamble.date
            try await writer.write(response: response.head, body: response.body)
        }
    }
}
