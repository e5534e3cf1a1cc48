import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TilePerf

/// A replay that hands out its frames.
package struct TraceReplay {
    /// The content of a frame.
    package struct Frame {
        fileprivate let tree: RenderTree

        /// In points.
        package var size: CGSize { tree.size }

        /// Draws an area of it, in points at the area's scale.
        package func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
            try tree.raster(area, in: context)
        }
    }

    private let file: TraceFile
    private var replayer: Replayer

    /// Reads a trace and opens its content, which must be none of a program's.
    @MainActor package init(_ path: String) async throws(PerfComplaint) {
        let files = try TraceFile.read([path])
        guard files.count == 1 else { throw PerfComplaint("\(path): a film needs exactly one trace", .usage) }
        file = files[0]
        if case .program(let name) = file.trace.content {
            throw PerfComplaint(
                "\(path): it shows content of a program, \(name): use that program's film command", .usage)
        }
        replayer = try await file.replayer(PerfHooks())
    }

    /// Replays it on the virtual clock.
    ///
    /// - Parameter each: is given what each frame shows that shows something else, and when, in seconds.
    /// - Returns: the time of the last frame's end.
    /// - Throws: `PerfComplaint`, or the first that `each` throws.
    @MainActor package func play(_ each: (Frame, Double) throws -> Void) throws -> Double {
        var failure: (any Error)?
        let ledger = try withoutActuallyEscaping(each) { each in
            var replayer = replayer
            replayer.onFrame = { tree, record in
                guard failure == nil else { return }
                do { try each(Frame(tree: tree), record.time) } catch { failure = error }
            }
            let played = replayer
            return try file.replaying { () throws(ReplayFailure) in try played.run() }
        }
        if let failure { throw failure }
        return (ledger.frames.last?.time ?? 0) + 1 / file.trace.refreshRate
    }
}
