public import TileGeometry

/// The outcome of one refresh of the screen.
public enum FrameState: String, Codable, CaseIterable, Sendable {
    /// Nothing had changed.
    case idle
    /// Shown with all tiles finished.
    case full
    /// Shown with tiles that were drafts, of another level, outdated or missing.
    case partial
    /// Nothing was shown, because the previous frame still kept the program busy.
    case dropped
}

/// The stages that a frame's time goes to.
public enum FramePhase: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    /// Events are delivered.
    case input
    /// Scrolling and animations advance.
    case motion
    /// Views are laid out, tile views are placed, and tiles are requested.
    case layout
    /// Views draw themselves.
    case display
    /// Tiled layers request tiles.
    case tiles
    /// The render tree is created.
    case commit
    /// Changed areas are drawn to the screen.
    case draw
}

/// The device pixels of the viewport without finished content.
public struct Shortfall: Hashable, Sendable, Codable {
    /// Pixels that showed the background only.
    public var blank: Int
    /// Pixels that showed a draft, or a tile of another level.
    public var coarse: Int
    /// Pixels that showed outdated content.
    public var stale: Int

    public init(blank: Int = 0, coarse: Int = 0, stale: Int = 0) {
        self.blank = blank
        self.coarse = coarse
        self.stale = stale
    }

    public var total: Int { blank + coarse + stale }
}

/// A part of the screen that is drawn over a frame in reports, in points from its top left.
public struct FrameArea: Hashable, Sendable, Codable {
    public enum Kind: String, Codable, Sendable {
        case blank, coarse, draft, stale, failed, dirty
    }

    public var kind: Kind
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
}

/// The size of the screen in points.
public struct FrameViewport: Hashable, Sendable, Codable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// One refresh of the screen: what was done for it, and what it showed.
public struct FrameRecord: Hashable, Sendable, Codable {
    /// Refreshes since the trace began.
    public var number: Int
    /// The time at which it was due, in seconds since the trace began.
    public var time: Double
    public var state: FrameState
    /// The scroll view's offset in points after the frame was made; the previous one if none was made.
    public var offsetX: Double
    public var offsetY: Double
    public var zoomScale: Double
    /// The offset without any dropped frames, against which smoothness is measured.
    public var referenceX: Double
    public var referenceY: Double
    public var counts: FrameCounts
    /// The milliseconds of each phase; phases without time are missing.
    public var phases: [FramePhase: Double]
    public var shortfall: Shortfall
    /// The calls of `draw(_:)` and `layoutSubviews()`, by the path of the view or layer from the window down.
    public var draws: [String: Int]
    public var layouts: [String: Int]
    /// The running animations, by the path of the view or layer.
    public var animations: [String: Int]
    /// The committed layers, by path, except those that only contain such a layer or drew themselves.
    public var commits: [String: Int]
    /// The damage by the path of the changed view or layer, or of the one from which a layer was removed.
    public var damage: [String: FrameDamage]
    /// The controllers created, by class.
    public var controllers: [String: Int]
    /// The work that changes of observable properties caused, sorted by property and reader.
    public var observed: [ObservedChange]
    public var tiles: [TileFate: TileList]
    /// The work for tiles rastered since the previous frame, by draft and full tiles.
    public var work: [TileFate: [TileCoordinate: TileWork]]
    /// The screen's size in points, if it differs from the previous frame.
    public var viewport: FrameViewport?
    /// The seconds from each event of the frame until the frame was shown.
    public var lags: [Double]
    /// Incomplete and redrawn areas. They are not compared.
    public var areas: [FrameArea]

    public init(number: Int, time: Double, state: FrameState) {
        self.number = number
        self.time = time
        self.state = state
        (offsetX, offsetY, zoomScale, referenceX, referenceY) = (0, 0, 1, 0, 0)
        counts = FrameCounts()
        phases = [:]
        shortfall = Shortfall()
        (draws, layouts, animations, commits, damage, tiles, work) = ([:], [:], [:], [:], [:], [:], [:])
        (controllers, observed, lags, areas) = ([:], [], [], [])
    }

    /// The milliseconds for which the frame kept the program busy.
    public var cost: Double { FramePhase.allCases.reduce(0) { $0 + (phases[$1] ?? 0) } }

    /// Whether something was shown.
    public var isPresented: Bool { state == .full || state == .partial }
}
