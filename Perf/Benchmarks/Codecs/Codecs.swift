import Benchmark
import TileGraphics

/// Encoding one tile on a warm encoder, for each format and kind of tile: time, tiles a second, and the file's size.
let benchmarks: @Sendable () -> Void = {
    let bytes = BenchmarkMetric.custom("Bytes", polarity: .prefersSmaller, useScalingFactor: false)
    // Wall time, because the CPU time that the library reads comes in steps of 10 ms.
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput, bytes], warmupIterations: 20, maxDuration: .seconds(1),
        maxIterations: 20_000)

    let tiles: [(name: String, bitmap: Bitmap)] = [
        ("solid", SampleTiles.solid), ("map", SampleTiles.map), ("chart", SampleTiles.chart),
        ("photo", SampleTiles.photo), ("grey photo", SampleTiles.grayPhoto),
    ]
    let formats: [(name: String, format: TileFormat)] = [
        ("PNG", .png), ("JPEG 80", .jpeg(quality: 80)), ("WebP 80", .webp(quality: 80)),
        ("WebP lossless", .webpLossless), ("AVIF 60", .avif(quality: 60)), ("JPEG XL 80", .jxl(quality: 80)),
        ("JPEG XL lossless", .jxlLossless),
    ]
    // Outlives the samples, so that its one encoder is warm.
    let pool = EncoderPool()
    for (format, tileFormat) in formats {
        for (tile, bitmap) in tiles {
            Benchmark("\(format), \(tile)") { benchmark in
                try pool.withEncoder { encoder in
                    for _ in benchmark.scaledIterations {
                        let file = try encoder.encode(.bitmap(bitmap), as: tileFormat)
                        benchmark.measurement(bytes, file.bytes.count)
                    }
                }
            }
        }
    }
    deflateBenchmarks()
}
