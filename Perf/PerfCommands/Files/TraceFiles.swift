import Foundation
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import TilePerf
import TileSupport

/// A trace with the path of its file.
struct TraceFile {
    var path: String
    var trace: Trace
    /// The fingerprint of the content, from `notingContent` on; nil if the content is not a file.
    private(set) var notedContent: String?

    init(path: String, trace: Trace) { (self.path, self.trace) = (path, trace) }

    /// Runs a replay of the trace, and adds the trace's path to errors.
    func replaying<Result>(_ work: () throws(ReplayFailure) -> Result) throws(PerfComplaint) -> Result {
        do throws(ReplayFailure) {
            return try work()
        } catch {
            throw PerfComplaint("\(path): \(error)", .brokenRun)
        }
    }

    /// A requested trace: its content, or the error of reading it.
    struct Reading {
        var path: String
        var file: Result<TraceFile, PerfComplaint>

        /// The trace's, or its file's where it can't be read.
        var name: String {
            if case .success(let file) = file { return file.trace.name }
            return PathName(path).stem
        }
    }

    /// Reads files, and all `.json` files of folders but hidden ones, in the order of their names.
    ///
    /// - Throws: if there are no traces, or two with one name. The error of a single trace is in its result.
    static func readEach(_ paths: [String]) throws(PerfComplaint) -> [Reading] {
        var readings: [Reading] = []
        for path in paths.flatMap({ Self.files(at: $0) }) {
            let file = Result { () throws(PerfComplaint) in
                do {
                    return TraceFile(path: path, trace: try Trace.read(path))
                } catch {
                    throw PerfComplaint("\(error)", .badTrace)
                }
            }
            readings.append(Reading(path: path, file: file))
        }
        if readings.isEmpty { throw PerfComplaint("\(paths.joined(separator: ", ")): no traces found", .badTrace) }
        let files = readings.compactMap { try? $0.file.get() }
        let names = Dictionary(grouping: files, by: \.trace.name)
        if let (name, same) = names.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) {
            throw PerfComplaint(
                "two traces have the name \(name), rename one: \(same.map(\.path).joined(separator: ", "))", .badTrace)
        }
        return readings
    }

    /// The same; throws for the first that can't be read.
    static func read(_ paths: [String]) throws(PerfComplaint) -> [TraceFile] {
        var files: [TraceFile] = []
        for reading in try readEach(paths) { files.append(try reading.file.get()) }
        return files
    }

    private static func files(at path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [path]
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        // Hidden ones are drafts.
        return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map {
            (path as NSString).appendingPathComponent($0)
        }
    }

    /// The file of the trace's content; nil where that is none.
    var contentPath: String? {
        guard case .file(let name) = trace.content else { return nil }
        return name.hasPrefix("/") ? name : PathName(path).sibling(name)
    }

    /// Returns the source of the trace's content; nil if the trace itself describes it.
    @MainActor func content(_ hooks: PerfHooks) async throws(PerfComplaint) -> (any TileSource)? {
        do {
            switch trace.content {
            case .file(let name): return try ContentReader.open(contentPath ?? name).source
            case .program(let name):
                let source = try await hooks.content?(name)
                try source.map(Self.settle)
                return source
            case .shapes, .controller: return nil
            }
        } catch {
            throw PerfComplaint("\(path): can't show its content: \(error)", .brokenRun)
        }
    }

    /// Has a source do now what it does on the main thread before its first tile: the replay's workers draw while the
    /// main thread waits for them.
    @MainActor private static func settle(_ source: any TileSource) throws {
        guard (source as? any QueuedTileSource)?.enqueue(after: 0, {}) == true else { return }
        let corner = RasterArea(scale: 1, x: 0, y: 0, width: 1, height: 1)
        _ = try source.raster(corner, in: RasterContext(pool: BitmapPool()))
        _ = (source as? any AttributedTileSource)?.operations(in: corner)
    }

    /// Returns the fingerprint of the content; nil if the content is not a file.
    func contentFingerprint() throws(PerfComplaint) -> String? {
        guard let contentPath else { return nil }
        if let fingerprint = FileFingerprint.read(contentPath) { return fingerprint }
        throw PerfComplaint("\(path): can't read its content \(contentPath)", .brokenRun)
    }

    /// The same, with what its content is now: all that measure it must find that.
    func notingContent() throws(PerfComplaint) -> TraceFile {
        var file = self
        file.notedContent = try contentFingerprint()
        return file
    }

    /// Replays the trace, with its content opened.
    @MainActor func replayer(_ hooks: PerfHooks) async throws(PerfComplaint) -> Replayer {
        var replayer = Replayer(trace, content: try await content(hooks))
        replayer.contentFingerprint = try contentFingerprint()
        replayer.controllers = hooks.controllers
        return replayer
    }
}
