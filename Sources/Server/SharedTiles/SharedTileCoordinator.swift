import NIOCore
import TileEngine

/// Looks up and stores tiles in Redis, on one event loop.
///
/// A lookup is one command that returns the tile or, if it does not exist, tries to take its lock; as both are atomic,
/// no other server can store the tile in between. The server with the lock makes the tile. Other servers wait for a
/// notification, poll in case it is lost, and make the tile themselves if it takes too long or Redis becomes
/// unavailable. Locks expire, so those of a killed server are soon free.
///
/// The number of concurrent lookups is limited, and visible tiles come first (`SharedTileLine`). A lock held for a
/// prefetched tile can be taken over by a server that needs the tile as visible, because the tile may be far back in
/// the other server's queue.
// @unchecked Sendable: used on its event loop alone.
final class SharedTileCoordinator: @unchecked Sendable {
    /// KEYS: tile, lock. ARGV: token, milliseconds, suffix of locks that may be taken over, or an empty string. Returns
    /// the tile, or 0 with the lock, or the milliseconds until another server's lock expires.
    private static let takeLock = """
        local file = redis.call('GET', KEYS[1])
        if file then return file end
        if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
        local held = redis.call('GET', KEYS[2])
        if held and ARGV[3] ~= '' and string.sub(held, -1) == ARGV[3] then
            redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
            return 0
        end
        return math.max(redis.call('PTTL', KEYS[2]), 1)
        """
    /// KEYS: lock. ARGV: token, channel, tile. Deletes the lock only if it belongs to this server; waiting servers are
    /// notified in any case.
    private static let releaseLock = """
        if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
        return redis.call('PUBLISH', ARGV[2], ARGV[3])
        """

    private let eventLoop: any EventLoop
    private let names: SharedTileNames
    private let policy: SharedTilePolicy
    private let counters: SharedTileCounters
    private let client: RedisClient
    /// Called for errors of Redis and for corrupt values.
    private let onTrouble: (String) -> Void
    private var line = SharedTileLine()
    /// The number of lookups with a pending command.
    private var askingCount = 0
    private var isAskingNext = false
    /// The lookups of tiles that another server is making, by name.
    private var waiting: [String: [RedisTileLookup]] = [:]

    init(
        _ client: RedisClient, on eventLoop: any EventLoop, names: SharedTileNames, policy: SharedTilePolicy,
        counters: SharedTileCounters, onTrouble: @escaping (String) -> Void
    ) {
        (self.client, self.eventLoop, self.names, self.policy) = (client, eventLoop, names, policy)
        (self.counters, self.onTrouble) = (counters, onTrouble)
    }

    // MARK: Lookup

    func begin(_ lookup: RedisTileLookup) {
        if lookup.isOver { counters.count(.cancelled) } else { lineUp(lookup) }
    }

    /// Queues a lookup.
    private func lineUp(_ lookup: RedisTileLookup) {
        lookup.poll?.cancel()
        if lookup.isInLine { return }
        line.append(lookup)
        askNext()
    }

    /// Changes the priority of a lookup.
    func move(_ lookup: RedisTileLookup, to bin: TilePriority.Bin) {
        guard lookup.bin != bin else { return }
        lookup.bin = bin
        guard lookup.isInLine else { return }
        line.append(lookup)
        askNext()
    }

    private func askNext() {
        // A command that cannot be sent is answered at once, which would recurse into this function.
        guard !isAskingNext else { return }
        isAskingNext = true
        defer { isAskingNext = false }
        while askingCount < policy.maxAsking,
            let lookup = line.takeFirst(upTo: askingCount < policy.maxAskingAhead ? .eventually : .visible)
        {
            ask(lookup)
        }
    }

    private func ask(_ lookup: RedisTileLookup) {
        lookup.isAsking = true
        lookup.asksAgain = false
        askingCount += 1
        let token = lookup.token
        let command = RedisCommand(
            "EVAL", .text(Self.takeLock), "2", .text(lookup.name), .text(names.lock(ofTile: lookup.name)),
            .text(token), "\(policy.lockTime.nanoseconds / 1_000_000)",
            .text(lookup.bin == .visible ? RedisTileLookup.markOfPrefetch : ""))
        client.send(command) { [self] result in
            lookup.isAsking = false
            askingCount -= 1
            handle(result, of: lookup, token: token)
            askNext()
        }
    }

    /// - Parameter token: The token of the command.
    private func handle(_ result: Result<RedisReply, RedisFailure>, of lookup: RedisTileLookup, token: String) {
        switch result {
        case .success(.bytes(let value)):
            guard let file = SharedTileFile.decode(value, name: lookup.name) else {
                counters.update { $0.corrupt += 1 }
                onTrouble("“\(lookup.name)” is not as it was put there")
                // The tile made here replaces the corrupt value.
                return settle(lookup, as: .miss, with: .absent(lookup.claim(nil)))
            }
            let time = UInt64((eventLoop.now - lookup.begin).nanoseconds)
            if !lookup.hasWaited, !lookup.isOver { counters.update { $0.hitTime.record(time) } }
            settle(lookup, as: lookup.hasWaited ? .waited : .hit, with: .file(file))
        case .success(.integer(0)):
            // The claim of a cancelled lookup releases the lock at once.
            settle(lookup, as: .miss, with: .absent(lookup.claim(token)))
        case .success(.integer(let left)):
            guard !lookup.isOver else { return counters.count(.cancelled) }
            if lookup.asksAgain { lineUp(lookup) } else { wait(lookup, milliseconds: left) }
        case .success(.error(let error)):
            report(error)
            settle(lookup, as: error.isOutOfMemory ? .full : .failed, with: .absent(nil))
        case .success:
            onTrouble("it answers what no script of ours does")
            settle(lookup, as: .failed, with: .absent(nil))
        case .failure: settle(lookup, as: .failed, with: .absent(nil))
        }
    }

    private func settle(_ lookup: RedisTileLookup, as kind: SharedTileCounts.Answer, with answer: SharedTileAnswer) {
        guard !lookup.isOver else { return counters.count(.cancelled) }
        lookup.isOver = true
        forget(lookup)
        counters.count(kind)
        lookup.whenKnown(answer)
    }

    private func wait(_ lookup: RedisTileLookup, milliseconds: Int64) {
        if !lookup.hasWaited {
            lookup.hasWaited = true
            waiting[lookup.name, default: []].append(lookup)
        }
        let (now, end) = (eventLoop.now, lookup.begin + policy.waitTime)
        // A tile made here now is stored for later requests.
        guard now < end else { return settle(lookup, as: .expired, with: .absent(lookup.claim(nil))) }
        // When the lock expires, it may become available.
        let next = min(end, now + min(policy.pollTime, .milliseconds(max(1, min(milliseconds, 60_000)))))
        lookup.poll = eventLoop.scheduleTask(deadline: next) { [weak self, weak lookup] in
            guard let self, let lookup, !lookup.isOver, !lookup.isAsking else { return }
            lineUp(lookup)
        }
    }

    /// Called when another server has made a tile or given it up.
    func tileDidChange(named name: String) {
        for lookup in waiting[name] ?? [] where !lookup.isOver {
            if lookup.isAsking { lookup.asksAgain = true } else { lineUp(lookup) }
        }
    }

    private func forget(_ lookup: RedisTileLookup) {
        lookup.poll?.cancel()
        guard lookup.hasWaited else { return }
        waiting[lookup.name]?.removeAll { $0 === lookup }
        if waiting[lookup.name]?.isEmpty == true { waiting[lookup.name] = nil }
    }

    func cancel(_ lookup: RedisTileLookup) {
        guard !lookup.isOver else { return }
        lookup.isOver = true
        forget(lookup)
        // A lookup with a pending command is counted when its answer arrives.
        if !lookup.isAsking { counters.count(.cancelled) }
    }

    /// Ends all waiting when Redis becomes unavailable; the tiles are drawn locally.
    func endWaiting() {
        let all = waiting.values.flatMap(\.self)
        for lookup in all where !lookup.isAsking {
            settle(lookup, as: .failed, with: .absent(nil))
        }
    }

    var waitingCount: Int { waiting.values.reduce(0) { $0 + $1.count } }

    // MARK: Storing

    /// - Parameter token: The token of the lock to release; nil without one.
    func put(_ value: ByteBuffer, name: String, token: String?) {
        let byteCount = value.readableBytes
        let command = RedisCommand(
            "SET", .text(name), .bytes(value), "PX", "\(policy.timeToLive.nanoseconds / 1_000_000)")
        client.send(command) { [self] result in
            switch result {
            case .success(.text):
                counters.update { counts in
                    counts.stored += 1
                    counts.storedBytes += byteCount
                }
                return
            case .success(.error(let error)): report(error)
            case .success, .failure: break
            }
            counters.update { $0.notStored += 1 }
        }
        if let token { letGo(name, token) }
    }

    private func report(_ error: RedisError) {
        onTrouble(error.isOutOfMemory ? "it is full" : "it answers: \(error.text.prefix(200))")
    }

    func letGo(_ name: String, _ token: String) {
        let command = RedisCommand(
            "EVAL", .text(Self.releaseLock), "1", .text(names.lock(ofTile: name)), .text(token), .text(names.tiles),
            .text(name))
        // If the command is lost, the lock expires.
        client.send(command) { _ in }
    }
}
