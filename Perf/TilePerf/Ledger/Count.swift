/// The quantities that are counted in each frame. Raw values are their names in ledgers, traces and reports.
public enum Count: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    /// Touches, wheel turns and other events of the trace that the frame processed.
    case events
    /// Constraint layouts that were solved.
    case layoutsSolved
    /// Constraints added to the layout, including those for content sizes and frames.
    case constraintsAdded
    /// Constraints removed from the layout.
    case constraintsRemoved
    /// Constraints whose constant changed.
    case constraintsChanged
    /// Required constraints that conflicted with others and were dropped.
    case constraintsBroken
    /// Running animations, one for each layer and key.
    case animations
    /// Requested updates of the properties of views and controllers.
    case propertyUpdates
    /// 1 if anything was laid out.
    case layoutPasses
    /// Calls of `layoutSubviews()`.
    case viewsLaidOut
    /// Tile views created.
    case tileViewsMade
    /// Tile views assigned to another tile, including new ones.
    case tileViewsRecycled
    /// Recycled tile views that previously showed another tile.
    case tileViewsMoved
    /// Tile views that kept their tile and received a better picture.
    case tileViewsRefreshed
    /// Calls of `draw(_:)`: layers that drew themselves.
    case draws
    /// Pixels drawn by these calls.
    case drawnPixels
    /// Render nodes created.
    case layersCommitted
    /// Drawing operations visited for tiles rastered since the previous frame.
    case operationsReplayed
    /// Drawing operations of the frame itself, where it differs from the previous one.
    case operationsShown
    /// Device pixels of the frame that differ or may differ.
    case dirtyPixels
    /// Pixels drawn more than once to show these.
    case overdrawnPixels
    /// Tiles requested since the previous frame.
    case tilesRequested
    /// Tiles that came into view and were ready, at least as drafts.
    case tilesHit
    /// Tiles that came into view and were not ready.
    case tilesLate
    /// Tiles rastered as drafts, and in full.
    case tilesDraft
    case tilesFull
    /// Requests cancelled because the view moved elsewhere.
    case tilesCancelled
    /// Tiles rastered but no longer needed before they were shown.
    case tilesWasted
    /// Tiles that could not be drawn.
    case tilesFailed
    /// The workers' raster time in microseconds; on the virtual clock, the scripted cost.
    case rasterMicroseconds
    case bytesRastered
    /// Tiles encoded as files, like in a server; none if the trace has no format.
    case tilesEncoded
    /// The workers' encoding time in microseconds; on the virtual clock, the scripted cost.
    case encodeMicroseconds
    case bytesEncoded
    /// Bytes in the cache after the frame; not a sum.
    case bytesCached
    /// View controllers created.
    case controllersMade
    /// View controllers alive after the frame; not a sum.
    case controllersAlive
    /// Views loaded by controllers.
    case viewsLoaded
    /// Calls of `viewWillAppear(_:)`, `viewIsAppearing(_:)`, `viewDidAppear(_:)`, `viewWillDisappear(_:)` and
    /// `viewDidDisappear(_:)`.
    case willAppear
    case isAppearing
    case didAppear
    case willDisappear
    case didDisappear
    /// Cells of tables and collections created, reused, and laid out.
    case cellsMade
    case cellsReused
    case cellsLaidOut
    /// Memory blocks allocated by the frame, if something counts them, such as a program that replaces the allocator.
    case allocations

    /// Whether the count is the same on every machine on the virtual clock. Bytes of pixels are; memory blocks depend
    /// on the compiler and the library.
    public var isExact: Bool { self != .allocations }

    /// Whether the values of frames are summed.
    public var isSum: Bool { self != .bytesCached && self != .controllersAlive }

    /// The name in messages and reports.
    public var title: String {
        switch self {
        case .events: "events"
        case .layoutsSolved: "layouts solved"
        case .constraintsAdded: "constraints added"
        case .constraintsRemoved: "constraints removed"
        case .constraintsChanged: "constraints changed"
        case .constraintsBroken: "constraints broken"
        case .animations: "animations running"
        case .propertyUpdates: "property updates"
        case .layoutPasses: "layout passes"
        case .viewsLaidOut: "views laid out"
        case .tileViewsMade: "tile views made"
        case .tileViewsRecycled: "tile views recycled"
        case .tileViewsMoved: "tile views moved"
        case .tileViewsRefreshed: "tile views refreshed"
        case .draws: "draw(_:) calls"
        case .drawnPixels: "pixels drawn by draw(_:)"
        case .layersCommitted: "layers committed"
        case .operationsReplayed: "operations replayed for tiles"
        case .operationsShown: "operations shown"
        case .dirtyPixels: "dirty pixels"
        case .overdrawnPixels: "overdrawn pixels"
        case .tilesRequested: "tiles requested"
        case .tilesHit: "tiles ready in time"
        case .tilesLate: "tiles late"
        case .tilesDraft: "draft tiles rastered"
        case .tilesFull: "full tiles rastered"
        case .tilesCancelled: "tiles cancelled"
        case .tilesWasted: "tiles wasted"
        case .tilesFailed: "tiles failed"
        case .rasterMicroseconds: "µs of rastering"
        case .bytesRastered: "bytes rastered"
        case .tilesEncoded: "tiles encoded"
        case .encodeMicroseconds: "µs of encoding"
        case .bytesEncoded: "bytes encoded"
        case .bytesCached: "bytes cached"
        case .controllersMade: "controllers made"
        case .controllersAlive: "controllers alive"
        case .viewsLoaded: "views loaded"
        case .willAppear: "viewWillAppear calls"
        case .isAppearing: "viewIsAppearing calls"
        case .didAppear: "viewDidAppear calls"
        case .willDisappear: "viewWillDisappear calls"
        case .didDisappear: "viewDidDisappear calls"
        case .cellsMade: "cells made"
        case .cellsReused: "cells reused"
        case .cellsLaidOut: "cells laid out"
        case .allocations: "allocations"
        }
    }
}

/// A number for each `Count`.
public struct FrameCounts: Hashable, Sendable, Codable {
    private var values: [Int]

    public init() { values = Array(repeating: 0, count: Count.allCases.count) }

    private static let places = Dictionary(
        uniqueKeysWithValues: Count.allCases.enumerated().map { ($0.element, $0.offset) })

    public subscript(count: Count) -> Int {
        get { values[Self.places[count]!] }
        set { values[Self.places[count]!] = newValue }
    }

    public static func += (sum: inout FrameCounts, other: FrameCounts) {
        for count in Count.allCases {
            sum[count] = count.isSum ? sum[count] &+ other[count] : max(sum[count], other[count])
        }
    }

    /// Decodes an object with the numbers that are not 0.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.singleValueContainer()
        for (count, value) in try container.decode([Count: Int].self) { self[count] = value }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(
            Dictionary(
                uniqueKeysWithValues: Count.allCases.compactMap { self[$0] == 0 ? nil : ($0, self[$0]) }))
    }
}
