import ArgumentParser
import Foundation
import TileServer

/// `tilework sign`.
struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Make an address of private contents that holds for a while.",
        discussion: """
            Prints the beginning of addresses: what is behind it is the server's, as view/plan, tiles/plan.json or \
            iiif/3/plan/info.json. It shows what the file says is private and the name covers, and nothing else that is.
            """)

    @Argument(help: "A content's name, or with * at the end all that begin so.")
    var contents: String

    @Option(help: "The file of tilework serve --access, for its key.")
    var access: String

    @Option(name: .customLong("for"), help: "How long it holds: 30m, 12h, 7d.", transform: Self.duration)
    var seconds: Int = 86_400

    @Option(help: "The address of the server, with --base-path if it has one.")
    var at = "http://127.0.0.1:8080"

    private static func duration(_ text: String) throws -> Int {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        // A hundred years are more than anybody means.
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
            (1...3_153_600_000 / unit).contains(number)
        else { throw ValidationError("give a number and s, m, h or d, as 12h") }
        return number * unit
    }

    func run() throws {
        let address: String
        do throws(Complaint) {
            guard let key = try AccessFile(access).policy.key else {
                throw Complaint("\(access): there is no “key” in it; openssl rand -base64 32 makes one", .data)
            }
            guard let scope = AccessPolicy.Scope(contents) else {
                throw Complaint("“\(contents)” can't name contents: as plans.ground, or plans.*", .usage)
            }
            let expiry = Int(Date().timeIntervalSince1970) + seconds
            var base = at
            while base.hasSuffix("/") { base.removeLast() }
            address = base + AccessPolicy.addressPrefix(of: scope, until: expiry, key: key) + "/"
        } catch {
            throw error.reported()
        }
        try ResultOutput.print("\(address)\n")
    }
}
