import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// Resolves a paint, or returns nil if it paints nothing.
    ///
    /// - Parameter box: The bounding box of the painted element, in its user space.
    func paint(
        _ paint: SVGPaint, opacity: Double, box: Box, _ style: SVGStyle
    ) throws(Failure) -> Paint? {
        switch paint {
        case .none: return nil
        case .currentColor: return flat(style.color, opacity)
        case .color(let color): return flat(color, opacity)
        case .expression(let expression): return flat(expression.color(in: style.colorContext), opacity)
        case .contextFill: return try contextPaint(style.context?.fill, opacity: opacity, box: box, style)
        case .contextStroke: return try contextPaint(style.context?.stroke, opacity: opacity, box: box, style)
        case .reference(let id, let fallback):
            switch try served(id, opacity: opacity, box: box, style) {
            case .paint(let paint): return paint
            case .nothing: return nil
            case .unusable:
                guard let fallback else { return nil }
                return try self.paint(fallback, opacity: opacity, box: box, style)
            }
        }
    }

    /// The result of resolving a paint server.
    enum ServedPaint {
        case paint(Paint)
        /// The server is valid but paints nothing.
        case nothing
        /// The server is missing, invalid or does not fit the box. The property's fallback is used.
        case unusable
    }

    private func served(_ id: String, opacity: Double, box: Box, _ style: SVGStyle) throws(Failure) -> ServedPaint {
        guard let server = tree.node(withID: id) else { return .unusable }
        switch tree.nodes[Int(server)].element {
        case .linearGradient, .radialGradient: return try gradient(server, opacity: opacity, box: box, style)
        case .pattern: return try pattern(server, opacity: opacity, box: box, style)
        default: return .unusable
        }
    }

    private func flat(_ color: Color, _ opacity: Double) -> Paint? {
        let alpha = Self.alpha(color, opacity)
        return alpha <= 0 ? nil : .color(Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha))
    }

    /// Returns the alpha value rounded to 8 bits, as for CSS colors: half of 255 is 128, not 127.5. CSS numbers have 32
    /// bits, so 0.7 of 255 is 178 and not 179.
    private static func alpha(_ color: Color, _ opacities: Double...) -> Double {
        (opacities.reduce(color.alpha) { $0 * Double(Float($1)) } * 255).rounded() / 255
    }

    /// A gradient or pattern and the ones that it refers to, nearest first. Each supplies attributes that earlier ones
    /// lack.
    private struct Chain {
        var nodes: [Int32]
    }

    /// Returns a server with those that it refers to. A reference that is missing, cyclic, or to an element of another
    /// kind is ignored.
    private func chain(_ server: Int32) -> Chain {
        let isPattern = tree.nodes[Int(server)].element == .pattern
        var chain = Chain(nodes: [server])
        while let next = reference(chain.nodes[chain.nodes.count - 1]), !chain.nodes.contains(next),
            let element = tree.nodes[Int(next)].element,
            isPattern ? element == .pattern : element == .linearGradient || element == .radialGradient
        {
            chain.nodes.append(next)
        }
        return chain
    }

    private func first(_ chain: Chain, _ name: SVGAttribute) -> TextBytes? {
        for node in chain.nodes { if let value = tree.value(node, name) { return value } }
        return nil
    }

    /// Returns the transform of the first element that has one, by its attribute or by style.
    private func transform(_ chain: Chain, _ attribute: SVGAttribute) throws(Failure) -> CGAffineTransform {
        for node in chain.nodes {
            let given = tree.value(node, attribute)
            let own = given.flatMap { SVGScanner.transform($0) } ?? .identity
            if let style = try transformedStyle(of: node) {
                if given == nil, style.rare?.style.transform.isSet != true { continue }
                return transform(ofResource: style, attribute: own)
            }
            if given != nil { return own }
        }
        return .identity
    }

    /// Returns the style of a gradient or pattern if it has properties that transform, found once.
    private func transformedStyle(of node: Int32) throws(Failure) -> SVGStyle? {
        if let known = serverStyles[node] { return known }
        var result: SVGStyle?
        let names: [SVGAttribute] = [.style, .transformOrigin, .transformBox]
        if cascade != nil || names.contains(where: { tree.value(node, $0) != nil }) {
            let style = try ancestorStyle(node)
            if let own = style.rare?.style.transform, own != SVGTransformStyle() { result = style }
        }
        serverStyles[node] = .some(result)
        return result
    }

    private func coordinate(
        _ chain: Chain, _ name: SVGAttribute, _ axis: Axis, boxUnits: Bool, default: SVGLength, _ style: SVGStyle,
        isExtent: Bool = false
    ) -> Double {
        var length = `default`
        for node in chain.nodes {
            guard let given = tree.value(node, name).flatMap({ SVGLength($0) }), !isExtent || given.value >= 0 else {
                continue
            }
            length = given
            break
        }
        if boxUnits { return resolve(length, reference: 1, style: style) }
        return resolve(length, along: axis, style: style)
    }

    private func isBoxUnits(_ chain: Chain, _ name: SVGAttribute, default: Bool) -> Bool {
        guard let value = first(chain, name) else { return `default` }
        switch SVGStyle.trimmed(value) {
        case "objectBoundingBox": return true
        case "userSpaceOnUse": return false
        default: return `default`
        }
    }

    /// Returns whether the geometry of a gradient or a pattern is in parts of the painted element's box.
    func isInBoxUnits(_ paint: SVGPaint) -> Bool {
        guard case .reference(let id, _) = paint, let server = tree.node(withID: id) else { return false }
        let units: SVGAttribute = tree.nodes[Int(server)].element == .pattern ? .patternUnits : .gradientUnits
        return isBoxUnits(chain(server), units, default: true)
    }

    /// Returns the transform from the unit square to a box.
    static func unitSquare(to box: Box) -> CGAffineTransform {
        CGAffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
    }

    private func gradient(
        _ server: Int32, opacity: Double, box: Box, _ style: SVGStyle
    ) throws(Failure) -> ServedPaint {
        let chain = chain(server)
        let boxUnits = isBoxUnits(chain, .gradientUnits, default: true)
        // A box without area has no unit square (SVG 2, 7.11).
        if boxUnits, box.isEmpty || box.width == 0 || box.height == 0 { return .unusable }
        var transform = try transform(chain, .gradientTransform)
        if boxUnits { transform = transform.concatenating(Self.unitSquare(to: box)) }
        guard transform.isInvertible else { return .unusable }
        guard let holder = chain.nodes.first(where: { hasStops($0) }) else { return .nothing }
        var stops = try stops(holder, opacity: opacity)
        let spread: Gradient.Spread =
            switch first(chain, .spreadMethod).map(SVGStyle.trimmed) {
            case "reflect": .reflect
            case "repeat": .repeat
            default: .pad
            }
        // A gradient of the other kind supplies only the attributes that both kinds have.
        let kind = tree.nodes[Int(server)].element
        let alike = Chain(nodes: chain.nodes.filter { tree.nodes[Int($0)].element == kind })
        func value(_ name: SVGAttribute, along axis: Axis, default percent: Double) -> Double {
            coordinate(
                alike, name, axis, boxUnits: boxUnits, default: SVGLength(percent, .percent), style,
                isExtent: name == .r || name == .fr)
        }
        let geometry: Gradient.Geometry
        if kind == .linearGradient {
            geometry = .linear(
                x1: value(.x1, along: .horizontal, default: 0), y1: value(.y1, along: .vertical, default: 0),
                x2: value(.x2, along: .horizontal, default: 100),
                y2: value(.y2, along: .vertical, default: 0))
        } else {
            let cx = value(.cx, along: .horizontal, default: 50)
            let cy = value(.cy, along: .vertical, default: 50)
            let radius = radius(alike, boxUnits: boxUnits, style)
            // A circle without extent has the last color everywhere: SVG 2, 14.2.3.
            guard radius > 0 else { return stops.last.map { .paint(.color($0.color)) } ?? .nothing }
            let focusX = first(alike, .fx) == nil ? cx : value(.fx, along: .horizontal, default: 50)
            let focusY = first(alike, .fy) == nil ? cy : value(.fy, along: .vertical, default: 50)
            var focusRadius = value(.fr, along: .other, default: 0)
            if abs(focusRadius - radius) < radius * Self.leastGap {
                if focusX == cx, focusY == cy, spread == .pad {
                    // The circles leave no room for the colors between the first one inside and the last one outside.
                    focusRadius = 0
                    stops = Self.edge(stops)
                } else {
                    focusRadius = radius * (1 - Self.leastGap)
                }
            }
            // A focus outside the circle gives a cone.
            geometry = .radial(
                focusX: focusX, focusY: focusY, focusRadius: focusRadius, centerX: cx, centerY: cy, radius: radius)
        }
        try chargeMemory(MemoryLayout<Gradient>.stride + 24, for: "its gradients")
        return .paint(.gradient(Gradient(geometry: geometry, spread: spread, stops: stops, transform: transform)))
    }

    /// The least difference between the radii of both circles, as a part of the end circle's radius.
    private static let leastGap = 1e-6

    /// Returns stops that have the first color up to the circle's edge, and the last one beyond.
    private static func edge(_ stops: [Gradient.Stop]) -> [Gradient.Stop] {
        guard let first = stops.first, let last = stops.last else { return stops }
        return [
            Gradient.Stop(offset: 0, color: first.color), Gradient.Stop(offset: 1, color: first.color),
            Gradient.Stop(offset: 1, color: last.color),
        ]
    }

    /// Returns the radius of a gradient's end circle. A negative one is as 0.
    private func radius(_ chain: Chain, boxUnits: Bool, _ style: SVGStyle) -> Double {
        let value = coordinate(chain, .r, .other, boxUnits: boxUnits, default: SVGLength(50, .percent), style)
        return max(0, value)
    }

    private func hasStops(_ node: Int32) -> Bool {
        tree.children(of: node).contains { tree.nodes[Int($0)].element == .stop }
    }

    struct StopsKey: Hashable {
        var holder: Int32
        var opacity: Double
    }

    /// Reduces a very large number of stops to the first and last in each of a thousand steps, because Cairo inserts
    /// them one by one.
    private static func thinned(_ stops: [Gradient.Stop]) -> [Gradient.Stop] {
        guard stops.count > 2048 else { return stops }
        func step(_ stop: Gradient.Stop) -> Int { Int(stop.offset * 1000) }
        return stops.indices.filter { index in
            index == 0 || index == stops.count - 1 || step(stops[index]) != step(stops[index - 1])
                || step(stops[index]) != step(stops[index + 1])
        }.map { stops[$0] }
    }

    /// Returns the offset of a stop: a number or a percentage. Anything else, such as a length, is 0.
    private static func offset(_ bytes: TextBytes) -> Double {
        var scanner = SVGScanner(bytes)
        scanner.skipSpace()
        guard var offset = scanner.number() else { return 0 }
        if scanner.consume(0x25) { offset /= 100 }
        scanner.skipSpace()
        return scanner.isAtEnd ? offset : 0
    }

    private func stops(_ holder: Int32, opacity: Double) throws(Failure) -> [Gradient.Stop] {
        let key = StopsKey(holder: holder, opacity: opacity)
        if let known = sharedStops[key] { return known }
        var result: [Gradient.Stop] = []
        var least = 0.0
        let parent = try ancestorStyle(holder)
        for child in tree.children(of: holder) where tree.nodes[Int(child)].element == .stop {
            let style = try style(of: child, parent: parent)
            let offset = max(least, min(1, max(0, tree.value(child, .offset).map(Self.offset) ?? 0)))
            least = offset
            let color = style.flatColor(style.stopColor)
            let alpha = Self.alpha(color, style.stopOpacity, opacity)
            result.append(
                Gradient.Stop(
                    offset: offset, color: Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)))
        }
        result = Self.thinned(result)
        try chargeMemory(result.count * MemoryLayout<Gradient.Stop>.stride, for: "the stops of its gradients")
        sharedStops[key] = result
        return result
    }

    /// Returns the style of an element that is not being drawn, inherited from its ancestors in the document.
    func ancestorStyle(_ node: Int32) throws(Failure) -> SVGStyle {
        var chain: [Int32] = []
        var at = node
        while at >= 0 {
            chain.append(at)
            at = tree.nodes[Int(at)].parent
        }
        var style = initialStyle
        for ancestor in chain.reversed() { style = try self.style(of: ancestor, parent: style) }
        return style
    }

    private func pattern(
        _ server: Int32, opacity: Double, box: Box, _ style: SVGStyle
    ) throws(Failure) -> ServedPaint {
        guard try open(server) else { return .unusable }
        defer { openReferences.remove(server) }
        let chain = chain(server)
        guard
            let holder = chain.nodes.first(where: { node in
                tree.children(of: node).contains { tree.nodes[Int($0)].element != nil }
            })
        else { return .unusable }
        let boxUnits = isBoxUnits(chain, .patternUnits, default: true)
        let contentBoxUnits = isBoxUnits(chain, .patternContentUnits, default: false)
        if boxUnits || contentBoxUnits, box.isEmpty || box.width == 0 || box.height == 0 { return .unusable }
        let key = PatternKey(
            server: server, opacity: opacity, box: boxUnits || contentBoxUnits ? box : nil, width: viewport.width,
            height: viewport.height, fontSize: style.text.fontSize)
        if let known = sharedPatterns[key] { return known }
        let result = try pattern(
            chain, holder, boxUnits: boxUnits, contentBoxUnits: contentBoxUnits, opacity: opacity, box: box, style)
        // A pattern nested in another may lack a cyclic reference that is valid elsewhere, so it is not shared.
        if openReferences.count == 1 { sharedPatterns[key] = result }
        return result
    }

    /// Everything that affects a pattern's picture.
    struct PatternKey: Hashable {
        var server: Int32
        var opacity: Double
        var box: Box?
        var width: Double
        var height: Double
        var fontSize: Double
    }

    private func pattern(
        _ chain: Chain, _ holder: Int32, boxUnits: Bool, contentBoxUnits: Bool, opacity: Double, box: Box,
        _ style: SVGStyle
    ) throws(Failure) -> ServedPaint {
        func value(_ name: SVGAttribute, along axis: Axis, isExtent: Bool = false) -> Double {
            coordinate(chain, name, axis, boxUnits: boxUnits, default: .zero, style, isExtent: isExtent)
        }
        var x = value(.x, along: .horizontal)
        var y = value(.y, along: .vertical)
        var width = value(.width, along: .horizontal, isExtent: true)
        var height = value(.height, along: .vertical, isExtent: true)
        if boxUnits {
            x = box.minX + x * box.width
            y = box.minY + y * box.height
            width *= box.width
            height *= box.height
        }
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return .unusable }
        let transform = try transform(chain, .patternTransform)
        let place = CGAffineTransform(translationX: x, y: y).concatenating(transform)
        guard place.isInvertible else { return .unusable }
        // The content's origin is the cell's top left.
        var content = CGAffineTransform.identity
        var next = viewport
        if let viewBoxHolder = chain.nodes.first(where: { tree.value($0, .viewBox) != nil }),
            let viewBox = viewBox(viewBoxHolder)
        {
            let ratio = first(chain, .preserveAspectRatio).flatMap { SVGAspectRatio($0) } ?? SVGAspectRatio()
            guard let fitted = ratio.transform(from: viewBox, to: Box(x: 0, y: 0, width: width, height: height)) else {
                return .unusable
            }
            content = fitted
            next = Viewport(width: viewBox.width, height: viewBox.height)
        } else if contentBoxUnits {
            content = CGAffineTransform(scaleX: box.width, y: box.height)
            next = Viewport(width: 1, height: 1)
        }
        viewports.append(next)
        defer { viewports.removeLast() }
        let contentStyle = try ancestorStyle(holder)
        var recorder = PictureRecorder()
        _ = try inPlane(content.concatenating(place)) { () throws(Failure) in
            try drawChildren(of: holder, contentStyle, at: .identity, into: &recorder)
        }
        var picture = recorder.finish()
        if opacity < 1 {
            var faded = PictureRecorder()
            faded.draw(PictureGroup(content: picture, opacity: opacity))
            picture = faded.finish()
        }
        try takeGroup()
        guard !picture.bounds.isEmpty else { return .nothing }
        return .paint(
            .pattern(
                PatternPaint(
                    content: picture, contentTransform: content, cellWidth: width, cellHeight: height,
                    transform: place)))
    }
}
