import Foundation
public import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
public import TileViews
import VirtualTime

/// Replays a trace, and counts.
///
///     let ledger = try Replayer(trace).run()
///
/// On the virtual clock it is the same every time, to the bit and on every machine: workers take the time that the
/// trace says, one at a time in a fixed order, and what is measured are counts. In real time the same trace runs
/// against workers and a clock that are real, frame by frame at the refresh rate.
public struct Replayer {
    public var trace: Trace
    /// What the trace's content is. Needed for files and for a program's contents.
    public var content: (any TileSource)?
    /// Of the bytes that the content is made of, where that is a file: counts of other bytes are not compared.
    public var contentFingerprint: String?
    /// What traces show, push and present of a program's controllers, by name; those of `SampleScreens` are there too.
    public var controllers: ControllerTable = [:]
    public var clock = Ledger.Clock.virtual
    public var injections: [Injection] = []
    /// Has tiles take as long on the virtual clock as in another run, where that knows them. What counts otherwise all
    /// the same is not because tiles are ready earlier or later.
    public var pace: Ledger?
    /// Called once all is on the screen and before the first frame: to put views of one's own over the tiles.
    public var prepare: (UIWindow, TiledScrollView) -> Void = { _, _ in }
    /// How many memory blocks the process has taken so far, where something counts that.
    public var allocations: (() -> Int)?
    /// Called with what each frame shows that was made, and what was counted of it so far. Of the virtual clock only:
    /// what it does takes time that a real one would count.
    package var onFrame: ((RenderTree, FrameRecord) -> Void)?
    private(set) var purpose = Purpose.counts

    /// What a replay is for.
    enum Purpose: Hashable {
        case counts
        /// Only the work matters: frames are drawn on the virtual clock too, and views are not told apart, which takes
        /// longer than most of what they do.
        case time
        /// The same, for one who counts instructions.
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

    /// What the frames of the same show. Of the virtual clock only: drawing pictures takes time that a real one would
    /// count.
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

    /// The same replayed with a baseline's pace, for `CountJudge`; nil where that has no need of it.
    public func steady(
        _ ledger: Ledger, against baseline: Ledger, allowances: [Count: Trace.Allowance] = [:]
    ) throws(ReplayFailure) -> Ledger? {
        // What can't be compared is said by who judges.
        let isNeeded = (try? CountJudge().needsPace(ledger, against: baseline, allowances: allowances)) ?? false
        guard isNeeded else { return nil }
        var replayer = self
        replayer.pace = baseline
        return try replayer.run()
    }

    /// How long the trace's work takes on this machine.
    ///
    /// On the virtual clock nothing is waited for: frames and tiles are drawn one after the other, and in each replay
    /// the same ones, so of each the shortest time is taken. What else the machine does only ever adds to it.
    ///
    /// - Parameters:
    ///   - replays: at least 1; in real time there is one.
    ///   - isProfiled: whether instructions are counted meanwhile, so that a fault that costs must cost those.
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

    /// What a replay found out.
    private struct Played {
        var frames: [FrameRecord]
        var times: WorkTimes
        var scrollView: String?
        var leaks: [ControllerLeak]?
    }

    private func play() throws(ReplayFailure) -> Played {
        if clock == .virtual, trace.cost == nil { throw .noCost(trace: trace.name) }
        for (number, event) in trace.events.enumerated() where !trace.content.takes(event.kind) {
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
                // A file that is being made is not given up.
                while let next = workers.nextFinish { workers.advance(to: next) }
                workers.end()
            }
        }
        var run = try ReplayRun(self, source, workers)
        run.play()
        return Played(frames: run.frames, times: run.times, scrollView: run.scrollView)
    }
}
