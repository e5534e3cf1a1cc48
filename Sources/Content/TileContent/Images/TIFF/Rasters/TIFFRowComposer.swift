import Foundation
import TileGraphics

/// The conversion of a page's bands to interleaved samples with alpha, a part of a row at a time. Only one thread may
/// use it at a time.
struct TIFFRowComposer {
    private let appearance: TIFFAppearance
    private let layout: TIFFLayout
    /// The conversion of common samples of 8 bits; nil for others.
    private let byteComposer: TIFFByteComposer?
    private let output: SampleConversion.Samples
    /// The samples of each color band, one after the other, and of alpha.
    private var whole: [UInt32]
    private var real: [Double]
    private var isMissing: [Bool]
    private let capacity: Int
    /// The largest value of a whole number.
    private let largest: UInt32
    /// The outputs of the values of up to 8 bits.
    private let bytes: [UInt8]
    /// The value of missing data among whole numbers; nil if there is none that they can have.
    private let missing: UInt32?

    /// - Parameter capacity: The most pixels of a part.
    init(_ appearance: TIFFAppearance, _ layout: TIFFLayout, capacity: Int) {
        self.appearance = appearance
        self.layout = layout
        self.capacity = capacity
        byteComposer = TIFFByteComposer(appearance, layout)
        output = appearance.output
        let bands = appearance.readBands.count
        let isReal = if case .ranged = appearance.colors { true } else { false }
        whole = [UInt32](repeating: 0, count: isReal ? 0 : capacity * bands)
        real = [Double](repeating: 0, count: isReal ? capacity * bands : 0)
        isMissing = [Bool](repeating: false, count: capacity)
        let bits = min(layout.samples.bits, 32)
        let largest = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(bits)) - 1)
        self.largest = largest
        bytes = (0..<256).map { value in
            let byte = UInt8(min(255, (value * 255 + Int(largest) / 2) / Int(max(1, largest))))
            return appearance.isInverted ? 255 - byte : byte
        }
        missing = appearance.noData.flatMap { UInt32(exactly: $0.value) }.flatMap { $0 <= largest ? $0 : nil }
    }

    /// The bytes of a pixel.
    var pixelBytes: Int { output.pixelBytes }

    /// Writes a part of a row.
    ///
    /// - Parameter mask: The mask's values for the part, 0 where the picture is transparent; nil for none.
    mutating func compose(
        _ segment: TIFFBands.Segment, mask: UnsafePointer<UInt8>?, into target: UnsafeMutablePointer<UInt8>
    ) {
        if let byteComposer, byteComposer.compose(segment, mask: mask, into: target) { return }
        let count = segment.count
        switch appearance.colors {
        case .whole where output.bytes == 1:
            readWhole(segment)
            markMissingWhole(count)
            writeBytes(count, to: target)
        case .whole:
            readWhole(segment)
            markMissingWhole(count)
            writeWords(count, to: target)
        case .ranged(let range):
            readValues(segment)
            writeRanged(count, range, to: target)
        case .palette(let table):
            readWhole(segment)
            markMissingWhole(count)
            writePalette(count, table, to: target)
        case .lab(let isSigned):
            readWhole(segment)
            markMissingWhole(count)
            writeLab(count, isSigned: isSigned, to: target)
        }
        guard output.hasAlpha else { return }
        writeAlpha(count, mask: mask, to: target)
    }

    // MARK: Reading

    private mutating func readWhole(_ segment: TIFFBands.Segment) {
        whole.withUnsafeMutableBufferPointer { whole in
            for (index, band) in appearance.readBands.enumerated() {
                let target = whole.baseAddress! + index * capacity
                if let numbers = TIFFNumbers(segment, layout, band: band, index: index) {
                    numbers.read(into: target)
                } else {
                    // Pixels whose opacity the file leaves out are transparent.
                    let value = band == appearance.alpha.band ? 0 : missing ?? 0
                    target.update(repeating: value, count: segment.count)
                }
            }
        }
    }

    /// Reads the values of a part of a row: those of the color bands as they are before alpha was multiplied in, and
    /// those of alpha.
    mutating func readValues(_ segment: TIFFBands.Segment) {
        let noData = appearance.noData
        real.withUnsafeMutableBufferPointer { real in
            for (index, band) in appearance.readBands.enumerated() {
                let target = real.baseAddress! + index * capacity
                if let numbers = TIFFNumbers(segment, layout, band: band, index: index) {
                    numbers.read(into: target, missing: noData)
                } else {
                    let isAlpha = band == appearance.alpha.band
                    let value = isAlpha ? 0 : noData.map { layout.samples.isComplex ? .nan : $0.value } ?? 0
                    target.update(repeating: value, count: segment.count)
                }
            }
        }
        markMissingReal(segment.count)
        if case .premultiplied = appearance.alpha { divideValues(segment.count) }
    }

    /// Returns a value of the segment that was read, or nil if it is missing or transparent.
    ///
    /// - Parameter band: The index among the color bands.
    func value(_ index: Int, ofBand band: Int) -> Double? {
        let value = real[band * capacity + index]
        if appearance.isMissing(value) { return nil }
        if appearance.alpha != .none, opacity(at: index) == 0 { return nil }
        return value
    }

    private mutating func divideValues(_ count: Int) {
        for index in 0..<count where !isMissing[index] {
            let alpha = opacity(at: index)
            guard alpha > 0, alpha < 65535 else { continue }
            for band in appearance.bands.indices { real[band * capacity + index] *= 65535 / Double(alpha) }
        }
    }

    // MARK: Missing data

    /// Marks pixels that have the value of missing data in all color bands.
    private mutating func markMissingWhole(_ count: Int) {
        guard let missing else { return }
        for index in 0..<count {
            isMissing[index] = appearance.bands.indices.allSatisfy { whole[$0 * capacity + index] == missing }
        }
    }

    private mutating func markMissingReal(_ count: Int) {
        guard appearance.hasAlpha else { return }
        for index in 0..<count {
            isMissing[index] = appearance.bands.indices.allSatisfy { appearance.isMissing(real[$0 * capacity + index]) }
        }
    }

    // MARK: Writing

    private func writeBytes(_ count: Int, to target: UnsafeMutablePointer<UInt8>) {
        let pixelBytes = output.pixelBytes
        whole.withUnsafeBufferPointer { whole in
            bytes.withUnsafeBufferPointer { bytes in
                for band in appearance.bands.indices {
                    let source = whole.baseAddress! + band * capacity
                    var place = target + band
                    for index in 0..<count {
                        place.pointee = bytes[Int(source[index] & 255)]
                        place += pixelBytes
                    }
                }
            }
        }
    }

    private func put(_ value: UInt16, at place: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(place).storeBytes(of: value, as: UInt16.self)
    }

    private func writeWords(_ count: Int, to target: UnsafeMutablePointer<UInt8>) {
        for band in appearance.bands.indices {
            for index in 0..<count {
                let value = (whole[band * capacity + index] * 65535 + largest / 2) / largest
                put(
                    UInt16(truncatingIfNeeded: appearance.isInverted ? 65535 - value : value),
                    at: target + index * pixelBytes + 2 * band)
            }
        }
    }

    private func writeRanged(_ count: Int, _ range: SampleRange, to target: UnsafeMutablePointer<UInt8>) {
        let factor = range.factor
        for band in appearance.bands.indices {
            for index in 0..<count {
                let value = (real[band * capacity + index] - range.low) * factor
                // Not a number becomes 0.
                let word = UInt16(min(65535, max(0, value.isNaN ? 0 : value)))
                put(appearance.isInverted ? 65535 - word : word, at: target + index * pixelBytes + 2 * band)
            }
        }
    }

    private func writePalette(_ count: Int, _ table: [UInt8], to target: UnsafeMutablePointer<UInt8>) {
        for index in 0..<count {
            let entry = 3 * Int(whole[index])
            for band in 0..<3 { target[index * pixelBytes + band] = table[entry + band] }
        }
    }

    private func writeLab(_ count: Int, isSigned: Bool, to target: UnsafeMutablePointer<UInt8>) {
        let is16Bit = layout.samples.bits == 16
        func chroma(_ value: UInt32) -> Float {
            if isSigned {
                return is16Bit
                    ? Float(Int16(truncatingIfNeeded: value)) / 256 : Float(Int8(truncatingIfNeeded: value))
            }
            return is16Bit ? Float(value) / 256 - 128 : Float(value) - 128
        }
        for index in 0..<count {
            let lightness = Float(whole[index]) * 100 / (is16Bit ? (isSigned ? 65535 : 65280) : 255)
            let color = LabColor(
                lightness: lightness, a: chroma(whole[capacity + index]), b: chroma(whole[2 * capacity + index]))
            let bytes = color.srgb
            for band in 0..<3 { target[index * pixelBytes + band] = bytes[band] }
        }
    }

    // MARK: Alpha

    private mutating func writeAlpha(
        _ count: Int, mask: UnsafePointer<UInt8>?, to target: UnsafeMutablePointer<UInt8>
    ) {
        let alphaPlace = appearance.model.channels * output.bytes
        if appearance.alpha == .none && output.bytes == 1 {
            return writeMask(count, mask: mask, to: target + alphaPlace)
        }
        // Values of a range are divided before the range is applied.
        let isDivided =
            if case .premultiplied = appearance.alpha, appearance.rangeOrigin == nil { true } else { false }
        for index in 0..<count {
            let pixel = target + index * pixelBytes
            // From 0 to 65535.
            var alpha: UInt32 = isMissing[index] ? 0 : 65535
            if appearance.alpha != .none, alpha > 0 {
                alpha = opacity(at: index)
                if isDivided { divide(pixel, by: alpha) }
            }
            if let mask { alpha = alpha * UInt32(mask[index]) / 255 }
            if output.bytes == 1 {
                pixel[alphaPlace] = UInt8(alpha / 257)
            } else {
                put(UInt16(alpha), at: pixel + alphaPlace)
            }
        }
    }

    /// Writes alpha of 8 bits that only a mask and missing data determine.
    private func writeMask(_ count: Int, mask: UnsafePointer<UInt8>?, to target: UnsafeMutablePointer<UInt8>) {
        let pixelBytes = output.pixelBytes
        isMissing.withUnsafeBufferPointer { isMissing in
            var place = target
            for index in 0..<count {
                place.pointee = isMissing[index] ? 0 : mask?[index] ?? 255
                place += pixelBytes
            }
        }
    }

    /// The alpha sample of a pixel, from 0 to 65535.
    private func opacity(at index: Int) -> UInt32 {
        let place = appearance.bands.count * capacity + index
        if case .ranged = appearance.colors {
            let type = layout.samples
            let full = type.format == 3 ? 1 : exp2(Double(type.isUnsigned ? type.bits : type.bits - 1)) - 1
            let value = real[place] / full
            return UInt32(min(1, max(0, value.isNaN ? 0 : value)) * 65535)
        }
        return UInt32(min(65535, UInt64(whole[place]) * 65535 / UInt64(largest)))
    }

    /// Divides a pixel's colors by its alpha.
    private func divide(_ pixel: UnsafeMutablePointer<UInt8>, by alpha: UInt32) {
        guard alpha > 0, alpha < 65535 else { return }
        for channel in 0..<appearance.model.channels {
            if output.bytes == 1 {
                pixel[channel] = UInt8(min(255, (UInt32(pixel[channel]) * 65535 + alpha / 2) / alpha))
            } else {
                let place = pixel + 2 * channel
                let value = UInt32(UnsafeRawPointer(place).loadUnaligned(as: UInt16.self))
                put(UInt16(min(65535, (UInt64(value) * 65535 + UInt64(alpha) / 2) / UInt64(alpha))), at: place)
            }
        }
    }
}

extension TIFFAppearance {
    /// Whether a value stands for missing data.
    ///
    /// - Parameter value: A value as `TIFFNumbers` reads it: a missing complex number is not a number.
    func isMissing(_ value: Double) -> Bool {
        value.isNaN || !samples.isComplex && noData?.matches(value) == true
    }
}
