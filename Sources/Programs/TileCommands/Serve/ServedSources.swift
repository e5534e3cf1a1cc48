import CommandSupport
import Foundation
import RemoteArchives
import TileSupport

/// The files, folders and addresses that a command line names, and those in the file of `--list`: one a line. Empty
/// lines and lines that start with `#` are skipped.
final class ServedSources: Sendable {
    private let named: [String]
    private let list: String?
    /// The entries of the list when it could last be read.
    private let listed: Lock<[String]>

    /// A larger file is not a list.
    private static let maxBytes = 16_000_000

    /// - Throws: `ExitCode`, after the reason was reported, if the list can't be read.
    init(_ named: [String], list: String?) throws {
        self.named = named
        self.list = list
        do throws(Complaint) {
            listed = Lock(try list.map { (path) throws(Complaint) in try Self.entries(of: path) } ?? [])
        } catch {
            throw error.reported()
        }
    }

    /// All sources: those of the command line first.
    var paths: [String] { named + listed.withLock { $0 } }

    /// The sources for messages, without the secrets of addresses.
    var titles: [String] { (named + (list.map { [$0] } ?? [])).map { Self.title(of: $0) } }

    private static func title(of source: String) -> String {
        (try? RemoteLocation(source)).map { "\($0)" } ?? source
    }

    /// Returns all sources after reading the list again. If it can't be read, the entries stay.
    func current() -> [String] {
        if let list {
            do throws(Complaint) {
                let entries = try Self.entries(of: list)
                listed.withLock { $0 = entries }
            } catch {
                var complaint = error
                complaint.message += "; the files of the previous list are served"
                _ = complaint.reported()
            }
        }
        return paths
    }

    private static func entries(of path: String) throws(Complaint) -> [String] {
        func failure(_ reason: String) -> Complaint { Complaint("--list \(path): \(reason)", .noInput) }
        if let problem = FileProblem(at: path) { throw failure("\(problem)") }
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: maxBytes + 1) ?? Data()
        else { throw failure("can't be read at the moment; try again") }
        guard data.count <= maxBytes else {
            throw failure("larger than 16 MB; use a text file with one file, folder, or address a line")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw failure("not UTF-8 text; use a text file with one file, folder, or address a line")
        }
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        let entries = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        if entries.isEmpty { throw failure("it lists nothing; write one file, folder, or address a line") }
        return entries
    }

    /// Whether any source is an address. An invalid one is reported when the files are listed.
    static func haveAddress(_ sources: [String]) -> Bool {
        sources.contains { source in
            do throws(RemoteFailure) { return try RemoteLocation(source) != nil } catch { return true }
        }
    }
}
