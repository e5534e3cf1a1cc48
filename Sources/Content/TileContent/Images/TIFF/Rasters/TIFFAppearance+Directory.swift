import CTIFF
import Foundation
import TileGraphics

extension TIFFAppearance {
    /// Reads the way in which a page is shown, except for a range that has to be found by sampling. Returns nil if the
    /// page's colors are unknown.
    ///
    /// - Parameter masks: The page's masks.
    /// - Throws: `.unsupported` if the samples are not read.
    init?(
        _ reader: TIFFReader, directory: TIFFReader.Directory, layout: TIFFLayout, masks: [TIFFMask],
        preferences: RasterPreferences
    ) throws(TIFFLayout.Failure) {
        guard layout.samples.isReadable else { throw .unsupported("its samples are \(layout.samples.title)") }
        guard layout.compression.hasReadableColors else { return nil }
        samples = layout.samples
        self.masks = masks
        isInverted = layout.isInverted
        noData = reader.text(.gdalNoData, of: directory, most: 256).flatMap { NoData($0, layout.samples) }
        guard let kind = PhotometricKind(layout) else { return nil }
        alpha = Self.alpha(layout, channels: kind.channels)
        let shown = (0..<layout.bands).filter { [alpha] in $0 != alpha.band }
        let isGray = kind == .gray
        bands = Array(shown.prefix(isGray && shown.count >= 3 ? 3 : kind.channels))
        let chosen = preferences.bands.map { $0 - 1 }
        if isGray || kind == .rgb, [1, 3].contains(chosen.count), chosen.allSatisfy((0..<layout.bands).contains) {
            bands = chosen
            if let band = alpha.band, chosen.contains(band) { alpha = .none }
        }
        guard !bands.isEmpty, kind == .gray || kind == .rgb || bands.count == kind.channels else { return nil }
        model = kind == .cmyk ? .cmyk : bands.count == 1 && kind != .palette ? .gray : .rgb
        switch kind {
        case .palette:
            // libtiff takes a page without a palette for gray.
            if directory.fields[.colorMap] == nil, layout.samples.bits >= 8 { return nil }
            guard layout.samples.isUnsigned, layout.samples.bits <= 16,
                let table = Self.palette(reader, directory, bits: layout.samples.bits)
            else { throw .damaged("its palette ends early") }
            colors = .palette(table)
        case .lab(let isSigned):
            guard [8, 16].contains(layout.samples.bits), layout.samples.format <= 2 else {
                throw .unsupported("its L*a*b* samples are \(layout.samples.title)")
            }
            colors = .lab(isSigned: isSigned)
        case .cmyk:
            guard layout.samples.hasOwnRange else {
                throw .unsupported("its inks are \(layout.samples.title)")
            }
            colors = .whole
        case .gray, .rgb:
            colors = .whole
            if let range = preferences.range {
                colors = .ranged(SampleRange(low: range.lowerBound, high: range.upperBound))
                rangeOrigin = .chosen
            } else if !layout.samples.hasOwnRange || Self.isMeasured(directory, in: reader, layout: layout, kind: kind)
            {
                let stated = Self.statedRange(reader, directory, bands: bands)
                colors = .ranged(stated ?? SampleRange.unknown)
                rangeOrigin = stated == nil ? .sampled : .stated
            }
        }
    }

    /// The kinds of colors of a page.
    enum PhotometricKind: Hashable {
        case gray
        case rgb
        case palette
        case cmyk
        case lab(isSigned: Bool)

        init?(_ layout: TIFFLayout) {
            if layout.isOfDecodedColors {
                self = .rgb
                return
            }
            switch layout.photometric {
            case Int(PHOTOMETRIC_MINISWHITE), Int(PHOTOMETRIC_MINISBLACK), Int(PHOTOMETRIC_MASK): self = .gray
            case Int(PHOTOMETRIC_RGB), Int(PHOTOMETRIC_YCBCR): self = .rgb
            case Int(PHOTOMETRIC_PALETTE): self = .palette
            case Int(PHOTOMETRIC_SEPARATED): self = .cmyk
            case Int(PHOTOMETRIC_CIELAB): self = .lab(isSigned: true)
            case Int(PHOTOMETRIC_ICCLAB): self = .lab(isSigned: false)
            default:
                guard layout.isLogarithmic else { return nil }
                self = layout.photometric == Int(PHOTOMETRIC_LOGL) ? .gray : .rgb
            }
            guard layout.bands >= channels else { return nil }
        }

        /// The number of samples that are colors.
        var channels: Int {
            switch self {
            case .gray, .palette: 1
            case .rgb, .lab: 3
            case .cmyk: 4
            }
        }
    }

    /// The alpha band: the only one that the page states to be one. If it states nothing about the samples after the
    /// colors, a single one is alpha, as most programs write it.
    private static func alpha(_ layout: TIFFLayout, channels: Int) -> Alpha {
        if layout.isOfDecodedColors { return .none }
        guard let extras = layout.extras else {
            return layout.bands == channels + 1 ? .straight(band: channels) : .none
        }
        let first = layout.bands - extras.count
        let (associated, unassociated) = (Int(EXTRASAMPLE_ASSOCALPHA), Int(EXTRASAMPLE_UNASSALPHA))
        let stated = extras.enumerated().filter { index, extra in
            first + index >= channels && [associated, unassociated].contains(extra)
        }
        // Some programs call each of many bands alpha.
        guard stated.count == 1, let (index, extra) = stated.first else { return .none }
        return extra == associated ? .premultiplied(band: first + index) : .straight(band: first + index)
    }

    private static func palette(
        _ reader: TIFFReader, _ directory: TIFFReader.Directory, bits: Int
    ) -> [UInt8]? {
        let count = 1 << bits
        guard let values = reader.values(.colorMap, of: directory), values.count >= 3 * count else { return nil }
        // Some writers store 8 bits in the place of 16.
        let shift = values.allSatisfy { $0 < 256 } ? 0 : 8
        return (0..<(3 * count)).map { UInt8(truncatingIfNeeded: values[$0 % 3 * count + $0 / 3] >> shift) }
    }

    /// Whether more than 8 bits of gray are measurements, of which a range is shown, rather than a picture: if the file
    /// states the range, where on earth it is, or a value for missing data.
    private static func isMeasured(
        _ directory: TIFFReader.Directory, in reader: TIFFReader, layout: TIFFLayout, kind: PhotometricKind
    ) -> Bool {
        guard kind == .gray, layout.samples.bits > 8 else { return false }
        let tags: [TIFFReader.Tag] = [
            .geoKeys, .modelPixelScale, .modelTransformation, .gdalNoData, .sMinSampleValue, .sMaxSampleValue,
        ]
        if tags.contains(where: { directory.fields[$0] != nil }) { return true }
        return layout.bands >= 3 || statistics(reader, directory)?.range(of: [0]) != nil
    }

    static func statistics(_ reader: TIFFReader, _ directory: TIFFReader.Directory) -> GDALStatistics? {
        reader.text(.gdalMetadata, of: directory, most: GDALStatistics.maxLength).map(GDALStatistics.init)
    }

    /// The range of values that the file states, or nil if it states none or contradicts itself.
    static func statedRange(
        _ reader: TIFFReader, _ directory: TIFFReader.Directory, bands: [Int]
    ) -> SampleRange? {
        /// The stated values of the bands; one value stands for all bands.
        func values(_ tag: TIFFReader.Tag) -> [Double]? {
            guard let field = directory.fields[tag] else { return nil }
            let values = bands.compactMap { reader.real(field.count == 1 ? 0 : $0, of: field) }
            return values.count == bands.count ? values : nil
        }
        if let low = values(.sMinSampleValue)?.min(), let high = values(.sMaxSampleValue)?.max(),
            let range = SampleRange(stated: low, high)
        {
            return range
        }
        return statistics(reader, directory)?.range(of: bands)
    }
}
