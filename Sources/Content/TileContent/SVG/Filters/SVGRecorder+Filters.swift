import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// The result of applying an element's filters.
    enum FilterResult {
        /// The element is drawn without filters because one is missing or broken.
        case unfiltered
        /// The element is not drawn.
        case nothing
        case filtered(Picture)
    }

    /// Applies an element's filters to a picture, in order.
    ///
    /// - Parameters:
    ///   - content: The picture, in the element's user space. The result is in the same space.
    ///   - box: The element's bounding box, in its user space.
    func filtered(_ content: Picture, box: Box, _ style: SVGStyle) throws(Failure) -> FilterResult {
        var filters: [PictureFilter] = []
        for value in style.filter.filters {
            switch value {
            case .element(let id):
                // A filter that is missing does nothing, as in browsers.
                guard let id, let node = tree.node(withID: id), tree.nodes[Int(node)].element == .filter else {
                    continue
                }
                switch try filter(node, box: box) {
                case .unusable: return .unfiltered
                case .clear: return .nothing
                case .filter(let filter): filters.append(filter)
                }
            case .blur(let deviation):
                let deviation = max(0, resolve(deviation, along: .other, style: style))
                filters.append(Self.function(.blur(.source, deviationX: deviation, deviationY: deviation)))
            case .colors(let matrix): filters.append(Self.function(.colorMatrix(.source, matrix)))
            case .dropShadow(let x, let y, let deviation, let color):
                let deviation = max(0, resolve(deviation, along: .other, style: style))
                let steps = SVGFilterSteps.dropShadow(
                    of: .source, after: 0, x: resolve(x, along: .horizontal, style: style),
                    y: resolve(y, along: .vertical, style: style),
                    deviationX: deviation, deviationY: deviation, color: style.flatColor(color))
                filters.append(
                    PictureFilter(
                        steps: steps.map { PictureFilter.Step($0, region: .infinite, isLinear: false) },
                        region: .infinite))
            }
        }
        if filters.isEmpty { return .unfiltered }
        var picture = content
        for filter in filters {
            let filtered = FilteredPicture(content: picture, filter: filter)
            try takeOperations()
            try chargeMemory(filtered.ownByteCount, for: "its filters")
            var recorder = PictureRecorder()
            recorder.draw(filtered)
            picture = recorder.finish()
        }
        return .filtered(picture)
    }

    /// Returns the filter for a CSS filter function. It works on sRGB values and has no region.
    private static func function(_ effect: PictureFilter.Effect) -> PictureFilter {
        PictureFilter(
            steps: [PictureFilter.Step(effect, region: .infinite, isLinear: false)], region: .infinite)
    }

    private enum ElementFilter {
        case unusable
        case clear
        case filter(PictureFilter)
    }

    private func filter(_ node: Int32, box: Box) throws(Failure) -> ElementFilter {
        guard try open(node) else { return .unusable }
        defer { openReferences.remove(node) }
        let style = try ancestorStyle(node)
        let regionInBox = isInBoxUnits(node, .filterUnits, default: true)
        let stepsInBox = isInBoxUnits(node, .primitiveUnits, default: false)
        let hasArea = !box.isEmpty && box.width > 0 && box.height > 0
        // Lengths relative to a box without area are undefined.
        if regionInBox || stepsInBox, !hasArea { return .clear }
        var region = effectRegion(node, style, isInBox: regionInBox)
        if regionInBox { region = region.applying(Self.unitSquare(to: box)) }
        guard region.width > 0, region.height > 0, region.isFinite else { return .clear }
        var builder = SVGFilterSteps(region: region, box: stepsInBox ? box : nil)
        for child in tree.children(of: node) {
            guard let element = tree.nodes[Int(child)].element, element.isFilterPrimitive else { continue }
            guard builder.steps.count < Self.maxSteps else {
                omissions.note(.limit, "A filter of more than \(Self.maxSteps) steps", at: node)
                return .unusable
            }
            let childStyle = try self.style(of: child, parent: style)
            try addStep(child, element, childStyle, &builder)
        }
        guard !builder.steps.isEmpty else { return .clear }
        return .filter(PictureFilter(steps: builder.steps, region: region))
    }

    /// The maximum number of steps of one filter. Hand-drawn filters have at most 30.
    private static let maxSteps = 256
}
