import Foundation
import NIOCore

/// The address of a Redis server, with credentials: `redis://user:password@host:6379/0`, `rediss://` for TLS, or
/// `redis+unix:///run/redis/redis.sock?db=0`.
///
/// - SeeAlso: IANA's provisional URI schemes `redis` and `rediss`.
public struct RedisAddress: Hashable, Sendable, CustomStringConvertible {
    enum Place: Hashable, Sendable {
        case host(String, port: Int)
        case unixSocket(path: String)
    }

    let place: Place
    let isSecure: Bool
    let user: String?
    /// The password, which is never printed.
    public var password: String?
    let database: Int

    /// The default port of Redis.
    private static let standardPort = 6379

    /// Parses an address.
    ///
    /// - Throws: `SharedCacheFailure.address`, which does not contain the text, because it may include a password.
    public init(_ text: String) throws(SharedCacheFailure) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased() else {
            throw .address("use redis://host, rediss://host or redis+unix:///path")
        }
        var database = "0"
        switch scheme {
        case "redis", "rediss":
            guard let host = parts.host, !host.isEmpty else { throw .address("the host is missing; use redis://host") }
            // A literal address of IPv6 is in brackets.
            let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
            let port = parts.port ?? Self.standardPort
            guard (1...65535).contains(port) else { throw .address("invalid port \(port); use 1 to 65535") }
            place = .host(name, port: port)
            if parts.path.count > 1 { database = String(parts.path.dropFirst()) }
        case "redis+unix":
            guard parts.path.hasPrefix("/"), parts.path.utf8.count < 108 else {
                throw .address("the path of the socket is missing; use redis+unix:///run/redis/redis.sock")
            }
            place = .unixSocket(path: parts.path)
            database = parts.queryItems?.first { $0.name == "db" }?.value ?? database
        default:
            throw .address("unknown scheme “\(scheme)”; use redis, rediss, or redis+unix")
        }
        isSecure = scheme == "rediss"
        guard let number = Int(database), (0...65535).contains(number) else {
            throw .address("only the number of a database may follow the host, as in redis://host/0")
        }
        self.database = number
        user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        password = parts.password.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The address without user and password.
    public var description: String {
        switch place {
        case .host(let host, let port):
            "\(isSecure ? "rediss" : "redis")://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(database)"
        case .unixSocket(let path): "redis+unix://\(path)"
        }
    }

    /// The commands that authenticate a connection and select its database.
    var greeting: [RedisCommand] {
        var commands: [RedisCommand] = []
        if let password {
            commands.append(
                RedisCommand([.text("AUTH")] + (user.map { [.text($0)] } ?? []) + [.text(password)]))
        }
        if database != 0 { commands.append(RedisCommand("SELECT", "\(database)")) }
        return commands
    }
}

/// The reason why a shared cache cannot be used at all.
public enum SharedCacheFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case address(String)
    /// The certificate authority's file cannot be used.
    case authority(path: String, reason: String)
    case password(path: String, reason: String)

    public var description: String {
        switch self {
        case .address(let reason): "invalid address of the shared cache: \(reason)"
        case .authority(let path, let reason), .password(let path, let reason): "\(path): \(reason)"
        }
    }
}
