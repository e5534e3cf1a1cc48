import Foundation
import TileGeometry
import TileGraphics

extension HTMLPainter {
    /// Records the background and the border of a box.
    func paintBackground(
        _ box: HTMLBox, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        let style = box.style
        let hasColor = style.background != .none
        guard hasColor || style.rare != nil || box.sharedBorders != nil else { return }
        let frame = frame(of: box)
        if hasColor {
            let color = style.flatColor(style.background)
            if color.alpha > 0, frame.width > 0, frame.height > 0 {
                try recorder.takeOperations()
                picture.fill(outline(of: box, frame), with: .color(color), transform: transform)
            }
        }
        try paintImages(box, frame, at: transform, into: &picture)
        try paintBorder(box, frame, at: transform, into: &picture)
    }

    /// Returns the border box on whole pixels, as browsers paint it.
    func frame(of box: HTMLBox) -> Box {
        let top = box.pageY + box.captionHeight
        return Box(
            minX: box.pageX.rounded(), minY: top.rounded(), maxX: (box.pageX + box.width).rounded(),
            maxY: (box.pageY + box.height).rounded())
    }

    /// Returns the radii of the corners, clockwise from the top left, limited to the box: CSS Backgrounds 3, 5.5.
    private func radii(of box: HTMLBox, _ frame: Box) -> [(x: Double, y: Double)]? {
        let radii = box.style.box.radii
        guard !radii.isZero, frame.width > 0, frame.height > 0 else { return nil }
        var result = (0..<4).map { index in
            (
                x: max(0, recorder.resolve(radii.horizontal[index], reference: frame.width, style: box.style)),
                y: max(0, recorder.resolve(radii.vertical[index], reference: frame.height, style: box.style))
            )
        }
        var factor = 1.0
        for (a, b) in [(0, 1), (3, 2)] where result[a].x + result[b].x > frame.width {
            factor = min(factor, frame.width / (result[a].x + result[b].x))
        }
        for (a, b) in [(0, 3), (1, 2)] where result[a].y + result[b].y > frame.height {
            factor = min(factor, frame.height / (result[a].y + result[b].y))
        }
        for index in result.indices { result[index] = (result[index].x * factor, result[index].y * factor) }
        return result.contains { $0.x > 0 && $0.y > 0 } ? result : nil
    }

    /// Returns the outline of the border box.
    func outline(of box: HTMLBox, _ frame: Box) -> Path {
        var builder = PathBuilder()
        add(frame, radii(of: box, frame), to: &builder)
        return builder.build()
    }

    /// Returns the outline of the padding box, to which content is clipped.
    func paddingOutline(of box: HTMLBox) -> Path {
        let frame = frame(of: box)
        var builder = PathBuilder()
        add(inset(frame, box.border), inset(radii(of: box, frame), box.border), to: &builder)
        return builder.build()
    }

    private func inset(_ frame: Box, _ border: HTMLSides<Double>) -> Box {
        let (x, y) = (frame.minX + border.left, frame.minY + border.top)
        return Box(
            x: x, y: y, width: max(0, frame.width - border.horizontal), height: max(0, frame.height - border.vertical))
    }

    private func inset(
        _ radii: [(x: Double, y: Double)]?, _ border: HTMLSides<Double>
    ) -> [(x: Double, y: Double)]? {
        guard let radii else { return nil }
        return [
            (max(0, radii[0].x - border.left), max(0, radii[0].y - border.top)),
            (max(0, radii[1].x - border.right), max(0, radii[1].y - border.top)),
            (max(0, radii[2].x - border.right), max(0, radii[2].y - border.bottom)),
            (max(0, radii[3].x - border.left), max(0, radii[3].y - border.bottom)),
        ]
    }

    private func add(_ box: Box, _ radii: [(x: Double, y: Double)]?, to builder: inout PathBuilder) {
        guard let radii else {
            builder.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
            return
        }
        func arc(_ index: Int, x: Double, y: Double) {
            if radii[index].x > 0, radii[index].y > 0 {
                builder.arc(
                    radiusX: radii[index].x, radiusY: radii[index].y, rotation: 0, large: false, sweep: true, x: x,
                    y: y)
            } else {
                builder.line(x: x, y: y)
            }
        }
        func radius(_ index: Int) -> (x: Double, y: Double) {
            radii[index].x > 0 && radii[index].y > 0 ? radii[index] : (0, 0)
        }
        builder.move(x: box.minX + radius(0).x, y: box.minY)
        builder.line(x: box.maxX - radius(1).x, y: box.minY)
        arc(1, x: box.maxX, y: box.minY + radius(1).y)
        builder.line(x: box.maxX, y: box.maxY - radius(2).y)
        arc(2, x: box.maxX - radius(2).x, y: box.maxY)
        builder.line(x: box.minX + radius(3).x, y: box.maxY)
        arc(3, x: box.minX, y: box.maxY - radius(3).y)
        builder.line(x: box.minX, y: box.minY + radius(0).y)
        arc(0, x: box.minX + radius(0).x, y: box.minY)
        builder.close()
    }

    // MARK: Borders

    private enum Side: CaseIterable { case top, right, bottom, left }

    private func paintBorder(
        _ box: HTMLBox, _ frame: Box, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        if let shared = box.sharedBorders {
            return try paint(shared, of: box, frame, at: transform, into: &picture)
        }
        let borders = box.style.box.borders
        let widths = box.border
        guard widths.vertical > 0 || widths.horizontal > 0 else { return }
        if box.kind == .table, box.style.paragraph.style.collapsesBorders { return }
        func color(_ border: HTMLBorder) -> Color { border.color.map { box.style.flatColor($0) } ?? box.style.color }
        let radii = radii(of: box, frame)
        let isUniform =
            [borders.right, borders.bottom, borders.left].allSatisfy {
                $0.style == borders.top.style && color($0) == color(borders.top)
            } && borders.top.style == .solid
        if isUniform || radii != nil {
            // A ring; with rounded corners all sides have the color of the widest.
            let first = [borders.top, borders.right, borders.bottom, borders.left].first { $0.isShown } ?? borders.top
            let paint = color(first)
            guard paint.alpha > 0 else { return }
            let inner = inset(frame, widths)
            let innerRadii = inset(radii, widths)
            try recorder.takeOperations()
            let isShort = max(frame.width, frame.height) < widths.top * Self.maxDashes
            if first.style == .dashed || first.style == .dotted, isShort {
                let middle = HTMLSides(halfOf: widths)
                var outline = PathBuilder()
                add(inset(frame, middle), inset(radii, middle), to: &outline)
                picture.stroke(
                    outline.build(), style: pen(first.style, width: widths.top, length: 0), with: .color(paint),
                    transform: transform)
                return
            }
            var outline = PathBuilder()
            add(frame, radii, to: &outline)
            add(inner, innerRadii, to: &outline)
            picture.fill(outline.build(), rule: .evenOdd, with: .color(paint), transform: transform)
            return
        }
        for (side, border, width) in [
            (Side.top, borders.top, widths.top), (.right, borders.right, widths.right),
            (.bottom, borders.bottom, widths.bottom), (.left, borders.left, widths.left),
        ] where border.isShown && width > 0 {
            let paint = color(border)
            guard paint.alpha > 0 else { continue }
            try self.paint(side, border.style, paint, width, frame, widths, at: transform, into: &picture)
        }
    }

    /// The maximum number of dashes of a line, in widths of the line. Longer ones are solid.
    private static let maxDashes = 20_000.0

    /// Records one side, with its ends cut to meet the next sides.
    private func paint(
        _ side: Side, _ style: HTMLBorder.Style, _ color: Color, _ width: Double, _ frame: Box,
        _ widths: HTMLSides<Double>, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        try recorder.takeOperations()
        let isShort = max(frame.width, frame.height) < width * Self.maxDashes
        if style == .dashed || style == .dotted, isShort {
            var line = PathBuilder()
            let isHorizontal = side == .top || side == .bottom
            let length = isHorizontal ? frame.width : frame.height
            let at =
                switch side {
                case .top: frame.minY + width / 2
                case .bottom: frame.maxY - width / 2
                case .left: frame.minX + width / 2
                case .right: frame.maxX - width / 2
                }
            line.move(x: isHorizontal ? frame.minX : at, y: isHorizontal ? at : frame.minY)
            line.line(x: isHorizontal ? frame.maxX : at, y: isHorizontal ? at : frame.maxY)
            picture.stroke(
                line.build(), style: pen(style, width: width, length: length), with: .color(color),
                transform: transform)
            return
        }
        func quad(_ outside: Double, _ inside: Double) -> Path {
            let outer = inset(frame, widths.scaled(by: outside))
            let inner = inset(frame, widths.scaled(by: inside))
            var builder = PathBuilder()
            func corners(_ box: Box) -> [(x: Double, y: Double)] {
                [(box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY)]
            }
            // Clockwise from the top left, as the sides are.
            let (first, second) =
                switch side {
                case .top: (0, 1)
                case .right: (1, 2)
                case .bottom: (2, 3)
                case .left: (3, 0)
                }
            let (outside, inside) = (corners(outer), corners(inner))
            builder.move(x: outside[first].x, y: outside[first].y)
            for corner in [outside[second], inside[second], inside[first]] { builder.line(x: corner.x, y: corner.y) }
            builder.close()
            return builder.build()
        }
        let isLit = side == .bottom || side == .right
        let (lit, shaded) = color.relief
        func fill(_ path: Path, _ color: Color) { picture.fill(path, with: .color(color), transform: transform) }
        switch style {
        case .double where width >= 3:
            let third = ((width + 1) / 3).rounded(.down) / width
            fill(quad(0, third), color)
            try recorder.takeOperations()
            fill(quad(1 - third, 1), color)
        case .inset: fill(quad(0, 1), isLit ? lit : shaded)
        case .outset: fill(quad(0, 1), isLit ? shaded : lit)
        case .groove, .ridge:
            let isOuterLit = isLit == (style == .groove)
            fill(quad(0, 0.5), isOuterLit ? lit : shaded)
            try recorder.takeOperations()
            fill(quad(0.5, 1), isOuterLit ? shaded : lit)
        default: fill(quad(0, 1), color)
        }
    }

    /// Returns the pen for a dashed or dotted side, with dashes that fit its length as in Chromium.
    private func pen(_ style: HTMLBorder.Style, width: Double, length: Double) -> StrokeStyle {
        if style == .dotted, width > 3 {
            let gap = length > 0 ? bestGap(length, dash: width, gap: width, isClosed: false) : width
            return StrokeStyle(width: width, cap: .round, dashes: [0, gap + width], dashOffset: -width / 2)
        }
        let dash = style == .dotted ? width : width >= 3 ? 2 * width : 3 * width
        let gap = style == .dotted ? width : width >= 3 ? width : 2 * width
        return StrokeStyle(
            width: width, dashes: [dash, length > 0 ? bestGap(length, dash: dash, gap: gap, isClosed: false) : gap])
    }

    /// Returns the gap closest to one that makes dashes fit a length.
    private func bestGap(_ length: Double, dash: Double, gap: Double, isClosed: Bool) -> Double {
        let available = isClosed ? length : length + gap
        let least = (available / (dash + gap)).rounded(.down)
        let most = least + 1
        let leastGap = isClosed ? least : least - 1
        let mostGap = isClosed ? most : most - 1
        guard leastGap > 0 else { return gap }
        let wide = (length - least * dash) / leastGap
        let narrow = (length - most * dash) / mostGap
        return narrow <= 0 || abs(wide - gap) < abs(narrow - gap) ? wide : narrow
    }

    /// Records the borders that a cell shares, each centered on the cell's edge.
    private func paint(
        _ borders: HTMLSides<HTMLBorder>, of box: HTMLBox, _ frame: Box, at transform: CGAffineTransform,
        into picture: inout PictureRecorder
    ) throws(Failure) {
        let layout = HTMLLayout(recorder)
        for (side, border) in [
            (Side.top, borders.top), (.right, borders.right), (.bottom, borders.bottom), (.left, borders.left),
        ] where border.isShown {
            let width = layout.borderWidth(border, box.style)
            let color = border.color.map { box.style.flatColor($0) } ?? box.style.color
            guard width > 0, color.alpha > 0 else { continue }
            let edge = Box(x: box.pageX, y: box.pageY, width: box.width, height: box.height)
            let (left, top) = ((edge.minX - width / 2).rounded(), (edge.minY - width / 2).rounded())
            let (right, bottom) = ((edge.maxX - width / 2).rounded(), (edge.maxY - width / 2).rounded())
            let place =
                switch side {
                case .top: Box(x: left, y: top, width: right - left + width, height: width)
                case .bottom: Box(x: left, y: bottom, width: right - left + width, height: width)
                case .left: Box(x: left, y: top, width: width, height: bottom - top + width)
                case .right: Box(x: right, y: top, width: width, height: bottom - top + width)
                }
            var line = PathBuilder()
            try recorder.takeOperations()
            let isHorizontal = side == .top || side == .bottom
            let length = isHorizontal ? place.width : place.height
            if border.style == .dashed || border.style == .dotted, length < width * Self.maxDashes {
                line.move(
                    x: isHorizontal ? place.minX : place.midX, y: isHorizontal ? place.midY : place.minY)
                line.line(
                    x: isHorizontal ? place.maxX : place.midX, y: isHorizontal ? place.midY : place.maxY)
                picture.stroke(
                    line.build(), style: pen(border.style, width: width, length: length), with: .color(color),
                    transform: transform)
            } else {
                line.rectangle(x: place.minX, y: place.minY, width: place.width, height: place.height)
                picture.fill(line.build(), with: .color(color), transform: transform)
            }
        }
    }
}

extension HTMLSides where Value == Double {
    fileprivate init(halfOf sides: HTMLSides<Double>) { self = sides.scaled(by: 0.5) }

    fileprivate func scaled(by factor: Double) -> HTMLSides<Double> {
        var result = self
        result.top *= factor
        result.right *= factor
        result.bottom *= factor
        result.left *= factor
        return result
    }
}

extension Color {
    /// The colors of the two kinds of sides of a border in relief, as in Chromium.
    fileprivate var relief: (lit: Color, shaded: Color) {
        let highest = max(red, green, blue)
        if highest < 0.125 { return (moved(by: 0.66), moved(by: 0.33)) }
        return (min(red, green, blue) > 0.92 ? self : moved(by: 0.33), moved(by: -0.33))
    }

    /// The color with its highest component changed, and the others in proportion.
    private func moved(by change: Double) -> Color {
        let highest = max(red, green, blue)
        guard highest > 0 else {
            let gray = max(0, change)
            return Color(red: gray, green: gray, blue: gray, alpha: alpha)
        }
        let factor = min(1, max(0, highest + change)) / highest
        return Color(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha)
    }
}
