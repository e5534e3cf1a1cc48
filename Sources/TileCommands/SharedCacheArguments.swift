import ArgumentParser
import Foundation
import Logging
import NIOCore
import SharedTiles

/// Where several servers share the tiles that they make.
struct SharedCacheArguments: ParsableArguments {
    @Option(
        name: .customLong("shared-cache"),
        help: ArgumentHelp(
            """
            A Redis in which servers share tiles, each drawn by one of them: redis://host:6379, rediss://user@host over TLS, \
            redis+unix:///path. A password is better in --shared-cache-password-file, or all of it in TILEWORK_SHARED_CACHE: \
            every user of the machine can read a command line.
            """, valueName: "url"))
    var address: String?

    @Option(
        name: .customLong("shared-cache-password-file"), help: "A file with the password of --shared-cache alone in it."
    )
    var passwordFile: String?

    @Option(
        name: .customLong("shared-cache-authority"),
        help: "Who may sign the certificate of a rediss://, in PEM. (default: whom the system trusts)")
    var authority: String?

    @Option(
        name: .customLong("shared-cache-prefix"),
        help: "What all names in the Redis begin with; servers of another prefix share nothing with these.")
    var prefix = "tilework"

    @Option(
        name: .customLong("shared-cache-hours"), help: "How long the Redis keeps a tile.")
    var hours = 7 * 24

    @Option(
        name: .customLong("shared-cache-timeout"),
        help: "Milliseconds until an answer of the Redis has to be there; else tiles are drawn here.")
    var timeout = 50

    /// The environment's name for `--shared-cache`; empty for none.
    static let variable = "TILEWORK_SHARED_CACHE"

    func validate() throws {
        let isPlain = prefix.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, (1...100).contains(prefix.utf8.count) else {
            throw ValidationError("--shared-cache-prefix is for 1 to 100 characters of ASCII without spaces.")
        }
        // 10 years.
        guard (1...87_660).contains(hours) else {
            throw ValidationError("--shared-cache-hours \(hours) is not from 1 to 87660.")
        }
        guard (1...60_000).contains(timeout) else {
            throw ValidationError("--shared-cache-timeout \(timeout) is not from 1 to 60000 milliseconds.")
        }
    }

    /// To be called once for a server; nil for a server by itself.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func cache() throws -> SharedTileCache? {
        let named = address ?? ProcessInfo.processInfo.environment[Self.variable]
        guard let named, !named.isEmpty else {
            guard passwordFile == nil, authority == nil else {
                throw Complaint("there is no --shared-cache that the other options are for", .usage).reported()
            }
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
            throw Complaint("--shared-cache: \(error)", .usage).reported()
        }
    }

    /// More than this is no password.
    private static let maxPassword = 4096

    private func password() throws(SharedCacheFailure) -> String? {
        guard let passwordFile else { return nil }
        guard let file = FileHandle(forReadingAtPath: passwordFile),
            let data = try? file.read(upToCount: Self.maxPassword + 1), data.count <= Self.maxPassword,
            let text = String(data: data, encoding: .utf8)
        else { throw .password(path: passwordFile, reason: "it can't be read as a password") }
        let password = text.prefix { !$0.isNewline }
        guard !password.isEmpty else { throw .password(path: passwordFile, reason: "its first line is empty") }
        return String(password)
    }
}
