import ArgumentParser
import Foundation
import TilePerf

/// Ledgers in files, of two runs.
enum LedgerFiles {
    struct File {
        var path: String
        var ledger: Ledger
    }

    /// Whether a path names ledgers and no program: a folder, or a file of JSON. A folder may have the name of a
    /// program that is looked up, `tilework` say; it is meant if there are ledgers in it.
    static func areLedgers(_ path: String) -> Bool {
        path.hasSuffix(".json") || (isFolder(path) && (path.contains("/") || !names(path).isEmpty))
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Returns pairs of ledgers of the same trace, from two files or from two folders by name.
    static func pairs(_ base: String, _ head: String) throws(PerfComplaint) -> [(File, File)] {
        for path in [base, head] where !areLedgers(path) {
            throw PerfComplaint("\(path) is not a ledger, but the other is: compare two builds or two ledgers", .usage)
        }
        guard isFolder(base) == isFolder(head) else {
            throw PerfComplaint(
                "\(base), \(head): one is a folder and the other a file: name two folders or two files", .usage)
        }
        guard isFolder(base) else { return [(try read(base), try read(head))] }
        let (old, new) = (names(base), names(head))
        guard !old.isEmpty else { throw PerfComplaint("\(base): no ledgers in this folder", .badTrace) }
        for (names, others, folder) in [(old, new, head), (new, old, base)] {
            if let name = names.first(where: { !others.contains($0) }) {
                throw PerfComplaint("\(folder)/\(name) is missing, but is in the other folder", .badTrace)
            }
        }
        var pairs: [(File, File)] = []
        for name in old { pairs.append((try read(base + "/" + name), try read(head + "/" + name))) }
        return pairs
    }

    private static func names(_ folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // Hidden ones are drafts; and a run that is also written for Perfetto lies beside its ledger.
        return names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".chrome.json") && !$0.hasPrefix(".") }.sorted()
    }

    private static func read(_ path: String) throws(PerfComplaint) -> File {
        do {
            return File(path: path, ledger: try Ledger.read(path))
        } catch {
            throw PerfComplaint("\(error)", .badTrace)
        }
    }

    /// Checks that `--ledgers` names a folder, or nothing yet.
    ///
    /// - Throws: `ValidationError`.
    static func check(folder: String?) throws {
        guard let folder, FileManager.default.fileExists(atPath: folder), !isFolder(folder) else { return }
        throw ValidationError("--ledgers \(folder): not a folder")
    }

    /// The checked-in one of a trace.
    static func ledger(of trace: Trace, in folder: String) throws(PerfComplaint) -> Ledger {
        let path = path(of: trace.name, in: folder)
        guard FileManager.default.fileExists(atPath: path) else {
            throw PerfComplaint(
                "\(path) is missing, so \(trace.name) can't be judged: create it with --update", .brokenRun)
        }
        return try read(path).ledger
    }

    static func path(of name: String, in folder: String) -> String {
        (folder as NSString).appendingPathComponent("\(name).json")
    }
}
