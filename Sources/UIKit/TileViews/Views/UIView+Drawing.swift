import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport

extension UIView {
    /// A Boolean value that indicates whether instances of the class may draw: true for all classes except `UIView`,
    /// `UIWindow` and `TileView` themselves. Without Objective-C, it is unknown whether a subclass overrides
    /// `draw(_:)`. If it does not, its first display records nothing.
    static var mayDraw: Bool { self != UIView.self && self != UIWindow.self && self != TileView.self }

    /// Displays a layer.
    ///
    /// - Parameter layer: The layer of the view, or a presentation layer that draws the animated state.
    func displayLayer(_ layer: CALayer) {
        // If the view has not drawn the contents, they were set on the layer.
        let given = flags.contains(.hasDrawn) ? nil : layer.contents
        layer.drawContents()
        let hasDrawn = layer.drawnPicture.map { $0.operationCount > 0 } ?? false
        if layer === self.layer { flags.set(.hasDrawn, hasDrawn) }
        if !hasDrawn { layer.contents = given }
    }

    func drawLayer(in context: CGContext) {
        let rect = context.boundingBoxOfClipPath
        if Self.isDrawingTiles.value {
            UIGraphicsPushContext(context)
            defer { UIGraphicsPopContext() }
            draw(rect)
            return
        }
        if !clearsContextBeforeDrawing, let before = layer.drawnPicture {
            let isMuch = before.totalOperationCount > Self.maxKeptOperations || before.depth > Self.maxKeptDepth
            context.draw(isMuch ? flattened(before) : before)
        }
        UIGraphicsPushContext(context)
        defer { UIGraphicsPopContext() }
        effectiveTraits.performAsCurrent {
            if let formatter = PrintJob.current.value?.formatter {
                draw(rect, for: formatter)
            } else {
                tracking(.display) {
                    $0.setNeedsDisplay()
                } _: {
                    draw(rect)
                }
            }
        }
    }

    /// The number of operations above which a previous drawing is converted to pixels under a view that does not clear
    /// its context. Otherwise the drawing would grow with each display.
    static let maxKeptOperations = 1000
    /// The corresponding limit of the nesting depth, which grows by one with each display.
    private static let maxKeptDepth = 250
    /// The maximum side length in pixels for that conversion. The pixels of larger views would take more memory than
    /// the operations.
    private static let largestKeptSide = 8192.0

    /// Returns a picture as the pixels that the view shows of it.
    private func flattened(_ picture: Picture) -> Picture {
        let scale = Double(layer.contentsScale)
        let box = picture.bounds.intersection(Box(layer.bounds))
        let (minX, minY) = ((box.minX * scale).rounded(.down), (box.minY * scale).rounded(.down))
        let (width, height) = ((box.maxX * scale).rounded(.up) - minX, (box.maxY * scale).rounded(.up) - minY)
        guard width >= 1, height >= 1, width <= Self.largestKeptSide, height <= Self.largestKeptSide else {
            return picture
        }
        var counters = ReplayCounters()
        let place = CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -minX, ty: -minY)
        guard
            case .bitmap(let pixels)? = try? picture.raster(
                place, width: Int(width), height: Int(height), pool: BitmapPool(limit: 0), counters: &counters)
        else { return picture }
        let context = CGContext(recording: layer.bounds, scale: layer.contentsScale)
        context.interpolationQuality = .none
        context.draw(
            CGImage(bitmap: pixels),
            in: CGRect(x: minX / scale, y: minY / scale, width: width / scale, height: height / scale))
        return context.finishPicture()
    }

    /// A Boolean value that indicates whether the thread is a worker that draws a tile, so that the view's state
    /// belongs to another thread.
    private static let isDrawingTiles = ThreadLocal<Bool> { false }

    func makeTileSurroundings() -> TileSurroundings {
        let (traits, owner) = (effectiveTraits, TileOwner(view: self))
        return { body in
            guard let view = owner.view else { return }
            Self.isDrawingTiles.value = true
            defer { Self.isDrawingTiles.value = false }
            withExtendedLifetime(view) { traits.performAsCurrent(body) }
        }
    }

    // @unchecked Sendable: a view belongs to one thread. Other threads only keep it alive here; the program is
    // responsible for the state that its drawing reads (see `CATiledLayer`).
    private struct TileOwner: @unchecked Sendable {
        weak var view: UIView?
    }

    // MARK: Snapshots

    /// Returns the view and its subviews as a picture in the coordinates of the view.
    func picture(_ afterUpdates: Bool) -> Picture {
        if !afterUpdates, let committed = layer.committedPicture { return committed }
        let context = CGContext(recording: bounds, scale: layer.contentsScale)
        layer.render(in: context)
        return context.finishPicture()
    }

    func drawTree(in rect: CGRect, _ afterUpdates: Bool) -> Bool {
        let bounds = bounds
        guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0, bounds.height > 0 else { return false }
        let picture = picture(afterUpdates)
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.minY)
        context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        context.draw(picture)
        context.restoreGState()
        return true
    }

    func snapshot(of rect: CGRect, capInsets: UIEdgeInsets, _ afterUpdates: Bool) -> UIView? {
        guard rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite else { return nil }
        let view = SnapshotView(picture(afterUpdates), of: rect)
        if capInsets != .zero {
            let inner = CGRect(origin: .zero, size: rect.size).shrunk(by: capInsets)
            view.contentStretch = CGRect(
                x: inner.minX / rect.width, y: inner.minY / rect.height, width: inner.width / rect.width,
                height: inner.height / rect.height)
        }
        return view
    }
}

/// A view that shows what another view has shown.
final class SnapshotView: UIView {
    private let picture: Picture
    private let part: CGRect

    init(_ picture: Picture, of part: CGRect) {
        self.picture = picture
        self.part = part
        super.init(frame: CGRect(origin: .zero, size: part.size))
        isOpaque = false
        clipsToBounds = true
    }

    /// Returns nil, because snapshots are not archived.
    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.scaleBy(x: bounds.width / part.width, y: bounds.height / part.height)
        context.translateBy(x: -part.minX, y: -part.minY)
        context.draw(picture)
    }
}
