import ArgumentParser
import CommandSupport
import Foundation
import TileServer

/// `tilework sign`.
struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Create a temporary address for private contents.",
        discussion: """
            Prints the first part of an address. Append any path of the server to it, such as view/plan, tiles/plan.json, or \
            iiif/3/plan/info.json. The address grants access to the private contents that match the name, until it expires.
            """)

    @Argument(help: "A content's id, or a prefix followed by *.")
    var contents: String

    @Option(help: "The access file of the server, which has the key.")
    var access: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "How long the address is valid, such as 30m, 12h, or 7d. (default: 24h)", valueName: "duration"),
        transform: Self.duration)
    var seconds: Int?

    @Option(help: "The address of the server, including its --base-path.")
    var at = "http://127.0.0.1:8080"

    private static func duration(_ text: String) throws -> Int {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), !text.dropLast().isEmpty,
            text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw ValidationError("use a number followed by s, m, h, or d, such as 12h") }
        // 36,500 days are a hundred years, more than anybody needs.
        guard let number = Int(text.dropLast()), number <= 36_500 * 86_400 / unit else {
            throw ValidationError("too long; use at most 36500d")
        }
        guard number > 0 else { throw ValidationError("use 1s or more") }
        return number * unit
    }

    /// Whether the address of `--at` is one of a server, to which a path can be appended.
    private var isServer: Bool {
        guard let url = URLComponents(string: at), ["http", "https"].contains(url.scheme?.lowercased() ?? "") else {
            return false
        }
        return url.host?.isEmpty == false && url.query == nil && url.fragment == nil
    }

    func validate() throws {
        guard isServer else {
            throw ValidationError("--at \(at): use the server's address, such as https://maps.example/maps")
        }
    }

    func run() throws {
        let address: String
        do throws(Complaint) {
            guard let key = try AccessFile(access).policy.key else {
                throw Complaint("\(access): the file has no “key”; create one with: openssl rand -base64 32", .data)
            }
            guard let scope = AccessPolicy.Scope(contents) else {
                throw Complaint(
                    "invalid content id “\(contents)”: use an id such as plans.ground, or a prefix such as plans.*",
                    .usage)
            }
            let expiry = Int(Date().timeIntervalSince1970) + (seconds ?? 86_400)
            var base = at
            while base.hasSuffix("/") { base.removeLast() }
            address = base + AccessPolicy.addressPrefix(of: scope, until: expiry, key: key) + "/"
        } catch {
            throw error.reported()
        }
        try ResultOutput.print("\(address)\n")
    }
}
