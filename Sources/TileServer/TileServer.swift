import CoreMetrics
import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
public import TileEngine
import TileSessions
import TileSupport

/// Serves contents as tiles over HTTP/1.1, with a gallery and a viewer.
///
///     let server = try TileServer(contents: [plan], logger: logger) { address in print("http://\(address)") }
///     try await server.runUntilSignal()
///
/// Where things are:
///
///     /                                                   the gallery
///     /view/{id}                                          the viewer
///     /contents.json                                      what the gallery lists
///     /tiles/{id}.json                                    TileJSON 3.0.0
///     /tiles/{id}/{z}/{x}/{y}.{png,webp,jpg}              XYZ tiles; {y}@2x at twice the resolution
///     /dzi/{id}.dzi                                       Deep Zoom
///     /dzi/{id}_files/{level}/{column}_{row}.{png,webp,jpg}
///     /iiif/3/{id}/info.json                              IIIF Image API 3.0, and 2.1 at /iiif/2/
///     /iiif/presentation/3/collection.json                IIIF Presentation API 3.0
///     /render/{id}?x=&y=&width=&height=&scale=            any rect, as PNG
///     /session/{id}?content=                              scroll sessions: WebSockets, see docs/sessions.md
///     /healthz  /readyz  /metrics                         for operators; /metrics may have a port of its own
public struct TileServer: Service {
    /// Where a server listens.
    public struct Address: Sendable, CustomStringConvertible {
        public let host: String
        public let port: Int
        /// Where operators ask for `/metrics`, host and port, if that is elsewhere.
        public internal(set) var metrics: String?
        /// Whether it speaks TLS: `https` in a URL.
        public internal(set) var isSecure = false
        /// As in a URL.
        public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

        init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    public let engine: TileEngine
    let site: Site
    let configuration: TileServerConfiguration
    let caching: TileCaching
    let logger: Logger
    let counters = ServerCounters()
    let sessions: SessionBook
    let connections: ConnectionBook
    let opening: SiteOpening
    let keeper: CopyKeeper
    let metrics: ServerMetrics
    private let certificate: ServerCertificate?
    private let onListening: @Sendable (Address) async -> Void

    /// - Parameters:
    ///   - onListening: Called once, when clients can connect.
    /// - Throws: `TileServerFailure.duplicateID`, `.unusableID` and `.certificate`.
    public init(
        configuration: TileServerConfiguration = TileServerConfiguration(), contents: [ServedContent], logger: Logger,
        onListening: @escaping @Sendable (Address) async -> Void = { _ in }
    ) throws(TileServerFailure) {
        try self.init(
            configuration: configuration, offers: contents.map { OfferedContent($0) }, logger: logger,
            onListening: onListening)
    }

    /// A server that listens at once, and opens its contents then.
    ///
    /// - Parameters:
    ///   - onListening: Called once, when clients can connect.
    /// - Throws: `TileServerFailure.duplicateID` and `.unusableID`.
    public init(
        configuration: TileServerConfiguration = TileServerConfiguration(), offers: [OfferedContent], logger: Logger,
        onListening: @escaping @Sendable (Address) async -> Void = { _ in }
    ) throws(TileServerFailure) {
        let caching = TileCaching(configuration)
        try self.init(
            configuration: configuration, offers: offers, caching: caching,
            services: EngineServices(
                executor: DispatchTileExecutor(workers: configuration.policy.threads, givesWay: true),
                package: { key, file, validator in
                    ReadyTile(key: key, file: file, validator: validator, cacheControl: caching.header(for: key))
                }),
            logger: logger, onListening: onListening)
    }

    /// With an engine whose services a test replaces.
    init(
        configuration: TileServerConfiguration, offers: [OfferedContent], caching: TileCaching,
        services: EngineServices, logger: Logger,
        onListening: @escaping @Sendable (Address) async -> Void
    ) throws(TileServerFailure) {
        certificate = try configuration.certificate.map { files throws(TileServerFailure) in
            try ServerCertificate(chain: files.chain, key: files.key, logger: logger)
        }
        engine = TileEngine(policy: configuration.policy, services: services, memory: configuration.memory)
        site = try Site(offers, configuration: configuration, engine: engine, caching: caching)
        var policy = configuration.sessions
        // So that each frame of what moves is told by itself.
        if configuration.framesPerSecond > 0 {
            policy.pushInterval = min(policy.pushInterval, 1 / configuration.framesPerSecond)
        }
        sessions = SessionBook(engine: engine, policy: policy, tape: configuration.tape)
        connections = ConnectionBook(policy: configuration.connections)
        let keeper = CopyKeeper(site, sessions, framesPerSecond: configuration.framesPerSecond)
        self.keeper = keeper
        opening = SiteOpening(
            site, workers: configuration.openingWorkers, logger: logger, didOpen: { keeper.didOpen($0) },
            didReplace: { [sessions] in sessions.replaced($0.engineID) })
        metrics = ServerMetrics(
            engine: engine, answers: counters, sessions: sessions, connections: connections,
            other: configuration.metricsBackend is NOOPMetricsHandler ? nil : configuration.metricsBackend)
        self.caching = caching
        self.configuration = configuration
        self.logger = logger
        self.onListening = onListening
    }

    /// Serves until it is shut down gracefully, as a service of a `ServiceGroup`; answers under way are still given
    /// then.
    ///
    /// - Throws: `TileServerFailure`.
    public func run() async throws {
        if configuration.pages == nil {
            logger.warning("the viewer's pages were not found: tiles only; set TILEWORK_VIEWER to the pages' folder")
        }
        do {
            try await serve()
        } catch let error as IOError {
            throw TileServerFailure(error, host: configuration.host, port: configuration.port)
        } catch let failure as TileServerFailure {
            throw failure
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw TileServerFailure.stopped(reason: "\(error)")
        }
        opening.end()
        engine.shutdown()
    }

    private func serve() async throws {
        do {
            try await application.run()
        } catch {
            await sessions.shutDown()
            throw error
        }
        // The application waits for its own connections, of which those of most sessions are none.
        await sessions.shutDown()
    }

    /// Serves until SIGINT or SIGTERM comes.
    ///
    /// - Parameter end: Ends it too, by returning; cancelled when it has ended otherwise.
    /// - Throws: `TileServerFailure`.
    public func runUntilSignal(or end: (@Sendable () async -> Void)? = nil) async throws {
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: self, successTerminationBehavior: .gracefullyShutdownGroup)
        var group = ServiceGroupConfiguration(
            services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // What takes longer than this to answer is given up, so that the program ends when it is told to.
        group.maximumGracefulShutdownDuration = .seconds(10)
        let services = ServiceGroup(configuration: group)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            if let end {
                tasks.addTask {
                    await end()
                    await services.triggerGracefulShutdown()
                }
            }
            defer { tasks.cancelAll() }
            try await services.run()
        }
    }

    var application: Application<RouterResponder<BasicRequestContext>> {
        let date = HTTPDate()
        // Clients are told where the server listens when operators can ask, too.
        let operators = AsyncStream<Address>.makeStream()
        var services: [any Service] = metrics.hasOtherBackend ? [MetricsPublisher(metrics: metrics)] : []
        if let memory = configuration.memory {
            services.append(IdleSweep(memory: memory, policy: configuration.idling))
        }
        services += motions
        if let certificate { services.append(certificate) }
        if configuration.isInteractive { services.append(keeper) }
        if let port = configuration.metricsPort {
            services.append(
                MetricsService(metrics: metrics, host: configuration.metricsHost, port: port, logger: logger) {
                    operators.continuation.yield($0)
                })
        }
        return Application(
            responder: router.buildResponder(),
            server: HTTPServerBuilder { responder in
                TileChannel(
                    responder: responder, site: site, engine: engine, date: date, counters: counters,
                    sessions: sessions, connections: connections, opening: opening,
                    idleTimeout: configuration.idleTimeout.map { .seconds($0) }, certificate: certificate)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), backlog: 1024),
            services: services,
            onServerRunning: { channel in
                guard let local = channel.localAddress, let port = local.port else { return }
                await watchDescriptors(channel)
                var address = Address(host: local.ipAddress ?? configuration.host, port: port)
                address.isSecure = certificate != nil
                if configuration.metricsPort != nil {
                    // Nil when the server ends before.
                    for await metrics in operators.stream {
                        address.metrics = metrics.description
                        break
                    }
                }
                await onListening(address)
                opening.start()
            },
            logger: logger)
    }

    /// Of contents of the program's own making, which are open from the start.
    private var motions: [any Service] {
        guard configuration.framesPerSecond > 0 else { return [] }
        return site.entries.compactMap { entry in
            (entry.content.source as? any MovingTileSource).map { source in
                ContentMotion(
                    source: source, content: entry.engineID, sessions: sessions,
                    framesPerSecond: configuration.framesPerSecond)
            }
        }
    }

    /// - Parameter channel: The one that listens.
    private func watchDescriptors(_ channel: any Channel) async {
        let watching = channel.eventLoop.submit {
            let shortage = DescriptorShortage(book: connections, logger: logger)
            try channel.pipeline.syncOperations.addHandler(shortage, position: .first)
        }
        // It fails when the server has ended already.
        try? await watching.get()
    }
}

extension TileServerFailure {
    /// Why nobody can be listened to there.
    init(_ error: IOError, host: String, port: Int) {
        self =
            error.errnoCode == EADDRINUSE
            ? .portInUse(host: host, port: port)
            : .cannotListen(host: host, port: port, reason: SystemError(code: error.errnoCode).description)
    }
}
