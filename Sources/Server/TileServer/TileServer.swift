import CoreMetrics
import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
public import ServiceLifecycle
public import TileEngine
import TileGraphics
import TileSessions
import TileSupport

/// Serves contents as tiles over HTTP/1.1 and, with TLS, HTTP/2, with a gallery and a viewer.
///
///     let server = try TileServer(contents: [plan], logger: logger) { address in print("http://\(address)") }
///     try await server.runUntilSignal()
///
/// The server's addresses:
///
///     /                                                   the gallery
///     /view/{id}                                          the viewer
///     /contents.json                                      what the gallery lists
///     /tiles/{id}.json                                    TileJSON 3.0.0
///     /tiles/{id}/{z}/{x}/{y}.{png,webp,jpg,avif,jxl}     XYZ tiles; {y}@2x at twice the resolution; without an ending
///                                                         in the format that `Accept` likes best
///     /dzi/{id}.dzi                                       Deep Zoom
///     /dzi/{id}_files/{level}/{column}_{row}.{png,webp,jpg,avif,jxl}
///     /iiif/3/{id}/info.json                              IIIF Image API 3.0, and 2.1 at /iiif/2/
///     /iiif/presentation/3/collection.json                IIIF Presentation API 3.0
///     /render/{id}?x=&y=&width=&height=&scale=            any rect, as PNG
///     /archive/{id}                                       the file of a PMTiles or MBTiles archive, in parts
///     /session/{id}?content=                              scroll sessions: WebSockets, see docs/sessions.md
///     /healthz  /readyz  /metrics                         for operators; /metrics may have a port of its own
///     /openapi.json                                       all of these, as OpenAPI describes them
public struct TileServer: Service, CustomStringConvertible {
    /// The address that a server listens on.
    public struct Address: Sendable, CustomStringConvertible {
        public let host: String
        public let port: Int
        /// The host and port of `/metrics` for operators, if they differ from the server's.
        public internal(set) var metrics: String?
        /// Whether the server speaks TLS: `https` in a URL.
        public internal(set) var isSecure = false
        /// The path of the Unix domain socket that the server listens on, or nil if it listens on a port. If there is a
        /// socket, `host` and `port` have no meaning.
        public internal(set) var socket: String?
        /// The host and port as in a URL, or the socket's path.
        public var description: String {
            if let socket { return socket }
            return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }

        init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        init?(of channel: any Channel, _ configuration: TileServerConfiguration) {
            guard let local = channel.localAddress else { return nil }
            self.init(host: local.ipAddress ?? configuration.host, port: local.port ?? 0)
            if case .unixDomainSocket = local { socket = local.pathname ?? configuration.socket ?? "" }
        }
    }

    public let engine: TileEngine
    let site: Site
    let configuration: TileServerConfiguration
    let caching: TileCaching
    let logger: Logger
    let counters = ServerCounters()
    let sessions: SessionRegistry
    let small: SmallPictures
    let connections: ConnectionRegistry
    let opening: SiteOpening
    let copyExpirer: PrivateCopyExpirer
    let rateLimiter: RateLimiter
    let gate: FastPathGate
    let answersUnderWay: AnswersUnderWay
    let metrics: ServerMetrics
    let problems: ContentProblemLog
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

    /// Creates a server that listens at once and then opens its contents.
    ///
    /// - Parameters:
    ///   - onListening: Called once, when clients can connect.
    /// - Throws: `TileServerFailure.duplicateID` and `.unusableID`.
    public init(
        configuration: TileServerConfiguration = TileServerConfiguration(), offers: [OfferedContent], logger: Logger,
        onListening: @escaping @Sendable (Address) async -> Void = { _ in }
    ) throws(TileServerFailure) {
        let caching = TileCaching(configuration)
        let web = configuration.makeWebRules()
        try self.init(
            configuration: configuration, offers: offers, caching: caching, web: web,
            services: EngineServices(
                executor: DispatchTileExecutor(workers: configuration.policy.threads, givesWay: true),
                package: { key, file, validator in
                    ReadyTile(
                        key: key, file: file, validator: validator, cacheControl: caching.header(for: key), web: web)
                }, sharing: configuration.sharedTiles),
            logger: logger, onListening: onListening)
    }

    /// Creates a server with an engine whose services a test replaces.
    ///
    /// - Parameter web: The configuration's rules, which ready tiles contain, too.
    init(
        configuration: TileServerConfiguration, offers: [OfferedContent], caching: TileCaching, web: WebRules,
        services: EngineServices, logger: Logger,
        onListening: @escaping @Sendable (Address) async -> Void
    ) throws(TileServerFailure) {
        certificate = try configuration.certificate.map { files throws(TileServerFailure) in
            try ServerCertificate(chain: files.chain, key: files.key, logger: logger)
        }
        engine = TileEngine(
            policy: configuration.policy, services: services,
            pool: configuration.memoryPlan.map { BitmapPool(limit: $0.plan.bitmaps) } ?? BitmapPool(),
            memory: configuration.memory)
        site = try Site(offers, configuration: configuration, engine: engine, caching: caching)
        var policy = configuration.sessions
        // Each frame of moving content is announced separately.
        if configuration.framesPerSecond > 0 {
            policy.pushInterval = min(policy.pushInterval, 1 / configuration.framesPerSecond)
        }
        small = SmallPictures(memory: configuration.memory)
        sessions = SessionRegistry(engine: engine, policy: policy, tape: configuration.tape)
        connections = ConnectionRegistry(
            policy: configuration.connections, giveBack: configuration.idling.didDrop)
        rateLimiter = RateLimiter(configuration.rate)
        gate = FastPathGate(
            prefix: PathPrefix(base: configuration.basePath, access: site.access), access: site.access,
            rateLimiter: rateLimiter,
            proxies: TrustedProxies(configuration.trustedProxies), web: web,
            unreadable: UnreadableClientLog(logger), log: configuration.accessLog)
        answersUnderWay = AnswersUnderWay(seconds: configuration.connections.answerTime)
        let copyExpirer = PrivateCopyExpirer(site, sessions, configuration)
        self.copyExpirer = copyExpirer
        opening = SiteOpening(
            site, workers: configuration.openingWorkers, logger: logger, didOpen: { copyExpirer.didOpen($0) },
            didReplace: { [sessions] in sessions.replaced($0.engineID, by: $1) },
            didChange: { [shared = configuration.sharedTiles] in shared?.announce($0, is: $1) })
        metrics = ServerMetrics(
            engine: engine, answers: counters, sessions: sessions, connections: connections,
            shared: configuration.sharedTiles,
            other: configuration.metricsBackend is NOOPMetricsHandler ? nil : configuration.metricsBackend)
        problems = ContentProblemLog(logger)
        self.caching = caching
        self.configuration = configuration
        self.logger = logger
        self.onListening = onListening
    }

    /// The type's name. A service group makes a string of each service, and a reflection of the whole server takes half
    /// a second.
    public var description: String { "TileServer" }

    /// Serves as a service of a `ServiceGroup` until it is shut down gracefully. Answers under way are completed.
    ///
    /// - Throws: `TileServerFailure`.
    public func run() async throws {
        if configuration.pages == nil {
            logger.warning("viewer pages not found, serving tiles only; set TILEWORK_VIEWER to their folder")
        }
        startSharing()
        do {
            try await serve()
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw TileServerFailure(listening: error, configuration)
        }
        opening.end()
        engine.shutdown()
        configuration.accessLog?.finish()
    }

    private func serve() async throws {
        do {
            try await ServiceGroup(configuration: ServiceGroupConfiguration(services: services, logger: logger)).run()
        } catch {
            await sessions.shutDown()
            await configuration.sharedTiles?.end()
            throw error
        }
        // The service group waits for its own connections only, and most sessions' connections are not among them.
        await sessions.shutDown()
        await configuration.sharedTiles?.end()
    }

    /// Serves until SIGINT or SIGTERM arrives.
    ///
    /// - Parameter end: Also ends the server when it returns. It is cancelled if the server ends first.
    /// - Throws: `TileServerFailure`.
    public func runUntilSignal(or end: (@Sendable () async -> Void)? = nil) async throws {
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: self, successTerminationBehavior: .gracefullyShutdownGroup)
        var group = ServiceGroupConfiguration(
            services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // All requests are answered by then (`ConnectionPolicy.farewellTime`). The server does not wait for clients
        // that have not received their answers.
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

    var responder: SiteResponder {
        SiteResponder(routes: router.buildResponder(), prefix: gate.prefix, access: site.access, web: gate.web)
    }

    /// The routes without connections, for tests of their answers.
    var application: Application<SiteResponder> { Application(responder: responder, logger: logger) }

    /// The services that run while the server does.
    private var services: [any Service] {
        // `onListening` is called after operators can connect, too.
        let operators = AsyncStream<Address>.makeStream()
        var services: [any Service] = metrics.hasOtherBackend ? [MetricsPublisher(metrics: metrics)] : []
        if let memory = configuration.memory {
            services.append(IdleSweep(memory: memory, policy: configuration.idling))
        }
        if let (plan, ledger) = configuration.memoryPlan, let memory = configuration.memory {
            services.append(
                MemoryWatch(
                    plan: plan, kept: memory, ledger: ledger, pool: engine.pool, giveBack: configuration.idling.didDrop)
            )
        }
        services.append(AnswerSweep(answers: answersUnderWay))
        services += motions
        if let certificate { services.append(certificate) }
        if configuration.isInteractive { services.append(copyExpirer) }
        if let port = configuration.metricsPort {
            services.append(
                MetricsService(
                    metrics: metrics, site: site, host: configuration.metricsHost, port: port,
                    web: configuration.web, logger: logger
                ) {
                    operators.continuation.yield($0)
                })
        }
        let date = HTTPDate()
        let channel = TileChannel(
            responder: TileListener.responder(responder, date: date, logger: logger), site: site, engine: engine,
            date: date, counters: counters, sessions: sessions, connections: connections, opening: opening, gate: gate,
            answers: answersUnderWay, idleTimeout: configuration.idleTimeout.map { .seconds($0) },
            certificate: certificate)
        let listener = TileListener(
            endpoint: configuration.endpoint, connections: channel,
            farewellTime: .milliseconds(Int64(configuration.connections.farewellTime * 1000)), logger: logger
        ) { channel in
            guard var address = Address(of: channel, configuration) else { return }
            address.isSecure = certificate != nil
            if configuration.metricsPort != nil {
                // The stream ends without an address if the server ends first.
                for await metrics in operators.stream {
                    address.metrics = metrics.description
                    break
                }
                // The server ends without having served.
                guard address.metrics != nil else { return }
            }
            await onListening(address)
            opening.start()
        }
        return services + [listener]
    }

    /// Services that move the program's own contents, which are open from the start.
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
}

extension TileServerFailure {
    /// Creates the failure of a server that stopped or could not listen.
    init(listening error: any Error, _ configuration: TileServerConfiguration) {
        let (host, port) = (configuration.host, configuration.port)
        switch error {
        case let failure as TileServerFailure: self = failure
        case is SocketAddressError.UnknownHost: self = .unknownHost(host)
        case let error as IOError:
            let reason = SystemError(code: error.errnoCode).description
            if let path = configuration.socket {
                self =
                    error.errnoCode == EADDRINUSE
                    ? .socketInUse(path: path) : .cannotListenAtSocket(path: path, reason: reason)
            } else if error.errnoCode == EADDRINUSE {
                self = .portInUse(host: host, port: port)
            } else {
                self = .cannotListen(host: host, port: port, reason: reason)
            }
        default: self = .stopped(reason: "\(error)")
        }
    }
}

extension TileServer {
    /// Checks whether a server with this configuration could run: its certificate, its names, and the addresses that it
    /// listens on.
    ///
    /// - Throws: `TileServerFailure`.
    package static func check(
        _ configuration: TileServerConfiguration, offers: [OfferedContent]
    ) throws(TileServerFailure) {
        _ = try TileServer(configuration: configuration, offers: offers, logger: Logger(label: "check"))
        if let port = configuration.metricsPort {
            try MetricsService.check(host: configuration.metricsHost, port: port)
        }
        switch configuration.endpoint {
        case .descriptor: return
        case .file(let path): return try SocketFile.check(path)
        case .host(let host, let port):
            do {
                let bound = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .bind(host: host, port: port).wait()
                try? bound.close().wait()
            } catch {
                throw TileServerFailure(listening: error, configuration)
            }
        }
    }
}
