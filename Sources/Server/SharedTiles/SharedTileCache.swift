public import Logging
import NIOCore
import NIOPosix
import Synchronization
public import TileEngine
package import TileGeometry
import TileSupport

/// Tiles that several servers make together: each is drawn by one of them, and the others take its file from a Redis.
///
/// It costs sharing only: when Redis is slow, full or gone, tiles are drawn as without it. One answer that is late ends
/// the connection; until there is a new one nothing is asked, so nobody waits. All that is kept for Redis to answer is
/// bounded.
///
/// All members may be called from any thread.
public final class SharedTileCache: TileSharing {
    private let eventLoop: any EventLoop
    /// Its own thread's, so that no connection of a viewer waits for it; nil in tests.
    private let group: MultiThreadedEventLoopGroup?
    private let names: SharedTileNames
    private let policy: SharedTilePolicy
    private let counters = SharedTileCounters()
    private let link: SharedTileLink
    /// Whether Redis is asked at all: read by whoever looks for a tile.
    private let isOpen: OpenMark
    /// Sets this server's locks and news apart from others'.
    private let server: String
    private let nextToken = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - program: What draws. Servers that draw otherwise, another version say, must have another.
    ///   - prefix: Of all names in Redis.
    ///   - authority: The path of a file with the certificates that a Redis at `rediss://` may be signed by, in PEM;
    ///     nil for those that the system trusts.
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

    /// Begins to connect. Returns at once; tiles are drawn here until that is done.
    public func start() { eventLoop.execute { [link] in link.start() } }

    /// Ends all connections, for good.
    public func end() async {
        isOpen.set(false)
        try? await eventLoop.submit { [link] in link.end() }.get()
        try? await group?.shutdownGracefully()
    }

    package var counts: SharedTileCounts { counters.now }

    // MARK: Tiles

    public func look(
        for key: TileKey, of content: ContentFingerprint, _ priority: TilePriority,
        whenKnown: @escaping @Sendable (SharedTileAnswer) -> Void
    ) -> TileLook {
        guard isOpen.isSet else {
            counters.count(.skipped)
            whenKnown(.absent(nil))
            return TileLook {}
        }
        let token = "\(server):\(nextToken.add(1, ordering: .relaxed).newValue)"
        let name = names.tile(key, of: content)
        let look = SharedTileLook(
            name, token: token, bin: priority.bin, begin: eventLoop.now,
            claim: { token in
                SharedTileClaim(name, token: token, put: { self.put($0, $1, $2) }, letGo: { self.letGo($0, $1) })
            }, whenKnown: whenKnown)
        eventLoop.execute { [link] in link.desk.begin(look) }
        return TileLook(
            setPriority: { [eventLoop, link] priority in
                eventLoop.execute { link.desk.move(look, to: priority.bin) }
            }, cancel: { [eventLoop, link] in eventLoop.execute { link.desk.cancel(look) } })
    }

    private func put(_ file: [UInt8], _ name: String, _ token: String?) {
        guard isOpen.isSet, file.count <= policy.maxFile else {
            counters.update { $0.notStored += 1 }
            if let token { letGo(name, token) }
            return
        }
        // On the worker that made it.
        let value = SharedTileFile.encode(file, name: name)
        eventLoop.execute { [link] in link.desk.put(value, name: name, token: token) }
    }

    private func letGo(_ name: String, _ token: String) {
        guard isOpen.isSet else { return }
        eventLoop.execute { [link] in link.desk.letGo(name, token) }
    }

    // MARK: Changes

    /// What other servers are told of a content's state: nothing that a fingerprint can be found from.
    package func state(of fingerprint: ContentFingerprint) -> String { names.content(fingerprint) }

    /// Tells the other servers that a content is another now. While there is no Redis, the last such news of each
    /// content waits for it.
    package func announce(_ id: String, is fingerprint: ContentFingerprint) {
        let state = state(of: fingerprint)
        eventLoop.execute { [link] in link.announce(id, state) }
    }

    /// Has `onChange` called, on any thread, when another server says that a content is in another state than before.
    package func listen(_ onChange: @escaping @Sendable (_ id: String, _ state: String) -> Void) {
        eventLoop.execute { [link] in link.onChange = onChange }
    }

    /// Tells the other servers that views look different now within boxes, in the content's own units: at once, or
    /// together with what comes within a twentieth of a second. While there is no Redis, it waits for one.
    ///
    /// - Parameter state: of the content, by its fingerprint (`state(of:)`).
    package func announce(_ boxes: [Box], ofViews state: String) {
        eventLoop.execute { [link] in link.views.announce(boxes, of: state) }
    }

    /// Has `onChange` called, on any thread, when another server says that views of a content have changed.
    package func listenToViews(_ onChange: @escaping @Sendable (_ state: String, _ boxes: [Box]) -> Void) {
        eventLoop.execute { [link] in link.views.onChange = onChange }
    }
}

/// Whether there is a Redis to ask.
final class OpenMark: Sendable {
    private let mark = Atomic(false)
    var isSet: Bool { mark.load(ordering: .relaxed) }
    func set(_ isOpen: Bool) { mark.store(isOpen, ordering: .relaxed) }
}
