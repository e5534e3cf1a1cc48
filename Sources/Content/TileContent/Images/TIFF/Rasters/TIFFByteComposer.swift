import TileGraphics

/// The conversion of bands of 8 bits without alpha of their own to interleaved samples, which most pictures with masks
/// and missing data have. It writes what `TIFFRowComposer` writes, in loops that the compiler can vectorize.
struct TIFFByteComposer {
    private let bands: [Int]
    private let layout: TIFFLayout
    private let hasAlpha: Bool
    /// 255 if 0 is white, otherwise 0.
    private let inversion: UInt8
    /// The value of missing data; 256 if there is none.
    private let missing: UInt16

    private static let noValue: UInt16 = 256

    /// Creates the conversion; nil if the page has other samples, or other numbers of bands than 1 and 3.
    init?(_ appearance: TIFFAppearance, _ layout: TIFFLayout) {
        guard case .whole = appearance.colors, appearance.output.bytes == 1, layout.samples.bits == 8,
            appearance.alpha == .none, appearance.bands.count == 1 || appearance.bands.count == 3
        else { return nil }
        bands = appearance.bands
        self.layout = layout
        hasAlpha = appearance.output.hasAlpha
        inversion = appearance.isInverted ? 255 : 0
        missing = appearance.noData.flatMap { UInt8(exactly: $0.value) }.map(UInt16.init) ?? Self.noValue
    }

    /// Writes a part of a row. Returns false, without writing, if the file does not store one of the bands there.
    ///
    /// - Parameter mask: The mask's values for the part, 0 where the picture is transparent; nil for none.
    func compose(
        _ segment: TIFFBands.Segment, mask: UnsafePointer<UInt8>?, into target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        func samples(_ index: Int) -> UnsafePointer<UInt8>? {
            let numbers = TIFFNumbers(segment, layout, band: bands[index], index: index)
            return numbers.map { ($0.row + $0.firstBit / 8).assumingMemoryBound(to: UInt8.self) }
        }
        let step = layout.pixelBits / 8
        guard let first = samples(0) else { return false }
        if bands.count == 1 {
            // The distance between samples is a constant in the common case.
            if step == 1 {
                writeGray(first, step: 1, segment.count, mask: mask, to: target)
            } else {
                writeGray(first, step: step, segment.count, mask: mask, to: target)
            }
            return true
        }
        guard let second = samples(1), let third = samples(2) else { return false }
        writeColors((first, second, third), step: step, segment.count, mask: mask, to: target)
        return true
    }

    @inline(__always)
    private func writeGray(
        _ source: UnsafePointer<UInt8>, step: Int, _ count: Int, mask: UnsafePointer<UInt8>?,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        if !hasAlpha {
            for index in 0..<count { target[index] = source[index &* step] ^ inversion }
            return
        }
        let pixels = UnsafeMutableRawPointer(target)
        func put(_ index: Int, _ opacity: UInt8) {
            let value = source[index &* step]
            let alpha = UInt16(value) == missing ? 0 : UInt16(opacity)
            pixels.storeBytes(
                of: (alpha &<< 8 | UInt16(value ^ inversion)).littleEndian, toByteOffset: 2 &* index, as: UInt16.self)
        }
        if let mask {
            for index in 0..<count { put(index, mask[index]) }
        } else {
            for index in 0..<count { put(index, 255) }
        }
    }

    private func writeColors(
        _ source: (UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>), step: Int, _ count: Int,
        mask: UnsafePointer<UInt8>?, to target: UnsafeMutablePointer<UInt8>
    ) {
        let pixelBytes = hasAlpha ? 4 : 3
        for index in 0..<count {
            let colors = (source.0[index &* step], source.1[index &* step], source.2[index &* step])
            let pixel = target + pixelBytes &* index
            pixel[0] = colors.0 ^ inversion
            pixel[1] = colors.1 ^ inversion
            pixel[2] = colors.2 ^ inversion
            guard hasAlpha else { continue }
            let isMissing =
                UInt16(colors.0) == missing && UInt16(colors.1) == missing && UInt16(colors.2) == missing
            pixel[3] = isMissing ? 0 : mask?[index] ?? 255
        }
    }
}
