import Foundation
public import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
public import TileViews
import VirtualTime

/// Replays a trace and counts the work.
///
///     let ledger = try Replayer(trace).run()
///
/// On the virtual clock the result is exactly the same every time and on every machine: workers take the time given by
/// the trace, one at a time in a fixed order, and the results are counts. In real time the same trace runs with real
/// workers and a real clock, frame by frame at the refresh rate.
public struct Replayer {
    public var trace: Trace
    /// The source of the trace's content. Required for files and for contents of a program.
    public var content: (any TileSource)?
    /// The fingerprint of the bytes of the content, if it is a file. Counts of different bytes are not compared.
    public var contentFingerprint: String?
    /// The program's controllers that traces show, push and present, by name, in addition to those of `SampleScreens`.
    public var controllers: ControllerTable = [:]
    public var clock = Ledger.Clock.virtual
    public var injections: [Injection] = []
    /// A run that determines how long tiles take on the virtual clock, as far as it contains them. Remaining
    /// differences in counts are then not caused by tiles that are ready earlier or later.
    public var pace: Ledger?
    /// Called when the screen is set up, before the first frame, to add views over the tiles.
    public var prepare: (UIWindow, TiledScrollView) -> Void = { _, _ in }
    /// Returns the number of memory blocks that the process has allocated so far, if something counts them.
    public var allocations: (() -> Int)?
    /// Called with each frame that was made and its counts so far. On the virtual clock only, because its own time
    /// would be counted otherwise.
    package var onFrame: ((RenderTree, FrameRecord) -> Void)?
    private(set) var purpose = Purpose.counts

    /// The purpose of a replay.
    enum Purpose: Hashable {
        case counts
        /// Only the work is measured: frames are drawn on the virtual clock too, and views are not recorded by name,
        /// which would take longer than most of their work.
        case time
        /// Like `time`, while instructions are counted.
        case profile
    }

    public init(_ trace: Trace, content: (any TileSource)? = nil) {
        self.trace = trace
        self.content = content
    }

    public func run() throws(ReplayFailure) -> Ledger {
        let run = try play()
        var ledger = Ledger(trace, clock: clock, content: contentFingerprint, frames: run.frames)
        (ledger.scrollView, ledger.leaks) = (run.scrollView, run.leaks)
        return ledger
    }

    /// Returns pictures of the frames of the same replay. On the virtual clock only, because drawing them takes time
    /// that a real clock would count.
    public func pictures() throws(ReplayFailure) -> FramePictures {
        precondition(clock == .virtual, "pictures are taken on the virtual clock")
        var replayer = self
        let pictures = FilledPictures()
        let pool = BitmapPool()
        replayer.onFrame = { pictures.value.add($0, of: $1.number, pool: pool) }
        _ = try replayer.play()
        return pictures.value
    }

    private final class FilledPictures {
        var value = FramePictures()
    }

    /// Replays the trace with a baseline's pace, for `CountJudge`; nil if that is not necessary.
    public func steady(
        _ ledger: Ledger, against baseline: Ledger, allowances: [Count: Trace.Allowance] = [:]
    ) throws(ReplayFailure) -> Ledger? {
        // Ledgers that cannot be compared are reported by the judge.
        let isNeeded = (try? CountJudge().needsPace(ledger, against: baseline, allowances: allowances)) ?? false
        guard isNeeded else { return nil }
        var replayer = self
        replayer.pace = baseline
        return try replayer.run()
    }

    /// Measures how long the trace's work takes on this machine.
    ///
    /// On the virtual clock nothing waits: frames and tiles are drawn one after the other. Each replay has the same
    /// ones, so the shortest time of each is used, because other work of the machine can only add time.
    ///
    /// - Parameters:
    ///   - replays: The number of replays, at least 1; in real time there is only one.
    ///   - isProfiled: Whether instructions are counted, so that an injected cost must consist of instructions.
    public func measure(replays: Int = 1, isProfiled: Bool = false) throws(ReplayFailure) -> WorkSample {
        precondition(replays > 0, "nothing is measured in no replay")
        var replayer = self
        replayer.purpose = isProfiled ? .profile : .time
        var times = try replayer.play().times
        for _ in 1..<(clock == .virtual ? replays : 1) {
            guard times.formMinimum(try replayer.play().times) else { throw .uneven(trace: trace.name) }
        }
        return WorkSample(trace, clock: clock, content: contentFingerprint, times)
    }

    var extra: MeteredSource.Extra {
        var share = 0.0
        for case .cost(let more) in injections { share += more }
        if share == 0 { return .nothing }
        switch purpose {
        case .counts: return clock == .virtual ? .scripted(share) : .time(share)
        case .time: return .time(share)
        case .profile: return .work(share)
        }
    }

    var allControllers: ControllerTable { SampleScreens.table.merging(controllers) { $1 } }

    /// The results of a replay.
    private struct Played {
        var frames: [FrameRecord]
        var times: WorkTimes
        var scrollView: String?
        var leaks: [ControllerLeak]?
    }

    private func play() throws(ReplayFailure) -> Played {
        // Names take time and memory, which other replays measure.
        guard clock == .virtual, purpose == .counts else { return try playContent() }
        return try FrameObservation.explaining { () throws(ReplayFailure) in try playContent() }
    }

    private func playContent() throws(ReplayFailure) -> Played {
        if clock == .virtual, trace.cost == nil { throw .noCost(trace: trace.name) }
        for (number, event) in trace.events.enumerated() where !trace.content.accepts(event.kind) {
            throw .event(
                trace: trace.name, number: number, time: event.time, problem: "has nothing to happen to in this content"
            )
        }
        if case .controller(let name) = trace.content {
            var run = try ControllerRun(self, showing: name)
            try run.play()
            return Played(frames: run.frames, times: run.times, leaks: run.leaks)
        }
        return try playTiles()
    }

    private func playTiles() throws(ReplayFailure) -> Played {
        let source: any TileSource
        switch (content, trace.content) {
        case (let given?, _): source = given
        case (nil, .shapes(let count, let size)): source = ShapesSource(count: count, size: size, seed: trace.seed)
        case (nil, .file(let path)): throw .content("nobody has opened \(path)")
        case (nil, .program(let name)): throw .content("this program has no content named \(name)")
        case (nil, .controller(let name)): throw .content("\(name) is no tiles")
        }
        let workers = clock == .virtual ? VirtualWorkers(count: trace.workers) : nil
        defer {
            if let workers {
                // Encoding in progress cannot be cancelled.
                while let next = workers.nextFinish { workers.advance(to: next) }
                workers.end()
            }
        }
        var run = try ReplayRun(self, source, workers: workers)
        run.play()
        return Played(frames: run.frames, times: run.times, scrollView: run.scrollView)
    }
}
