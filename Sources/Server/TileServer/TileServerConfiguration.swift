public import CoreMetrics
public import SharedTiles
public import TileEngine
import TileSessions
import TileSupport

/// The settings of a server.
public struct TileServerConfiguration: Sendable {
    /// The name or address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any free port.
    public var port = 8080
    /// The path of a Unix domain socket to listen on in place of host and port, for a proxy on the same machine. The
    /// proxy is trusted to name its clients. Nil for none.
    public var socket: String?
    /// A socket that already listens, from the process that started the program, in place of the host, port and socket
    /// file. Nil for none.
    public var listeningSocket: Int32?
    public var policy = Self.policyOfViewer

    /// The number of contents that are opened at a time when the server starts. Opening a content occupies one
    /// processor, and sometimes waits for a disk.
    public var openingWorkers = 4
    /// The largest number of contents that are all opened when the server starts, so that the operator learns at once
    /// which can't be shown. If there are more, those that can be listed without opening (`OfferedContent.listing`) are
    /// opened on the first request.
    public var maxOpenedAtStart = 100
    /// The policy for releasing memory that has not been used recently.
    public var idling = IdlePolicy()

    /// The budget that cached tiles count against, in addition to the policy's limits. If the contents are opened with
    /// the same budget (`ContentLimits.memory`), it limits everything that is kept. Nil for the policy's limits alone.
    public var memory: MemoryBudget?
    /// The plan that bounds all memory, and the ledger with which contents were opened (`ContentLimits.ledger`). Nil to
    /// bound only what is kept.
    package var memoryPlan: (plan: MemoryPlan, ledger: MemoryLedger)?
    /// Whether contents are added, removed and changed while the server runs (`TileServer.offer`, `withdraw`,
    /// `reopen`). Browsers then revalidate each cached tile before they show it.
    public var contentsMayChange = false
    /// The cache that shares tiles with other servers and announces changes of contents. It covers contents that have a
    /// fingerprint. Nil for a server without others. The server starts and ends it.
    public var sharedTiles: SharedTileCache?
    /// The certificate that clients see; nil for plain HTTP.
    public var certificate: CertificateFiles?
    /// The limits for connections, including those of sessions.
    public var connections = ConnectionPolicy()
    /// The limits for scroll sessions.
    public var sessions = SessionPolicy()
    /// The rules for which clients may see which contents. By default, all clients see all contents.
    public var access = AccessPolicy()
    /// The limit for each client's requests; nil for no limit.
    public var rate: RatePolicy?
    /// The rules for web pages: cross-origin reads, frames, host names.
    public var web = WebPolicy()
    /// Trusted proxies. Their `X-Forwarded-For` names the client of a request; other peers' is ignored.
    public var trustedProxies: [AddressRange] = []
    /// The log of all answered requests; nil for none.
    public var accessLog: AccessLog?
    /// The folder that the server is served at, such as `/maps`: paths may begin with it, and addresses in answers do.
    /// Empty for none.
    public var basePath = ""
    /// The largest number of frames a second for contents that move by themselves (`MovingTileSource`) while sessions
    /// show them. Each frame redraws what it changes, once for all clients. While no session shows it, a content
    /// advances once a second. With 0, nothing moves: animations show their end at once.
    public var framesPerSecond = 10.0 {
        didSet {
            precondition(
                framesPerSecond.isFinite && framesPerSecond >= 0, "\(framesPerSecond) frames a second can't be")
        }
    }
    /// Whether viewers may touch contents that react to touches (`TouchableTileSource`): every client that can open a
    /// session can press a button in a served view.
    public var isInteractive = false
    /// The limits for private copies of contents (`ServedContent.own`).
    public var ownContents = OwnContentPolicy()
    /// The clock for private copies, in nanoseconds.
    var now: @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    /// The recorder of one viewer's input; nil for none.
    public var tape: SessionTape?

    /// The time, in seconds, for which browsers and caches may show a tile without revalidating it.
    ///
    /// A tile's URL does not name the state of the file that it shows, so an edit becomes visible after this time at
    /// the latest: `must-revalidate` forbids caches to extend it. One minute saves nearly all requests of a viewer that
    /// goes back and forth. The remaining requests are answered with 304 by the tile's strong validator, without the
    /// tile.
    public var maxAge = 60

    /// Quality of JPEG tiles, 1…100, if the content's own format is another.
    public var jpegQuality = 80
    /// Quality of WebP tiles, 0…100, if the content's own format is another.
    public var webpQuality = 80
    /// Quality of AVIF tiles, 0…100, if the content's own format is another. 60 is about as accurate as 80 of WebP.
    public var avifQuality = 60
    /// Quality of JPEG XL tiles, 0…100, if the content's own format is another.
    public var jxlQuality = 80

    /// The pages and their scripts; nil if they were not found. The server then serves tiles without pages.
    public var pages = ViewerPages.find()

    /// The time, in seconds, after which an idle connection is closed; nil for no limit.
    public var idleTimeout: Int64? = 120

    /// The port for `/metrics` and `/healthz`: 0 for any free port, nil for the port of the tiles.
    public var metricsPort: Int?
    /// The name or address of the operators' port, if there is one.
    public var metricsHost = "127.0.0.1"
    /// The backend that receives the server's metrics in addition to `/metrics`: by default, the one that the program
    /// has set in swift-metrics, if any. Nil for none. The server updates it every ten seconds and on each request for
    /// `/metrics`.
    public var metricsBackend: (any MetricsFactory)? = MetricsSystem.factory

    public init() {}

    /// Returns the rules for web pages of a server that listens at `endpoint`. If the policy has no reach, this
    /// resolves the host's name, so call it once per server.
    func makeWebRules() -> WebRules {
        let endpoint = endpoint
        let host: String? = if case .host(let host, _) = endpoint { host } else { nil }
        return WebRules(web, reach: web.reach ?? endpoint.reach, host: host)
    }

    var endpoint: TileListener.Endpoint {
        if let listeningSocket { return .descriptor(listeningSocket) }
        return socket.map { .file($0) } ?? .host(host, port: port)
    }

    /// The engine policy for sessions. It matches the viewer, which accepts a level that is too coarse by less than 2
    /// %, because the difference is invisible.
    private static var policyOfViewer: EnginePolicy {
        var policy = EnginePolicy()
        policy.zoomSnapRatio = 1.02
        return policy
    }
}

/// A certificate and its key. The server checks every few seconds whether the files have changed, and uses their
/// current contents for new connections.
public struct CertificateFiles: Hashable, Sendable {
    /// The path of a file in PEM with the certificate, followed by its chain up to the authority's certificate.
    public var chain: String
    /// The path of the key's file, in PEM without a password.
    public var key: String

    public init(chain: String, key: String) { (self.chain, self.key) = (chain, key) }
}

/// The reason why a server does not run.
public enum TileServerFailure: Error, Hashable, CustomStringConvertible {
    /// The access log can't be written.
    case accessLog(path: String, reason: String)
    /// The certificate or its key can't be used.
    case certificate(path: String, reason: String)
    case portInUse(host: String, port: Int)
    case cannotListen(host: String, port: Int, reason: String)
    /// No address is known for the name of a host.
    case unknownHost(String)
    /// Another server listens at the socket.
    case socketInUse(path: String)
    /// The path of the socket names a file of another kind.
    case notASocket(path: String)
    case cannotListenAtSocket(path: String, reason: String)
    case portInUseForOperators(host: String, port: Int)
    /// The port for operators cannot be opened.
    case cannotListenForOperators(host: String, port: Int, reason: String)
    /// No address is known for the name of the host for operators.
    case unknownHostForOperators(String)
    /// Two contents have one identifier.
    case duplicateID(String)
    /// An identifier has characters that would need escapes in a URL.
    case unusableID(String)
    /// The process may not open enough files.
    case tooFewDescriptors(limit: Int, least: Int)
    /// The server ended for an unexpected reason.
    case stopped(reason: String)

    public var description: String {
        switch self {
        case .accessLog(let path, let reason): "\(path): can't be opened for the access log: \(reason)"
        case .certificate(let path, let reason): "\(path): \(reason)"
        case .portInUse(let host, let port):
            "port \(port) at \(host) is in use: stop the other server, or choose another `TileServerConfiguration.port`"
        case .cannotListen(let host, let port, let reason):
            "can't listen on \(host), port \(port): \(reason); choose another `TileServerConfiguration.host` or `TileServerConfiguration.port`"
        case .unknownHost(let host):
            "unknown host \(host): use a name or an address of this machine for `TileServerConfiguration.host`"
        case .socketInUse(let path):
            "the socket \(path) is in use: stop the other server, or choose another `TileServerConfiguration.socket`"
        case .notASocket(let path):
            "\(path) exists and is not a socket, so it is not replaced: choose another `TileServerConfiguration.socket`"
        case .cannotListenAtSocket(let path, let reason):
            "can't listen on the socket \(path): \(reason); choose another `TileServerConfiguration.socket`"
        case .portInUseForOperators(let host, let port):
            "metrics port \(port) at \(host) is in use: stop the other server, or choose another "
                + "`TileServerConfiguration.metricsPort`"
        case .cannotListenForOperators(let host, let port, let reason):
            "can't listen for metrics on \(host), port \(port): \(reason); choose another "
                + "`TileServerConfiguration.metricsHost` or `TileServerConfiguration.metricsPort`"
        case .unknownHostForOperators(let host):
            "unknown host \(host): use a name or an address of this machine for `TileServerConfiguration.metricsHost`"
        case .duplicateID(let id): "two contents have the id “\(id)”: rename one of them"
        case .unusableID(let id): "invalid content name “\(id)”: use letters, digits, -, _ and ."
        case .tooFewDescriptors(let limit, let least):
            "only \(limit) files may be open at a time: allow at least \(least), and one more for each connection "
                + "(ulimit -n 1024, LimitNOFILE=1024)"
        case .stopped(let reason): "the server stopped: \(reason)"
        }
    }
}
