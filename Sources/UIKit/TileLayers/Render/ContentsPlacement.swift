import TileGeometry
import TileGraphics

/// The placement of contents in bounds.
struct ContentsPlacement: Hashable, Sendable {
    var gravity = CALayerContentsGravity.resize
    /// Pixels of an image per point.
    var scale = 1.0
    /// The displayed part, in unit coordinates of the contents.
    var rect = Box.unit
    /// The part of the displayed part that stretches, in its unit coordinates; the parts around it keep their size.
    var center = Box.unit
    var magnification = CALayerContentsFilter.linear
    var minification = CALayerContentsFilter.linear

    /// Returns the rect of contents of a size, in points.
    func target(width: Double, height: Double, in bounds: Box) -> Box {
        func box(width: Double, height: Double, x: Double, y: Double) -> Box {
            Box(
                x: bounds.minX + (bounds.width - width) * x, y: bounds.minY + (bounds.height - height) * y,
                width: width, height: height)
        }
        switch gravity {
        case .center: return box(width: width, height: height, x: 0.5, y: 0.5)
        case .top: return box(width: width, height: height, x: 0.5, y: 0)
        case .bottom: return box(width: width, height: height, x: 0.5, y: 1)
        case .left: return box(width: width, height: height, x: 0, y: 0.5)
        case .right: return box(width: width, height: height, x: 1, y: 0.5)
        case .topLeft: return box(width: width, height: height, x: 0, y: 0)
        case .topRight: return box(width: width, height: height, x: 1, y: 0)
        case .bottomLeft: return box(width: width, height: height, x: 0, y: 1)
        case .bottomRight: return box(width: width, height: height, x: 1, y: 1)
        case .resizeAspect, .resizeAspectFill:
            guard width > 0, height > 0 else { return bounds }
            let (x, y) = (bounds.width / width, bounds.height / height)
            let factor = gravity == .resizeAspect ? min(x, y) : max(x, y)
            return box(width: width * factor, height: height * factor, x: 0.5, y: 0.5)
        default: return bounds
        }
    }

    /// Whether contents always fill the bounds.
    var fillsBounds: Bool { stretches && gravity != .resizeAspect }

    var stretches: Bool { [.resize, .resizeAspect, .resizeAspectFill].contains(gravity) }

    /// Returns the pieces of the contents, in unit coordinates, and their destinations: one, or nine if the center
    /// stretches separately.
    func pieces(width: Double, height: Double, in bounds: Box) -> [(source: Box, target: Box)] {
        let (shownWidth, shownHeight) = (width * rect.width, height * rect.height)
        let target = target(width: shownWidth, height: shownHeight, in: bounds)
        if target.width <= 0 || target.height <= 0 { return [] }
        guard stretches, center != .unit else { return [(rect, target)] }
        let columns = Self.cuts(
            low: center.minX, high: center.maxX, natural: shownWidth, start: target.minX, end: target.maxX)
        let rows = Self.cuts(
            low: center.minY, high: center.maxY, natural: shownHeight, start: target.minY, end: target.maxY)
        var pieces: [(source: Box, target: Box)] = []
        for row in rows {
            for column in columns {
                let unit = Box(minX: column.unit.0, minY: row.unit.0, maxX: column.unit.1, maxY: row.unit.1)
                let place = Box(minX: column.place.0, minY: row.place.0, maxX: column.place.1, maxY: row.place.1)
                pieces.append((rect.part(unit), place))
            }
        }
        return pieces
    }

    private typealias Cut = (unit: (Double, Double), place: (Double, Double))

    /// Divides one axis into up to three parts: the first and the last keep their natural length if both fit.
    private static func cuts(low: Double, high: Double, natural: Double, start: Double, end: Double) -> [Cut] {
        let (first, last) = (low * natural, (1 - high) * natural)
        let factor = min(1, (end - start) / max(1e-30, first + last))
        let (a, b) = (start + first * factor, end - last * factor)
        let all: [Cut] = [((0, low), (start, a)), ((low, high), (a, b)), ((high, 1), (b, end))]
        return all.filter { $0.unit.1 > $0.unit.0 && $0.place.1 > $0.place.0 }
    }
}
