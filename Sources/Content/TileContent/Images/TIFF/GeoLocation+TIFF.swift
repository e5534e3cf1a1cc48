import Foundation
import TileGeometry

extension GeoLocation {
    /// Reads the location of a page of a GeoTIFF in spherical Mercator or in degrees of WGS 84 (OGC 19-008r4). Nil for
    /// other pages, for those that are turned, and for those that are not on Earth.
    ///
    /// - Parameters:
    ///   - directory: The page's directory, from 0.
    ///   - size: The size in pixels.
    init?(tiff path: String, directory: Int, size: CGSize) {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let page = reader.directory(of: .page(directory)), (reader.value(.orientation, of: page) ?? 1) == 1,
            let keys = GeoKeys(reader, page), let system = keys.system, let grid = Self.grid(reader, page)
        else { return nil }
        var topLeft = grid.topLeft
        if keys.isPoint {
            topLeft.x -= grid.unit.width / 2
            topLeft.y += grid.unit.height / 2
        }
        self.init(system, topLeft: topLeft, unit: grid.unit, size: size)
    }

    /// Returns the coordinates of pixel 0, 0 and the size of a pixel, by a tie point and a scale or by a matrix.
    ///
    /// As in GDAL, a scale of two numbers is enough, the first of several tie points counts, and the first row is the
    /// northern one whatever the scale's sign.
    private static func grid(
        _ reader: TIFFReader, _ page: TIFFReader.Directory
    ) -> (topLeft: CGPoint, unit: CGSize)? {
        func numbers(_ tag: TIFFReader.Tag, _ count: Int) -> [Double]? {
            guard let field = page.fields[tag], field.count >= count else { return nil }
            let numbers = (0..<count).compactMap { reader.real($0, of: field) }
            return numbers.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
        }
        if let scale = numbers(.modelPixelScale, 2), scale[0] != 0, scale[1] != 0,
            let tie = numbers(.modelTiePoints, 6)
        {
            let height = abs(scale[1])
            return (
                CGPoint(x: tie[3] - tie[0] * scale[0], y: tie[4] + tie[1] * height),
                CGSize(width: scale[0], height: height)
            )
        }
        // Rows of a matrix of 4 × 4; what turns the picture is 0.
        guard page.fields[.modelTransformation]?.count == 16, let matrix = numbers(.modelTransformation, 16),
            matrix[1] == 0, matrix[4] == 0
        else { return nil }
        return (CGPoint(x: matrix[3], y: matrix[7]), CGSize(width: matrix[0], height: -matrix[5]))
    }
}

/// The keys of a GeoTIFF that tell its coordinate system (OGC 19-008r4, 7.1).
private struct GeoKeys {
    /// The coordinate system; nil for others than those that are known.
    let system: GeoLocation.CoordinateSystem?
    /// Whether coordinates are those of a pixel's center, rather than of its top left corner.
    let isPoint: Bool

    /// The most values of the table: four for each key.
    private static let maxValues = 4 * 512

    init?(_ reader: TIFFReader, _ page: TIFFReader.Directory) {
        guard let field = page.fields[.geoKeys], (4...Self.maxValues).contains(field.count),
            let table = reader.values(.geoKeys, of: page)
        else { return nil }
        // The table's version and the number of its keys. GDAL reads no keys of a table that contradicts them.
        guard table.count >= 4, table[0] == 1, (0...(table.count / 4 - 1)).contains(table[3]) else { return nil }
        var values: [Int: Int] = [:]
        for entry in stride(from: 4, to: 4 + 4 * table[3], by: 4) where table[entry + 1] == 0 {
            guard table[entry + 2] == 1 else { return nil }
            values[table[entry]] = table[entry + 3]
        }
        // GTRasterTypeGeoKey.
        isPoint = values[1025] == 2
        // GTModelTypeGeoKey, with ProjectedCRSGeoKey and GeodeticCRSGeoKey.
        system =
            switch (values[1024], values[3072], values[2048]) {
            // Former numbers, before EPSG had one.
            case (1, 3857?, _), (1, 3785?, _): .webMercator
            case (2, _, 4326?): .degrees
            default: nil
            }
    }
}
