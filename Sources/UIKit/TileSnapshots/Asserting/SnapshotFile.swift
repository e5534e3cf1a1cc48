import Foundation

/// The file of a snapshot: beside the test's file, in the folder `__Snapshots__`, which has a folder for each test
/// file.
struct SnapshotFile {
    let url: URL

    /// Creates the location of a snapshot.
    ///
    /// - Parameters:
    ///   - test: The test's name, which may have parentheses and labels.
    ///   - name: The name of the snapshot within the test; nil to use its number.
    init(of file: String, folder: String?, test: String, name: String?, number: Int, pathExtension: String?) {
        let source = URL(fileURLWithPath: file)
        let place =
            folder.map { URL(fileURLWithPath: $0) }
            ?? source.deletingLastPathComponent().appendingPathComponent("__Snapshots__")
            .appendingPathComponent(source.deletingPathExtension().lastPathComponent)
        var own = place.appendingPathComponent("\(Self.plain(test)).\(name.map(Self.plain) ?? "\(number)")")
        if let pathExtension { own = own.appendingPathExtension(pathExtension) }
        url = own
    }

    /// Returns the text with everything except letters, digits, `_` and `-` replaced with dashes.
    private static func plain(_ text: String) -> String {
        let parts = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        return parts.isEmpty ? "snapshot" : parts.joined(separator: "-")
    }

    var data: Data? { try? Data(contentsOf: url) }

    func write(_ data: Data) throws {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url, options: .atomic)
        } catch {
            throw SnapshotFailure("\(url.path) can't be written: \(error.localizedDescription)")
        }
    }
}

/// The numbers of the unnamed snapshots of each test, in order.
final class SnapshotNumbers: @unchecked Sendable {
    // `@unchecked Sendable`: the lock guards the counts.
    private let lock = NSLock()
    private var counts: [String: Int] = [:]

    static let shared = SnapshotNumbers()

    func next(_ key: String) -> Int {
        lock.withLock {
            counts[key, default: 0] += 1
            return counts[key]!
        }
    }
}
