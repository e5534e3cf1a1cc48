import Foundation
import TileGeometry
import TileGraphics

/// Triangles whose color changes evenly between their corners: a shading of a PDF page by a mesh or a function. They
/// are drawn sharp at any scale, with a color for the middle of each pixel, as in Poppler, MuPDF and PDFium. In
/// overviews, a pixel is the mean of several.
///
/// `tilework-pdf` writes them as a data URL (`Meshes/ShadingMesh.cpp`). Their plane is the user space of the `image`
/// element that has the URL.
final class ShadingMesh: ExternalDrawing {
    /// The media type of the data URL.
    static let mediaType = "application/x-tilework-mesh"

    /// The largest coordinate.
    private static let farthest = 1e9

    /// Two triangles: (a, b, c) and (b, d, c).
    struct Face {
        var a: UInt32
        var b: UInt32
        var c: UInt32
        var d: UInt32
    }

    let bounds: Box
    private let places: [SIMD2<Double>]
    /// The components of the color at each corner, 0…255. The first is an index into the ramp, if there is one.
    private let colors: [SIMD4<Double>]
    private let faces: [Face]
    /// The opaque colors of pixels that the first component selects; empty if the components are colors.
    private let ramp: [UInt32]
    /// The distance within which two places may be the same.
    private let slack: Double

    /// Reads a mesh; nil if it is damaged.
    ///
    /// - Complexity: O(bytes).
    init?(_ data: Data) {
        var reader = Reader(data)
        guard let rampCount = reader.next(UInt32.self).map(Int.init),
            let count = reader.next(UInt32.self).map(Int.init),
            let faceCount = reader.next(UInt32.self).map(Int.init),
            let matrix = reader.numbers(6), rampCount != 1, rampCount <= 1 << 16,
            data.count - reader.at == count * 14 + faceCount * 16 + rampCount * 3
        else { return nil }
        let transform = CGAffineTransform(
            a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], tx: matrix[4], ty: matrix[5])
        var bounds = Box.empty
        var largest = 0.0
        var places: [SIMD2<Double>] = []
        places.reserveCapacity(count)
        for _ in 0..<count {
            guard let x = reader.next(Float.self), let y = reader.next(Float.self) else { return nil }
            let (placeX, placeY) = transform.apply(x: Double(x), y: Double(y))
            guard abs(placeX) <= Self.farthest, abs(placeY) <= Self.farthest else { return nil }
            if places.isEmpty { bounds = Box(minX: placeX, minY: placeY, maxX: placeX, maxY: placeY) }
            bounds = Box(
                minX: min(bounds.minX, placeX), minY: min(bounds.minY, placeY), maxX: max(bounds.maxX, placeX),
                maxY: max(bounds.maxY, placeY))
            largest = max(largest, abs(placeX), abs(placeY))
            places.append(SIMD2(placeX, placeY))
        }
        var faces: [Face] = []
        faces.reserveCapacity(faceCount)
        for _ in 0..<faceCount {
            guard let a = reader.next(UInt32.self), let b = reader.next(UInt32.self), let c = reader.next(UInt32.self),
                let d = reader.next(UInt32.self), max(a, b, c, d) < count
            else { return nil }
            faces.append(Face(a: a, b: b, c: c, d: d))
        }
        let unit = Double(rampCount > 0 ? rampCount - 1 : 255) / 65535
        var colors: [SIMD4<Double>] = []
        colors.reserveCapacity(count)
        for _ in 0..<count {
            guard let x = reader.next(UInt16.self), let y = reader.next(UInt16.self), let z = reader.next(UInt16.self)
            else { return nil }
            colors.append(SIMD4(Double(x), Double(y), Double(z), 0) * unit)
        }
        var ramp: [UInt32] = []
        for _ in 0..<rampCount {
            guard let red = reader.next(UInt8.self), let green = reader.next(UInt8.self),
                let blue = reader.next(UInt8.self)
            else { return nil }
            ramp.append(PixelColor(premultipliedRed: red, green: green, blue: blue, alpha: 255).argb)
        }
        self.bounds = bounds
        self.places = places
        self.colors = colors
        self.faces = faces
        self.ramp = ramp
        // Two of the places that a Float distinguishes.
        slack = largest * 0x1p-22
    }

    var byteCount: Int { 400 + places.count * 48 + faces.count * 16 + ramp.count * 4 }

    func usableScale(_ scale: Double) -> Double { scale }

    var archived: (document: any ExternalDocument, part: [UInt8])? { nil }

    /// The work after which to ask whether the drawing is still wanted, in pixels.
    private static let pixelsPerQuestion = 1 << 18

    /// The maximum number of fills of each pixel in the mean, and the work for each face. `tilework-pdf` makes images
    /// of meshes with more.
    private static let mostLayers = 256
    private static let workPerFace = 64

    /// The maximum number of colors that are found at a time: 16 MB.
    private static let mostSamples = 1 << 22

    /// The maximum number of colors that are found for the means of a whole mesh. A mesh as large as an A0 page needs
    /// half as many.
    private static let mostMeanSamples = 0x1p26

    func pixels(_ area: RasterArea, isCancelled: () -> Bool) throws(RasterFailure) -> Bitmap? {
        // A color for each point of the page, so that an overview has no other colors than the level below it. A larger
        // mesh has fewer, as many in each tile of a level.
        var halvings = area.scale < 1 ? Int(min(3, (-log2(area.scale)).rounded(.up))) : 0
        let pixelCount = (bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY) * area.scale * area.scale
        while halvings > 0, pixelCount * Double(1 << (2 * halvings)) > Self.mostMeanSamples { halvings -= 1 }
        return try pixels(area, halvings: halvings, isCancelled: isCancelled)
    }

    private func pixels(
        _ area: RasterArea, halvings: Int, isCancelled: () -> Bool
    ) throws(RasterFailure) -> Bitmap? {
        guard halvings > 0 else { return try samples(area, isCancelled: isCancelled) }
        let bitmap = Bitmap(width: area.width, height: area.height)
        let rows = max(1, (Self.mostSamples >> (2 * halvings)) / max(1, area.width))
        for first in stride(from: 0, to: area.height, by: rows) {
            let strip = RasterArea(
                scale: area.scale * 2, x: area.x * 2, y: (area.y + first) * 2, width: area.width * 2,
                height: min(rows, area.height - first) * 2)
            guard let drawn = try pixels(strip, halvings: halvings - 1, isCancelled: isCancelled) else { return nil }
            BoxShrink.shrink(drawn, into: bitmap, y: first)
        }
        return bitmap
    }

    /// Returns an area with a color for the middle of each pixel.
    private func samples(_ area: RasterArea, isCancelled: () -> Bool) throws(RasterFailure) -> Bitmap? {
        let bitmap = Bitmap(width: area.width, height: area.height)
        let origin = SIMD2(Double(area.x), Double(area.y))
        // Places that should be the same differ by less than this, but never by as much as is seen.
        let reach = min(1.0 / 16, slack * area.scale + 1e-6)
        let fill = TriangleFill(bitmap: bitmap, ramp: ramp, reach: reach)
        let (minX, minY) = ((origin.x - 1) / area.scale, (origin.y - 1) / area.scale)
        let (maxX, maxY) = (
            (origin.x + Double(area.width) + 1) / area.scale, (origin.y + Double(area.height) + 1) / area.scale
        )
        var (work, total) = (0, 0)
        let most = Self.mostLayers * area.width * area.height + Self.workPerFace * faces.count
        for face in faces {
            if work >= Self.pixelsPerQuestion {
                total += work
                work = 0
                if isCancelled() { throw .cancelled }
                guard total <= most else { return nil }
            }
            let (a, b, c, d) = (
                places[Int(face.a)], places[Int(face.b)], places[Int(face.c)], places[Int(face.d)]
            )
            let low = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
            let high = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
            work += 1
            guard high.x >= minX, low.x <= maxX, high.y >= minY, low.y <= maxY else { continue }
            let (ca, cb, cc, cd) = (
                colors[Int(face.a)], colors[Int(face.b)], colors[Int(face.c)], colors[Int(face.d)]
            )
            let (pa, pb, pc) = (a * area.scale - origin, b * area.scale - origin, c * area.scale - origin)
            work += fill.fill((.init(pa, ca), .init(pb, cb), .init(pc, cc)))
            if face.d != face.c {
                work += fill.fill((.init(pb, cb), .init(d * area.scale - origin, cd), .init(pc, cc)))
            }
        }
        return bitmap
    }

    /// Reads values in the machine's byte order.
    private struct Reader {
        /// An array, because each access to the storage of `Data` is checked for exclusivity.
        let bytes: [UInt8]
        private(set) var at = 0

        init(_ data: Data) { bytes = Array(data) }

        mutating func next<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
            let size = MemoryLayout<Value>.size
            guard size <= bytes.count - at else { return nil }
            defer { at += size }
            return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: type) }
        }

        mutating func numbers(_ count: Int) -> [Double]? {
            let numbers = (0..<count).compactMap { _ in next(Double.self) }
            return numbers.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
        }
    }
}
