import ArgumentParser
import Foundation
import Logging
import TileGraphics
import TileServer
import TileSessions
import TileSupport

/// How contents are served, whoever makes them.
struct ServeArguments: ParsableArguments {
    @Option(
        help: """
            A file of settings, JSON: what is --cache-size 1GB here is "cache-size": "1GB" there, and \
            TILEWORK_CACHE_SIZE=1GB in the environment. A flag goes before the environment, and that before the file.
            """)
    var config: String?

    @Flag(help: "Print the settings that hold, as --config reads them, and end.")
    var printConfig = false

    @Flag(help: "Try everything, the files too, and end: with 0 when all of it could be served.")
    var check = false

    @Option(help: "The name or address to listen at; 0.0.0.0 for all of this machine.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 for any that is free.")
    var port = 8080

    @Option(
        help: """
            The path of a socket to listen at, in place of --host and --port: for a proxy on this machine, which says who \
            its clients are.
            """)
    var unixSocket: String?

    @Option(
        name: .customLong("tls-certificate"),
        help:
            "Serve https: a file with the certificate and those up to the authority's, in PEM; read again when renewed."
    )
    var certificate: String?

    @Option(name: .customLong("tls-key"), help: "The certificate's key, in PEM and without a password.")
    var certificateKey: String?

    @Option(help: "The side of a tile in pixels.")
    var tileSize = TileSize.small

    @Option(help: "The format of tiles of which nobody asks for another. (default: what suits the file)")
    var format: FormatName?

    @Option(help: "The deepest level. (default: an image's full size; 64 times a drawing's)")
    var maxLevel: Int?

    @OptionGroup var budget: BudgetArguments

    @OptionGroup var sharedCache: SharedCacheArguments

    @Option(help: "How much of it finished tiles may take. (default: 512MB, at most half of --memory)")
    var cacheSize: ByteSize?

    @Option(help: "Tiles made at a time. (default: one for each core)")
    var workers: Int?

    @Option(
        help: "Connections open at a time, those of scroll sessions included. (default: 10000, or more for --sessions)")
    var maxConnections: Int?

    @Option(
        help: """
            Connections open at a time of one client; behind a proxy, as many as --max-connections. (default: 1024, or more \
            for --sessions-per-client)
            """)
    var maxConnectionsPerClient: Int?

    @Option(help: "A port of its own for /metrics, 0 for any that is free. (default: the port of the tiles)")
    var metricsPort: Int?

    @Option(help: "The name or address to listen at for --metrics-port.")
    var metricsHost = "127.0.0.1"

    @Option(
        help: """
            Most frames a second of views that move, while somebody looks at them; 0 has animations end as they begin.
            """)
    var frameRate = TileServerConfiguration().framesPerSecond

    @Flag(help: "Let everyone who looks touch the views: press their buttons, drag their sliders.")
    var interactive = false

    @Option(
        help: "Viewers that have a content for themselves, of each that is made for each (with --interactive).")
    var ownContents = OwnContentPolicy().limit

    @Option(help: "Seconds that it is kept as it is when its viewer has left.")
    var ownContentTime = OwnContentPolicy().patience

    @Option(help: "Scroll sessions open at a time.")
    var sessions = SessionPolicy().limit

    @Option(help: "Scroll sessions open at a time of one client; behind a proxy, as many as --sessions.")
    var sessionsPerClient = SessionPolicy().limitPerClient

    @Option(
        name: .customLong("allow-origin"),
        help: "An origin whose pages may open scroll sessions too, as https://maps.example; more than once for more.",
        transform: Self.origin)
    var allowedOrigins: [WebOrigin] = []

    @Option(
        help: "A file that gets a line of JSON for each request, - for standard output; opened anew at SIGHUP.")
    var accessLog: String?

    @OptionGroup var access: AccessArguments

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("--port \(port) is no port; choose 1 to 65535, or 0 for any that is free.")
        }
        guard (certificate == nil) == (certificateKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key go together; name both files.")
        }
        if let metricsPort, !(0...65535).contains(metricsPort) {
            throw ValidationError(
                "--metrics-port \(metricsPort) is no port; choose 1 to 65535, or 0 for any that is free.")
        }
        if let metricsPort, metricsPort == port, port != 0, metricsHost == host {
            throw ValidationError("--metrics-port \(metricsPort) is the port of the tiles; choose another.")
        }
        for (name, count) in [
            ("--max-connections", maxConnections), ("--max-connections-per-client", maxConnectionsPerClient),
        ] {
            if let count, count < 1 {
                throw ValidationError("\(name) \(count) is no count; at least 1 has to be let in.")
            }
        }
        // 40: beyond any pyramid.
        if let maxLevel, !(0...40).contains(maxLevel) {
            throw ValidationError("--max-level \(maxLevel) is no level; choose 0 to 40.")
        }
        // 120: no screen shows more, and a browser loads no tiles as often.
        guard (0...120).contains(frameRate) else {
            throw ValidationError("--frame-rate \(frameRate) is not from 0 to 120 frames a second.")
        }
        if let workers, !(1...1024).contains(workers) {
            throw ValidationError("--workers \(workers) is not from 1 to 1024.")
        }
        for (name, count) in [("--sessions", sessions), ("--sessions-per-client", sessionsPerClient)] where count < 0 {
            throw ValidationError("\(name) \(count) is no count; 0 is for none.")
        }
        guard ownContents >= 1 else {
            throw ValidationError("--own-contents \(ownContents) is no count; at least 1 viewer has to have one.")
        }
        guard (0...86_400).contains(ownContentTime) else {
            throw ValidationError("--own-content-time \(ownContentTime) is not from 0 seconds to a day's 86400.")
        }
        // A cache that cannot hold a few tiles would draw every one anew.
        if let cacheSize, cacheSize.bytes < 1_000_000 {
            throw ValidationError("--cache-size is below 1MB, less than a few tiles take.")
        }
        if let cacheSize, let memory = budget.memory, cacheSize.bytes > memory.bytes {
            throw ValidationError("--cache-size is more than --memory, of which it is a part; lower it or raise that.")
        }
    }

    private static func origin(_ text: String) throws -> WebOrigin {
        guard let origin = WebOrigin(text) else {
            throw ValidationError("it is no origin; give scheme, host and, if need be, port: https://maps.example")
        }
        return origin
    }

    /// How the contents become tiles. To be called once for a server: what it keeps shares the limits' budgets.
    func settings() throws -> ServeSettings {
        ServeSettings(
            tileSize: tileSize.rawValue, format: try format?.format(quality: nil), maxLevel: maxLevel,
            limits: budget.limits(tiles: cacheSize?.bytes), sharedTiles: try sharedCache.cache())
    }

    /// Serves until a signal comes.
    ///
    /// - Parameter settings: What the contents were made with.
    /// - Throws: `ExitCode`, after the reason was reported.
    func serve(_ contents: [ServedContent], settings: ServeSettings) async throws {
        try await serve(contents.map { OfferedContent($0) }, settings: settings) { origin in
            LatePrinter.output.printServing(
                contents.count, "content", at: origin, more: contents.map { "  \(origin)/view/\($0.id)\n" }.joined())
        }
    }

    /// Serves until a signal comes.
    ///
    /// - Parameters:
    ///   - settings: What the contents are made with.
    ///   - end: Ends it too, by returning.
    ///   - watch: Follows what happens to the files.
    ///   - onListening: Called once, with the server's origin, when clients can connect.
    /// - Throws: `ExitCode`, after the reason was reported.
    func serve(
        _ offers: [OfferedContent], settings: ServeSettings, or end: (@Sendable () async -> Void)? = nil,
        watch: ServedFilesWatch? = nil, onListening: @escaping @Sendable (_ origin: String) -> Void
    ) async throws {
        let configuration = try serverConfiguration()
        Descriptors.allow(connections.limit.addingClamping(Descriptors.besideConnections))
        do {
            let server = try server(
                offers, settings, configuration, mayChange: watch?.followsEvents ?? false, onListening)
            watch?.start(server)
            defer { watch?.end() }
            let hangups = Hangups { reload(server, configuration.accessLog, watch) }
            defer { hangups.end() }
            try await server.runUntilSignal(or: end)
        } catch let failure as TileServerFailure {
            throw Complaint("\(failure)", .inputOutput).reported()
        }
    }

    /// What the server is told, with what is read from files.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func serverConfiguration() throws -> TileServerConfiguration {
        var configuration = configuration
        do throws(Complaint) {
            try access.add(to: &configuration)
        } catch {
            throw error.reported()
        }
        if let accessLog {
            do throws(TileServerFailure) {
                configuration.accessLog = try AccessLog(
                    path: accessLog == "-" ? nil : accessLog, logger: .ofCommand())
            } catch {
                throw Complaint("\(error)", .cannotCreate).reported()
            }
        }
        return configuration
    }

    /// What an operator changes without a restart: who may see what, the access log's file, and the files that are
    /// served. What can't be read leaves what there is.
    private func reload(_ server: TileServer, _ log: AccessLog?, _ watch: ServedFilesWatch?) {
        ServiceManager.tell("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.nanoseconds / 1000)")
        defer { ServiceManager.tell("READY=1") }
        log?.reopen()
        watch?.lookNow()
        guard let path = access.access else { return }
        do throws(Complaint) {
            server.replaceAccess(try AccessFile(path).policy)
            StandardError.print("\(path): read again")
        } catch {
            _ = error.reported()
        }
    }

    /// For tiles and pages, when all sessions are open.
    private static let connectionsBesideSessions = 100

    private var connections: ConnectionPolicy {
        var policy = ConnectionPolicy()
        policy.limit = maxConnections ?? max(policy.limit, sessions.addingClamping(Self.connectionsBesideSessions))
        policy.limitPerClient =
            maxConnectionsPerClient
            ?? max(policy.limitPerClient, sessionsPerClient.addingClamping(Self.connectionsBesideSessions))
        return policy
    }

    /// What the server is told.
    var configuration: TileServerConfiguration {
        var configuration = TileServerConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.socket = unixSocket
        configuration.listeningSocket = ServiceManager.listeningSocket
        if let certificate, let certificateKey {
            configuration.certificate = CertificateFiles(chain: certificate, key: certificateKey)
        }
        configuration.policy.cacheHardLimit = cacheLimit
        configuration.connections = connections
        configuration.framesPerSecond = frameRate
        configuration.isInteractive = interactive
        configuration.ownContents.limit = ownContents
        configuration.ownContents.patience = ownContentTime
        configuration.metricsPort = metricsPort
        configuration.metricsHost = metricsHost
        configuration.sessions.limit = sessions
        configuration.sessions.limitPerClient = sessionsPerClient
        configuration.sessions.allowedOrigins = Set(allowedOrigins.map(\.text))
        if let workers { configuration.policy.workers = workers }
        return configuration
    }

    /// Bytes for finished tiles. Half of all that is kept, so that the images that they are cut from have the other
    /// half.
    private var cacheLimit: Int { cacheSize?.bytes ?? min(512_000_000, budget.memoryLimit() / 2) }

    private func server(
        _ offers: [OfferedContent], _ settings: ServeSettings, _ configuration: TileServerConfiguration,
        mayChange: Bool,
        _ onListening: @escaping @Sendable (String) -> Void
    ) throws(TileServerFailure) -> TileServer {
        var configuration = configuration
        configuration.contentsMayChange = mayChange
        configuration.memory = settings.limits.memory
        configuration.sharedTiles = settings.sharedTiles
        configuration.idling.didDrop = Allocator.giveBack
        return try TileServer(configuration: configuration, offers: offers, logger: .ofCommand()) { address in
            let scheme = address.isSecure ? "https" : "http"
            onListening(address.socket.map { "\(scheme)+unix:\($0)" } ?? "\(scheme)://\(address)")
            ServiceManager.tell("READY=1")
            if let metrics = address.metrics {
                LatePrinter.output.print("http://\(metrics)/metrics is for operators\n")
            }
        }
    }
}

extension Int {
    fileprivate func addingClamping(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
