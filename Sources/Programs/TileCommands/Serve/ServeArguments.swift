import ArgumentParser
import CommandSupport
import Foundation
import Logging
import TileGraphics
import TileServer
import TileSessions
import TileSupport

/// The options of a server.
package struct ServeArguments: ParsableArguments {
    @Option(
        help: """
            A JSON file of settings. The option --cache-size 1GB is "cache-size": "1GB" in the file, and \
            TILEWORK_CACHE_SIZE=1GB in the environment. Options override the environment, which overrides the file.
            """)
    var config: String?

    @Flag(help: "Print the effective settings in the format of --config, and exit.")
    var printConfig = false

    @Flag(help: "Check the settings and all files, and exit: with 0 if everything can be served.")
    package var check = false

    @Flag(help: "With --check, fail if a drawing has features that are not honored. tilework info lists them.")
    package var strict = false

    @Option(help: "The name or address to listen on; 0.0.0.0 for all addresses of this machine.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8080

    @Option(
        help: """
            The path of a Unix socket to listen on instead of --host and --port, for a proxy on this machine. The proxy's \
            X-Forwarded-For is trusted.
            """)
    var unixSocket: String?

    @Option(
        name: .customLong("tls-certificate"),
        help:
            "Serve HTTPS with this certificate chain, a PEM file. It is read again when it changes."
    )
    var certificate: String?

    @Option(name: .customLong("tls-key"), help: "The private key of the certificate, a PEM file without a password.")
    var certificateKey: String?

    @Option(help: "The width and height of a tile in pixels.")
    var tileSize = TileSize.small

    @Option(help: "The format of tiles if the client requests no other. (default: by the kind of file)")
    var format: FormatName?

    @Option(help: "The deepest level. (default: the full size of an image, 64 times the size of a drawing)")
    var maxLevel: Int?

    @OptionGroup var budget: BudgetArguments

    @OptionGroup var sharedCache: SharedCacheArguments

    @Option(
        help: "The part of --memory for finished tiles. (default: 512MB, at most 3/8 of --memory)",
        transform: ByteSize.reading)
    var cacheSize: ByteSize?

    @Option(help: "The number of tiles drawn in parallel. (default: one per core)")
    var workers: Int?

    @Option(
        help: """
            The maximum number of open connections, including scroll sessions. (default: 10,000, or more for --sessions)
            """)
    var maxConnections: Int?

    @Option(
        help: """
            The maximum number of open connections of one client; behind a proxy, use the value of --max-connections. \
            (default: 1,024, or more for --sessions-per-client)
            """)
    var maxConnectionsPerClient: Int?

    @Option(help: "A separate port for /metrics; 0 for any free port. (default: the port of the tiles)")
    var metricsPort: Int?

    @Option(help: "The name or address to listen on for --metrics-port.")
    var metricsHost = "127.0.0.1"

    @Option(
        name: .customLong("frame-rate"),
        help: """
            The maximum number of frames per second of animated views while they are viewed; 0 skips animations.
            """)
    private var givenFrameRate = PlainNumber(TileServerConfiguration().framesPerSecond)

    var frameRate: Double { givenFrameRate.value }

    @Flag(help: "Let every viewer operate the controls in views: press buttons, drag sliders, type.")
    package var interactive = false

    @Option(
        help: "With --interactive, the maximum number of private copies of contents, each made for one viewer.")
    var ownContents = OwnContentPolicy().limit

    @Option(
        name: .customLong("own-content-time"),
        help: "The seconds that a private copy is kept after its viewer has left.")
    private var givenOwnContentTime = PlainNumber(OwnContentPolicy().patience)

    var ownContentTime: Double { givenOwnContentTime.value }

    @Option(help: "The maximum number of open scroll sessions.")
    var sessions = SessionPolicy().limit

    @Option(
        help: """
            The maximum number of open scroll sessions of one client; behind a proxy, use the value of --sessions.
            """)
    var sessionsPerClient = SessionPolicy().limitPerClient

    @Option(
        name: .customLong("allow-origin"),
        help: """
            An origin whose pages may read answers and open scroll sessions, such as https://maps.example, or * for all. \
            On addresses other than loopback, all pages may read answers. May be repeated.
            """,
        transform: Self.origin)
    var allowedOrigins: [WebOrigin] = []

    @Option(
        name: .customLong("allowed-host"),
        help: """
            A host name, such as maps.example, that the server answers to on a loopback address besides localhost, or * \
            for all. May be repeated.
            """,
        transform: Self.hostName)
    var allowedHosts: [String] = []

    @Option(
        help: """
            An origin whose pages may show the viewer in a frame, besides those of --allow-origin, or * for all. May be \
            repeated.
            """,
        transform: Self.origin)
    var frameAncestors: [WebOrigin] = []

    @Option(
        help: """
            The Cross-Origin-Resource-Policy of answers: same-origin, same-site, or cross-origin. (default: same-site on a \
            loopback address without --allow-origin, else cross-origin)
            """)
    var resourcePolicy: WebPolicy.ResourcePolicy?

    @Option(help: "The Referrer-Policy of pages. Addresses may hold grants.")
    var referrerPolicy = WebPolicy().referrerPolicy

    @Option(
        help: "A file to log each request as a line of JSON; - for standard output. It is reopened on SIGHUP.")
    var accessLog: String?

    @OptionGroup var access: AccessArguments

    package init() {}

    package func validate() throws {
        if UsageChecks.areSkipped { return }
        guard (0...65535).contains(port) else {
            throw ValidationError("invalid port \(port): use 1 to 65535, or 0 for any free port")
        }
        if let unixSocket, !(1...Self.longestSocketPath).contains(unixSocket.utf8.count) {
            let problem = unixSocket.isEmpty ? "empty" : "longer than \(Self.longestSocketPath) bytes"
            throw ValidationError("invalid Unix socket: the path is \(problem); choose another one")
        }
        guard (certificate == nil) == (certificateKey == nil) else {
            throw ValidationError("a TLS certificate needs its key, and a key its certificate: set both")
        }
        if let metricsPort, !(0...65535).contains(metricsPort) {
            throw ValidationError(
                "invalid metrics port \(metricsPort): use 1 to 65535, or 0 for any free port")
        }
        if let metricsPort, metricsPort == port, port != 0, metricsHost == host {
            throw ValidationError("invalid metrics port \(metricsPort): it is the port of the tiles; use another")
        }
        for (name, count) in [
            ("number of connections", maxConnections),
            ("number of connections per client", maxConnectionsPerClient),
        ] {
            if let count, count < 1 {
                throw ValidationError("invalid \(name) \(count): use at least 1")
            }
        }
        // 40: beyond any pyramid.
        if let maxLevel, !(0...40).contains(maxLevel) {
            throw ValidationError("invalid max level \(maxLevel): use 0 to 40")
        }
        // 120: no screen shows more, and a browser loads no tiles as often.
        guard (0...120).contains(frameRate) else {
            throw ValidationError("invalid frame rate \(GroupedNumber.text(frameRate)): use 0 to 120 frames per second")
        }
        if let workers, !(1...1024).contains(workers) {
            throw ValidationError("invalid number of workers \(workers): use 1 to 1,024")
        }
        for (name, count) in [("sessions", sessions), ("sessions per client", sessionsPerClient)] where count < 0 {
            throw ValidationError("invalid number of \(name) \(count): use 0 or more")
        }
        guard ownContents >= 1 else {
            throw ValidationError("invalid number of own contents \(ownContents): use at least 1")
        }
        guard (0...86_400).contains(ownContentTime) else {
            throw ValidationError(
                "invalid own content time \(GroupedNumber.text(ownContentTime)): use 0 to 86,400 seconds (a day)")
        }
        try checkEffects()
        // Requests are appended, so a drawing or an archive that is named by mistake would be damaged.
        if accessLog != "-" {
            try OutputFlag("--access-log", accessLog).checkFile(endings: ["log", "json", "jsonl", "ndjson", "txt"])
        }
        // A cache that cannot hold a few tiles would redraw every one.
        if let cacheSize, cacheSize.bytes < 1_000_000 {
            throw ValidationError(
                "invalid cache size \(cacheSize.defaultValueDescription): use at least 1MB, for a few tiles")
        }
        if let cacheSize, let memory = budget.memory, cacheSize.bytes > memory.bytes {
            throw ValidationError(
                "the cache size (\(cacheSize.defaultValueDescription)) is a part of memory "
                    + "(\(memory.defaultValueDescription)) and can't be larger: lower one or raise the other")
        }
    }

    /// The longest path of a Unix socket in bytes, as the system defines it.
    private static let longestSocketPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Checks that each option has an effect. One that has its default value is tolerated, because `--print-config`
    /// prints the values of all options.
    private func checkEffects() throws {
        let usual = TileServerConfiguration()
        if metricsPort == nil, metricsHost != usual.metricsHost {
            throw ValidationError("a metrics host needs a metrics port: set both")
        }
        if strict, !check {
            throw ValidationError("--strict needs --check: a server shows such drawings, and logs what they lack")
        }
        guard !interactive else { return }
        if ownContents != usual.ownContents.limit {
            throw ValidationError("a limit of own contents needs interactive views: set interactive, too")
        }
        if ownContentTime != usual.ownContents.patience {
            throw ValidationError("an own content time needs interactive views: set interactive, too")
        }
    }

    private static let originAdvice =
        "use a scheme, a host and, if needed, a port, such as https://maps.example, or * for all"
    private static let hostAdvice = "use a host name without a scheme or a port, such as maps.example, or * for all"

    /// The advice about values of lists that cannot be read, by the option's name.
    static let listAdvice = [
        "allow-origin": originAdvice, "frame-ancestors": originAdvice, "allowed-host": hostAdvice,
        "trusted-proxy": AccessArguments.rangeAdvice,
    ]

    private static func origin(_ text: String) throws -> WebOrigin {
        if text == "*" { return .all }
        guard let origin = WebOrigin(text) else {
            throw ValidationError(originAdvice)
        }
        return origin
    }

    private static func hostName(_ text: String) throws -> String {
        if text == "*" { return text }
        guard let host = WebOrigin.hostName(text) else {
            throw ValidationError(hostAdvice)
        }
        return host
    }

    /// The settings by which contents become tiles. Called once per server, because its caches share their budgets.
    package func settings() throws -> ServeSettings {
        ServeSettings(
            tileSize: tileSize.rawValue, format: try format?.format(quality: nil), maxLevel: maxLevel,
            limits: budget.serverLimits(tiles: cacheSize?.bytes), sharedTiles: try sharedCache.cache())
    }

    /// Serves until a signal arrives.
    ///
    /// - Parameter settings: The settings that the contents were made with.
    /// - Throws: `ExitCode`, after the reason was reported.
    package func serve(_ contents: [ServedContent], settings: ServeSettings) async throws {
        let offers = contents.map { OfferedContent($0) }
        let policy: AccessPolicy
        do throws(Complaint) {
            policy = try access.policy() ?? AccessPolicy()
        } catch {
            throw error.reported()
        }
        reportAccess(AccessReview(policy, of: offers))
        let listed = offers.filter { !policy.isPrivate($0) }.map(\.pathName)
        try await serve(offers, settings: settings) { origin in
            var lines = listed.map { "  \(origin)/view/\($0)\n" }.joined()
            let hidden = contents.count - listed.count
            if hidden > 0 { lines += "  \(Amounts.grouped(hidden)) private and not listed here\n" }
            LatePrinter.output.printServing(contents.count, "content", at: origin, more: lines)
        }
    }

    /// Serves until a signal arrives.
    ///
    /// - Parameters:
    ///   - settings: The settings that the contents are made with.
    ///   - end: Ends the server too, by returning.
    ///   - watch: Follows changes of the files.
    ///   - onListening: Called once, with the server's origin, when clients can connect.
    /// - Throws: `ExitCode`, after the reason was reported.
    func serve(
        _ offers: [OfferedContent], settings: ServeSettings, or end: (@Sendable () async -> Void)? = nil,
        watch: ServedFilesWatch? = nil, onListening: @escaping @Sendable (_ origin: String) -> Void
    ) async throws {
        let configuration = try serverConfiguration()
        DescriptorLimit.raise(to: connections.limit.addingClamping(Self.descriptorsBesideConnections))
        do {
            let server = try server(
                offers, settings, configuration, mayChange: watch?.mayChangeContents ?? false, onListening)
            watch?.start(server)
            defer { watch?.end() }
            let hangups = Hangups { reload(server, log: configuration.accessLog, watch: watch) }
            defer { hangups.end() }
            try await server.runUntilSignal(or: end)
        } catch let failure as TileServerFailure {
            throw Complaint(failure).reported()
        }
    }

    /// The configuration of the server, including the parts that are read from files.
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
                throw Complaint(error).reported()
            }
        }
        return configuration
    }

    /// Reloads the parts that an operator can change without a restart: the access file, the file of the access log,
    /// and the list of served files. A part that cannot be read stays as it is.
    private func reload(_ server: TileServer, log: AccessLog?, watch: ServedFilesWatch?) {
        SystemdProtocol.notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.nanoseconds / 1000)")
        defer { SystemdProtocol.notify("READY=1") }
        log?.reopen()
        watch?.update()
        guard let path = access.access else { return }
        do throws(Complaint) {
            server.replaceAccess(try AccessFile(path).policy)
            StandardError.log("\(path): read again")
            reportAccess(server.accessReview)
        } catch {
            var complaint = error
            complaint.message += "; the previous access rules stay in force"
            _ = complaint.reported()
        }
    }

    /// The descriptors reserved for contents, helpers and temporary files, in addition to the connections.
    private static let descriptorsBesideConnections = 512

    /// Connections for tiles and pages while all sessions are open.
    private static let connectionsBesideSessions = 100

    private var connections: ConnectionPolicy {
        var policy = ConnectionPolicy()
        policy.limit = maxConnections ?? max(policy.limit, sessions.addingClamping(Self.connectionsBesideSessions))
        policy.limitPerClient =
            maxConnectionsPerClient
            ?? max(policy.limitPerClient, sessionsPerClient.addingClamping(Self.connectionsBesideSessions))
        return policy
    }

    /// The configuration of the server by its options.
    var configuration: TileServerConfiguration {
        var configuration = TileServerConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.socket = unixSocket
        configuration.listeningSocket = SystemdProtocol.listeningSocket
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
        configuration.web.origins = .init(listing: allowedOrigins.map(\.text))
        configuration.web.hosts = .init(listing: allowedHosts)
        configuration.web.frameAncestors = .init(listing: frameAncestors.map(\.text))
        configuration.web.resourcePolicy = resourcePolicy
        configuration.web.referrerPolicy = referrerPolicy
        if let workers { configuration.policy.workers = workers }
        return configuration
    }

    /// The limit of finished tiles in bytes: at most half of what is kept, so that the images from which they are cut
    /// have the other half.
    private var cacheLimit: Int {
        cacheSize?.bytes ?? min(512_000_000, MemoryPlan(bound: budget.memoryLimit()).kept / 2)
    }

    private func server(
        _ offers: [OfferedContent], _ settings: ServeSettings, _ configuration: TileServerConfiguration,
        mayChange: Bool,
        _ onListening: @escaping @Sendable (String) -> Void
    ) throws(TileServerFailure) -> TileServer {
        var configuration = configuration
        configuration.contentsMayChange = mayChange
        configuration.memory = settings.limits.memory
        if let ledger = settings.limits.ledger {
            let plan = MemoryPlan(bound: budget.memoryLimit(tiles: cacheSize?.bytes))
            plan.fit(&configuration.policy)
            plan.fit(&configuration.connections)
            configuration.memoryPlan = (plan, ledger)
        }
        configuration.sharedTiles = settings.sharedTiles
        configuration.idling.didDrop = Allocator.giveBack
        let basePath = configuration.basePath
        return try TileServer(configuration: configuration, offers: offers, logger: .ofCommand()) { address in
            let scheme = address.isSecure ? "https" : "http"
            let origin = address.socket.map { "\(scheme)+unix:\($0)" } ?? "\(scheme)://\(address)"
            onListening(origin + basePath)
            SystemdProtocol.notify("READY=1")
            if let metrics = address.metrics {
                LatePrinter.output.print("http://\(metrics)/metrics serves metrics\n")
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

extension WebPolicy.Names {
    /// The names of a list, in which `*` means all.
    fileprivate init(listing names: [String]) { self = names.contains("*") ? .all : .listed(Set(names)) }
}

extension WebPolicy.ResourcePolicy: ExpressibleByArgument {}
extension WebPolicy.ReferrerPolicy: ExpressibleByArgument {}
