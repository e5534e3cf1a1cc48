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
final class SharedTileDesk: @unchecked Sendable {
    /// KEYS: tile, lock. ARGV: token, milliseconds, suffix of locks that may be taken over, or an empty string. Returns
    /// the tile, or 0 with the lock, or the milliseconds until another server's lock expires.
    private static let take = """
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
    private static let letGo = """
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
    private var waiting: [String: [SharedTileLook]] = [:]

    init(
        _ client: RedisClient, on eventLoop: any EventLoop, names: SharedTileNames, policy: SharedTilePolicy,
        counters: SharedTileCounters, onTrouble: @escaping (String) -> Void
    ) {
        (self.client, self.eventLoop, self.names, self.policy) = (client, eventLoop, names, policy)
        (self.counters, self.onTrouble) = (counters, onTrouble)
    }

    // MARK: Lookup

    func begin(_ look: SharedTileLook) {
        if look.isOver { counters.count(.cancelled) } else { lineUp(look) }
    }

    /// Queues a lookup.
    private func lineUp(_ look: SharedTileLook) {
        look.poll?.cancel()
        if look.isInLine { return }
        line.append(look)
        askNext()
    }

    /// Changes the priority of a lookup.
    func move(_ look: SharedTileLook, to bin: TilePriority.Bin) {
        guard look.bin != bin else { return }
        look.bin = bin
        guard look.isInLine else { return }
        line.append(look)
        askNext()
    }

    private func askNext() {
        // A command that cannot be sent is answered at once, which would recurse into this function.
        guard !isAskingNext else { return }
        isAskingNext = true
        defer { isAskingNext = false }
        while askingCount < policy.maxAsking,
            let look = line.takeFirst(upTo: askingCount < policy.maxAskingAhead ? .eventually : .visible)
        {
            ask(look)
        }
    }

    private func ask(_ look: SharedTileLook) {
        look.isAsking = true
        look.asksAgain = false
        askingCount += 1
        let token = look.token
        let command = RedisCommand(
            "EVAL", .text(Self.take), "2", .text(look.name), .text(names.lock(ofTile: look.name)),
            .text(token), "\(policy.lockTime.nanoseconds / 1_000_000)",
            .text(look.bin == .visible ? SharedTileLook.markOfPrefetch : ""))
        client.send(command) { [self] result in
            look.isAsking = false
            askingCount -= 1
            take(result, look, token)
            askNext()
        }
    }

    /// - Parameter token: The token of the command.
    private func take(_ result: Result<RedisReply, RedisFailure>, _ look: SharedTileLook, _ token: String) {
        switch result {
        case .success(.bytes(let value)):
            guard let file = SharedTileFile.decode(value, name: look.name) else {
                counters.update { $0.corrupt += 1 }
                onTrouble("“\(look.name)” is not as it was put there")
                // The tile made here replaces the corrupt value.
                return settle(look, .miss, .absent(look.claim(nil)))
            }
            let time = UInt64((eventLoop.now - look.begin).nanoseconds)
            if !look.hasWaited, !look.isOver { counters.update { $0.hitTime.record(time) } }
            settle(look, look.hasWaited ? .waited : .hit, .file(file))
        case .success(.integer(0)):
            // The claim of a cancelled lookup releases the lock at once.
            settle(look, .miss, .absent(look.claim(token)))
        case .success(.integer(let left)):
            guard !look.isOver else { return counters.count(.cancelled) }
            if look.asksAgain { lineUp(look) } else { wait(look, milliseconds: left) }
        case .success(.error(let text)):
            let isFull = text.contains("OOM")
            onTrouble(isFull ? "it is full" : "it answers: \(text.prefix(200))")
            settle(look, isFull ? .full : .failed, .absent(nil))
        case .success:
            onTrouble("it answers what no script of ours does")
            settle(look, .failed, .absent(nil))
        case .failure: settle(look, .failed, .absent(nil))
        }
    }

    private func settle(_ look: SharedTileLook, _ kind: SharedTileCounts.Answer, _ answer: SharedTileAnswer) {
        guard !look.isOver else { return counters.count(.cancelled) }
        look.isOver = true
        forget(look)
        counters.count(kind)
        look.whenKnown(answer)
    }

    private func wait(_ look: SharedTileLook, milliseconds: Int64) {
        if !look.hasWaited {
            look.hasWaited = true
            waiting[look.name, default: []].append(look)
        }
        let (now, end) = (eventLoop.now, look.begin + policy.waitTime)
        // A tile made here now is stored for later requests.
        guard now < end else { return settle(look, .expired, .absent(look.claim(nil))) }
        // When the lock expires, it may become available.
        let next = min(end, now + min(policy.pollTime, .milliseconds(max(1, min(milliseconds, 60_000)))))
        look.poll = eventLoop.scheduleTask(deadline: next) { [weak self, weak look] in
            guard let self, let look, !look.isOver, !look.isAsking else { return }
            lineUp(look)
        }
    }

    /// Called when another server has made a tile or given it up.
    func told(of name: String) {
        for look in waiting[name] ?? [] where !look.isOver {
            if look.isAsking { look.asksAgain = true } else { lineUp(look) }
        }
    }

    private func forget(_ look: SharedTileLook) {
        look.poll?.cancel()
        guard look.hasWaited else { return }
        waiting[look.name]?.removeAll { $0 === look }
        if waiting[look.name]?.isEmpty == true { waiting[look.name] = nil }
    }

    func cancel(_ look: SharedTileLook) {
        guard !look.isOver else { return }
        look.isOver = true
        forget(look)
        // A lookup with a pending command is counted when its answer arrives.
        if !look.isAsking { counters.count(.cancelled) }
    }

    /// Ends all waiting when Redis becomes unavailable; the tiles are drawn locally.
    func endWaiting() {
        let all = waiting.values.flatMap(\.self)
        for look in all where !look.isAsking {
            settle(look, .failed, .absent(nil))
        }
    }

    var waitingCount: Int { waiting.values.reduce(0) { $0 + $1.count } }

    // MARK: Storing

    /// - Parameter token: The token of the lock to release; nil without one.
    func put(_ value: ByteBuffer, name: String, token: String?) {
        let byteCount = value.readableBytes
        let command = RedisCommand(
            "SET", .text(name), .bytes(value), "PX", "\(policy.timeToLive.nanoseconds / 1_000_000)")
        client.send(command) { [counters, onTrouble] result in
            switch result {
            case .success(.text):
                counters.update { counts in
                    counts.stored += 1
                    counts.storedBytes += byteCount
                }
                return
            case .success(.error(let text)):
                onTrouble(text.contains("OOM") ? "it is full" : "it answers: \(text.prefix(200))")
            case .success, .failure: break
            }
            counters.update { $0.notStored += 1 }
        }
        if let token { letGo(name, token) }
    }

    func letGo(_ name: String, _ token: String) {
        let command = RedisCommand(
            "EVAL", .text(Self.letGo), "1", .text(names.lock(ofTile: name)), .text(token), .text(names.tiles),
            .text(name))
        // If the command is lost, the lock expires.
        client.send(command) { _ in }
    }
}
