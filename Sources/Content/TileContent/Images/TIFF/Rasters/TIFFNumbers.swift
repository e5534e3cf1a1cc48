/// The samples of one band in a row, as numbers.
struct TIFFNumbers {
    /// The bytes of the row.
    var row: UnsafeRawPointer
    /// The position of the first sample, in bits.
    var firstBit: Int
    /// The distance between samples, in bits.
    var stride: Int
    var count: Int
    var type: TIFFSampleType

    /// Reads whole numbers without a sign, of up to 32 bits.
    func read(into target: UnsafeMutablePointer<UInt32>) {
        let step = stride / 8
        var place = row + firstBit / 8
        switch type.bits {
        case 1 where stride == 1:
            for index in 0..<count {
                let bit = firstBit + index
                target[index] = UInt32((row + bit / 8).load(as: UInt8.self) >> UInt8(7 - bit & 7)) & 1
            }
        case 8:
            for index in 0..<count {
                target[index] = UInt32(place.load(as: UInt8.self))
                place += step
            }
        case 16:
            for index in 0..<count {
                target[index] = UInt32(place.loadUnaligned(as: UInt16.self))
                place += step
            }
        case 32:
            for index in 0..<count {
                target[index] = place.loadUnaligned(as: UInt32.self)
                place += step
            }
        default:
            // Packed from the highest bit of each byte; 24 bits, too, as in GDAL.
            for index in 0..<count { target[index] = packed(at: firstBit + index * stride) }
        }
    }

    private func packed(at firstBit: Int) -> UInt32 {
        var value: UInt64 = 0
        let (first, last) = (firstBit / 8, (firstBit + type.bits - 1) / 8)
        for index in first...last { value = value &<< 8 | UInt64((row + index).load(as: UInt8.self)) }
        value &>>= UInt64(8 * (last + 1) - firstBit - type.bits)
        return UInt32(truncatingIfNeeded: value & (1 << UInt64(type.bits) - 1))
    }

    /// Reads numbers of any type. Complex numbers become their magnitude.
    ///
    /// - Parameter missing: The real part of complex numbers that are missing. They are read as not a number.
    func read(into target: UnsafeMutablePointer<Double>, missing: TIFFAppearance.NoData? = nil) {
        let (step, start) = (stride / 8, row + firstBit / 8)
        func each<Number>(_ type: Number.Type, _ convert: (Number) -> Double) {
            for index in 0..<count {
                target[index] = convert((start + index * step).loadUnaligned(as: Number.self))
            }
        }
        func pairs<Number>(_ type: Number.Type, _ convert: (Number) -> Double) {
            for index in 0..<count {
                let place = start + index * step
                let (a, b) = (
                    convert(place.loadUnaligned(as: Number.self)),
                    convert((place + MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
                )
                target[index] = missing?.matches(a) == true ? .nan : (a * a + b * b).squareRoot()
            }
        }
        switch (type.format, type.bits) {
        case (2, 8): each(Int8.self) { Double($0) }
        case (2, 16): each(Int16.self) { Double($0) }
        case (2, 32): each(Int32.self) { Double($0) }
        case (2, 64): each(Int64.self) { Double($0) }
        case (3, 16): each(UInt16.self) { Double(Self.half($0)) }
        case (3, 32): each(Float.self) { Double($0) }
        case (3, 64): each(Double.self) { $0 }
        case (5, 32): pairs(Int16.self) { Double($0) }
        case (5, 64): pairs(Int32.self) { Double($0) }
        case (6, 32): pairs(UInt16.self) { Double(Self.half($0)) }
        case (6, 64): pairs(Float.self) { Double($0) }
        case (6, 128): pairs(Double.self) { $0 }
        case (_, 64): each(UInt64.self) { Double($0) }
        default:
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { whole in
                read(into: whole.baseAddress!)
                for index in 0..<count { target[index] = Double(whole[index]) }
            }
        }
    }

    /// Returns a floating-point number of 16 bits (IEEE 754, binary16).
    private static func half(_ bits: UInt16) -> Float {
        let sign: Float = bits & 0x8000 == 0 ? 1 : -1
        let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023) / 1024)
        switch exponent {
        case 0: return sign * fraction * 0x1p-14
        case 31: return fraction == 0 ? sign * .infinity : .nan
        default: return sign * (1 + fraction) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
        }
    }
}

extension TIFFNumbers {
    /// Creates the samples of a band; nil if the file does not store them.
    ///
    /// - Parameters:
    ///   - band: The band's number.
    ///   - index: The band's index among the bands that are read.
    init?(_ segment: TIFFBands.Segment, _ layout: TIFFLayout, band: Int, index: Int) {
        guard let row = segment.planes[layout.isPlanar ? index : 0] else { return nil }
        self.row = row
        type = layout.samples
        firstBit = segment.firstBit + (layout.isPlanar ? 0 : band * type.bits)
        stride = layout.pixelBits
        count = segment.count
    }
}
