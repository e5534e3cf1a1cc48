import Foundation
import TileGeometry
import TileGraphics

extension HTMLPainter {
    /// Records the images of a background, the last one first.
    func paintImages(
        _ box: HTMLBox, _ frame: Box, at transform: CGAffineTransform, into picture: inout PictureRecorder
    ) throws(Failure) {
        let style = box.style.box
        guard !style.images.isEmpty else { return }
        let border = box.border
        let area = Box(
            minX: frame.minX + border.left, minY: frame.minY + border.top, maxX: frame.maxX - border.right,
            maxY: frame.maxY - border.bottom)
        guard area.width > 0, area.height > 0 else { return }
        for (index, image) in style.images.enumerated().reversed() where image.kind != .none {
            let placement = style.imagePlacement
            func at<Value>(_ values: [Value]) -> Value { values[index % values.count] }
            let natural = try recorder.naturalSize(of: image, of: box.node)
            guard image.isGradient || natural != nil else { continue }
            let size = size(at(placement.size), natural: natural, area, box.style)
            guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { continue }
            let position = at(placement.position)
            let x = area.minX + recorder.resolve(position.x, reference: area.width - size.width, style: box.style)
            let y = area.minY + recorder.resolve(position.y, reference: area.height - size.height, style: box.style)
            let cell = Box(x: 0, y: 0, width: size.width, height: size.height)
            let isWhole = image.isGradient && size.width == area.width && size.height == area.height
            let place = CGAffineTransform(translationX: x, y: y)
            if isWhole, area == frame {
                guard let paint = paint(image, in: cell, box.style) else { continue }
                try recorder.takeOperations()
                picture.fill(
                    outline(of: box, frame), with: paint.moved(by: place.inverted()), transform: transform)
                continue
            }
            var content = PictureRecorder()
            if image.isGradient {
                guard let paint = paint(image, in: cell, box.style) else { continue }
                var outline = PathBuilder()
                outline.rectangle(x: 0, y: 0, width: size.width, height: size.height)
                try recorder.takeOperations()
                content.fill(outline.build(), with: paint)
            } else {
                try recorder.inPlane(place.concatenating(transform)) { () throws(Failure) in
                    try recorder.draw(image, of: box.node, in: cell, style: box.style, into: &content)
                }
            }
            try recorder.takeGroup(clips: 1)
            if at(placement.repeats) {
                try recorder.takeOperations()
                let pattern = PatternPaint(
                    content: content.finish(), contentTransform: .identity, cellWidth: size.width,
                    cellHeight: size.height, transform: place)
                picture.fill(outline(of: box, frame), with: .pattern(pattern), transform: transform)
            } else {
                let clip = PictureGroup.Clip(
                    parts: [(outline(of: box, frame), place.inverted())], rule: .nonZero)
                picture.draw(
                    PictureGroup(content: content.finish(), clips: [clip]), transform: place.concatenating(transform))
            }
        }
    }

    /// Returns the size of an image in a background: CSS Backgrounds 3, 3.9.
    private func size(
        _ size: HTMLImagePlacement.Size, natural: CGSize?, _ area: Box, _ style: SVGStyle
    ) -> (width: Double, height: Double) {
        let own = natural.map { (width: Double($0.width), height: Double($0.height)) }
        func fitted(_ choose: (Double, Double) -> Double) -> (width: Double, height: Double) {
            guard let own, own.width > 0, own.height > 0 else { return (area.width, area.height) }
            let scale = choose(area.width / own.width, area.height / own.height)
            return (own.width * scale, own.height * scale)
        }
        switch size {
        case .cover: return fitted { max($0, $1) }
        case .contain: return fitted { min($0, $1) }
        case .lengths(let width, let height):
            let width = width.map { recorder.resolve($0, reference: area.width, style: style) }
            let height = height.map { recorder.resolve($0, reference: area.height, style: style) }
            switch (width, height, own) {
            case (let width?, let height?, _): return (width, height)
            case (let width?, nil, let own?): return (width, own.width > 0 ? width * own.height / own.width : 0)
            case (nil, let height?, let own?): return (own.height > 0 ? height * own.width / own.height : 0, height)
            case (nil, nil, let own?): return own
            default: return (width ?? area.width, height ?? area.height)
            }
        }
    }

    // MARK: Gradients

    /// Returns the paint of a gradient that fills a box at the origin: CSS Images Level 4, 3.
    private func paint(_ image: HTMLBackgroundImage, in box: Box, _ style: SVGStyle) -> Paint? {
        let (width, height) = (box.width, box.height)
        func resolve(_ length: SVGLength, _ reference: Double) -> Double {
            recorder.resolve(length, reference: reference, style: style)
        }
        switch image.kind {
        case .none, .address: return nil
        case .linear, .linearTo:
            let angle = image.linearAngle(width: width, height: height)
            let length = abs(width * sin(angle)) + abs(height * cos(angle))
            let (dx, dy) = (sin(angle), -cos(angle))
            let stops = stops(image, length: length, style)
            guard let first = stops.first, let last = stops.last else { return nil }
            if last.offset <= first.offset, image.repeats { return .color(last.color) }
            // The line goes from the first stop to the last one.
            let (from, to) = image.repeats ? (first.offset, last.offset) : (min(0, first.offset), max(1, last.offset))
            func point(_ at: Double) -> (x: Double, y: Double) {
                (width / 2 + dx * length * (at - 0.5), height / 2 + dy * length * (at - 0.5))
            }
            let (start, end) = (point(from), point(to))
            return .gradient(
                Gradient(
                    geometry: .linear(x1: start.x, y1: start.y, x2: end.x, y2: end.y),
                    spread: image.repeats ? .repeat : .pad, stops: Self.scaled(stops, from: from, to: to),
                    transform: .identity))
        case .radial(let isCircle, let extent, let center):
            let (x, y) = (resolve(center.x, width), resolve(center.y, height))
            let radii = radii(extent, isCircle: isCircle, x: x, y: y, width: width, height: height, resolve)
            let stops = stops(image, length: radii.x, style)
            guard let last = stops.last else { return nil }
            // Cairo cannot draw much flatter ellipses.
            guard radii.x > 0, radii.y > 0, 1e-6...1e6 ~= radii.x / radii.y, radii.x < HTMLLayout.maxLength else {
                return .color(last.color)
            }
            let end = image.repeats ? last.offset : max(1, last.offset)
            guard end > 0 else { return .color(last.color) }
            return .gradient(
                Gradient(
                    geometry: .radial(
                        focusX: 0, focusY: 0, focusRadius: 0, centerX: 0, centerY: 0, radius: radii.x * end),
                    spread: image.repeats ? .repeat : .pad, stops: Self.scaled(stops, from: 0, to: end),
                    transform: CGAffineTransform(scaleX: 1, y: radii.y / radii.x).concatenating(
                        CGAffineTransform(translationX: x, y: y))))
        case .conic(let angle, let center):
            var stops = stops(image, length: 1, style)
            guard let first = stops.first, let last = stops.last else { return nil }
            if image.repeats, last.offset - first.offset < 1 { stops = Self.repeated(stops) ?? stops }
            return .gradient(
                Gradient(
                    geometry: .conic(
                        centerX: resolve(center.x, width), centerY: resolve(center.y, height),
                        angle: (angle - 90) * .pi / 180),
                    spread: .pad, stops: Self.scaled(stops, from: 0, to: 1), transform: .identity))
        }
    }

    private func radii(
        _ extent: HTMLBackgroundImage.Extent, isCircle: Bool, x: Double, y: Double, width: Double, height: Double,
        _ resolve: (SVGLength, Double) -> Double
    ) -> (x: Double, y: Double) {
        let sidesX = (abs(x), abs(width - x))
        let sidesY = (abs(y), abs(height - y))
        func side(_ choose: (Double, Double) -> Double) -> (x: Double, y: Double) {
            let (rx, ry) = (choose(sidesX.0, sidesX.1), choose(sidesY.0, sidesY.1))
            return isCircle ? (choose(rx, ry), choose(rx, ry)) : (rx, ry)
        }
        func corner(_ choose: (Double, Double) -> Double) -> (x: Double, y: Double) {
            let (dx, dy) = (choose(sidesX.0, sidesX.1), choose(sidesY.0, sidesY.1))
            if isCircle { return (hypot(dx, dy), hypot(dx, dy)) }
            // An ellipse through the corner, with the proportions of the one to the sides.
            return (dx * 2.0.squareRoot(), dy * 2.0.squareRoot())
        }
        switch extent {
        case .closestSide: return side { min($0, $1) }
        case .farthestSide: return side { max($0, $1) }
        case .closestCorner: return corner { min($0, $1) }
        case .farthestCorner: return corner { max($0, $1) }
        case .lengths(let rx, let ry): return (resolve(rx, width), resolve(ry, height))
        }
    }

    /// Returns the stops with their positions as parts of the gradient's length, ascending.
    private func stops(_ image: HTMLBackgroundImage, length: Double, _ style: SVGStyle) -> [Gradient.Stop] {
        var positions: [Double?] = image.stops.map { stop in
            stop.position.map { position in
                length > 0 ? recorder.resolve(position, reference: length, style: style) / length : 0
            }
        }
        if positions[0] == nil { positions[0] = 0 }
        if positions[positions.count - 1] == nil { positions[positions.count - 1] = 1 }
        var least = -Double.infinity
        for index in positions.indices {
            guard let position = positions[index] else { continue }
            least = max(least, position)
            positions[index] = least
        }
        var index = 0
        while index < positions.count {
            guard positions[index] == nil else {
                index += 1
                continue
            }
            let end = positions[index...].firstIndex { $0 != nil } ?? positions.count - 1
            let (from, to) = ((positions[index - 1] ?? 0), (positions[end] ?? 1))
            let count = Double(end - index + 1)
            for between in index..<end {
                positions[between] = from + (to - from) * Double(between - index + 1) / count
            }
            index = end
        }
        let stops = zip(image.stops, positions).map { stop, position in
            Gradient.Stop(offset: HTMLLayout.bounded(position ?? 0), color: style.flatColor(stop.color))
        }
        return Self.premultiplied(stops)
    }

    /// Returns stops with others between those that differ in alpha, where colors are mixed multiplied by it.
    private static func premultiplied(_ stops: [Gradient.Stop]) -> [Gradient.Stop] {
        var result: [Gradient.Stop] = []
        for (index, stop) in stops.enumerated() {
            if index > 0, stops[index - 1].color.alpha != stop.color.alpha, stops[index - 1].offset < stop.offset {
                let (a, b) = (stops[index - 1].color, stop.color)
                for step in 0...premultipliedSteps {
                    let part = Double(step) / Double(premultipliedSteps)
                    let alpha = a.alpha + (b.alpha - a.alpha) * part
                    func mix(_ x: Double, _ y: Double) -> Double {
                        // The limit at a transparent end is the color of the other one.
                        if alpha <= 0 { return a.alpha > 0 ? x : y }
                        return (x * a.alpha * (1 - part) + y * b.alpha * part) / alpha
                    }
                    let color = Color(
                        red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue), alpha: alpha)
                    let from = stops[index - 1].offset
                    result.append(Gradient.Stop(offset: from + (stop.offset - from) * part, color: color))
                }
                // The steps begin and end at the two stops.
                continue
            }
            result.append(stop)
        }
        return result
    }

    private static let premultipliedSteps = 16

    /// Returns stops of a part of the gradient, cut to it.
    private static func scaled(_ stops: [Gradient.Stop], from: Double, to: Double) -> [Gradient.Stop] {
        let length = to - from
        guard length > 0 else { return stops.map { Gradient.Stop(offset: 0, color: $0.color) } }
        func color(at position: Double) -> Color {
            guard let next = stops.firstIndex(where: { $0.offset > position }) else {
                return stops[stops.count - 1].color
            }
            guard next > 0 else { return stops[0].color }
            let (a, b) = (stops[next - 1], stops[next])
            let part = (position - a.offset) / (b.offset - a.offset)
            func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
            return Color(
                red: mix(a.color.red, b.color.red), green: mix(a.color.green, b.color.green),
                blue: mix(a.color.blue, b.color.blue), alpha: mix(a.color.alpha, b.color.alpha))
        }
        var result: [Gradient.Stop] = []
        if let first = stops.first, first.offset < from {
            result.append(Gradient.Stop(offset: 0, color: color(at: from)))
        }
        for stop in stops where stop.offset >= from && stop.offset <= to {
            result.append(Gradient.Stop(offset: min(1, max(0, (stop.offset - from) / length)), color: stop.color))
        }
        if let last = stops.last, last.offset > to { result.append(Gradient.Stop(offset: 1, color: color(at: to))) }
        return result
    }

    /// Returns stops that repeat around the circle; nil if they do so too often to be told apart.
    private static func repeated(_ stops: [Gradient.Stop]) -> [Gradient.Stop]? {
        let first = stops[0].offset
        let period = stops[stops.count - 1].offset - first
        guard period > minPeriod, first.isFinite, period.isFinite else { return nil }
        // The last period that starts at 0 or before it.
        let start = min(0, max(-period, first - (first / period).rounded(.up) * period))
        let count = Int(((1 - start) / period).rounded(.up))
        var result: [Gradient.Stop] = []
        result.reserveCapacity(count * stops.count)
        for number in 0..<count {
            let shift = start + Double(number) * period - first
            result += stops.map { Gradient.Stop(offset: $0.offset + shift, color: $0.color) }
        }
        return result
    }

    /// The shortest period that repeats around a circle, as a part of it.
    private static let minPeriod = 1.0 / 256
}

extension HTMLBackgroundImage {
    fileprivate var isGradient: Bool {
        switch kind {
        case .none, .address: false
        default: true
        }
    }

    /// Returns the direction of a linear gradient in radians, clockwise from upwards.
    fileprivate func linearAngle(width: Double, height: Double) -> Double {
        switch kind {
        case .linear(let angle): return angle.truncatingRemainder(dividingBy: 360) * .pi / 180
        case .linearTo(let x, let y):
            // Towards a corner, the middle color is on the line between the other two corners.
            if x != 0, y != 0 { return atan2(x * height, -y * width) }
            return atan2(x, -y)
        default: return .pi
        }
    }
}
