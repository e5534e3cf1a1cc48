public import CoreMetrics
public import SharedTiles
public import TileEngine
import TileSessions
import TileSupport

/// What an operator may choose.
public struct TileServerConfiguration: Sendable {
    /// Name or address to listen at.
    public var host = "127.0.0.1"
    /// 0 for any that is free.
    public var port = 8080
    /// The path of a socket in the file system to listen at, in place of host and port: for a proxy on the same
    /// machine, whose word is taken for who its clients are. Nil for none.
    public var socket: String?
    /// A socket that listens already, as who started the program gave it, in place of all these; nil for none.
    public var listeningSocket: Int32?
    public var policy = Self.policyOfViewer

    /// How many contents are opened at a time when the server starts. Reading them is work for a processor each, and
    /// some wait for a disk.
    public var openingWorkers = 4
    /// Up to so many contents are all opened when the server starts, so that its operator hears at once of those that
    /// can't be shown. Of more, those that can be listed without (`OfferedContent.listing`) are opened when somebody
    /// asks for them.
    public var maxOpenedAtStart = 100
    /// When what nobody has asked for lately gives its memory back.
    public var idling = IdlePolicy()

    /// What the cached tiles count against, besides the policy's limits. The same budget is given to whoever opens the
    /// contents (`ContentLimits.memory`), so that it bounds all that is kept. Nil for the policy's limits alone.
    public var memory: MemoryBudget?
    /// Whether contents come, go and change while the server runs (`TileServer.offer`, `withdraw`, `reopen`): browsers
    /// ask then for each tile that they have whether it still looks so.
    public var contentsMayChange = false
    /// Where tiles are shared with other servers, and where it is told that contents change: of contents that have a
    /// fingerprint. Nil for a server by itself. It is started and ended with the server.
    public var sharedTiles: SharedTileCache?
    /// The certificate that clients are shown; nil for plain HTTP.
    public var certificate: CertificateFiles?
    /// Of connections, those of sessions included.
    public var connections = ConnectionPolicy()
    /// Of scroll sessions.
    public var sessions = SessionPolicy()
    /// Who may see which contents. All see all, unless it says otherwise.
    public var access = AccessPolicy()
    /// How many requests a client may make; nil for as many as it likes.
    public var rate: RatePolicy?
    /// The rules for web pages: cross-origin reads, frames, host names.
    public var web = WebPolicy()
    /// Proxies, whose `X-Forwarded-For` says who the client of a request is. Of others it is not believed.
    public var trustedProxies: [AddressRange] = []
    /// Where every request is noted that was answered; nil for nowhere.
    public var accessLog: AccessLog?
    /// The folder that the server is served at, as `/maps`: paths may begin with it, and addresses in answers do.
    /// Empty for none.
    public var basePath = ""
    /// Most frames a second of contents that move by themselves (`MovingTileSource`) while sessions show them: each
    /// draws what it changes anew, for everyone at once. While no session shows it, a content moves on once a second.
    /// 0 for none: what is animated has ended when it begins.
    public var framesPerSecond = 10.0 {
        didSet {
            precondition(
                framesPerSecond.isFinite && framesPerSecond >= 0, "\(framesPerSecond) frames a second can't be")
        }
    }
    /// Whether viewers may touch contents that do something then (`TouchableTileSource`): whoever can open a session
    /// can press a button in a served view.
    public var isInteractive = false
    /// Of contents that viewers have for themselves (`ServedContent.own`).
    public var ownContents = OwnContentPolicy()
    /// The clock that they are kept by, in nanoseconds.
    var now: @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    /// Records what one viewer does; nil for nothing.
    public var tape: SessionTape?

    /// How long, in seconds, a browser or a cache on the way may show a tile without asking again.
    ///
    /// A tile's URL does not say which state of the file it shows, so an edited file is seen when this has passed, and
    /// no later: `must-revalidate` forbids to stretch it. A minute saves a viewer that goes back and forth nearly all
    /// requests; what it does ask again is answered with 304 from the tile's strong validator, without the tile.
    public var maxAge = 60

    /// Quality of JPEG tiles, 1…100, where the content's own format is another.
    public var jpegQuality = 80
    /// Quality of WebP tiles, 0…100, where the content's own format is another.
    public var webpQuality = 80
    /// Quality of AVIF tiles, 0…100, where the content's own format is another: 60 is as near as WebP's 80.
    public var avifQuality = 60

    /// The pages and their scripts; nil when they could not be found: then the tiles are served and the pages are not.
    public var pages = ViewerPages.find()

    /// How long a connection may be idle, in seconds, before it is closed; nil for ever.
    public var idleTimeout: Int64? = 120

    /// Where operators ask for `/metrics` and `/healthz`; 0 for any port that is free. Nil for the port of the tiles.
    public var metricsPort: Int?
    /// Name or address that operators ask at, if they have a port of their own.
    public var metricsHost = "127.0.0.1"
    /// Where the server's metrics go besides `/metrics`: to the backend that the program has given swift-metrics, if
    /// any. Nil for nowhere. It is told every ten seconds, and when somebody asks for `/metrics`.
    public var metricsBackend: (any MetricsFactory)? = MetricsSystem.factory

    public init() {}

    /// Returns the rules for web pages of a server that listens at `endpoint`. Where the policy has no reach, this
    /// looks up the host's name, so call it once for a server.
    func makeWebRules() -> WebRules {
        let endpoint = endpoint
        let host: String? = if case .host(let host, _) = endpoint { host } else { nil }
        return WebRules(web, reach: web.reach ?? endpoint.reach, host: host)
    }

    var endpoint: TileListener.Endpoint {
        if let listeningSocket { return .descriptor(listeningSocket) }
        return socket.map { .file($0) } ?? .host(host, port: port)
    }

    /// Draws for sessions what the viewer asks for: it takes a level that is too coarse by less than 2 %, which nobody
    /// sees.
    private static var policyOfViewer: EnginePolicy {
        var policy = EnginePolicy()
        policy.zoomSnapRatio = 1.02
        return policy
    }
}

/// A certificate and its key. The server looks every few seconds whether the files are others, and gives new
/// connections what they have then.
public struct CertificateFiles: Hashable, Sendable {
    /// The path of a file with the certificate, and those up to the authority's after it, in PEM.
    public var chain: String
    /// The path of the key's, in PEM and without a password.
    public var key: String

    public init(chain: String, key: String) { (self.chain, self.key) = (chain, key) }
}

/// Why a server does not run.
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
        case .accessLog(let path, let reason), .certificate(let path, let reason): "\(path): \(reason)"
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
