import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A Redis client that keeps one connection and reconnects after failures. Commands never wait for a connection:
/// without one, they fail at once.
///
/// A failure closes the connection. The delay before reconnecting doubles with each failure, until a command was
/// answered or the connection has lasted. A connection counts as open once Redis has accepted the credentials and
/// answered a PING within the time limit for answers.
// @unchecked Sendable: used on its event loop alone.
final class RedisClient: @unchecked Sendable {
    /// Creates a connected channel with the handler in it, on the event loop.
    typealias Connector = (any EventLoop, RedisConnection) -> EventLoopFuture<any Channel>

    private let eventLoop: any EventLoop
    private let address: RedisAddress
    private let policy: SharedTilePolicy
    private let connect: Connector
    /// The channels to subscribe to. A subscribed client sends nothing else.
    private let channels: [String]
    private var connection: RedisConnection?
    private(set) var isOpen = false
    private var hasEnded = false
    private var failuresInARow = 0
    /// The number of the current connection, which identifies events of earlier ones.
    private var number = 0
    var onMessage: (_ channel: String, _ text: String) -> Void = { _, _ in }
    /// Called when the connection can be used.
    var onOpen: () -> Void = {}
    /// Called when the connection is lost, and after each failed attempt.
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
                greet(connection, with: address.greeting, attempt: number)
            case .failure(let error): connection.end(.unreachable(Self.reason(error)))
            }
        }
    }

    /// Returns a short message for an error; NIO's descriptions are verbose.
    static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason($0.error) } ?? "unknown host \(error.host)"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case ChannelError.connectTimeout: "no connection in time"
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "its certificate is for another host name"
        case NIOSSLError.handshakeFailed, NIOSSLError.unableToValidateCertificate:
            "no secure connection: its certificate is not trusted, or it does not use TLS at this port"
        default: "\(error)"
        }
    }

    private func greet(_ connection: RedisConnection, with commands: [RedisCommand], attempt number: Int) {
        guard let command = commands.first else { return subscribe(connection, to: channels, attempt: number) }
        connection.send(command, within: policy.connectTime) { [weak self] result in
            self?.check(result, connection) {
                self?.greet(connection, with: Array(commands.dropFirst()), attempt: number)
            }
        }
    }

    private func subscribe(_ connection: RedisConnection, to channels: [String], attempt number: Int) {
        guard let channel = channels.first else { return ping(connection, number) }
        connection.send(RedisCommand("SUBSCRIBE", "\(channel)"), within: policy.connectTime) { [weak self] result in
            self?.check(result, connection) {
                self?.subscribe(connection, to: Array(channels.dropFirst()), attempt: number)
            }
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
        // The text after the first quote may repeat what was sent, such as a password.
        case .success(.error(let error)):
            connection.end(.refused(String(error.text.prefix { $0 != "'" }.prefix(200))))
        case .success: then()
        // The connection has been closed.
        case .failure: break
        }
    }

    /// Sends regular PINGs, so that a lost peer is detected before a command waits for it.
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

    /// Sends a command with a time limit for its answer. Fails at once if it cannot be sent.
    func send(_ command: RedisCommand, _ answer: @escaping RedisConnection.Answer) {
        guard isOpen, let connection else { return answer(.failure(.notConnected)) }
        connection.send(command, within: policy.answerTime) { [weak self] result in
            if case .success = result { self?.failuresInARow = 0 }
            answer(result)
        }
    }

    /// Closes the connection permanently.
    func end() {
        hasEnded = true
        connection?.end(.closed)
    }
}
