public import Foundation
public import TileContent
public import TileEngine
public import TileGeometry
import TileGraphics
import TileSupport
public import TileViews

/// All of a scroll view's content as tile content: of a table of a million rows, all of them.
///
///     let table = UITableView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
///     table.rowHeight = 44
///     table.dataSource = stops
///     let list = try ScrollSource(table)
///     let document = ContentDocument(scrolling: list, name: "stops")
///
/// The view is the source's from then on. For a tile it is put to where that is, lays out what shows there, and that is
/// recorded: pieces of content as large as the view, of which the last are kept. So a table makes cells for two or
/// three of its screens, however many rows it has, and a tile costs the rows that meet it.
///
/// A tile's pixels do not depend on which were asked for before, as far as the program's cells don't. What sticks to
/// the view and not to the content does not show: scroll indicators, an index, background views; headers that float are
/// where they belong. Time stands still.
///
/// Pixels that show more than a thirty-second part of the view's length would show more rows than are laid out for a
/// tile (`ScrollSource.leastScale`). There strips of 32 pixels stand for stretches of the content: each shows,
/// squeezed, the view's length in the middle of its stretch.
public final class ScrollSource<Root: UIScrollView>: ChangingTileSource {
    /// The content's size when the source was made, in points. Rows that come to be beyond it do not show.
    public let contentSize: CGSize
    public let traits: ViewTraits
    /// Pixels per point, from which on all shows as it is.
    public var leastScale: Double { plan.leastScale }

    private let plan: ScrollPlan
    private let stage: Lock<ScrollStage>
    private let kept = Lock(KeptBlocks())
    private let watchers = TileChangeWatchers()

    /// Takes a view over. Its frame's size is that of the pieces that are laid out at a time, and is to be that of a
    /// screen; at least 64 points along which the content is longer.
    ///
    /// The content must have a size: lengths that are fixed, or that a delegate says. Where they are estimates, all is
    /// laid out once to find them out, up to 2000 views' lengths.
    ///
    /// - Parameters:
    ///   - scale: pixels per point that views are told.
    ///   - traits: for a view that is one of several variants of a content.
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

    /// Reads or changes the view. All of the content is redrawn then.
    ///
    /// Calls wait for each other, and for tiles that are being laid out.
    @discardableResult
    public func update<Result: Sendable, Failure: Error>(
        _ body: @Sendable (Root) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { watchers.tell([Box(CGRect(origin: .zero, size: contentSize))]) }
        return try stage.withLock { (stage) throws(Failure) in
            defer { kept.withLock { $0.removeAll() } }
            return try stage.change { (view) throws(Failure) in
                // It was made of one.
                try body(unsafeDowncast(view, to: Root.self))
            }
        }
    }

    public func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watchers.subscribe(onChange)
    }

    /// Of the pieces that are kept, as they are recorded.
    public var byteCount: Int { kept.withLock { $0.byteCount } }
    public var memoryKind: MemoryBudget.Kind { .views }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let picture = try plan.picture(of: area) { place in
            try context.checkCancellation()
            return block(at: place)
        }
        let pixels = RasterArea(scale: 1, x: 0, y: 0, width: area.width, height: area.height)
        return try PictureSource(picture, contentSize: CGSize(width: area.width, height: area.height))
            .raster(pixels, in: context)
    }

    private func block(at place: CGPoint) -> Picture {
        if let known = kept.withLock({ $0[place] }) { return known }
        return stage.withLock { stage in
            // Somebody may have made it meanwhile.
            if let known = kept.withLock({ $0[place] }) { return known }
            let picture = stage.picture(at: place)
            kept.withLock { $0.insert(picture, at: place) }
            return picture
        }
    }
}

/// Why a scroll view can't be shown whole.
public enum ScrollSourceFailure: Error, Hashable, CustomStringConvertible {
    /// The rows' lengths are estimates, and there are more than can be laid out to find them out.
    case tooManyEstimates(views: Int)
    /// In points.
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
    /// All of a scroll view's content under a name, which becomes part of URLs.
    public init<Root: UIScrollView>(scrolling source: ScrollSource<Root>, name: String) {
        self.init(
            path: name, kind: nil, source: source, isScalable: true,
            facts: [Fact(name: "drawn by", value: "\(Root.self)")], notes: [])
    }
}
