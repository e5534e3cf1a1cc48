import Glibc

/// The conversion of linear light to samples of sRGB with 16 bits.
struct LightEncoding {
    /// The encoded values of evenly spaced light from 0 to 1, and one more.
    private let table: [Float]

    /// The number of steps at which interpolation is within a tenth of a step of 16 bits.
    private static let steps = 1 << 14

    init() {
        table = (0...(Self.steps + 1)).map { step in
            let light = Float(step) / Float(Self.steps)
            return 65535 * (light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055)
        }
    }

    /// Encodes light, where 1 is white. Brighter light is white; negative light and what is not a number are black.
    func encode(_ light: Float) -> UInt16 {
        guard light > 0 else { return 0 }
        guard light < 1 else { return .max }
        let place = light * Float(Self.steps)
        let step = Int(place)
        return UInt16(table[step] + (table[step + 1] - table[step]) * (place - Float(step)) + 0.5)
    }
}
