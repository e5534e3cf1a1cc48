import Foundation
import TileArchives
import TileSupport

/// The notes about finished pages of an unfinished build: files with the identities of their archives, in a hidden
/// folder beside these.
///
/// Several builds may note different pages at the same time.
struct FinishedPages {
    private let folder: String

    /// - Parameters:
    ///   - name: The document's name.
    ///   - parent: The folder of the pages' archives.
    init(of name: String, in parent: String) {
        // File names have at most 255 bytes, and a character of a name may have several.
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        hash.add(name)
        let short =
            name.utf8.count > 100
            ? String(decoding: name.utf8.prefix(100), as: UTF8.self) + "-" + hash.finish().hex : name
        folder = "\(parent)/.\(short).pages.tilework"
    }

    private func path(of page: Int) -> String { "\(folder)/p\(page)" }

    func contain(_ page: Int) -> Bool { access(path(of: page), F_OK) == 0 }

    func identity(of page: Int) -> [UInt8]? { FileManager.default.contents(atPath: path(of: page)).map { [UInt8]($0) } }

    /// Notes that a page's archive has this identity.
    func note(_ page: Int, _ identity: [UInt8]) throws(BuildFailure) {
        var reason = ""
        // Another build may remove the empty folder before the note is written.
        for _ in 0..<2 {
            mkdir(folder, 0o777)
            do {
                return try Data(identity).write(to: URL(fileURLWithPath: path(of: page)), options: .atomic)
            } catch {
                reason = error.localizedDescription
            }
        }
        throw .cannotWrite(path: path(of: page), reason: reason)
    }

    /// Removes the notes about these pages, and the folder with the last ones.
    func forget(_ pages: [Int]) {
        for page in pages { unlink(path(of: page)) }
        rmdir(folder)
    }
}
