import Benchmark
import Foundation
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// Benchmarks of the parts of a frame and a tile: raster, cache, layout, demand, commit. `Codecs` has the encoders.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput], warmupIterations: 20, maxDuration: .seconds(1), maxIterations: 20_000)
    rasterBenchmarks()
    cacheBenchmarks()
    demandBenchmarks()
    layoutBenchmarks()
    commitBenchmarks()
}

// MARK: Raster

/// The sample of a city plan, which has some 18,000 shapes.
private func openPlan() -> any TileSource {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../assets/samples/city-plan.svg").standardized.path
    do {
        return try ContentReader.open(path).source
    } catch {
        preconditionFailure("\(error)")
    }
}

private func rasterBenchmarks() {
    let plan = openPlan()
    let pool = BitmapPool()
    for (name, quality) in [("full", RasterContext.Quality.full), ("draft", .draft)] {
        Benchmark("raster, tiles of the city plan at 2×, \(name)") { benchmark in
            for iteration in benchmark.scaledIterations {
                let area = RasterArea(
                    scale: 2, x: iteration % 8 * 256, y: iteration / 8 % 8 * 256, width: 256, height: 256)
                blackHole(try plan.raster(area, in: RasterContext(quality: quality, pool: pool)))
            }
        }
    }
}

// MARK: Engine

/// Content whose tiles cost nothing to draw.
private final class Plain: TileSource {
    let contentSize = CGSize(width: 65_536, height: 65_536)

    func raster(_ area: RasterArea, in context: RasterContext) -> TileImage {
        .solid(PixelColor(argb: 0xFF80_8080), width: area.width, height: area.height)
    }
}

/// An engine with tiles of the deepest level in its cache.
private func makeEngine(columns: Int, rows: Int) -> (TileEngine, ContentID, TilePyramid) {
    let engine = TileEngine(services: EngineServices())
    guard let pyramid = try? TilePyramid(contentSize: CGSize(width: 65_536, height: 65_536), tileSize: 256) else {
        preconditionFailure("a pyramid that can be")
    }
    let content = engine.add(Plain(), pyramid: pyramid)
    let done = DispatchGroup()
    for row in 0..<rows {
        for column in 0..<columns {
            done.enter()
            let tile = TileCoordinate(level: pyramid.maxLevel, column: column, row: row)
            engine.request(TileKey(content, tile, as: .pixels)) { _ in done.leave() }
        }
        done.wait()
    }
    return (engine, content, pyramid)
}

private func cacheBenchmarks() {
    let (engine, content, pyramid) = makeEngine(columns: 16, rows: 16)
    let keys = (0..<256).map {
        TileKey(content, TileCoordinate(level: pyramid.maxLevel, column: $0 % 16, row: $0 / 16), as: .pixels)
    }
    Benchmark("cache, a tile that is there", configuration: .init(scalingFactor: .kilo)) { benchmark in
        for iteration in benchmark.scaledIterations { blackHole(engine.cached(keys[iteration & 255])) }
    }
    Benchmark("cache, a request that is answered at once", configuration: .init(scalingFactor: .kilo)) { benchmark in
        for iteration in benchmark.scaledIterations {
            blackHole(engine.request(keys[iteration & 255]) { blackHole($0) })
        }
    }
}

private func demandBenchmarks() {
    let (engine, content, _) = makeEngine(columns: 20, rows: 64)
    for (name, step) in [("one pixel", 1.0), ("one row", 256)] {
        Benchmark("demand, 4K moves by \(name), all cached", configuration: .init(scalingFactor: .kilo)) { benchmark in
            let surface = TileSurface(engine: engine, content: content)
            var (time, y) = (0.0, 256.0)
            func move() throws {
                time += 1.0 / 60
                y = y + step > 12_000 ? 256 : y + step
                let box = Box(x: 256, y: y, width: 3840, height: 2160)
                surface.update(try Viewport(visible: box, scale: 1, velocityY: step * 60, time: time))
            }
            // The first says what it wants of everything.
            try move()
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations { try move() }
            benchmark.stopMeasurement()
        }
    }
}

// MARK: Views and layers

private func layoutBenchmarks() {
    Benchmark("layout, a view of 100 by 100 views is resized") { benchmark in
        final class Grid: UIView {
            override func layoutSubviews() {
                let side = bounds.width / 100
                for (index, view) in subviews.enumerated() {
                    view.frame = CGRect(
                        x: CGFloat(index % 100) * side, y: CGFloat(index / 100) * side, width: side, height: side)
                }
            }
        }
        let grid = Grid(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
        for _ in 0..<10_000 { grid.addSubview(UIView()) }
        benchmark.startMeasurement()
        for iteration in benchmark.scaledIterations {
            grid.bounds.size.width = 1000 + CGFloat(iteration % 2)
            grid.layoutIfNeeded()
        }
        // Created objects are released outside of the measurement, here and below.
        benchmark.stopMeasurement()
    }
    let (engine, content, _) = makeEngine(columns: 20, rows: 64)
    for (name, step) in [("one pixel", 1.0), ("one row", 256)] {
        Benchmark("layout, tile views of 4K move by \(name)", configuration: .init(scalingFactor: .kilo)) { benchmark in
            let screen = UIScreen(size: CGSize(width: 3840, height: 2160), scale: 1)
            let clock = VirtualClock()
            screen.clock = clock
            let window = UIWindow(screen: screen)
            window.makeKeyAndVisible()
            let view = TiledScrollView(frame: window.bounds, engine: engine)
            window.addSubview(view)
            view.show(content)
            view.contentOffset = CGPoint(x: 256, y: 256)
            _ = screen.frame()
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations {
                clock.advance(by: 1.0 / 60)
                let y = view.contentOffset.y + step
                view.contentOffset.y = y > 12_000 ? 256 : y
                view.layoutIfNeeded()
            }
            benchmark.stopMeasurement()
        }
    }
}

private func commitBenchmarks() {
    func makeLayers() -> (LayerHost, [CALayer]) {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 1000, height: 1000)
        var layers: [CALayer] = []
        for group in 0..<100 {
            let parent = CALayer()
            parent.frame = CGRect(x: 0, y: group * 10, width: 1000, height: 10)
            root.addSublayer(parent)
            for column in 0..<100 {
                let layer = CALayer()
                layer.frame = CGRect(x: column * 10, y: 0, width: 9, height: 9)
                layer.backgroundColor = CGColor(red: 0, green: 0.4, blue: 0.8, alpha: 1)
                parent.addSublayer(layer)
                layers.append(layer)
            }
        }
        return (LayerHost(root), layers)
    }
    Benchmark("commit, one of 10,000 layers moved", configuration: .init(scalingFactor: .kilo)) { benchmark in
        let (host, layers) = makeLayers()
        host.frame()
        benchmark.startMeasurement()
        for iteration in benchmark.scaledIterations {
            layers[iteration * 37 % layers.count].position.x += 1
            host.frame()
        }
        benchmark.stopMeasurement()
    }
    Benchmark("commit, none of 10,000 layers changed", configuration: .init(scalingFactor: .kilo)) { benchmark in
        let (host, _) = makeLayers()
        host.frame()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { host.frame() }
        benchmark.stopMeasurement()
    }
}
