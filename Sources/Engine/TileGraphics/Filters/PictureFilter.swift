public import TileGeometry

/// A filter applied to a picture's pixels before compositing: a list of steps, each computing an image from earlier
/// ones (Filter Effects Module Level 1). The result is the last step's image.
///
/// Lengths and positions are in the plane of the filtered picture, so that the result looks alike at every scale,
/// except for steps that are documented to work on pixels.
public struct PictureFilter: Sendable {
    /// The steps. Each reads only earlier ones.
    public let steps: [Step]
    /// The area that is read and written, in the picture's plane. May be infinite.
    public let region: Box

    /// - Precondition: There is at least one step, and each reads only earlier ones.
    public init(steps: [Step], region: Box) {
        precondition(!steps.isEmpty, "a filter needs a step")
        for (number, step) in steps.enumerated() {
            for case .step(let read) in step.effect.inputs {
                precondition((0..<number).contains(read), "step \(number) reads step \(read), which is not before it")
            }
        }
        self.steps = steps
        self.region = region
    }

    /// An input of a step.
    public enum Input: Hashable, Sendable {
        /// The unfiltered picture.
        case source
        /// The picture's alpha, with black as its color.
        case sourceAlpha
        /// The result of an earlier step, by its index.
        case step(Int)
    }

    public struct Step: Sendable {
        public var effect: Effect
        /// The area outside which the step's result is clear, in the picture's plane.
        public var region: Box
        /// Whether the step computes in linear light rather than in sRGB. For a displacement, whether the map is read
        /// in linear light.
        public var isLinear: Bool

        public init(_ effect: Effect, region: Box, isLinear: Bool) {
            self.effect = effect
            self.region = region
            self.isLinear = isLinear
        }
    }

    public enum Effect: Sendable {
        case blend(Input, over: Input, BlendMode)
        case blur(Input, deviationX: Double, deviationY: Double)
        case colorMatrix(Input, FilterColorMatrix)
        case composite(Input, Input, Composition)
        case convolution(Input, ConvolutionKernel)
        /// Displaces pixels of the first by the second's components: by at most half of `scaleX` and `scaleY`.
        case displacement(
            Input, by: Input, scaleX: Double, scaleY: Double, horizontal: PixelChannel, vertical: PixelChannel)
        case flood(Color)
        case light(Input, Lighting)
        case merge([Input])
        /// The maximum (or minimum) of each component within the radii.
        case morphology(Input, isDilation: Bool, radiusX: Double, radiusY: Double)
        case offset(Input, x: Double, y: Double)
        /// Another picture in the same plane.
        case picture(Picture)
        /// The input's region, repeated over the step's own.
        case tile(Input)
        case transfer(Input, TransferTables)
        case turbulence(Turbulence)
    }

    public enum Composition: Hashable, Sendable {
        case over, `in`, out, atop, xor, lighter
        /// The arithmetic composition `k1 · a · b + k2 · a + k3 · b + k4` of premultiplied components 0…1.
        case arithmetic(k1: Double, k2: Double, k3: Double, k4: Double)
    }
}

/// A component of a pixel.
public enum PixelChannel: Hashable, Sendable {
    case red, green, blue, alpha
}

extension PictureFilter.Effect {
    var inputs: [PictureFilter.Input] {
        switch self {
        case .blend(let a, let b, _), .composite(let a, let b, _), .displacement(let a, let b, _, _, _, _): [a, b]
        case .blur(let input, _, _), .colorMatrix(let input, _), .convolution(let input, _), .light(let input, _),
            .morphology(let input, _, _, _), .offset(let input, _, _), .tile(let input), .transfer(let input, _):
            [input]
        case .merge(let inputs): inputs
        case .flood, .picture, .turbulence: []
        }
    }
}
