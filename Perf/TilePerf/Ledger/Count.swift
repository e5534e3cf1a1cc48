/// The quantities that are counted in each frame. Raw values are their names in ledgers, traces and reports.
public enum Count: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    /// Touches, wheel turns and other events of the trace that the frame took in.
    case events
    /// Layouts by constraints that were solved.
    case layoutsSolved
    /// Constraints that layout came to hold, those of contents' sizes and frames included.
    case constraintsAdded
    /// Constraints that it no longer holds.
    case constraintsRemoved
    /// Constraints whose constant changed.
    case constraintsChanged
    /// Required constraints that contradicted others, and were given up.
    case constraintsBroken
    /// Animations that go on, one for each layer and each key.
    case animations
    /// 1 when anything was laid out.
    case layoutPasses
    /// Calls of `layoutSubviews()`.
    case viewsLaidOut
    /// Tile views made.
    case tileViewsMade
    /// Tile views given another tile, new ones too.
    case tileViewsRecycled
    /// Recycled tile views that showed another place before.
    case tileViewsMoved
    /// Tile views that stayed and took a better picture.
    case tileViewsRefreshed
    /// Calls of `draw(_:)`: layers that drew themselves.
    case draws
    /// Pixels that these drew.
    case drawnPixels
    /// Render nodes made.
    case layersCommitted
    /// Drawing operations visited for tiles that were rastered since the frame before.
    case operationsReplayed
    /// Drawing operations that the frame itself takes, where it differs from the one before.
    case operationsShown
    /// Device pixels of the frame that differ, or may.
    case dirtyPixels
    /// Pixels drawn more than once to show those.
    case overdrawnPixels
    /// Tiles asked for since the frame before.
    case tilesRequested
    /// Tiles that came into view and were ready, at least as drafts.
    case tilesHit
    /// Tiles that came into view and were not.
    case tilesLate
    /// Tiles rastered as drafts, and in full.
    case tilesDraft
    case tilesFull
    /// Requests given up because the view had turned elsewhere.
    case tilesCancelled
    /// Tiles rastered and gone from the demand before they were shown.
    case tilesWasted
    /// Tiles that could not be drawn.
    case tilesFailed
    /// Time that workers rastered, in microseconds: on the virtual clock the scripted cost.
    case rasterMicroseconds
    case bytesRastered
    /// Files made of tiles, as a server makes them: none where the trace names no format.
    case tilesEncoded
    /// Time that workers made files, in microseconds: on the virtual clock the scripted cost.
    case encodeMicroseconds
    case bytesEncoded
    /// In the cache after the frame; not a sum.
    case bytesCached
    /// View controllers made.
    case controllersMade
    /// View controllers there are after the frame; not a sum.
    case controllersAlive
    /// Views that controllers made.
    case viewsLoaded
    /// Calls of `viewWillAppear(_:)`, `viewIsAppearing(_:)`, `viewDidAppear(_:)`, `viewWillDisappear(_:)` and
    /// `viewDidDisappear(_:)`.
    case willAppear
    case isAppearing
    case didAppear
    case willDisappear
    case didDisappear
    /// Cells of tables and collections made, handed out again, and laid out.
    case cellsMade
    case cellsReused
    case cellsLaidOut
    /// Memory blocks taken by the frame, where something counts them: a program that has taken the allocator's place.
    case allocations

    /// Whether the virtual clock makes it the same on every machine. Bytes of pixels are; blocks depend on the compiler
    /// and the library.
    public var isExact: Bool { self != .allocations }

    /// Whether frames' values add up to a whole.
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
