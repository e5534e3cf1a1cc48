import Foundation
import TileContent
import TileEngine
import TilePerf

/// A trace with the path of its file.
struct TraceFile {
    var path: String
    var trace: Trace

    /// Reads files, and all `.json` files of folders, in the order of their names.
    static func read(_ paths: [String]) throws -> [TraceFile] {
        var files: [TraceFile] = []
        for path in paths.flatMap({ Self.files(at: $0) }) {
            do {
                files.append(TraceFile(path: path, trace: try Trace.read(path)))
            } catch {
                throw PerfComplaint("\(error)", .badTrace)
            }
        }
        if files.isEmpty { throw PerfComplaint("\(paths.joined(separator: ", ")): no traces there", .badTrace) }
        let names = Dictionary(grouping: files, by: \.trace.name)
        if let (name, same) = names.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) {
            throw PerfComplaint(
                "two traces are named \(name): \(same.map(\.path).joined(separator: ", "))", .badTrace)
        }
        return files
    }

    private static func files(at path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [path]
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { (path as NSString).appendingPathComponent($0) }
    }

    /// What draws the trace's content; nil where the trace itself says all.
    func content() throws -> (any TileSource)? {
        do {
            switch trace.content {
            case .file(let name):
                return try ContentReader.open(name.hasPrefix("/") ? name : PathName(path).sibling(name)).source
            case .program(let name): return try PerfCommand.content(named: name)
            case .shapes: return nil
            }
        } catch {
            throw PerfComplaint("\(path): its content can't be shown: \(error)", .brokenRun)
        }
    }
}
