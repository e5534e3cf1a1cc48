import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import TileEngine
import TileSupport

/// `/metrics`, `/healthz` and `/readyz` at a port of their own, which the public need not reach.
struct MetricsService: Service {
    let metrics: ServerMetrics
    let site: Site
    let host: String
    let port: Int
    let web: WebPolicy
    let logger: Logger
    /// Called once, when operators can ask.
    let onListening: @Sendable (TileServer.Address) async -> Void

    /// Returns the number of connections at a time. Scrapers come one or two at a time. Descriptors of the reserve are
    /// for files, fonts and workers: operators take at most half of them.
    static func maxConnections(_ reserve: DescriptorReserve) -> Int { max(1, reserve.size / 2) }

    private static let idleTime = TimeAmount.seconds(60)

    /// - Throws: `TileServerFailure.portInUseForOperators`, `.cannotListenForOperators` and `.unknownHostForOperators`.
    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            throw Self.failure(error, host: host, port: port)
        } catch is SocketAddressError.UnknownHost {
            throw TileServerFailure.unknownHostForOperators(host)
        }
    }

    private static func failure(_ error: IOError, host: String, port: Int) -> TileServerFailure {
        error.errnoCode == EADDRINUSE
            ? .portInUseForOperators(host: host, port: port)
            : .cannotListenForOperators(
                host: host, port: port, reason: SystemError(code: error.errnoCode).description)
    }

    /// Checks whether the port can be opened.
    ///
    /// - Throws: `TileServerFailure`, as `run` does.
    static func check(host: String, port: Int) throws(TileServerFailure) {
        do {
            let bound = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).wait()
            try? bound.close().wait()
        } catch let error as IOError {
            throw failure(error, host: host, port: port)
        } catch is SocketAddressError.UnknownHost {
            throw .unknownHostForOperators(host)
        } catch {
            throw .cannotListenForOperators(host: host, port: port, reason: "\(error)")
        }
    }

    var application: Application<MetricsResponder> {
        Application(
            responder: MetricsResponder(
                metrics: metrics, site: site,
                hosts: WebRules(web, reach: TileListener.Endpoint.host(host, port: port).reach, host: host).hosts),
            server: .http1(configuration: HTTP1Channel.Configuration(idleTimeout: Self.idleTime)),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    Self.maxConnections(.ofProcess()), logger: logger)),
            onServerRunning: { channel in
                guard let address = channel.localAddress, let port = address.port else { return }
                await onListening(TileServer.Address(host: address.ipAddress ?? host, port: port))
            },
            logger: logger)
    }
}

/// Answers operators.
struct MetricsResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let metrics: ServerMetrics
    let site: Site
    /// The names that the port answers to.
    var hosts = KnownHosts.all

    func respond(to request: Request, context: Context) async -> Response {
        var response: Response
        do throws(HTTPProblem) {
            response = try answer(to: request)
        } catch {
            response = Response(error)
        }
        response.headers[.contentTypeOptions] = "nosniff"
        if request.method == .head { response = response.createHeadResponse() }
        return response
    }

    private func answer(to request: Request) throws(HTTPProblem) -> Response {
        if let host = request.hosts.first(where: { !hosts.answer(to: $0) }) { throw .unknownHost(host) }
        switch (request.method, request.uri.path) {
        case (.get, "/metrics"), (.head, "/metrics"): return Response(metrics)
        case (.get, "/healthz"), (.head, "/healthz"): return .healthy
        case (.get, "/readyz"), (.head, "/readyz"): return try .ready(site)
        case (.get, _), (.head, _): throw .notFound("not found: this port has /metrics, /healthz, and /readyz")
        default: throw .method
        }
    }
}
