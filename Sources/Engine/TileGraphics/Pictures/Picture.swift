public import TileGeometry
import TileSupport

/// A drawing, recorded once and replayed through any clip at any scale: an immutable display list with a spatial index.
///
///     var recorder = PictureRecorder()
///     recorder.fill(path, with: .color(.black))
///     let picture = recorder.finish()
///     let image = picture.raster(area, in: pool)
///
/// The cost of a replay depends on what is inside the clip. An R-tree skips the operations that cannot touch it, long
/// outlines skip runs of their segments (`Path`), and groups, masks and patterns hold pictures of their own, each with
/// an index, which are drawn apart only where they are visible.
///
/// Replays are safe from any number of threads at once, because a picture is immutable.
///
/// `@unchecked Sendable`: the `var` properties are changed in one place only, `record(over:_:)` of a group, and only
/// while the picture is uniquely referenced.
public final class Picture: @unchecked Sendable {
    /// The operations in paint order; empty if they are in an archive.
    @exclusivity(unchecked) private var recorded: ContiguousArray<Operation>
    /// The operations in an archive, if they are not in memory.
    let archived: ArchivedOperations?
    /// The `totalOperationCount` of an archived picture.
    private let archivedCount: Int
    /// The index; nil if checking all operations is faster.
    @exclusivity(unchecked) private var index: RTree?
    /// The bounds of all ink, in the picture's plane; empty if nothing is drawn.
    @exclusivity(unchecked) public private(set) var bounds: Box
    /// The nesting depth of pictures, including this one.
    @exclusivity(unchecked) package private(set) var depth: Int
    /// The number of bitmaps of the visible area's size that a replay holds at a time, in addition to its destination.
    @exclusivity(unchecked) private(set) var layerDepth: Int
    /// The maximum distance in pixels of ink from the bounds of its operation, by strokes with a width in pixels.
    @exclusivity(unchecked) package private(set) var pixelReach: Double
    /// The number of backdrops, including those in groups.
    @exclusivity(unchecked) package private(set) var backdropCount: Int

    init(_ operations: ContiguousArray<Operation>) {
        recorded = operations
        archived = nil
        archivedCount = 0
        (index, bounds, depth, layerDepth, pixelReach, backdropCount) = Self.summary(of: operations)
    }

    private static func summary(
        of operations: ContiguousArray<Operation>
    ) -> (index: RTree?, bounds: Box, depth: Int, layerDepth: Int, pixelReach: Double, backdropCount: Int) {
        var (bounds, depth, layerDepth, pixelReach, backdropCount) = (Box.empty, 0, 0, 0.0, 0)
        for operation in operations {
            if !operation.bounds.isEmpty { bounds = bounds.union(operation.bounds) }
            depth = max(depth, operation.kind.depth)
            layerDepth = max(layerDepth, operation.kind.layerDepth)
            pixelReach = max(pixelReach, operation.kind.pixelReach)
            backdropCount &+= operation.kind.backdropCount
        }
        let isLong = operations.count > maxCountWithoutIndex
        let index = isLong ? RTree(operations.count) { operations[$0].bounds } : nil
        return (index, bounds, depth + 1, layerDepth, pixelReach, backdropCount)
    }

    /// Empties a uniquely referenced picture, and returns the memory of its operations.
    fileprivate func takeMemory() -> ContiguousArray<Operation> {
        var memory = ContiguousArray<Operation>()
        swap(&memory, &recorded)
        memory.removeAll(keepingCapacity: true)
        (index, bounds, depth, layerDepth, pixelReach, backdropCount) = (nil, .empty, 1, 0, 0, 0)
        return memory
    }

    /// Replaces the operations of a uniquely referenced picture.
    fileprivate func become(_ operations: ContiguousArray<Operation>) {
        recorded = operations
        (index, bounds, depth, layerDepth, pixelReach, backdropCount) = Self.summary(of: operations)
    }

    /// Creates a picture in an archive, with everything but the operations.
    init(
        _ archived: ArchivedOperations, index: RTree, bounds: Box, depth: Int, layerDepth: Int, pixelReach: Double,
        totalCount: Int
    ) {
        recorded = []
        self.archived = archived
        archivedCount = totalCount
        self.index = index
        self.bounds = bounds
        self.depth = depth
        self.layerDepth = layerDepth
        self.pixelReach = pixelReach
        backdropCount = 0
    }

    public static let empty = Picture([])

    /// The maximum nesting of pictures that are retained and released recursively: slightly more than layers nest.
    static let largestDepth = 1100

    /// Creates a placeholder for a picture that is nested too deep: it only has the bounds. A replay fails there.
    private init(tooDeepWithin bounds: Box) {
        recorded = []
        archived = nil
        archivedCount = 0
        index = nil
        self.bounds = bounds
        depth = Self.largestDepth + 1
        layerDepth = 0
        pixelReach = 0
        backdropCount = 0
    }

    /// This picture, or a placeholder if it is nested too deep.
    var bounded: Picture { depth > Self.largestDepth ? Picture(tooDeepWithin: bounds) : self }

    /// The number of operations up to which a tree is not worthwhile: checking each takes 30 ns, and pictures of layer
    /// trees, which are recreated in every frame, hold no more: two for each of 32 layers.
    static let maxCountWithoutIndex = 64

    /// The memory of an operation in the list and its index, in bytes.
    package static let bytesPerOperation = MemoryLayout<Operation>.stride + 24

    /// All operations in paint order.
    ///
    /// - Complexity: O(1). For an archived picture O(n), and unreadable operations are skipped.
    var operations: ContiguousArray<Operation> { archived?.all ?? recorded }

    /// Returns an operation by number.
    ///
    /// - Throws: `RasterFailure.damaged` for an unreadable one in an archive.
    @inline(__always)
    func operation(_ number: Int) throws(RasterFailure) -> Operation {
        if let archived { return try Self.operation(number, of: archived) }
        return recorded[number]
    }

    @inline(never)
    private static func operation(
        _ number: Int, of archived: ArchivedOperations
    ) throws(RasterFailure) -> Operation {
        do throws(ArchiveDamage) { return try archived[number] } catch { throw .damaged }
    }

    /// The number of operations, not counting those inside groups and patterns.
    public var operationCount: Int { archived?.count ?? recorded.count }

    /// The number of operations including those inside groups, counted each time that they are drawn.
    ///
    /// - Complexity: O(n).
    public var totalOperationCount: Int {
        if archived != nil { return archivedCount }
        return operations.reduce(0) { count, operation in
            switch operation.kind {
            case .group(let group): count + group.content.totalOperationCount
            case .projected(let projected): count + projected.content.totalOperationCount
            case .filtered(let filtered): filtered.pictures.reduce(count) { $0 + $1.totalOperationCount }
            default: count + 1
            }
        }
    }

    /// Appends the numbers of the operations that may draw in `box`, in paint order.
    func visible(in box: Box, into hits: inout ContiguousArray<UInt32>) {
        let start = hits.count
        find(in: box, into: &hits)
        if index != nil { hits[start...].sort() }
    }

    /// Appends the numbers of the operations that may draw in `box`, in no particular order.
    func find(in box: Box, into hits: inout ContiguousArray<UInt32>) {
        guard let index else {
            if box.isEmpty { return }
            for number in recorded.indices where recorded[number].bounds.intersects(box) {
                hits.append(UInt32(number))
            }
            return
        }
        let start = hits.count
        index.query(box, into: &hits)
        if let archived, hits[start...].contains(where: { $0 >= archived.count }) {
            // Damaged: numbers that don't exist are dropped.
            let known = hits[start...].filter { $0 < archived.count }
            hits.replaceSubrange(start..., with: known)
        }
    }
}

extension PictureGroup {
    /// Replaces the content of `group` by what `record` records. If the group and its picture are uniquely referenced,
    /// they are reused, and nothing is allocated unless there are more operations than before.
    ///
    /// - Parameters:
    ///   - box: Clips the recording; nil for no clip. If it differs from the group's box, a new group is created.
    ///   - record: Records operations, and returns a part that they cover with opaque colors.
    package static func record(
        over group: inout PictureGroup?, within box: Box? = nil, _ record: (inout PictureRecorder) -> Box
    ) {
        var recorder = PictureRecorder()
        var isEmptied = false
        // The memory must be uniquely referenced while recording, or it would be copied.
        if group?.box == box, let memory = emptied(&group) {
            recorder.operations = memory
            isEmptied = true
        }
        let opaqueBox = record(&recorder)
        if let group, isEmptied {
            group.content.become(recorder.operations)
            group.becomeDrawing(opaqueBox: opaqueBox)
        } else if let box {
            group = PictureGroup(content: recorder.finish(), box: box, opaqueBox: opaqueBox)
        } else {
            group = PictureGroup(content: recorder.finish(), opaqueBox: opaqueBox)
        }
    }

    /// Releases the operations of `group` if it is uniquely referenced, and keeps the memory.
    package static func empty(_ group: inout PictureGroup?) {
        guard let memory = emptied(&group) else { return }
        group?.content.become(memory)
        group?.becomeDrawing(opaqueBox: .empty)
    }

    /// Makes `group` draw the same as another group, with another opacity and, if given, other paints for its first and
    /// last operations, which must be fills. If the group is uniquely referenced, it is reused; with other paints, so
    /// is its picture if that is uniquely referenced. Then nothing is allocated.
    package static func record(
        over group: inout PictureGroup?, as model: PictureGroup, opacity: Double, first: Paint?, last: Paint?
    ) {
        var content = model.content
        if first != nil || last != nil {
            let isOwn = isSoleHolder(of: &group) && group?.contentIsUnshared() == true
            var operations = (isOwn ? group?.content.takeMemory() : nil) ?? []
            operations.append(contentsOf: content.operations)
            if let first { operations[0].repaint(with: first) }
            if let last { operations[operations.count - 1].repaint(with: last) }
            if isOwn, let group {
                group.content.become(operations)
                content = group.content
            } else {
                content = Picture(operations)
            }
        }
        if isSoleHolder(of: &group), let group {
            group.become(content, as: model, opacity: opacity)
        } else {
            group = PictureGroup(content, as: model, opacity: opacity)
        }
    }

    /// Releases what a group draws that `record(over:as:opacity:first:last:)` is about to replace, as far as it is
    /// uniquely referenced.
    package static func emptyStyled(_ group: inout PictureGroup?) {
        guard isSoleHolder(of: &group), let group else {
            group = nil
            return
        }
        if group.contentIsUnshared() {
            group.content.become(group.content.takeMemory())
        } else {
            group.become(.empty, as: group, opacity: 1)
        }
        group.letGoOfMask()
    }

    private static func emptied(_ group: inout PictureGroup?) -> ContiguousArray<Operation>? {
        guard isSoleHolder(of: &group), let group, group.isBare || group.box != nil,
            group.contentIsUnshared()
        else { return nil }
        return group.content.takeMemory()
    }
}

/// Records operations into a picture.
public struct PictureRecorder {
    fileprivate(set) var operations = ContiguousArray<Operation>()
    /// The most recent stroke styles, which later strokes often share.
    private var recentStyles: [SharedStrokeStyle] = []
    private static let maxRecentStyles = 8

    public init() {}

    /// Reserves capacity for operations, because growing would temporarily hold some of them twice.
    package mutating func reserve(operations count: Int) { operations.reserveCapacity(count) }

    public var operationCount: Int { operations.count }

    /// Removes all operations after the first `count`.
    package mutating func truncate(to count: Int) { operations.removeLast(max(0, operations.count - count)) }

    /// Fills an outline.
    ///
    /// - Parameter transform: Maps the outline's plane to the picture's; the paint is in the outline's plane.
    public mutating func fill(
        _ path: Path, rule: FillRule = .nonZero, with paint: Paint, antialiasing: Antialiasing = .normal,
        transform: CGAffineTransform = .identity
    ) {
        append(.fill(path, rule, paint, antialiasing), bounds: path.bounds, transform)
    }

    /// Strokes an outline. Invalid dashes (a negative one, none above 0) make a solid line.
    public mutating func stroke(
        _ path: Path, style: StrokeStyle, with paint: Paint, antialiasing: Antialiasing = .normal,
        transform: CGAffineTransform = .identity
    ) {
        guard style.width > 0, style.width.isFinite else { return }
        var style = style
        let period = style.dashes.reduce(0, +)
        if !(period > 0 && period.isFinite) || style.dashes.contains(where: { $0 < 0 }) || !style.dashOffset.isFinite {
            style.dashes = []
        }
        // The ink of a line with a width in pixels reaches farther; see `Picture.pixelReach`.
        let bounds = style.unit == .pixel ? path.bounds : path.bounds.expanded(by: style.reach)
        append(.stroke(path, shared(style), paint, antialiasing), bounds: bounds, transform)
    }

    private mutating func shared(_ style: StrokeStyle) -> SharedStrokeStyle {
        if let known = recentStyles.first(where: { $0.style == style }) { return known }
        let new = SharedStrokeStyle(style)
        if recentStyles.count == Self.maxRecentStyles { recentStyles.removeFirst() }
        recentStyles.append(new)
        return new
    }

    public mutating func show(_ glyphs: GlyphRun, with paint: Paint, transform: CGAffineTransform = .identity) {
        append(.glyphs(glyphs, paint), bounds: glyphs.bounds, transform)
    }

    public mutating func draw(_ group: PictureGroup, transform: CGAffineTransform = .identity) {
        append(.group(group), bounds: group.bounds, transform)
    }

    /// Appends a picture's operations as if they had been recorded here.
    ///
    /// - Complexity: O(n).
    public mutating func append(_ picture: Picture, transform: CGAffineTransform = .identity) {
        for operation in picture.operations {
            var copy = operation
            copy.transform = operation.transform.concatenating(transform)
            copy.bounds = operation.bounds.applying(transform)
            if copy.transform.isInvertible { operations.append(copy) }
        }
    }

    /// Draws a picture in perspective.
    public mutating func draw(_ projected: ProjectedPicture, transform: CGAffineTransform = .identity) {
        append(.projected(projected), bounds: projected.bounds, transform)
    }

    /// Draws a picture through a filter.
    public mutating func draw(_ filtered: FilteredPicture, transform: CGAffineTransform = .identity) {
        append(.filtered(filtered), bounds: filtered.bounds, transform)
    }

    mutating func append(_ kind: Operation.Kind, bounds: Box, _ transform: CGAffineTransform) {
        guard !bounds.isEmpty, transform.isInvertible else { return }
        let mapped = bounds.applying(transform)
        // An overflow to infinity still covers the ink; a NaN would be neither inside nor outside of anything.
        guard mapped.minX <= mapped.maxX, mapped.minY <= mapped.maxY else { return }
        operations.append(Operation(kind: kind, transform: transform, bounds: mapped))
    }

    /// Returns the picture recorded so far.
    ///
    /// - Complexity: O(n log n).
    public consuming func finish() -> Picture { operations.isEmpty ? .empty : Picture(operations) }
}
