public import TileGeometry
import TileSupport

/// A drawing, recorded once and replayed through any clip at any scale: an immutable display list under a spatial
/// index.
///
///     var recorder = PictureRecorder()
///     recorder.fill(path, with: .color(.black))
///     let picture = recorder.finish()
///     let image = picture.raster(area, in: pool)
///
/// What a replay costs follows what is inside the clip. An R-tree passes over the operations that cannot touch it; long
/// outlines pass over the runs of their segments that cannot (`Path`); groups, masks and patterns hold pictures of
/// their own, with an index each, and are drawn apart only where they show.
///
/// Replays are safe from any number of threads at once: nothing in a picture changes.
///
/// `@unchecked Sendable`: what is a `var` here is changed in one place alone, `record(over:_:)` of a group, and there
/// only while nobody else holds the picture.
public final class Picture: @unchecked Sendable {
    /// In paint order; empty when they are in an archive.
    @exclusivity(unchecked) private var recorded: ContiguousArray<Operation>
    /// Where they are if not in memory.
    let archived: ArchivedOperations?
    /// Of an archive's, `totalOperationCount`.
    private let archivedCount: Int
    /// Only where looking at all operations would take longer.
    @exclusivity(unchecked) private var index: RTree?
    /// Holds all ink, in the picture's plane; empty when nothing is drawn.
    @exclusivity(unchecked) public private(set) var bounds: Box
    /// How deeply pictures lie within pictures, this one included.
    @exclusivity(unchecked) package private(set) var depth: Int
    /// How many bitmaps as large as what shows a replay holds at a time, besides the one that it draws on.
    @exclusivity(unchecked) private(set) var layerDepth: Int

    init(_ operations: ContiguousArray<Operation>) {
        recorded = operations
        archived = nil
        archivedCount = 0
        (index, bounds, depth, layerDepth) = Self.summary(of: operations)
    }

    private static func summary(
        of operations: ContiguousArray<Operation>
    ) -> (index: RTree?, bounds: Box, depth: Int, layerDepth: Int) {
        var (bounds, depth, layerDepth) = (Box.empty, 0, 0)
        for operation in operations {
            if !operation.bounds.isEmpty { bounds = bounds.union(operation.bounds) }
            depth = max(depth, operation.kind.depth)
            layerDepth = max(layerDepth, operation.kind.layerDepth)
        }
        let isLong = operations.count > maxCountWithoutIndex
        return (isLong ? RTree(operations.count) { operations[$0].bounds } : nil, bounds, depth + 1, layerDepth)
    }

    /// Of a picture that nobody else holds, the memory of its operations, without them; it draws nothing then.
    fileprivate func takeMemory() -> ContiguousArray<Operation> {
        var memory = ContiguousArray<Operation>()
        swap(&memory, &recorded)
        memory.removeAll(keepingCapacity: true)
        (index, bounds, depth, layerDepth) = (nil, .empty, 1, 0)
        return memory
    }

    /// Makes a picture that nobody else holds another.
    fileprivate func become(_ operations: ContiguousArray<Operation>) {
        recorded = operations
        (index, bounds, depth, layerDepth) = Self.summary(of: operations)
    }

    /// A picture in an archive, of which all but the operations is known.
    init(
        _ archived: ArchivedOperations, index: RTree, bounds: Box, depth: Int, layerDepth: Int, totalCount: Int
    ) {
        recorded = []
        self.archived = archived
        archivedCount = totalCount
        self.index = index
        self.bounds = bounds
        self.depth = depth
        self.layerDepth = layerDepth
    }

    public static let empty = Picture([])

    /// Pictures within pictures that are held and let go one within the other: somewhat more than layers nest.
    static let largestDepth = 1100

    /// Stands for one that is too deep, where another would hold it: the bounds, and not the rest. A replay fails
    /// there.
    private init(tooDeepWithin bounds: Box) {
        recorded = []
        archived = nil
        archivedCount = 0
        index = nil
        self.bounds = bounds
        depth = Self.largestDepth + 1
        layerDepth = 0
    }

    /// This picture, or what stands for it when it is too deep.
    var bounded: Picture { depth > Self.largestDepth ? Picture(tooDeepWithin: bounds) : self }

    /// Up to here a tree over the operations is not worth making: looking at each takes 30 ns in all, and pictures of
    /// layer trees, which are made anew in every frame, hold no more: two for each of 32 layers.
    static let maxCountWithoutIndex = 64

    /// Memory that the list and its index take for one operation, in bytes.
    package static let bytesPerOperation = MemoryLayout<Operation>.stride + 24

    /// All of them, in paint order.
    ///
    /// - Complexity: O(1); of a picture in an archive O(n), without those that can't be read.
    var operations: ContiguousArray<Operation> { archived?.all ?? recorded }

    /// The one of a number.
    ///
    /// - Throws: `RasterFailure.damaged`, for one of an archive.
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

    /// Operations of this picture, not counting those inside groups and patterns.
    public var operationCount: Int { archived?.count ?? recorded.count }

    /// Operations with those inside groups, counted once for each time that they are drawn.
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

    /// The same, in no order.
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
            // Not as it was written; what there is not can't be asked for.
            let known = hits[start...].filter { $0 < archived.count }
            hits.replaceSubrange(start..., with: known)
        }
    }
}

extension PictureGroup {
    /// Makes `group` one of what is recorded and nothing else. Where nobody else holds the group, nor its picture,
    /// these are changed, and nothing is allocated but for more operations than they had.
    ///
    /// - Parameters:
    ///   - box: cuts what is recorded; nil for nothing. Where it is another one than the group had, that is made anew.
    ///   - record: records, and returns a part that it covers with opaque colors.
    package static func record(
        over group: inout PictureGroup?, within box: Box? = nil, _ record: (inout PictureRecorder) -> Box
    ) {
        var recorder = PictureRecorder()
        var isEmptied = false
        // Nothing else may hold the memory when it is recorded into: it would be copied.
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

    /// Lets go of what `group` draws, where nobody else holds it, and keeps the memory.
    package static func empty(_ group: inout PictureGroup?) {
        guard let memory = emptied(&group) else { return }
        group?.content.become(memory)
        group?.becomeDrawing(opaqueBox: .empty)
    }

    /// Makes `group` one that draws what another does, with another opacity and, where they are given, other paints in
    /// its first and its last operation, which are fills then. Where nobody else holds the group, it is changed, and
    /// with other paints its picture, where nobody else holds that: then nothing is allocated.
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

    /// Lets go of what a group draws that `record(over:as:opacity:first:last:)` is to make another, as far as nobody
    /// else holds it.
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
    /// The last pens, which are often those of the next strokes as well.
    private var recentStyles: [SharedStrokeStyle] = []
    private static let maxRecentStyles = 8

    public init() {}

    /// Makes room for so many operations at once, where growing would hold some of them twice for a while.
    package mutating func reserve(operations count: Int) { operations.reserveCapacity(count) }

    public var operationCount: Int { operations.count }

    /// Forgets all operations but so many of the first.
    package mutating func truncate(to count: Int) { operations.removeLast(max(0, operations.count - count)) }

    /// Fills an outline.
    ///
    /// - Parameter transform: from the outline's plane to the picture's; the paint is in the outline's plane.
    public mutating func fill(
        _ path: Path, rule: FillRule = .nonZero, with paint: Paint, antialiasing: Antialiasing = .normal,
        transform: CGAffineTransform = .identity
    ) {
        append(.fill(path, rule, paint, antialiasing), bounds: path.bounds, transform)
    }

    /// Draws along an outline. Dashes that cannot be (a negative one, none longer than 0) make a solid line.
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
        append(
            .stroke(path, shared(style), paint, antialiasing), bounds: path.bounds.expanded(by: style.reach), transform)
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

    /// Draws a picture's operations as if they had been recorded here.
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

    /// Draws a picture on a plane that lies askew.
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
        // An overflow to infinity still covers; not-a-number would cover nothing and everything.
        guard mapped.minX <= mapped.maxX, mapped.minY <= mapped.maxY else { return }
        operations.append(Operation(kind: kind, transform: transform, bounds: mapped))
    }

    /// The picture so far.
    ///
    /// - Complexity: O(n log n).
    public consuming func finish() -> Picture { operations.isEmpty ? .empty : Picture(operations) }
}
