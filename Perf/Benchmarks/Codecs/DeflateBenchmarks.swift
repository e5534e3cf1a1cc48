import Benchmark
import CDeflate
import Foundation
import TileContent
import TileEngine
import TileGeometry
@_spi(Measuring) import TileGraphics

/// Compares Tilework's DEFLATE encoder with libdeflate at four levels, in time and bytes, on rows of tiles as PNG files
/// have them. The encoder stays in use while no level of libdeflate is as small in as little time.
func deflateBenchmarks() {
    let bytes = BenchmarkMetric.custom("Bytes", polarity: .prefersSmaller, useScalingFactor: false)
    let samples: [(name: String, file: String, scale: Double)] = [
        ("city plan", "city-plan.svg", 4), ("floor plan", "floor-plan.svg", 4), ("relief", "relief.jpg", 1),
    ]
    for sample in samples {
        let tiles = PNGRows.tiles(of: sample.file, scale: sample.scale)
        let room = tiles.map { MeasuredDeflater.bound($0.rows.count) }.max() ?? 0
        Benchmark("DEFLATE, \(tiles.count) tiles of the \(sample.name), ours") { benchmark in
            var deflater = MeasuredDeflater()
            let target = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
            defer { target.deallocate() }
            for _ in benchmark.scaledIterations {
                var sum = 0
                for tile in tiles {
                    sum += tile.rows.withUnsafeBufferPointer {
                        deflater.compress(
                            $0, pixelBytes: tile.pixelBytes, rowBytes: tile.rowBytes, to: target)
                    }
                }
                benchmark.measurement(bytes, sum)
            }
        }
        for level in [1, 3, 6, 12] as [Int32] {
            Benchmark("DEFLATE, \(tiles.count) tiles of the \(sample.name), libdeflate \(level)") { benchmark in
                let compressor = libdeflate_alloc_compressor(level)
                defer { libdeflate_free_compressor(compressor) }
                let room = tiles.map { libdeflate_zlib_compress_bound(compressor, $0.rows.count) }.max() ?? 0
                let target = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
                defer { target.deallocate() }
                for _ in benchmark.scaledIterations {
                    var sum = 0
                    for tile in tiles {
                        sum += libdeflate_zlib_compress(compressor, tile.rows, tile.rows.count, target, room)
                    }
                    benchmark.measurement(bytes, sum)
                }
            }
        }
    }
}

/// The rows of a PNG file as they were before they were compressed.
struct PNGRows {
    let rows: [UInt8]
    let rowBytes: Int
    /// The distance from one pixel to the next in bytes; 1 if a byte holds several pixels.
    let pixelBytes: Int

    /// Returns the rows of 64 tiles of 256 × 256 pixels from the middle of a sample.
    static func tiles(of sample: String, scale: Double) -> [PNGRows] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../assets/samples/\(sample)").standardized.path
        do {
            let source = try ContentReader.open(path).source
            let (pool, encoders) = (BitmapPool(), EncoderPool())
            let column = Int(Double(source.contentSize.width) * scale / 512) - 4
            let row = Int(Double(source.contentSize.height) * scale / 512) - 4
            return try (0..<64).map { number in
                let area = RasterArea(
                    scale: scale, x: max(0, column + number % 8) * 256, y: max(0, row + number / 8) * 256, width: 256,
                    height: 256)
                let tile = try source.raster(area, in: RasterContext(quality: .full, pool: pool))
                return PNGRows(try encoders.withEncoder { try $0.encode(tile, as: .png).bytes })
            }
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// - Parameter file: one of our own: chunks in order, no interlace.
    private init(_ file: [UInt8]) {
        func number(_ offset: Int) -> Int { file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height, depth) = (number(16), number(20), Int(file[24]))
        let samples = [0: 1, 2: 3, 3: 1, 6: 4][file[25]]!
        rowBytes = 1 + (width * samples * depth + 7) / 8
        pixelBytes = max(1, samples * depth / 8)
        var (stream, offset) = ([UInt8](), 8)
        while offset < file.count {
            let length = number(offset)
            if file[(offset + 4)..<(offset + 8)].elementsEqual("IDAT".utf8) {
                stream += file[(offset + 8)..<(offset + 8 + length)]
            }
            offset += 12 + length
        }
        let count = rowBytes * height
        rows = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            let inflater = libdeflate_alloc_decompressor()
            defer { libdeflate_free_decompressor(inflater) }
            let status = libdeflate_zlib_decompress(inflater, stream, stream.count, buffer.baseAddress, count, nil)
            precondition(status == LIBDEFLATE_SUCCESS, "a tile's rows can't be read back")
            written = count
        }
    }
}
