public import TileGeometry

/// What is done to a picture's pixels before they are laid on: steps that each make an image of earlier ones (Filter
/// Effects Module Level 1). The last step's image is the result.
///
/// Lengths and places are in the plane of the picture that is filtered, so that a result looks alike at every scale,
/// but where a step says that it works on pixels.
public struct PictureFilter: Sendable {
    /// In this order: a step reads earlier ones only.
    public let steps: [Step]
    /// Outside of it nothing is read and nothing left, in the picture's plane. May be infinite.
    public let region: Box

    /// - Precondition: there is a step, and none reads itself or a later one.
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

    /// An image that a step reads.
    public enum Input: Hashable, Sendable {
        /// The picture as it is.
        case source
        /// Black, as opaque as the picture is.
        case sourceAlpha
        /// What an earlier step made, by its index.
        case step(Int)
    }

    public struct Step: Sendable {
        public var effect: Effect
        /// Outside of it the step leaves nothing; in the picture's plane.
        public var region: Box
        /// Whether it calculates with amounts of light instead of with sRGB's values; of a displacement, whether the
        /// map is read so.
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
        /// Moves pixels of the first by the second's components: by half of `scaleX` and `scaleY` at most.
        case displacement(
            Input, by: Input, scaleX: Double, scaleY: Double, horizontal: PixelChannel, vertical: PixelChannel)
        case flood(Color)
        case light(Input, Lighting)
        case merge([Input])
        /// The most (or least) of each component within so far.
        case morphology(Input, isDilation: Bool, radiusX: Double, radiusY: Double)
        case offset(Input, x: Double, y: Double)
        /// Another picture, in the same plane.
        case picture(Picture)
        /// The region of what it reads, again and again over its own.
        case tile(Input)
        case transfer(Input, TransferTables)
        case turbulence(Turbulence)
    }

    public enum Composition: Hashable, Sendable {
        case over, `in`, out, atop, xor, lighter
        /// `k1 · a · b + k2 · a + k3 · b + k4`, of premultiplied components 0…1.
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
