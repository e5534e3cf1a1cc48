import TileGeometry
import TileGraphics

/// The font that font-relative units refer to.
struct SVGFontKey: Hashable {
    var family: String
    var weight: Int
    var style: FontStyle
    var stretch: FontStretch
}

/// The box of an element, with what it depends on.
struct SVGKnownBox {
    var style: SVGStyle
    var kind: SVGTransformStyle.Box
    var width: Double
    var height: Double
    var box: Box
}

extension SVGRecorder {
    /// Returns the sizes that the units of a length refer to.
    func units(of style: SVGStyle, for length: SVGLength) -> SVGRelativeUnits {
        var units = style.text.relativeUnits
        if length.measuresFont { units.proportions = proportions(of: style.text) }
        return units
    }

    /// Returns the proportions of a font, measured once.
    private func proportions(of text: SVGTextStyle) -> SVGFontProportions {
        let key = SVGFontKey(family: text.family, weight: text.weight, style: text.style, stretch: text.stretch)
        if let known = fontProportions[key] { return known }
        let measured = measuredProportions(of: text)
        fontProportions[key] = measured
        return measured
    }

    private func measuredProportions(of text: SVGTextStyle) -> SVGFontProportions {
        var style = TextShaper.CharacterStyle(family: text.family)
        (style.style, style.weight, style.stretch) = (text.style, text.weight, text.stretch)
        let zero = shaper.characters(of: "0", style)
        guard let metrics = zero.metrics, zero.unknownCharacters == 0 else { return SVGFontProportions() }
        return SVGFontProportions(xHeight: metrics.xHeight, zeroWidth: zero.width, capHeight: metrics.capHeight)
    }

    // MARK: Geometry

    /// Returns a length of an element's geometry: from the property, or else from the attribute of the same name. Nil
    /// if it is neither given nor valid, or `auto`.
    func geometry(_ node: Int32, _ name: SVGAttribute, along axis: Axis, style: SVGStyle) -> Double? {
        guard let rare = style.rare, let given = rare.style.geometry[name] else {
            return length(node, name, along: axis, style: style)
        }
        return given.map { resolve($0, along: axis, style: style) }
    }

    /// Returns the transform from an element's user space to its parent's.
    func transform(of node: Int32, _ style: SVGStyle, parent: SVGStyle) throws(Failure) -> CGAffineTransform {
        try transform(style, attribute: transform(node)) { box throws(Failure) in
            try ownBox(of: node, style, box)
        }
    }

    /// Returns the transform of an element that is not drawn itself, such as a gradient. It has no box of its own.
    ///
    /// - Parameter attribute: The transform that its attribute gives.
    func transform(ofResource style: SVGStyle, attribute: CGAffineTransform) -> CGAffineTransform {
        transform(style, attribute: attribute) { _ in .zero }
    }

    private func transform<Problem: Error>(
        _ style: SVGStyle, attribute: CGAffineTransform,
        ownBox: (SVGTransformStyle.Box) throws(Problem) -> Box
    ) throws(Problem) -> CGAffineTransform {
        guard let own = style.rare?.style.transform, own.isSet || attribute != .identity else { return attribute }
        let reference =
            own.box == .view ? Box(x: 0, y: 0, width: viewport.width, height: viewport.height) : try ownBox(own.box)
        return own.transform(attribute: attribute, reference: reference) { length, whole in
            resolve(length, reference: whole, style: style)
        }
    }

    /// Returns an element's box in its own user space, which is found by recording the element once. It is kept, so
    /// that elements in one another are not recorded again and again.
    func ownBox(
        of node: Int32, _ style: SVGStyle, _ kind: SVGTransformStyle.Box
    ) throws(Failure) -> Box {
        if let known = knownBoxes[node], known.kind == kind, known.style == style, known.width == viewport.width,
            known.height == viewport.height
        {
            return known.box
        }
        var untransformed = style
        untransformed.change { ($0.transform, $0.clipShape, $0.masks) = (SVGTransformStyle(), nil, []) }
        untransformed.opacity = 1
        (untransformed.clipPath, untransformed.mask, untransformed.filter.filters) = (nil, nil, [])
        var trial = PictureRecorder()
        let box = try inPlane(.identity) { () throws(Failure) in
            try drawContent(of: node, untransformed, at: .identity, into: &trial)
        }
        let found = referenceBox(kind == .fill ? .fill : .stroke, fill: box) { trial.finish().inkBounds }
        let transforms = style.rare?.style.transform
        let functionCount = [transforms?.list, transforms?.translate, transforms?.rotate, transforms?.scale]
            .reduce(0) { $0 + ($1?.functions.count ?? 0) }
        try chargeMemory(
            Self.bytesPerKnownBox + functionCount * MemoryLayout<SVGTransformList.Function>.stride,
            for: "the boxes of its elements")
        knownBoxes[node] = SVGKnownBox(
            style: style, kind: kind, width: viewport.width, height: viewport.height, box: found)
        return found
    }

    /// An estimate of the memory of an element's box, with the style that it depends on.
    private static let bytesPerKnownBox = 2048

    /// Returns the box that a shape or a transform refers to.
    ///
    /// - Parameters:
    ///   - fill: The element's bounding box without its stroke.
    ///   - ink: Returns the bounds of what the element draws.
    func referenceBox(_ box: SVGClipShape.Box, fill: Box, ink: () -> Box) -> Box {
        switch box {
        case .fill: return fill.isEmpty ? .zero : fill
        case .stroke:
            let whole = fill.union(ink())
            return whole.isEmpty ? .zero : whole
        case .view: return Box(x: 0, y: 0, width: viewport.width, height: viewport.height)
        }
    }
}

extension Box {
    fileprivate static let zero = Box(x: 0, y: 0, width: 0, height: 0)
}

extension SVGLength {
    /// Whether a unit refers to the shapes of letters.
    fileprivate var measuresFont: Bool {
        switch unit {
        case .ex, .zeroWidth, .capHeight: true
        case .calculation(let calculation): calculation.node.measuresFont
        default: false
        }
    }
}

extension SVGCalculation.Node {
    fileprivate var measuresFont: Bool {
        switch self {
        case .constant, .channel: false
        case .length(let value, let unit): SVGLength(value, unit).measuresFont
        case .sum(let a, let b), .difference(let a, let b), .product(let a, let b), .quotient(let a, let b):
            a.measuresFont || b.measuresFont
        case .function(_, let arguments): arguments.contains { $0.measuresFont }
        }
    }
}
