import NIOCore
import TileEngine

/// Looks for tiles in Redis and puts them there, on one event loop.
///
/// A look asks for the file and, where there is none, for the lock that says who makes it, by one command: so nobody
/// can put it there between the two. Who gets the lock makes the tile. Who doesn't waits to be told, looks again now
/// and then in case nobody tells, and makes the tile too when it takes too long or when there is no Redis any more.
/// Locks expire, so what a server that was killed held is another's soon.
///
/// Only so many are asked for at a time, visible tiles before all others (`SharedTileLine`). A lock that is had for a
/// tile which nobody sees yet is taken over by who asks for it as visible: there it may be in line for long.
// @unchecked Sendable: used on its event loop alone.
final class SharedTileDesk: @unchecked Sendable {
    /// KEYS: tile, lock. ARGV: token, milliseconds, the mark of locks that may be taken over, or nothing. The file;
    /// else 0 with the lock, or the milliseconds that another has it yet.
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
    /// KEYS: lock. ARGV: token, channel, tile. Only who has the lock lets it go; who waits is told either way.
    private static let letGo = """
        if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
        return redis.call('PUBLISH', ARGV[2], ARGV[3])
        """

    private let eventLoop: any EventLoop
    private let names: SharedTileNames
    private let policy: SharedTilePolicy
    private let counters: SharedTileCounters
    private let client: RedisClient
    /// Told of what Redis refuses, and of what is not what was put there.
    private let onTrouble: (String) -> Void
    private var line = SharedTileLine()
    /// Looks that are being asked for.
    private var askingCount = 0
    private var isAskingNext = false
    /// Those that another server makes, by name.
    private var waiting: [String: [SharedTileLook]] = [:]

    init(
        _ client: RedisClient, on eventLoop: any EventLoop, names: SharedTileNames, policy: SharedTilePolicy,
        counters: SharedTileCounters, onTrouble: @escaping (String) -> Void
    ) {
        (self.client, self.eventLoop, self.names, self.policy) = (client, eventLoop, names, policy)
        (self.counters, self.onTrouble) = (counters, onTrouble)
    }

    // MARK: Looking

    func begin(_ look: SharedTileLook) {
        if look.isOver { counters.count(.cancelled) } else { lineUp(look) }
    }

    /// Has a look asked for when it is its turn.
    private func lineUp(_ look: SharedTileLook) {
        look.poll?.cancel()
        if look.isInLine { return }
        line.append(look)
        askNext()
    }

    /// Says what a look's tile is wanted for now.
    func move(_ look: SharedTileLook, to bin: TilePriority.Bin) {
        guard look.bin != bin else { return }
        look.bin = bin
        guard look.isInLine else { return }
        line.append(look)
        askNext()
    }

    private func askNext() {
        // What can't be sent is answered at once, and comes here from there.
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

    /// - Parameter token: that it was asked for with.
    private func take(_ result: Result<RedisReply, RedisFailure>, _ look: SharedTileLook, _ token: String) {
        switch result {
        case .success(.bytes(let value)):
            guard let file = SharedTileFile.decode(value, name: look.name) else {
                counters.update { $0.corrupt += 1 }
                onTrouble("“\(look.name)” is not as it was put there")
                // Made again, it takes the place of that.
                return settle(look, .miss, .absent(look.claim(nil)))
            }
            let time = UInt64((eventLoop.now - look.begin).nanoseconds)
            if !look.hasWaited, !look.isOver { counters.update { $0.hitTime.record(time) } }
            settle(look, look.hasWaited ? .waited : .hit, .file(file))
        case .success(.integer(0)):
            // Nobody wants it any more: let go, others need not wait.
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
        // What is made here then is put there for those who come later.
        guard now < end else { return settle(look, .expired, .absent(look.claim(nil))) }
        // When the lock expires, it may be had.
        let next = min(end, now + min(policy.pollTime, .milliseconds(max(1, min(milliseconds, 60_000)))))
        look.poll = eventLoop.scheduleTask(deadline: next) { [weak self, weak look] in
            guard let self, let look, !look.isOver, !look.isAsking else { return }
            lineUp(look)
        }
    }

    /// Another server has made a tile, or has given it up.
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
        // Of one that is asked for, that counts which comes then.
        if !look.isAsking { counters.count(.cancelled) }
    }

    /// There is no Redis any more: who waits draws.
    func endWaiting() {
        let all = waiting.values.flatMap(\.self)
        for look in all where !look.isAsking {
            settle(look, .failed, .absent(nil))
        }
    }

    var waitingCount: Int { waiting.values.reduce(0) { $0 + $1.count } }

    // MARK: Putting

    /// - Parameter token: of the lock that is let go then; nil without one.
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
        // When it does not come there, the lock expires.
        client.send(command) { _ in }
    }
}
