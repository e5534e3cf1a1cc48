import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle
import TileSupport

/// Accepts connections and has them handled until it is told to end. Connections that are then waiting for an answer
/// still get it.
struct TileListener: Service {
    /// The place where clients connect.
    enum Endpoint: Sendable {
        case host(String, port: Int)
        /// A socket in the file system.
        case file(String)
        /// A socket that already listens, inherited from the process that started the program.
        case descriptor(Int32)
    }

    let endpoint: Endpoint
    let connections: TileChannel
    /// The time for requests that are under way when the listener is told to end.
    let farewellTime: TimeAmount
    let logger: Logger
    /// Called once, when clients can connect.
    let onListening: @Sendable (any Channel) async -> Void

    private static let backlog: Int32 = 1024
    /// Bytes of answers that the network's buffers hold for a client before they are sent. Linux would hold up to 4 MB
    /// (`net.ipv4.tcp_wmem`) for a client that sends requests and does not read, and a thousand of those slow down
    /// every connection of the machine (`net.ipv4.tcp_mem`). A connection that receives 1 GB/s empties the buffer in an
    /// eighth of a millisecond.
    private static let unsentLimit: CInt = 131_072

    /// - Throws: `IOError` or `TileServerFailure` if it cannot listen at the endpoint.
    func run() async throws {
        await DispatchTimers.open()
        // The process's spare descriptors are opened before connections can take them.
        _ = SpareDescriptors.shared
        // A hot tile takes a tenth of a millisecond, and would otherwise wait for the slice of a thread that draws.
        for eventLoop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
            eventLoop.execute { TimeSlice.shorten() }
        }
        let quiescing = ServerQuiescingHelper(group: MultiThreadedEventLoopGroup.singleton)
        let (registry, logger) = (connections.connections, logger)
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    Self.limitUnsent(of: channel)
                    let reserve = DescriptorReserve.ofProcess()
                    try reserve.check()
                    try channel.pipeline.syncOperations.addHandlers(
                        DescriptorShortage(registry: registry, logger: logger, reserve: reserve),
                        quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            // A client that has closed its sending side may still read.
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
                        // If the task was cancelled without a graceful shutdown, the file still exists.
                        defer { socketFile?.remove() }
                        for try await connection in inbound {
                            tasks.addTask { await connections.handle(value: connection, logger: logger) }
                        }
                    }
                } catch is CancellationError {
                    // Another part of the server failed, and its error is reported.
                } catch {
                    logger.error("stopped accepting connections: \(error)")
                }
            }
        } onGracefulShutdown: {
            // The file is removed while the socket is open: the file is known by its inode, and another file may get
            // the inode's number later.
            socketFile?.remove()
            Self.stopAccepting(listening.channel).whenComplete { _ in
                quiescing.initiateShutdown(promise: listening.channel.eventLoop.makePromise())
                // Connections know by now that they close after their answers.
                let answers = connections.answers
                listening.channel.eventLoop.scheduleTask(in: farewellTime) { answers.end() }
            }
        }
    }

    /// Stops accepting connections. The future completes when all accepted connections are set up, each in a turn of
    /// its own event loop, and the listener's loop has registered them. A connection that the listener's loop did not
    /// know would be closed without an answer.
    private static func stopAccepting(_ listening: any Channel) -> EventLoopFuture<Void> {
        let loop = listening.eventLoop
        return loop.submit {
            try listening.pipeline.syncOperations.handler(type: DescriptorShortage.self).stop(listening)
        }.flatMap {
            let turns = MultiThreadedEventLoopGroup.singleton.makeIterator().map { $0.submit {} }
            return EventLoopFuture.andAllComplete(Array(turns), on: loop)
        }.flatMap { loop.submit {} }
    }

    /// Limits the unsent bytes of accepted connections, which inherit the option. The option exists only for TCP
    /// (tcp(7)); other sockets buffer little and stay as they are.
    private static func limitUnsent(of listening: any Channel) {
        _ = try? listening.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            var most = unsentLimit
            setsockopt($0, CInt(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &most, socklen_t(MemoryLayout<CInt>.size))
        }
    }
}

extension TileListener {
    /// Returns a function that has requests answered by the responder behind the connections.
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
                // Routes answer the errors that they throw; this error got past them.
                logger.error("\(GrantRedaction.redacted(request.uri.path)): \(error)")
                response = Response(status: .internalServerError)
            }
            response.headers[.date] = date.preamble.date
            try await writer.write(response: response.head, body: response.body)
        }
    }
}
