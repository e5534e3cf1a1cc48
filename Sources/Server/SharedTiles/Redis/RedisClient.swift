import Foundation
import NIOCore
import NIOPosix

/// Keeps a connection to a Redis, or tries now and then to have one again. Nothing waits for one: what is sent while
/// there is none fails at once.
///
/// A failure ends the connection; the next is tried after a rest, which doubles with each failure until a command has
/// been answered, or the connection has lasted. A connection counts once Redis has let it in and has answered a PING as
/// soon as answers have to come.
// @unchecked Sendable: used on its event loop alone.
final class RedisClient: @unchecked Sendable {
    /// Makes a connected channel with the handler in it, on the event loop.
    typealias Connector = (any EventLoop, RedisConnection) -> EventLoopFuture<any Channel>

    private let eventLoop: any EventLoop
    private let address: RedisAddress
    private let policy: SharedTilePolicy
    private let connect: Connector
    /// To be subscribed to; a client that subscribes sends nothing else.
    private let channels: [String]
    private var connection: RedisConnection?
    private(set) var isOpen = false
    private var hasEnded = false
    private var failuresInARow = 0
    /// Sets one connection's news apart from an earlier one's.
    private var number = 0
    var onMessage: (_ channel: String, _ text: String) -> Void = { _, _ in }
    /// Told when it can be used.
    var onOpen: () -> Void = {}
    /// Told when it can't any more, and of each try that failed.
    var onFailure: (RedisFailure) -> Void = { _ in }

    init(
        _ address: RedisAddress, on eventLoop: any EventLoop, policy: SharedTilePolicy, channels: [String] = [],
        connect: @escaping Connector
    ) {
        (self.address, self.eventLoop, self.policy, self.channels) = (address, eventLoop, policy, channels)
        self.connect = connect
    }

    func start() {
        guard !hasEnded, connection == nil else { return }
        number += 1
        let number = number
        let connection = RedisConnection(policy: policy)
        self.connection = connection
        connection.onEnd = { [weak self] in self?.ended($0, number) }
        connection.onMessage = { [weak self] in self?.onMessage($0, $1) }
        connect(eventLoop, connection).whenComplete { [self] result in
            switch result {
            case .success(let channel):
                guard number == self.number, !hasEnded else { return channel.close(promise: nil) }
                greet(connection, address.greeting, number)
            case .failure(let error): connection.end(.unreachable(Self.reason(error)))
            }
        }
    }

    /// For people: NIO's errors say much else.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason($0.error) } ?? "there is no machine of that name"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case ChannelError.connectTimeout: "no connection in time"
        default: "\(error)"
        }
    }

    private func greet(_ connection: RedisConnection, _ commands: [RedisCommand], _ number: Int) {
        guard let command = commands.first else { return subscribe(connection, channels, number) }
        connection.send(command, within: policy.connectTime) { [weak self] result in
            self?.check(result, connection) { self?.greet(connection, Array(commands.dropFirst()), number) }
        }
    }

    private func subscribe(_ connection: RedisConnection, _ channels: [String], _ number: Int) {
        guard let channel = channels.first else { return ping(connection, number) }
        connection.send(RedisCommand("SUBSCRIBE", "\(channel)"), within: policy.connectTime) { [weak self] result in
            self?.check(result, connection) { self?.subscribe(connection, Array(channels.dropFirst()), number) }
        }
    }

    private func ping(_ connection: RedisConnection, _ number: Int) {
        connection.send(RedisCommand("PING"), within: policy.answerTime) { [weak self] result in
            guard let self else { return }
            check(result, connection) {
                guard number == self.number, !self.hasEnded else { return }
                self.isOpen = true
                self.keepAlive(connection)
                self.onOpen()
            }
        }
    }

    private func check(
        _ result: Result<RedisReply, RedisFailure>, _ connection: RedisConnection, then: () -> Void
    ) {
        switch result {
        // Behind the first quote may be what was sent: a password.
        case .success(.error(let text)): connection.end(.refused(String(text.prefix { $0 != "'" }.prefix(200))))
        case .success: then()
        // It has ended.
        case .failure: break
        }
    }

    /// So that a peer that went without a word is known before somebody waits for it.
    private func keepAlive(_ connection: RedisConnection) {
        eventLoop.scheduleTask(in: policy.keepAliveTime) { [weak self] in
            guard let self, connection === self.connection, isOpen else { return }
            connection.send(RedisCommand("PING"), within: policy.connectTime) { [weak self] result in
                if case .success = result { self?.failuresInARow = 0 }
            }
            keepAlive(connection)
        }
    }

    private func ended(_ failure: RedisFailure, _ number: Int) {
        guard number == self.number else { return }
        connection = nil
        isOpen = false
        guard !hasEnded else { return }
        let rest = policy.rest(after: failuresInARow)
        failuresInARow += 1
        onFailure(failure)
        eventLoop.scheduleTask(in: rest) { [weak self] in self?.start() }
    }

    /// Sends a command whose answer has to come in time; fails at once where it can't be sent.
    func send(_ command: RedisCommand, _ answer: @escaping RedisConnection.Answer) {
        guard isOpen, let connection else { return answer(.failure(.notConnected)) }
        connection.send(command, within: policy.answerTime) { [weak self] result in
            if case .success = result { self?.failuresInARow = 0 }
            answer(result)
        }
    }

    /// Closes the connection for good.
    func end() {
        hasEnded = true
        connection?.end(.closed)
    }
}
