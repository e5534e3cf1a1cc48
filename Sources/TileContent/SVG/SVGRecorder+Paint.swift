import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// What to paint with, or nil for nothing.
    ///
    /// - Parameter box: the bounding box of what is painted, in its user space.
    func paint(
        _ paint: SVGPaint, opacity: Double, box: Box, _ style: SVGStyle
    ) throws(Failure) -> Paint? {
        switch paint {
        case .none: return nil
        case .currentColor: return flat(style.color, opacity)
        case .color(let color): return flat(color, opacity)
        case .reference(let id, let fallback):
            guard let server = tree.nodesByID[id], let element = tree.nodes[Int(server)].element else {
                return try fallback.map { fallback throws(Failure) in
                    try self.paint(fallback, opacity: opacity, box: box, style)
                } ?? nil
            }
            switch element {
            case .linearGradient, .radialGradient: return try gradient(server, opacity: opacity, box: box)
            case .pattern: return try pattern(server, opacity: opacity, box: box)
            default:
                return try fallback.map { fallback throws(Failure) in
                    try self.paint(fallback, opacity: opacity, box: box, style)
                } ?? nil
            }
        }
    }

    private func flat(_ color: Color, _ opacity: Double) -> Paint? {
        // To 8 bits, as CSS colours are kept: half of 255 is 128, not 127.5.
        let alpha = (color.alpha * opacity * 255).rounded() / 255
        return alpha <= 0 ? nil : .color(Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha))
    }

    /// A gradient or pattern and those that it refers to, nearest first; each gives what those before leave out.
    private func chain(_ server: Int32) -> [Int32] {
        var chain = [server]
        while let next = reference(chain[chain.count - 1]), !chain.contains(next), chain.count < 32 {
            chain.append(next)
        }
        return chain
    }

    private func first(_ chain: [Int32], _ name: SVGAttribute) -> TextBytes? {
        for node in chain { if let value = tree.value(node, name) { return value } }
        return nil
    }

    private func coordinate(
        _ chain: [Int32], _ name: SVGAttribute, _ axis: Axis, boxUnits: Bool, default: SVGLength
    ) -> Double {
        let length = first(chain, name).flatMap { SVGLength($0) } ?? `default`
        if boxUnits { return length.resolve(reference: 1, fontSize: 12) }
        return resolve(length, axis, SVGStyle())
    }

    private func isBoxUnits(_ chain: [Int32], _ name: SVGAttribute, default: Bool) -> Bool {
        guard let value = first(chain, name) else { return `default` }
        switch SVGStyle.trimmed(value) {
        case "objectBoundingBox": return true
        case "userSpaceOnUse": return false
        default: return `default`
        }
    }

    /// The unit square onto a box.
    static func unitSquare(to box: Box) -> CGAffineTransform {
        CGAffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
    }

    private func gradient(_ server: Int32, opacity: Double, box: Box) throws(Failure) -> Paint? {
        let chain = chain(server)
        let boxUnits = isBoxUnits(chain, .gradientUnits, default: true)
        // A box without area has no unit square (SVG 2, 7.11).
        if boxUnits, box.isEmpty || box.width == 0 || box.height == 0 { return nil }
        guard let holder = chain.first(where: { hasStops($0) }) else { return nil }
        let stops = try stops(holder, opacity: opacity)
        guard let last = stops.last else { return nil }
        var transform = first(chain, .gradientTransform).flatMap { SVGScanner.transform($0) } ?? .identity
        if boxUnits { transform = transform.concatenating(Self.unitSquare(to: box)) }
        guard transform.isInvertible else { return nil }
        let spread: Gradient.Spread =
            switch first(chain, .spreadMethod).map(SVGStyle.trimmed) {
            case "reflect": .reflect
            case "repeat": .repeat
            default: .pad
            }
        func value(_ name: SVGAttribute, _ axis: Axis, _ percent: Double) -> Double {
            coordinate(chain, name, axis, boxUnits: boxUnits, default: SVGLength(percent, .percent))
        }
        let geometry: Gradient.Geometry
        if tree.nodes[Int(server)].element == .linearGradient {
            geometry = .linear(
                x1: value(.x1, .horizontal, 0), y1: value(.y1, .vertical, 0), x2: value(.x2, .horizontal, 100),
                y2: value(.y2, .vertical, 0))
        } else {
            let cx = value(.cx, .horizontal, 50)
            let cy = value(.cy, .vertical, 50)
            let r = value(.r, .other, 50)
            if r <= 0 { return .color(last.color) }
            var fx = first(chain, .fx) == nil ? cx : value(.fx, .horizontal, 50)
            var fy = first(chain, .fy) == nil ? cy : value(.fy, .vertical, 50)
            let fr = first(chain, .fr) == nil ? 0 : max(0, value(.fr, .other, 0))
            // A focus outside the circle is moved onto it (SVG 1.1, 13.2.3), a hair inside so that the cone stays defined.
            let distance = hypot(fx - cx, fy - cy)
            if distance > r {
                fx = cx + (fx - cx) * r / distance
                fy = cy + (fy - cy) * r / distance
            }
            geometry = .radial(focusX: fx, focusY: fy, focusRadius: fr, centerX: cx, centerY: cy, radius: r)
        }
        if stops.count == 1 { return .color(last.color) }
        return .gradient(Gradient(geometry: geometry, spread: spread, stops: stops, transform: transform))
    }

    private func hasStops(_ node: Int32) -> Bool {
        tree.children(of: node).contains { tree.nodes[Int($0)].element == .stop }
    }

    private func stops(_ holder: Int32, opacity: Double) throws(Failure) -> [Gradient.Stop] {
        var result: [Gradient.Stop] = []
        var least = 0.0
        let parent = try ancestorStyle(holder)
        for child in tree.children(of: holder) where tree.nodes[Int(child)].element == .stop {
            let style = try style(of: child, parent: parent)
            let given = tree.value(child, .offset).flatMap { SVGLength($0) } ?? .zero
            let offset = max(least, min(1, max(0, given.unit == .percent ? given.value / 100 : given.value)))
            least = offset
            let color: Color
            switch style.stopColor {
            case .color(let value): color = value
            default: color = style.color
            }
            let alpha = (color.alpha * style.stopOpacity * opacity * 255).rounded() / 255
            result.append(
                Gradient.Stop(
                    offset: offset, color: Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)))
        }
        return result
    }

    /// The style of an element that is not being drawn, by its own place in the document.
    func ancestorStyle(_ node: Int32) throws(Failure) -> SVGStyle {
        var chain: [Int32] = []
        var at = node
        while at >= 0 {
            chain.append(at)
            at = tree.nodes[Int(at)].parent
        }
        var style = SVGStyle()
        for ancestor in chain.reversed() { style = try self.style(of: ancestor, parent: style) }
        return style
    }

    private func pattern(_ server: Int32, opacity: Double, box: Box) throws(Failure) -> Paint? {
        guard openReferences.insert(server).inserted else { return nil }
        defer { openReferences.remove(server) }
        let chain = chain(server)
        let boxUnits = isBoxUnits(chain, .patternUnits, default: true)
        let contentBoxUnits = isBoxUnits(chain, .patternContentUnits, default: false)
        if boxUnits || contentBoxUnits, box.isEmpty || box.width == 0 || box.height == 0 { return nil }
        guard
            let holder = chain.first(where: { node in
                tree.children(of: node).contains { tree.nodes[Int($0)].element != nil }
            })
        else { return nil }
        var x = coordinate(chain, .x, .horizontal, boxUnits: boxUnits, default: .zero)
        var y = coordinate(chain, .y, .vertical, boxUnits: boxUnits, default: .zero)
        var width = coordinate(chain, .width, .horizontal, boxUnits: boxUnits, default: .zero)
        var height = coordinate(chain, .height, .vertical, boxUnits: boxUnits, default: .zero)
        if boxUnits {
            x = box.minX + x * box.width
            y = box.minY + y * box.height
            width *= box.width
            height *= box.height
        }
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        let transform = first(chain, .patternTransform).flatMap { SVGScanner.transform($0) } ?? .identity
        let place = CGAffineTransform(translationX: x, y: y).concatenating(transform)
        guard place.isInvertible else { return nil }
        var content = CGAffineTransform.identity
        var next = viewport
        let viewBoxHolder = chain.first { tree.value($0, .viewBox) != nil }
        if let viewBoxHolder, let viewBox = viewBox(viewBoxHolder) {
            let ratio = first(chain, .preserveAspectRatio).flatMap { SVGAspectRatio($0) } ?? SVGAspectRatio()
            guard let fitted = ratio.transform(from: viewBox, to: Box(x: 0, y: 0, width: width, height: height)) else {
                return nil
            }
            content = fitted
            next = Viewport(width: viewBox.width, height: viewBox.height)
        } else if contentBoxUnits {
            content = CGAffineTransform(
                a: box.width, b: 0, c: 0, d: box.height, tx: box.minX - x, ty: box.minY - y)
            next = Viewport(width: 1, height: 1)
        } else {
            content = CGAffineTransform(translationX: -x, y: -y)
        }
        viewports.append(next)
        defer { viewports.removeLast() }
        let style = try ancestorStyle(holder)
        var recorder = PictureRecorder()
        _ = try drawChildren(of: holder, style, .identity, &recorder)
        var picture = recorder.finish()
        if opacity < 1 {
            var faded = PictureRecorder()
            faded.draw(PictureGroup(content: picture, opacity: opacity))
            picture = faded.finish()
        }
        guard !picture.bounds.isEmpty else { return nil }
        return .pattern(
            PatternPaint(
                content: picture, contentTransform: content, cellWidth: width, cellHeight: height, transform: place))
    }
}
