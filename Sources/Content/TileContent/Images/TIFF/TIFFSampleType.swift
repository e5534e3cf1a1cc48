import Foundation

/// The type of a TIFF page's samples, as stated in its directory (TIFF 6.0, sections 8 and 19).
struct TIFFSampleType: Hashable {
    /// The number of bits of a sample.
    var bits: Int
    /// The sample format from 1 to 6: unsigned and signed integers, floating point, untyped, and two formats of complex
    /// numbers.
    var format: Int

    init(bits: Int, format: Int) { (self.bits, self.format) = (bits, format) }

    init(_ reader: TIFFReader, of directory: TIFFReader.Directory) {
        bits = reader.value(.bitsPerSample, of: directory) ?? 1
        format = reader.value(.sampleFormat, of: directory) ?? 1
    }

    /// Whether the samples are whole numbers without a sign; untyped samples are read so, too.
    var isUnsigned: Bool { format == 1 || format == 4 }

    /// Whether each sample is a pair of numbers.
    var isComplex: Bool { format == 5 || format == 6 }

    /// Whether the samples are floating-point numbers, or pairs of them.
    var isFloatingPoint: Bool { format == 3 || format == 6 }

    /// Returns the sample that a decimal number stands for, as its digits need not be exact; for complex numbers, the
    /// real part. Returns nil if no sample has the value.
    ///
    /// - Parameter rule: The rounding to 16 bits of floating point.
    func nearest(to value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> Double? {
        let bits = isComplex ? self.bits / 2 : self.bits
        if isFloatingPoint {
            guard value.isFinite else { return value }
            let stored =
                switch bits {
                case 16: Self.half(value, rule)
                case 32: Double(Float(value))
                default: value
                }
            return stored.isFinite ? stored : nil
        }
        let end = exp2(Double(isUnsigned ? bits : bits - 1))
        guard value.rounded() == value, value >= (isUnsigned ? 0 : -end) else { return nil }
        // The largest numbers of 64 bits are rounded to the end.
        return value < end || bits == 64 && value == end ? value : nil
    }

    /// Rounds to a number of 16 bits (IEEE 754, binary16): eleven binary digits, and an exponent from −14 to 15.
    private static func half(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
        guard value != 0 else { return value }
        let step = exp2(Double(max(value.exponent, -14) - 10))
        let stored = (value / step).rounded(rule) * step
        return abs(stored) <= 65504 ? stored : .infinity
    }

    /// Whether the range of such samples is what their bits can hold, as in pictures.
    var hasOwnRange: Bool { isUnsigned && bits <= 16 }

    /// Whether samples of this type are read.
    var isReadable: Bool {
        switch format {
        case 1, 4: (1...32).contains(bits) || bits == 64
        case 2: [8, 16, 32, 64].contains(bits)
        case 3: [16, 32, 64].contains(bits)
        case 5: [32, 64].contains(bits)
        case 6: [32, 64, 128].contains(bits)
        default: false
        }
    }

    /// The type as a phrase for people: "64-bit floating-point numbers".
    var title: String {
        switch format {
        case 3: "\(bits)-bit floating-point numbers"
        case 2: "\(bits)-bit signed numbers"
        case 5, 6: "\(bits)-bit complex numbers"
        default: "\(bits)-bit whole numbers"
        }
    }
}
