/// The frames of a ledger in columns. Values that repeat from frame to frame are stored once.
struct ReportFrames: Encodable {
    /// A value for each frame; one for all if they are equal.
    struct Column: Encodable {
        let values: [Double]

        init(_ values: [Double]) { self.values = values.map { $0.isFinite ? $0 : 0 } }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let first = values.first, values.allSatisfy({ $0 == first }) {
                try container.encode(first)
            } else {
                try container.encode(values)
            }
        }
    }

    /// A list for each frame: the distinct lists, and the index of each frame's list.
    struct Lists: Encodable {
        var lists: [[Double]] = []
        var of: [Int] = []

        init(_ values: some Sequence<[Double]>) {
            var places: [[Double]: Int] = [:]
            for value in values {
                let index = places[value] ?? lists.count
                if index == lists.count {
                    places[value] = index
                    lists.append(value)
                }
                of.append(index)
            }
        }
    }

    /// The kinds of areas, from the lowest to the topmost.
    static let kinds: [FrameArea.Kind] = [.dirty, .stale, .draft, .coarse, .blank, .failed]

    var number: Column
    var time: Column
    /// A letter for each frame: the first of its state's name.
    var state: String
    var x: Column
    var y: Column
    var zoom: Column
    /// The size of the screen in points.
    var width: Column
    var height: Column
    var referenceX: Column
    var referenceY: Column
    var blank: Column
    var coarse: Column
    var stale: Column
    /// Columns by name. Columns of zeros are left out.
    var phases: [String: Column] = [:]
    var counts: [String: Column] = [:]
    /// Paths of views and layers.
    var names: [String] = []
    /// Pairs of the index of a name and its number of calls, for each frame.
    var draws: Lists
    var layouts: Lists
    /// The observed properties that changed, with their readers, and the work that followed, by the index of the frame.
    var observed: [Int: [[String]]] = [:]
    /// The index of a kind followed by a rectangle, repeatedly, for each frame.
    var areas: Lists
    var scores: ReportScores

    /// - Parameter budgets: The budgets, in Hz.
    init(_ ledger: Ledger, _ detail: Ledger.Detail, budgets: [Double]) {
        let frames = ledger.frames
        func column(_ value: (FrameRecord) -> Double) -> Column { Column(frames.map(value)) }
        number = column { Double($0.number) }
        time = column { $0.time.rounded(toPartsOf: 1e6) }
        state = String(frames.map { $0.state.rawValue.first! })
        x = column { $0.offsetX.rounded(toPartsOf: 100) }
        y = column { $0.offsetY.rounded(toPartsOf: 100) }
        zoom = column { $0.zoomScale.rounded(toPartsOf: 1e4) }
        var screen = FrameViewport(width: ledger.viewportWidth, height: ledger.viewportHeight)
        let screens = frames.map { frame in
            if let viewport = frame.viewport { screen = viewport }
            return screen
        }
        width = Column(screens.map(\.width))
        height = Column(screens.map(\.height))
        referenceX = column { $0.referenceX.rounded(toPartsOf: 100) }
        referenceY = column { $0.referenceY.rounded(toPartsOf: 100) }
        blank = column { Double($0.shortfall.blank) }
        coarse = column { Double($0.shortfall.coarse) }
        stale = column { Double($0.shortfall.stale) }
        for phase in FramePhase.allCases {
            // Not rounded, because the page marks the frames that `Scores` counts as late.
            let values = column { $0.phases[phase] ?? 0 }
            if values.values.contains(where: { $0 != 0 }) { phases[phase.rawValue] = values }
        }
        for count in Count.allCases {
            let values = column { Double($0.counts[count]) }
            if values.values.contains(where: { $0 != 0 }) { counts[count.rawValue] = values }
        }
        scores = ReportScores(Scores(ledger), budgets.map { Scores(ledger, refreshRate: $0).frameTimes })
        guard case .all = detail else {
            (draws, layouts, areas) = (Lists([]), Lists([]), Lists([]))
            return
        }
        let names = Set(frames.flatMap { Array($0.draws.keys) + Array($0.layouts.keys) }).sorted()
        let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, Double($0.offset)) })
        self.names = names
        func calls(_ numbers: [String: Int]) -> [Double] {
            // Sorted by descending number of calls.
            numbers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.flatMap { [places[$0.key]!, Double($0.value)] }
        }
        draws = Lists(frames.lazy.map { calls($0.draws) })
        layouts = Lists(frames.lazy.map { calls($0.layouts) })
        for (index, frame) in frames.enumerated() where !frame.observed.isEmpty {
            observed[index] = frame.observed.map { ["\($0.property), read in \($0.reader)", $0.workText] }
        }
        areas = Lists(
            frames.lazy.map { frame in
                frame.areas.flatMap { area in
                    [Double(Self.kinds.firstIndex(of: area.kind)!)]
                        + [area.x, area.y, area.width, area.height].map { $0.rounded(toPartsOf: 10) }
                }
            })
    }
}

/// The scores of a run, as a report's script reads them.
struct ReportScores: Encodable {
    /// The scores for one budget, in milliseconds.
    struct Times: Encodable {
        var shown: Int
        var missed: Int
        var dropped: Int
        var hitchTime: Double
        var hitchRatio: Double
        var longestStall: Double
        /// The values p50, p90, p95, p99 and worst, like `overrun`.
        var cost: [Double]?
        var overrun: [Double]?

        init(_ times: FrameTimes) {
            (shown, missed, dropped) = (times.shown, times.missed, times.dropped)
            (hitchTime, hitchRatio, longestStall) = (times.hitchTime, times.hitchRatio, times.longestStall)
            (cost, overrun) = (times.cost?.ranks, times.overrun?.ranks)
        }
    }

    struct Part: Encodable {
        var severity: Double
        var peak: Int
        var duration: Double

        init(_ part: Checkerboard.Part) { (severity, peak, duration) = (part.severity, part.peak, part.duration) }
    }

    var checkerboard: [String: Part]
    var timeToSharp: Double?
    var roughness: Double
    /// The values p50, p90, p95, p99 and worst.
    var lag: [Double]?
    /// The scores in the order of the report's budgets.
    var times: [Times]

    init(_ scores: Scores, _ times: [FrameTimes]) {
        self.times = times.map(Times.init)
        let lacks = scores.checkerboard
        checkerboard = [
            "total": Part(lacks.total), "blank": Part(lacks.blank), "coarse": Part(lacks.coarse),
            "stale": Part(lacks.stale),
        ]
        timeToSharp = scores.timeToSharp
        roughness = scores.roughness
        lag = scores.lag?.ranks
    }
}

extension Distribution {
    fileprivate var ranks: [Double] { [p50, p90, p95, p99, worst] }
}

extension Double {
    /// Returns the number rounded to a fraction of a whole: to tenths for 10.
    fileprivate func rounded(toPartsOf factor: Double) -> Double {
        let value = (self * factor).rounded() / factor
        return value.isFinite ? value : self
    }
}
