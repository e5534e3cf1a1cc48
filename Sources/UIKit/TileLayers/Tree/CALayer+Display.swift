import Foundation
import TileGeometry
import TileGraphics

extension CALayer {
    /// The maximum number of separately drawn rects in one display; beyond it, the two whose union adds the least area
    /// are joined.
    private static let maxDirtyRects = 16

    func markDisplay(in rect: CGRect?) {
        guard let rect else {
            extras?.dirtyRects = []
            marks.insert(.displayAll)
            return markDisplay()
        }
        if rect.isNull { return }
        let (origin, size) = (rect.origin, rect.size)
        guard rect.isFinite else {
            // Foundation also traps for NaN, but without a message.
            precondition(
                !(origin.x.isNaN || origin.y.isNaN || size.width.isNaN || size.height.isNaN),
                "CALayerInvalidGeometry: a rect to draw is \(rect)")
            return markDisplay(in: nil)
        }
        if marks.contains(.displayAll) { return }
        // A tiled layer keeps tiles of areas outside its bounds.
        let isKeptBeyond = (self as? CATiledLayer)?.roaming != nil
        let dirty = isKeptBeyond ? rect.standardized : rect.standardized.intersection(boundsStorage)
        if dirty.isNull || dirty.isEmpty { return }
        let extras = makeExtras()
        // Overlapping or close rects are drawn as one; others separately, so that the area between them is unchanged.
        var new = Box(dirty)
        var rects = extras.dirtyRects.map { Box($0) }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for (index, known) in rects.enumerated() {
                let both = known.union(new)
                if both.width * both.height <= 1.2 * (known.width * known.height + new.width * new.height) {
                    new = both
                    rects.remove(at: index)
                    isSettled = false
                    break
                }
            }
        }
        rects.append(new)
        if rects.count > Self.maxDirtyRects { rects.joinNearest() }
        extras.dirtyRects = rects.map(\.rect)
        markDisplay()
    }

    /// Whether the layer has a drawable extent.
    var isDisplayable: Bool { boundsStorage.width != 0 && boundsStorage.height != 0 }

    /// Displays the layer if it is marked and has an extent.
    func displayIfMarked(_ counters: inout FrameCounters) {
        guard marks.contains(.needsDisplay), isDisplayable else { return }
        if let tiled = self as? CATiledLayer, tiled.displayInTiles() { return }
        counters.displays += 1
        let rects = rectsToDraw
        var area = 0
        for rect in rects {
            counters.displayRects += 1
            let scale = contentsScaleStorage
            let pixels = (Double(rect.width) * scale).rounded(.up) * (Double(rect.height) * scale).rounded(.up)
            area += pixels < 1e15 ? Int(pixels) : 0
        }
        counters.displayPixels += area
        FrameObservation.observer?.willDisplay(self, pixels: area)
        if let extras {
            extras.pendingRects = marks.contains(.displayAll) ? nil : rects
            extras.dirtyRects = []
        }
        marks.subtract([.needsDisplay, .displayAll])
        display()
        FrameObservation.didEndWork()
        extras?.pendingRects = nil
    }

    /// The rects of the next display: parts, or the whole layer if requested or not drawn yet.
    private var rectsToDraw: [CGRect] {
        if marks.contains(.displayAll) { return [boundsStorage] }
        guard case .drawing(let drawn) = contentsStorage, drawn.extent == Box(boundsStorage.standardized) else {
            return [boundsStorage]
        }
        return (extras?.dirtyRects ?? []).map { drawn.roomFor(Box($0)).rect }
    }

    /// Draws with `draw(in:)`: the marked parts into the previous drawing, or everything.
    package func drawContents() {
        let bounds = boundsStorage.standardized
        let extent = Box(bounds)
        guard extent.width > 0, extent.height > 0 else { return }
        if let rects = extras?.pendingRects, case .drawing(var drawn) = contentsStorage, drawn.extent == extent {
            for rect in rects {
                let box = extent.intersection(Box(rect).aligned(to: contentsScaleStorage))
                drawn = drawn.patched(box, with: record(in: box.rect))
            }
            contentsStorage = .drawing(drawn)
        } else {
            contentsStorage = .drawing(DrawnContents(record(in: bounds), extent: extent))
        }
        marks.insert(.contentsChanged)
        markCommit()
    }

    /// Records the layer's drawing in a rect of its bounds.
    private func record(in rect: CGRect) -> Picture {
        let context = CGContext(recording: rect, scale: CGFloat(contentsScaleStorage))
        delegate?.layerWillDraw(self)
        draw(in: context)
        // Not clipped to the rect: an antialiased edge there would be visible where the part meets the previous
        // drawing.
        let picture = context.finishPicture().culled(to: Box(rect))
        guard picture.blendsWithBackdrop else { return picture }
        // It erases or blends only with itself, not with what is behind the layer.
        var recorder = PictureRecorder()
        recorder.draw(PictureGroup(content: picture, isIsolated: true))
        return recorder.finish()
    }

    /// Displays the marked layers here and below. Hidden layers wait until they are visible.
    func displayTree(_ counters: inout FrameCounters) {
        if flags.contains(.hidden) { return }
        displayIfMarked(&counters)
        guard marks.contains(.displayBelow) else { return }
        marks.remove(.displayBelow)
        forEachMarkedChild { child in
            if !child.marks.isDisjoint(with: [.needsDisplay, .displayBelow]) { child.displayTree(&counters) }
        }
    }
}

extension [Box] {
    /// Joins the two boxes whose union adds the least area. O(n²).
    fileprivate mutating func joinNearest() {
        var best: (first: Int, second: Int, room: Double)?
        for second in indices {
            for first in 0..<second {
                let (a, b) = (self[first], self[second])
                let both = a.union(b)
                let room = both.width * both.height - a.width * a.height - b.width * b.height
                if best == nil || room < best!.room { best = (first, second, room) }
            }
        }
        guard let best else { return }
        self[best.first] = self[best.first].union(self[best.second])
        remove(at: best.second)
    }
}

extension Box {
    /// Returns the smallest enclosing box with edges on pixels, `scale` of them per point.
    package func aligned(to scale: Double) -> Box {
        Box(
            minX: (minX * scale).rounded(.down) / scale, minY: (minY * scale).rounded(.down) / scale,
            maxX: (maxX * scale).rounded(.up) / scale, maxY: (maxY * scale).rounded(.up) / scale)
    }
}
