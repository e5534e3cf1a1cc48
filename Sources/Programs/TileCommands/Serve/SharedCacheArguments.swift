import ArgumentParser
import CommandSupport
import Foundation
import Logging
import NIOCore
import SharedTiles
import TileSupport

/// The cache in which several servers share their tiles.
struct SharedCacheArguments: ParsableArguments {
    @Option(
        name: .customLong("shared-cache"),
        help: ArgumentHelp(
            """
            A Redis server in which several servers share tiles, so that each tile is drawn once: redis://host:6379, \
            rediss://user@host for TLS, redis+unix:///path. Every user of the machine can read a command line, so put a \
            password into --shared-cache-password-file, or the whole URL into TILEWORK_SHARED_CACHE.
            """, valueName: "url"))
    var address: String?

    @Option(
        name: .customLong("shared-cache-password-file"),
        help: "A file that contains only the password of --shared-cache."
    )
    var passwordFile: String?

    @Option(
        name: .customLong("shared-cache-authority"),
        help: "The certificate authority for rediss://, in PEM. (default: those that the system trusts)")
    var authority: String?

    @Option(
        name: .customLong("shared-cache-prefix"),
        help: "The prefix of all keys in Redis; only servers with the same prefix share tiles.")
    var prefix = Self.usualPrefix

    @Option(
        name: .customLong("shared-cache-hours"), help: "The number of hours that Redis keeps a tile.")
    var hours = Self.usualHours

    @Option(
        name: .customLong("shared-cache-timeout"),
        help: "The milliseconds to wait for Redis before a tile is drawn locally.")
    var timeout = Self.usualTimeout

    private static let usualPrefix = "tilework"
    /// A week.
    private static let usualHours = 7 * 24
    private static let usualTimeout = 50

    /// The environment's name for `--shared-cache`; empty for none.
    static let variable = "TILEWORK_SHARED_CACHE"

    func validate() throws {
        if UsageChecks.areSkipped { return }
        let isPlain = prefix.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, (1...100).contains(prefix.utf8.count) else {
            throw ValidationError(
                "invalid shared cache prefix “\(prefix)”: use 1 to 100 ASCII characters without spaces")
        }
        // 10 years.
        guard (1...87_660).contains(hours) else {
            throw ValidationError("invalid shared cache hours \(hours): use 1 to 87,660 (10 years)")
        }
        guard (1...60_000).contains(timeout) else {
            throw ValidationError("invalid shared cache timeout \(timeout): use 1 to 60,000 milliseconds")
        }
    }

    /// To be called once for a server; nil for a server by itself.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func cache() throws -> SharedTileCache? {
        let named = address ?? ProcessInfo.processInfo.environment[Self.variable]
        guard let named, !named.isEmpty else {
            if let orphan { throw Complaint("\(orphan) needs --shared-cache", .usage).reported() }
            return nil
        }
        var policy = SharedTilePolicy()
        policy.timeToLive = .hours(Int64(hours))
        policy.answerTime = .milliseconds(Int64(timeout))
        do throws(SharedCacheFailure) {
            var address = try RedisAddress(named)
            if let password = try password() { address.password = password }
            return try SharedTileCache(
                address, program: ProgramIdentity.text, prefix: prefix, policy: policy, authority: authority,
                logger: .ofCommand())
        } catch {
            switch error {
            case .address: throw Complaint("--shared-cache: \(error)", .usage).reported()
            case .authority: throw Complaint("--shared-cache-authority: \(error)", .noInput).reported()
            case .password: throw Complaint("--shared-cache-password-file: \(error)", .noInput).reported()
            }
        }
    }

    /// The first option that has no effect without a shared cache; nil if none has a value of its own.
    private var orphan: String? {
        if passwordFile != nil { return "--shared-cache-password-file" }
        if authority != nil { return "--shared-cache-authority" }
        if prefix != Self.usualPrefix { return "--shared-cache-prefix" }
        if hours != Self.usualHours { return "--shared-cache-hours" }
        return timeout != Self.usualTimeout ? "--shared-cache-timeout" : nil
    }

    private func password() throws(SharedCacheFailure) -> String? {
        guard let passwordFile else { return nil }
        do throws(PasswordFile.Failure) {
            return try PasswordFile(passwordFile).passwords.first
        } catch {
            throw .password(path: passwordFile, reason: error.reason)
        }
    }
}
