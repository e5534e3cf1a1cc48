public import Logging
import NIOCore
import NIOPosix
import Synchronization
public import TileEngine
package import TileGeometry
import TileSupport

/// A cache of tiles shared by several servers through Redis: each tile is drawn by one server, and the others fetch it.
///
/// If Redis is slow, full or unavailable, tiles are drawn locally as without it. A late answer closes the connection,
/// and until there is a new one, Redis is not asked, so nothing waits. The data kept for pending answers is bounded.
///
/// All members may be called from any thread.
public final class SharedTileCache: TileSharing {
    private let eventLoop: any EventLoop
    /// The cache's own thread, so that it does not delay viewers' connections; nil in tests.
    private let group: MultiThreadedEventLoopGroup?
    private let names: SharedTileNames
    private let policy: SharedTilePolicy
    private let counters = SharedTileCounters()
    private let link: SharedTileLink
    /// Whether Redis is available, for fast checks from any thread.
    private let isOpen: OpenMark
    /// An identifier that distinguishes this server's locks and messages from those of others.
    private let server: String
    private let nextToken = Atomic<UInt64>(0)

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - program: An identifier of the drawing program. Servers that draw differently, such as other versions, must
    ///     have another one.
    ///   - prefix: The prefix of all keys and channels in Redis.
    ///   - authority: The path of a PEM file with the trusted certificates for `rediss://`; nil for those of the
    ///     system.
    /// - Throws: `.authority`.
    public convenience init(
        _ address: RedisAddress, program: String, prefix: String = "tilework",
        policy: SharedTilePolicy = SharedTilePolicy(), authority: String? = nil, logger: Logger
    ) throws(SharedCacheFailure) {
        let connector = try address.connector(authority: authority, connectTime: policy.connectTime)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        self.init(
            address, program: program, prefix: prefix, policy: policy, logger: logger, on: group.next(), group: group,
            connect: connector)
    }

    init(
        _ address: RedisAddress, program: String, prefix: String, policy: SharedTilePolicy, logger: Logger,
        on eventLoop: any EventLoop, group: MultiThreadedEventLoopGroup? = nil,
        connect: @escaping RedisClient.Connector
    ) {
        self.eventLoop = eventLoop
        self.group = group
        self.policy = policy
        names = SharedTileNames(prefix: prefix, program: program)
        server = SipHash.Value.random.hex
        isOpen = OpenMark()
        link = SharedTileLink(
            address, on: eventLoop, names: names, policy: policy, counters: counters, server: server, isOpen: isOpen,
            logger: logger, connect: connect)
    }

    /// Starts connecting. Returns at once; tiles are drawn locally until it is done.
    public func start() { eventLoop.execute { [link] in link.start() } }

    /// Closes all connections permanently.
    public func end() async {
        isOpen.set(false)
        try? await eventLoop.submit { [link] in link.end() }.get()
        try? await group?.shutdownGracefully()
    }

    package var counts: SharedTileCounts { counters.now }

    // MARK: Tiles

    public func lookUp(
        _ key: TileKey, of content: ContentFingerprint, priority: TilePriority,
        whenKnown: @escaping @Sendable (SharedTileAnswer) -> Void
    ) -> SharedTileLookup {
        guard isOpen.isSet else {
            counters.count(.skipped)
            whenKnown(.absent(nil))
            return SharedTileLookup {}
        }
        let token = "\(server):\(nextToken.add(1, ordering: .relaxed).newValue)"
        let name = names.tile(key, of: content)
        let lookup = RedisTileLookup(
            name, token: token, bin: priority.bin, begin: eventLoop.now,
            claim: { token in
                SharedTileClaim(
                    name, token: token, put: { self.put($0, name: $1, token: $2) }, letGo: { self.letGo($0, $1) })
            }, whenKnown: whenKnown)
        eventLoop.execute { [link] in link.coordinator.begin(lookup) }
        return SharedTileLookup(
            setPriority: { [eventLoop, link] priority in
                eventLoop.execute { link.coordinator.move(lookup, to: priority.bin) }
            }, cancel: { [eventLoop, link] in eventLoop.execute { link.coordinator.cancel(lookup) } })
    }

    private func put(_ file: [UInt8], name: String, token: String?) {
        guard isOpen.isSet, file.count <= policy.maxFile else {
            counters.update { $0.notStored += 1 }
            if let token { letGo(name, token) }
            return
        }
        // On the worker that drew the tile.
        let value = SharedTileFile.encode(file, name: name)
        eventLoop.execute { [link] in link.coordinator.put(value, name: name, token: token) }
    }

    private func letGo(_ name: String, _ token: String) {
        guard isOpen.isSet else { return }
        eventLoop.execute { [link] in link.coordinator.letGo(name, token) }
    }

    // MARK: Changes

    /// Returns the text that identifies a content's state for other servers. The fingerprint cannot be derived from it.
    package func state(of fingerprint: ContentFingerprint) -> String { names.content(fingerprint) }

    /// Tells the other servers that a content has changed. Without a connection, the latest change of each content is
    /// sent when there is one.
    package func announce(_ id: String, is fingerprint: ContentFingerprint) {
        let state = state(of: fingerprint)
        eventLoop.execute { [link] in link.announce(id, state) }
    }

    /// Registers a handler, called on any thread, for changes of a content that other servers announce.
    package func listen(_ onChange: @escaping @Sendable (_ id: String, _ state: String) -> Void) {
        eventLoop.execute { [link] in link.onChange = onChange }
    }

    /// Tells the other servers that views have changed within boxes, in the content's own units: at once, or together
    /// with further changes within a twentieth of a second. Without a connection, it is sent when there is one.
    ///
    /// - Parameter state: The state of the content, from its fingerprint (`state(of:)`).
    package func announce(_ boxes: [Box], ofViews state: String) {
        eventLoop.execute { [link] in link.views.announce(boxes, of: state) }
    }

    /// Registers a handler, called on any thread, for changes of views that other servers announce.
    package func listenToViews(_ onChange: @escaping @Sendable (_ state: String, _ boxes: [Box]) -> Void) {
        eventLoop.execute { [link] in link.views.onChange = onChange }
    }
}

/// A thread-safe flag: whether Redis is available.
final class OpenMark: Sendable {
    private let mark = Atomic(false)
    var isSet: Bool { mark.load(ordering: .relaxed) }
    func set(_ isOpen: Bool) { mark.store(isOpen, ordering: .relaxed) }
}
