/// The scores of a replay for one budget. They come from the ledger alone, so any budget can be scored without another
/// replay.
public struct Scores: Hashable, Sendable {
    /// The milliseconds that a frame may take.
    public var budget: Double
    public var frameTimes: FrameTimes
    public var checkerboard: Checkerboard
    /// The milliseconds from the last movement or change until the whole screen showed finished content; 0 if it always
    /// did, nil if it never did.
    public var timeToSharp: Double?
    /// The mean absolute second difference between the shown and the correct position of the content at each refresh,
    /// in points: 0 if no frame was dropped.
    public var roughness: Double
    /// The largest number of updates that changes of the observable properties with one name caused in a frame.
    public var observedUpdates: Int
    /// The milliseconds from events until the frames that processed them were shown; nil without events.
    public var lag: Distribution?

    /// Scores a run with the budget of a refresh rate in Hz; the ledger's own if nil.
    public init(_ ledger: Ledger, refreshRate: Double? = nil) {
        budget = 1000 / (refreshRate ?? ledger.refreshRate)
        frameTimes = FrameTimes(ledger.frames, budget: budget, refresh: 1000 / ledger.refreshRate)
        checkerboard = Checkerboard(ledger)
        timeToSharp = Self.timeToSharp(ledger)
        roughness = Self.roughness(ledger.frames)
        observedUpdates = ledger.frames.map(\.observedUpdates).max() ?? 0
        lag = Distribution(ledger.frames.flatMap(\.lags).map { $0 * 1000 })
    }

    private static func timeToSharp(_ ledger: Ledger) -> Double? {
        let frames = ledger.frames
        var (shown, lacking, isStale) = (Shortfall(), [Bool](), [Bool]())
        for frame in frames {
            // The last picture stays on the screen until something else is shown.
            if frame.isPresented { shown = frame.shortfall }
            lacking.append(shown.total > 0)
            isStale.append(shown.stale > 0)
        }
        let stir = frames.indices.last { index in
            guard index > 0 else { return lacking[0] }
            let (old, new) = (frames[index - 1], frames[index])
            let isMoved =
                new.offsetX != old.offsetX || new.offsetY != old.offsetY || new.zoomScale != old.zoomScale
            // Content that becomes outdated has changed.
            return isMoved || (isStale[index] && !isStale[index - 1])
        }
        guard let stir else { return lacking.last ?? false ? nil : 0 }
        guard let last = lacking[stir...].lastIndex(of: true) else { return 0 }
        guard last + 1 < frames.count else { return nil }
        return (frames[last + 1].time - frames[stir].time) * 1000
    }

    private static func roughness(_ frames: [FrameRecord]) -> Double {
        var (sum, count) = (0.0, 0)
        func second(_ value: (FrameRecord) -> Double, _ index: Int) -> Double {
            value(frames[index]) - 2 * value(frames[index - 1]) + value(frames[index - 2])
        }
        for index in frames.indices.dropFirst(2) {
            let moves = [\FrameRecord.referenceX, \.referenceY].contains {
                frames[index][keyPath: $0] != frames[index - 1][keyPath: $0]
            }
            guard moves else { continue }
            let x = second({ $0.offsetX - $0.referenceX }, index)
            let y = second({ $0.offsetY - $0.referenceY }, index)
            sum += (x * x + y * y).squareRoot()
            count += 1
        }
        return count > 0 ? sum / Double(count) : 0
    }
}

/// The percentiles of values, by the nearest-rank method.
public struct Distribution: Hashable, Sendable {
    public var mean: Double
    public var p50: Double
    public var p90: Double
    public var p95: Double
    public var p99: Double
    public var worst: Double

    /// Returns nil if there are no values.
    ///
    /// - Complexity: O(n log n).
    public init?(_ values: [Double]) {
        if values.isEmpty { return nil }
        let sorted = values.sorted()
        func rank(_ share: Double) -> Double {
            sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
        }
        mean = sorted.reduce(0, +) / Double(sorted.count)
        (p50, p90, p95, p99, worst) = (rank(0.5), rank(0.9), rank(0.95), rank(0.99), sorted.last!)
    }
}

/// The times of frames in relation to a budget.
public struct FrameTimes: Hashable, Sendable {
    /// Frames that were shown, and those that took longer than the budget.
    public var shown = 0
    public var missed = 0
    /// The refreshes at which nothing new was shown because the program was busy.
    public var dropped = 0
    /// The milliseconds for each frame; nil if no frame was shown.
    public var cost: Distribution?
    /// The cost of each frame minus the budget; negative for frames that finished before their deadline.
    public var overrun: Distribution?
    /// The total milliseconds by which frames were late. A frame of 1.2 budgets is shown a whole refresh late.
    public var hitchTime = 0.0
    /// The milliseconds of hitch time per second in which frames were shown. Apple's guidance calls less than 5 good,
    /// and 10 or more critical.
    public var hitchRatio = 0.0
    /// The longest time for which a picture stayed although it should have been replaced, in milliseconds.
    public var longestStall = 0.0

    /// - Parameter refresh: The milliseconds between two refreshes of the replay.
    init(_ frames: [FrameRecord], budget: Double, refresh: Double) {
        let shownFrames = frames.filter(\.isPresented)
        let costs = shownFrames.map(\.cost)
        shown = costs.count
        missed = costs.count { $0 > budget }
        dropped = frames.count { $0.state == .dropped }
        cost = Distribution(costs)
        overrun = Distribution(costs.map { $0 - budget })
        for cost in costs where cost > budget {
            // The refreshes beyond its own, ignoring rounding errors.
            let late = ((cost / budget - 1e-9).rounded(.up) - 1) * budget
            hitchTime += late
            longestStall = max(longestStall, late + budget)
        }
        // Idle time is not part of the smoothness. A late frame lasts longer.
        let active = Double(shown) * max(refresh, budget) + hitchTime
        hitchRatio = active > 0 ? hitchTime / active * 1000 : 0
    }
}

/// The area of the viewport without finished content, and its duration.
public struct Checkerboard: Hashable, Sendable {
    /// The severity of one kind of shortfall.
    public struct Part: Hashable, Sendable {
        /// The severity: √Σ(device pixels × milliseconds).
        public var severity = 0.0
        /// The maximum number of pixels in a frame.
        public var peak = 0
        /// The milliseconds with any shortfall.
        public var duration = 0.0
        /// The sum of pixels over all frames.
        public var pixels = 0

        fileprivate mutating func add(_ pixels: Int, for milliseconds: Double) {
            guard pixels > 0 else { return }
            self.pixels += pixels
            peak = max(peak, pixels)
            duration += milliseconds
            severity = (severity * severity + Double(pixels) * milliseconds).squareRoot()
        }
    }

    public var total = Part()
    public var blank = Part()
    public var coarse = Part()
    public var stale = Part()

    /// The frames from the first complete screen on; all frames if none is complete.
    static func frames(of ledger: Ledger) -> ArraySlice<FrameRecord> {
        let first = ledger.frames.firstIndex { $0.isPresented && $0.shortfall.total == 0 } ?? 0
        return ledger.frames[first...]
    }

    init(_ ledger: Ledger) {
        let refresh = 1000 / ledger.refreshRate
        var last = Shortfall()
        for frame in Self.frames(of: ledger) {
            // The last picture stays on the screen until something else is shown.
            if frame.isPresented { last = frame.shortfall }
            total.add(last.total, for: refresh)
            blank.add(last.blank, for: refresh)
            coarse.add(last.coarse, for: refresh)
            stale.add(last.stale, for: refresh)
        }
    }
}
