import TileGeometry
import TileGraphics

/// The steps of a filter while they are read, with the names of their results.
struct SVGFilterSteps {
    /// The filter region, in user space.
    let region: Box
    /// The bounding box of the filtered element, if primitive units are relative to it.
    let box: Box?
    private(set) var steps: [PictureFilter.Step] = []
    private var names: [String: Int] = [:]

    init(region: Box, box: Box?) {
        self.region = region
        self.box = box
    }

    /// The default input of a step that names none: the previous step's result.
    var previous: PictureFilter.Input { steps.isEmpty ? .source : .step(steps.count - 1) }

    func named(_ name: String) -> PictureFilter.Input? { names[name].map { .step($0) } }

    mutating func name(_ name: String) { names[name] = steps.count - 1 }

    mutating func append(_ effect: PictureFilter.Effect, region: Box, isLinear: Bool) {
        steps.append(PictureFilter.Step(effect, region: region, isLinear: isLinear))
    }

    /// Returns the default region of a step with these inputs: the union of their regions.
    func region(of inputs: [PictureFilter.Input]) -> Box {
        if inputs.isEmpty { return region }
        var result = Box.empty
        for input in inputs {
            guard case .step(let number) = input else { return region }
            result = result.union(steps[number].region)
        }
        return result
    }

    /// Expands a drop shadow into its steps: Filter Effects Module Level 1, 9.9.
    ///
    /// - Parameter after: The number of steps before it.
    static func dropShadow(
        of input: PictureFilter.Input, after count: Int, x: Double, y: Double, deviationX: Double, deviationY: Double,
        color: Color
    ) -> [PictureFilter.Effect] {
        [
            .colorMatrix(input, .alphaOnly),
            .blur(.step(count), deviationX: deviationX, deviationY: deviationY),
            .offset(.step(count + 1), x: x, y: y),
            .flood(color),
            .composite(.step(count + 3), .step(count + 2), .in),
            .merge([.step(count + 4), input]),
        ]
    }
}

extension SVGElement {
    var isFilterPrimitive: Bool {
        switch self {
        case .feBlend, .feColorMatrix, .feComponentTransfer, .feComposite, .feConvolveMatrix, .feDiffuseLighting,
            .feDisplacementMap, .feDropShadow, .feFlood, .feGaussianBlur, .feImage, .feMerge, .feMorphology, .feOffset,
            .feSpecularLighting, .feTile, .feTurbulence:
            true
        default: false
        }
    }
}
