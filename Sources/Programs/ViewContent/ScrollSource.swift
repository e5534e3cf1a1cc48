public import Foundation
public import TileContent
public import TileEngine
public import TileGeometry
import TileGraphics
import TileSupport
public import TileViews

/// The entire content of a scroll view as tile content, such as all rows of a table with a million rows.
///
///     let table = UITableView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
///     table.rowHeight = 44
///     table.dataSource = stops
///     let list = try ScrollSource(table)
///     let document = ContentDocument(scrolling: list, name: "stops")
///
/// The source owns the view from then on. To draw a tile, the source scrolls the view to the tile's position, lays out
/// the visible part and records it in pieces as large as the view, of which it keeps the most recent. A table therefore
/// creates cells for two or three of its screens, regardless of its number of rows, and a tile costs only the rows that
/// intersect it.
///
/// The pixels of a tile don't depend on the tiles requested before, provided that the program's cells don't. Parts that
/// are fixed to the view instead of the content, such as scroll indicators, an index or background views, aren't shown,
/// and floating headers are at their original positions. Time stands still.
///
/// If a pixel covers more than one thirty-second of the view's length, a tile would show more rows than are laid out
/// for it (`ScrollSource.leastScale`). At such scales, strips of 32 pixels represent stretches of the content. Each
/// strip shows the middle of its stretch, as long as the view and squeezed to fit.
public final class ScrollSource<Root: UIScrollView>: ChangingTileSource {
    /// The size of the content when the source was created, in points. Rows that are added beyond it aren't shown.
    public let contentSize: CGSize
    public let traits: ViewTraits
    /// The scale in pixels per point from which all content is shown as it is.
    public var leastScale: Double { plan.leastScale }

    private let plan: ScrollPlan
    private let stage: Lock<ScrollStage>
    private let kept = Lock(KeptBlocks())
    /// The fonts that the view lacks.
    private let fonts = FontShortage()
    private let watchers = TileChangeWatchers()

    /// Creates a source that owns a view. The size of the view's frame is the size of the pieces that are laid out at a
    /// time. It should be the size of a screen, and must be at least 64 points along the axis in which the content
    /// scrolls.
    ///
    /// The content must have a size, from fixed lengths or from lengths that a delegate returns. If the lengths are
    /// estimates, everything is laid out once to determine them, for up to 2000 views.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels per point that is reported to views.
    ///   - traits: The traits of the view, if it is one of several variants of a content.
    /// - Throws: `ScrollSourceFailure`.
    public init(
        _ root: sending Root, scale: CGFloat = 1, traits: ViewTraits = ViewTraits()
    ) throws(ScrollSourceFailure) {
        let size = root.frame.size
        precondition(
            size.width > 0 && size.height > 0,
            "a view of \(size.width) by \(size.height) points has nothing to show: give it a frame first")
        self.traits = traits
        let stage: ScrollStage
        do throws(TooManyEstimates) {
            stage = try ScrollStage(root, scale: scale) { traits.apply(to: &$0.traitOverrides) }
        } catch {
            throw .tooManyEstimates(views: error.views)
        }
        plan = stage.plan
        for axis in [plan.horizontal, plan.vertical] where axis.isScrolled && axis.view < BlockAxis.leastView {
            throw .viewTooShort(length: axis.view)
        }
        contentSize = plan.contentSize
        self.stage = Lock(stage)
    }

    /// Reads or changes the view, then redraws all content.
    ///
    /// Calls wait for each other and for tiles that are being laid out.
    @discardableResult
    public func update<Result: Sendable, Failure: Error>(
        _ body: @Sendable (Root) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { watchers.notify([Box(CGRect(origin: .zero, size: contentSize))]) }
        return try stage.withLock { (stage) throws(Failure) in
            defer { kept.withLock { $0.removeAll() } }
            return try stage.change { (view) throws(Failure) in
                // The view was created with this type.
                try body(unsafeDowncast(view, to: Root.self))
            }
        }
    }

    public func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watchers.subscribe(onChange)
    }

    /// The size in bytes of the kept pieces, as recorded.
    public var byteCount: Int { kept.withLock { $0.byteCount } }
    public var memoryKind: MemoryBudget.Kind { .views }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let picture = try plan.picture(of: area) { place in
            try context.checkCancellation()
            return try block(at: place)
        }
        let pixels = RasterArea(scale: 1, x: 0, y: 0, width: area.width, height: area.height)
        return try PictureSource(picture, contentSize: CGSize(width: area.width, height: area.height))
            .raster(pixels, in: context)
    }

    private func block(at place: CGPoint) throws(ContentFailure) -> Picture {
        if let known = kept.withLock({ $0[place] }) { return known }
        return try stage.withLock { (stage) throws(ContentFailure) in
            // Another thread can have created the piece in the meantime.
            if let known = kept.withLock({ $0[place] }) { return known }
            let name = "\(Root.self)"
            try fonts.complete(name) { stage.change { $0.invalidateText() } }
            let picture = stage.picture(at: place)
            fonts.noteMissingFont()
            try fonts.check(name)
            kept.withLock { $0.insert(picture, at: place) }
            return picture
        }
    }
}

/// An error for a scroll view that can't be shown as a whole.
public enum ScrollSourceFailure: Error, Hashable, CustomStringConvertible {
    /// The row lengths are estimates, and too many rows would have to be laid out to determine them.
    case tooManyEstimates(views: Int)
    /// The view is too short. The length is in points.
    case viewTooShort(length: Double)

    public var description: String {
        switch self {
        case .tooManyEstimates(let views):
            "more than \(views) screens of rows whose heights are estimates: say the heights (rowHeight,"
                + " tableView(_:heightForRowAt:), itemSize)"
        case .viewTooShort(let length):
            "a view of \(length) points is too short to show longer content: give it at least"
                + " \(Int(BlockAxis.leastView))"
        }
    }
}

extension ContentDocument {
    /// Creates a document for the entire content of a scroll view. The name becomes part of URLs.
    public init<Root: UIScrollView>(scrolling source: ScrollSource<Root>, name: String) {
        self.init(
            path: name, kind: nil, source: source, isScalable: true,
            facts: [Fact(name: "drawn by", value: "\(Root.self)")], notes: [])
    }
}
