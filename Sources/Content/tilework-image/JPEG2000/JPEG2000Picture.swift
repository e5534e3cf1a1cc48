import COpenJPEG
import ImageMessages

/// A JPEG 2000 picture that OpenJPEG decodes as a whole.
///
/// libvips has it decode parts instead. In files without tiles these are wrong for a picture whose corner is not that
/// of the reference grid, and in high-throughput files up to OpenJPEG 2.5.0. OpenJPEG also replaces indexes by the
/// colors of a palette, which libvips 8.14 does not read.
final class JPEG2000Picture: ImageFile {
    let description: ImageDescription

    /// The path with a terminating zero.
    private let path: [UInt8]
    private let colors: Colors
    private let hasPalette: Bool
    /// The samples of the levels that were decoded, by level.
    private var decoded: [[UInt8]?]

    /// The meaning of the components.
    private enum Colors {
        case asShown
        /// Luminance and two color differences (sYCC), with alpha or without.
        case luminanceAndDifferences
    }

    /// The color spaces of gray, sRGB and sYCC, and that of a profile.
    private static let plainColorSpaces: Set<Int?> = [nil, 16, 17, 18]

    /// Opens a picture. Returns nil if its components need more than their samples: they differ in size or bits, or
    /// have colors that only libvips converts.
    ///
    /// - Parameters:
    ///   - path: The path with a terminating zero.
    ///   - colorSpace: The number of the color space that the file states, if any.
    ///   - palette: The file's palette, if any.
    ///   - description: The description by libvips, which has the picture's model and levels.
    init?(
        _ path: [UInt8], colorSpace: Int?, palette: JPEG2000Header.Palette?, _ description: ImageDescription
    ) {
        guard let opened = try? JPEG2000Decoder(path: path, level: 0), let image = opened.image,
            let components = image.pointee.comps
        else { return nil }
        var description = description
        if let palette {
            let channels = palette.bits.count
            guard (1...4).contains(channels), let bits = palette.bits[0], (1...16).contains(bits),
                palette.bits.allSatisfy({ $0 == bits }), Self.plainColorSpaces.contains(colorSpace)
            else { return nil }
            description.bytes = 1
            description.model = channels < 3 ? .gray : .rgb
            description.hasAlpha = channels % 2 == 0
            description.bands = channels
            description.colorSpace = channels < 3 ? "b-w" : "srgb"
            description.bitsPerSample = bits
            // A half of indexes would be the means of numbers, not of colors.
            description.levels = Array(description.levels.prefix(1))
        } else if Int(image.pointee.numcomps) != description.pixelBytes / description.bytes {
            return nil
        }
        let first = components[0]
        for index in 0..<Int(image.pointee.numcomps) {
            let other = components[index]
            guard other.dx == 1, other.dy == 1, other.prec == first.prec, other.sgnd == first.sgnd,
                (1...16).contains(other.prec)
            else { return nil }
        }
        switch colorSpace {
        case 18 where description.model == .rgb: colors = .luminanceAndDifferences
        // sYCC of other components, and e-sYCC.
        case 18, 24: return nil
        default: colors = .asShown
        }
        self.path = path
        hasPalette = palette != nil
        description.isRandomAccess = false
        // Halves are those of the reference grid.
        func side(from start: UInt32, to end: UInt32, level: Int) -> Int {
            ((Int(end) + (1 << level) - 1) >> level) - ((Int(start) + (1 << level) - 1) >> level)
        }
        let corners = image.pointee
        description.levels = description.levels.indices.map {
            ImageDescription.Size(
                width: side(from: corners.x0, to: corners.x1, level: $0),
                height: side(from: corners.y0, to: corners.y1, level: $0))
        }.filter { $0.width > 0 && $0.height > 0 }
        guard !description.levels.isEmpty else { return nil }
        description.decoder = JPEG2000Decoder.name
        self.description = description
        decoded = [[UInt8]?](repeating: nil, count: self.description.levels.count)
    }

    func samples(_ level: Int, _ window: ImageWindow) throws(ImageRefusal) -> [UInt8] {
        guard description.levels.indices.contains(level) else { throw ImageRefusal("it has no level \(level)") }
        let size = description.levels[level]
        guard window.x + window.width <= size.width, window.y + window.height <= size.height else {
            throw ImageRefusal("a window outside the picture")
        }
        let all: [UInt8]
        if let known = decoded[level] { all = known } else { all = try decode(level) }
        decoded[level] = all
        let (rowBytes, pixelBytes) = (size.width * description.pixelBytes, description.pixelBytes)
        if window.width == size.width {
            return Array(all[(window.y * rowBytes)..<((window.y + window.height) * rowBytes)])
        }
        var part: [UInt8] = []
        part.reserveCapacity(window.width * window.height * pixelBytes)
        for row in window.y..<(window.y + window.height) {
            let start = row * rowBytes + window.x * pixelBytes
            part += all[start..<(start + window.width * pixelBytes)]
        }
        return part
    }

    private func decode(_ level: Int) throws(ImageRefusal) -> [UInt8] {
        let size = description.levels[level]
        let decoder = try JPEG2000Decoder(path: path, level: level)
        try decoder.decode()
        guard let image = decoder.image, let components = image.pointee.comps else {
            throw ImageRefusal("it has no components")
        }
        let count = description.pixelBytes / description.bytes
        guard Int(image.pointee.numcomps) == count else { throw ImageRefusal("it changed while it was read") }
        var planes: [UnsafePointer<Int32>] = []
        for index in 0..<count {
            let component = components[index]
            guard Int(component.w) == size.width, Int(component.h) == size.height, let data = component.data else {
                throw ImageRefusal("its level \(level) has another size than its header states")
            }
            planes.append(UnsafePointer(data))
        }
        let first = components[0]
        // A palette gives the components its own number of bits.
        guard (1...16).contains(first.prec) else { throw ImageRefusal("it has samples of \(first.prec) bits") }
        if hasPalette, description.hasAlpha, components[count - 1].alpha == 0 {
            throw ImageRefusal("its palette has a channel without a stated meaning")
        }
        let scale = SampleScale(
            precision: Int(first.prec), isSigned: first.sgnd != 0, largest: description.bytes == 1 ? 255 : 65535)
        let pixels = size.width * size.height
        let hasDifferences = colors == .luminanceAndDifferences
        return [UInt8](unsafeUninitializedCapacity: pixels * description.pixelBytes) { target, filled in
            if description.bytes == 1 {
                Self.pack(planes, pixels, scale, hasDifferences, into: target)
            } else {
                target.withMemoryRebound(to: UInt16.self) { Self.pack(planes, pixels, scale, hasDifferences, into: $0) }
            }
            filled = pixels * description.pixelBytes
            withExtendedLifetime(decoder) {}
        }
    }

    /// The conversion of decoded samples to those of a whole number of bytes.
    private struct SampleScale {
        var precision: Int
        var isSigned: Bool
        var largest: Int

        /// The number of all values of a sample, less 1.
        private var span: Int { (1 << precision) - 1 }

        func callAsFunction(_ sample: Int32) -> Int {
            let value = max(0, min(span, Int(sample) + (isSigned ? 1 << (precision - 1) : 0)))
            return span == largest ? value : (value * largest + span / 2) / span
        }
    }

    private static func pack<Sample: FixedWidthInteger & UnsignedInteger>(
        _ planes: [UnsafePointer<Int32>], _ pixels: Int, _ scale: SampleScale, _ hasDifferences: Bool,
        into target: UnsafeMutableBufferPointer<Sample>
    ) {
        let count = planes.count
        for (band, plane) in planes.enumerated() {
            for pixel in 0..<pixels { target[pixel * count + band] = Sample(scale(plane[pixel])) }
        }
        guard hasDifferences else { return }
        // Full-range BT.601 (IEC 61966-2-1, amendment 1).
        let (middle, largest) = (Double(scale.largest + 1) / 2, Double(scale.largest))
        for start in stride(from: 0, to: pixels * count, by: count) {
            let light = Double(target[start])
            let (blue, red) = (Double(target[start + 1]) - middle, Double(target[start + 2]) - middle)
            let values = (light + 1.402 * red, light - 0.344136 * blue - 0.714136 * red, light + 1.772 * blue)
            func sample(_ value: Double) -> Sample { Sample(max(0, min(largest, value.rounded()))) }
            (target[start], target[start + 1], target[start + 2]) =
                (sample(values.0), sample(values.1), sample(values.2))
        }
    }
}
