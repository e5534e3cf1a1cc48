import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// Reads one filter primitive and appends it as a step. An invalid primitive is skipped.
    func addStep(
        _ node: Int32, _ element: SVGElement, _ style: SVGStyle, _ filter: inout SVGFilterSteps
    ) throws(Failure) {
        guard let inputs = try inputs(node, element, style, &filter) else { return }
        // A tile fills the whole filter region, regardless of the region of its input.
        let region = stepRegion(node, element == .feTile ? [] : inputs, style, filter)
        let isLinear = style.filter.isLinear
        guard let effect = try effect(node, element, inputs, style, filter, region: region) else { return }
        switch effect {
        case .single(let effect): filter.append(effect, region: region, isLinear: isLinear)
        case .several(let effects):
            for effect in effects { filter.append(effect, region: region, isLinear: isLinear) }
        }
        if let name = tree.value(node, .result) { filter.name(SVGStyle.trimmed(name)) }
    }

    private enum StepEffect {
        case single(PictureFilter.Effect)
        case several([PictureFilter.Effect])
    }

    // MARK: Inputs

    /// Returns the inputs of the primitive, in order, or nil if an input is invalid.
    private func inputs(
        _ node: Int32, _ element: SVGElement, _ style: SVGStyle, _ filter: inout SVGFilterSteps
    ) throws(Failure) -> [PictureFilter.Input]? {
        switch element {
        case .feFlood, .feImage, .feTurbulence: return []
        case .feMerge:
            var result: [PictureFilter.Input] = []
            for child in tree.children(of: node) where tree.nodes[Int(child)].element == .feMergeNode {
                guard result.count < Self.maxMergedImages else { return nil }
                guard let input = try input(child, .in, &filter) else { return nil }
                result.append(input)
            }
            return result
        case .feBlend, .feComposite, .feDisplacementMap:
            guard let first = try input(node, .in, &filter), let second = try input(node, .in2, &filter) else {
                return nil
            }
            return [first, second]
        default:
            guard let input = try input(node, .in, &filter) else { return nil }
            return [input]
        }
    }

    private static let maxMergedImages = 256

    private func input(
        _ node: Int32, _ name: SVGAttribute, _ filter: inout SVGFilterSteps
    ) throws(Failure) -> PictureFilter.Input? {
        guard let value = tree.value(node, name) else { return filter.previous }
        let text = SVGStyle.trimmed(value)
        switch text {
        case "SourceGraphic": return .source
        case "SourceAlpha": return .sourceAlpha
        case "BackgroundImage", "BackgroundAlpha": throw .unsupported(SVGUnsupported("filter of \(text)"))
        // Browsers have no `FillPaint` and `StrokePaint`, and ignore them as other names that they do not know.
        default: return filter.named(text) ?? filter.previous
        }
    }

    // MARK: Regions and lengths

    private func stepRegion(
        _ node: Int32, _ inputs: [PictureFilter.Input], _ style: SVGStyle, _ filter: SVGFilterSteps
    ) -> Box {
        let region = filter.region(of: inputs)
        func side(_ name: SVGAttribute, along axis: Axis, from origin: Double, length extent: Double) -> Double? {
            guard let length = tree.value(node, name).flatMap({ SVGLength($0) }) else { return nil }
            guard filter.box != nil else { return resolve(length, along: axis, style: style) }
            return origin + resolve(length, reference: 1, style: style) * extent
        }
        let box = filter.box ?? .empty
        let (x, y) = (
            side(.x, along: .horizontal, from: box.minX, length: box.width),
            side(.y, along: .vertical, from: box.minY, length: box.height)
        )
        // A position alone moves the region. A negative size leaves nothing of it.
        let width = side(.width, along: .horizontal, from: 0, length: box.width).map { max(0, $0) } ?? region.width
        let height = side(.height, along: .vertical, from: 0, length: box.height).map { max(0, $0) } ?? region.height
        return Box(x: x ?? region.minX, y: y ?? region.minY, width: width, height: height)
    }

    /// Returns the numbers in an attribute, or nil if the attribute is missing or invalid.
    private func numbers(_ node: Int32, _ name: SVGAttribute) -> [Double]? {
        guard let bytes = tree.value(node, name) else { return nil }
        tree.noteReading(bytes)
        return SVGScanner.numbers(bytes)
    }

    private func number(_ node: Int32, _ name: SVGAttribute, default: Double) -> Double {
        guard let numbers = numbers(node, name), numbers.count == 1 else { return `default` }
        return numbers[0]
    }

    /// Returns one or two numbers. If there is only one, it is used for both.
    private func pair(_ node: Int32, _ name: SVGAttribute) -> (Double, Double)? {
        guard let numbers = numbers(node, name), numbers.count == 1 || numbers.count == 2 else { return nil }
        return (numbers[0], numbers[numbers.count - 1])
    }

    private func text(_ node: Int32, _ name: SVGAttribute) -> String? { tree.value(node, name).map(SVGStyle.trimmed) }

    // MARK: Effects

    private func effect(
        _ node: Int32, _ element: SVGElement, _ inputs: [PictureFilter.Input], _ style: SVGStyle,
        _ filter: SVGFilterSteps, region: Box
    ) throws(Failure) -> StepEffect? {
        /// Scales a pair of values to user space: by the bounding box if primitive units are relative to it.
        func scaled(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            filter.box.map { (x * $0.width, y * $0.height) } ?? (x, y)
        }
        switch element {
        case .feBlend:
            let named = text(node, .mode).flatMap { SVGStyle.blendModes[$0] } ?? .normal
            let mode = named == .plusLighter ? .normal : named
            return .single(.blend(inputs[0], over: inputs[1], mode))
        case .feColorMatrix:
            guard let matrix = colorMatrix(node) else { return nil }
            return .single(.colorMatrix(inputs[0], matrix))
        case .feComponentTransfer: return .single(.transfer(inputs[0], transferTables(node)))
        case .feComposite: return .single(.composite(inputs[0], inputs[1], composition(node)))
        case .feConvolveMatrix:
            guard let kernel = kernel(node, scaled) else { return nil }
            return .single(.convolution(inputs[0], kernel))
        case .feDiffuseLighting, .feSpecularLighting:
            guard let lighting = lighting(node, element, style, filter, scaled) else { return nil }
            return .single(.light(inputs[0], lighting))
        case .feDisplacementMap:
            let amount = number(node, .scale, default: 0)
            let scale = scaled(amount, amount)
            return .single(
                .displacement(
                    inputs[0], by: inputs[1], scaleX: scale.x, scaleY: scale.y,
                    horizontal: channel(node, .xChannelSelector), vertical: channel(node, .yChannelSelector)))
        case .feDropShadow:
            let (deviationX, deviationY) = pair(node, .stdDeviation) ?? (2, 2)
            let deviation = scaled(max(0, deviationX), max(0, deviationY))
            let offset = scaled(number(node, .dx, default: 2), number(node, .dy, default: 2))
            return .several(
                SVGFilterSteps.dropShadow(
                    of: inputs[0], after: filter.steps.count, x: offset.x, y: offset.y, deviationX: deviation.x,
                    deviationY: deviation.y, color: floodColor(style)))
        case .feFlood: return .single(.flood(floodColor(style)))
        case .feGaussianBlur:
            let (x, y) = pair(node, .stdDeviation) ?? (0, 0)
            let deviation = scaled(max(0, x), max(0, y))
            return .single(.blur(inputs[0], deviationX: deviation.x, deviationY: deviation.y))
        case .feImage: return .single(.picture(try filterImage(node, style, region: region)))
        case .feMerge: return .single(.merge(inputs))
        case .feMorphology:
            let (x, y) = pair(node, .radius) ?? (0, 0)
            let radius = scaled(max(0, x), max(0, y))
            return .single(
                .morphology(
                    inputs[0], isDilation: text(node, .operator) == "dilate", radiusX: radius.x, radiusY: radius.y))
        case .feOffset:
            let offset = scaled(number(node, .dx, default: 0), number(node, .dy, default: 0))
            return .single(.offset(inputs[0], x: offset.x, y: offset.y))
        case .feTile: return .single(.tile(inputs[0]))
        case .feTurbulence:
            // Noise of a negative frequency is none.
            if let (x, y) = pair(node, .baseFrequency), min(x, y) < 0 {
                return .single(.flood(Color(red: 0, green: 0, blue: 0, alpha: 0)))
            }
            return .single(.turbulence(try turbulence(node, region: region)))
        default: return nil
        }
    }

    private func floodColor(_ style: SVGStyle) -> Color {
        style.flatColor(style.filter.floodColor).withAlpha(multipliedBy: style.filter.floodOpacity)
    }

    private func channel(_ node: Int32, _ name: SVGAttribute) -> PixelChannel {
        switch text(node, name) {
        case "R": .red
        case "G": .green
        case "B": .blue
        default: .alpha
        }
    }

    private func colorMatrix(_ node: Int32) -> FilterColorMatrix? {
        let values = numbers(node, .values)
        if let bytes = tree.value(node, .values), values == nil, !SVGStyle.trimmed(bytes).isEmpty { return nil }
        switch text(node, .type) {
        case "saturate": return .saturation(values?.first ?? 1)
        case "hueRotate": return .hueRotation((values?.first ?? 0) * .pi / 180)
        case "luminanceToAlpha": return .luminanceToAlpha
        default:
            // Another number of values is as none.
            guard let values, values.count == 20, values.allSatisfy(\.isFinite) else { return .identity }
            return FilterColorMatrix(values)
        }
    }

    private func transferTables(_ node: Int32) -> TransferTables {
        func curve(_ element: SVGElement) -> TransferTables.Curve {
            // If there are several, the last one counts.
            var found: Int32?
            for child in tree.children(of: node) where tree.nodes[Int(child)].element == element { found = child }
            guard let found else { return .identity }
            switch text(found, .type) {
            case "table": return .table(Array((numbers(found, .tableValues) ?? []).prefix(Self.maxTableValues)))
            case "discrete": return .discrete(Array((numbers(found, .tableValues) ?? []).prefix(Self.maxTableValues)))
            case "linear":
                return .linear(
                    slope: number(found, .slope, default: 1), intercept: number(found, .intercept, default: 0))
            case "gamma":
                return .gamma(
                    amplitude: number(found, .amplitude, default: 1), exponent: number(found, .exponent, default: 1),
                    offset: number(found, .offset, default: 0))
            default: return .identity
            }
        }
        return TransferTables(
            red: curve(.feFuncR), green: curve(.feFuncG), blue: curve(.feFuncB), alpha: curve(.feFuncA))
    }

    /// The maximum number of values in a transfer table; 8 bits cannot tell more apart.
    private static let maxTableValues = 4096

    private func composition(_ node: Int32) -> PictureFilter.Composition {
        switch text(node, .operator) {
        case "in": .in
        case "out": .out
        case "atop": .atop
        case "xor": .xor
        case "lighter": .lighter
        case "arithmetic":
            .arithmetic(
                k1: number(node, .k1, default: 0), k2: number(node, .k2, default: 0), k3: number(node, .k3, default: 0),
                k4: number(node, .k4, default: 0))
        default: .over
        }
    }

    private func unit(_ node: Int32, _ scaled: (Double, Double) -> (x: Double, y: Double)) -> CGSize? {
        guard let (x, y) = pair(node, .kernelUnitLength), x > 0, y > 0 else { return nil }
        let unit = scaled(x, y)
        return CGSize(width: unit.x, height: unit.y)
    }

    private func kernel(_ node: Int32, _ scaled: (Double, Double) -> (x: Double, y: Double)) -> ConvolutionKernel? {
        let order = pair(node, .order) ?? (3, 3)
        guard order.0 >= 1, order.1 >= 1, order.0 <= 1024, order.1 <= 1024, let weights = numbers(node, .kernelMatrix)
        else { return nil }
        func whole(_ name: SVGAttribute) -> Int? {
            numbers(node, name)?.first.flatMap { abs($0) <= 1024 ? Int($0) : nil }
        }
        let edges: ConvolutionKernel.Edges =
            switch text(node, .edgeMode) {
            case "wrap": .wrap
            case "none": .none
            default: .duplicate
            }
        return ConvolutionKernel(
            columns: Int(order.0), rows: Int(order.1), weights: weights, divisor: numbers(node, .divisor)?.first,
            bias: number(node, .bias, default: 0), targetX: whole(.targetX), targetY: whole(.targetY), edges: edges,
            preservesAlpha: text(node, .preserveAlpha) == "true", unit: unit(node, scaled))
    }

    private func lighting(
        _ node: Int32, _ element: SVGElement, _ style: SVGStyle, _ filter: SVGFilterSteps,
        _ scaled: (Double, Double) -> (x: Double, y: Double)
    ) -> Lighting? {
        func point(of source: Int32, x: SVGAttribute, y: SVGAttribute, z: SVGAttribute) -> (Double, Double, Double) {
            let (x, y, z) = (
                number(source, x, default: 0), number(source, y, default: 0), number(source, z, default: 0)
            )
            guard let box = filter.box else { return (x, y, z) }
            let mean = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
            return (box.minX + x * box.width, box.minY + y * box.height, z * mean)
        }
        var light: Lighting.Source?
        // Of several lights, the first one counts.
        for child in tree.children(of: node) where light == nil {
            switch tree.nodes[Int(child)].element {
            case .feDistantLight:
                light = .distant(
                    azimuth: number(child, .azimuth, default: 0) * .pi / 180,
                    elevation: number(child, .elevation, default: 0) * .pi / 180
                )
            case .fePointLight:
                let (x, y, z) = point(of: child, x: .x, y: .y, z: .z)
                light = .point(x: x, y: y, z: z)
            case .feSpotLight:
                let (x, y, z) = point(of: child, x: .x, y: .y, z: .z)
                let (atX, atY, atZ) = point(of: child, x: .pointsAtX, y: .pointsAtY, z: .pointsAtZ)
                light = .spot(
                    x: x, y: y, z: z, atX: atX, atY: atY, atZ: atZ,
                    focus: min(128, max(1, number(child, .specularExponent, default: 1))),
                    cone: numbers(child, .limitingConeAngle)?.first.map { $0 * .pi / 180 })
            default: continue
            }
        }
        guard let light else { return nil }
        let surface: Lighting.Surface
        if element == .feDiffuseLighting {
            // A negative constant is as 0: no light.
            surface = .diffuse(constant: max(0, number(node, .diffuseConstant, default: 1)))
        } else {
            let (constant, exponent) = (
                number(node, .specularConstant, default: 1), number(node, .specularExponent, default: 1)
            )
            guard constant >= 0, (1...128).contains(exponent) else { return nil }
            surface = .specular(constant: constant, exponent: exponent)
        }
        return Lighting(
            source: light, surface: surface, height: number(node, .surfaceScale, default: 1),
            color: style.flatColor(style.filter.lightingColor), unit: unit(node, scaled))
    }

    private func turbulence(_ node: Int32, region: Box) throws(Failure) -> Turbulence {
        let (x, y) = pair(node, .baseFrequency) ?? (0, 0)
        return Turbulence(
            frequencyX: x, frequencyY: y, octaves: Int(min(100, max(0, number(node, .numOctaves, default: 1)))),
            seed: number(node, .seed, default: 0), isFractal: text(node, .type) == "fractalNoise",
            stitched: text(node, .stitchTiles) == "stitch" ? region : nil)
    }

    /// Returns the picture that `feImage` draws: an element of the document, or the image in a data URL.
    private func filterImage(_ node: Int32, _ style: SVGStyle, region: Box) throws(Failure) -> Picture {
        var recorder = PictureRecorder()
        guard let target = reference(node) else {
            try drawFilterImage(node, in: region, style, &recorder)
            return recorder.finish()
        }
        guard try open(target) else { return .empty }
        defer { openReferences.remove(target) }
        let parent = tree.nodes[Int(target)].parent
        let parentStyle = parent >= 0 ? try ancestorStyle(parent) : initialStyle
        // As a `use` at the top left of the region: Filter Effects Module Level 1, 9.13.
        let moved = CGAffineTransform(translationX: region.minX, y: region.minY)
        _ = try inPlane(.identity) { () throws(Failure) in
            try draw(target, parent: parentStyle, at: moved, into: &recorder)
        }
        return recorder.finish()
    }
}
