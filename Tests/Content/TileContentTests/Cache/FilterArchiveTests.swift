import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Tests of filters, which archives store step by step.
@Suite("A filter in an archive")
struct FilterArchiveTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let region = Box(minX: -12.5, minY: -10, maxX: 130, maxY: 120)

    private static func filter(_ effects: [PictureFilter.Effect], isLinear: Bool = false) -> PictureFilter {
        PictureFilter(
            steps: effects.enumerated().map { number, effect in
                let region = number % 2 == 0 ? Box.infinite : Box(minX: 5, minY: 6, maxX: 90.5, maxY: 80)
                return PictureFilter.Step(effect, region: region, isLinear: isLinear != (number % 3 == 1))
            }, region: region)
    }

    private static func light(_ source: Lighting.Source, _ surface: Lighting.Surface, unit: CGSize?) -> PictureFilter {
        filter([
            .blur(.sourceAlpha, deviationX: 2, deviationY: 2),
            .light(
                .step(0),
                Lighting(
                    source: source, surface: surface, height: 5, color: Color(red: 1, green: 0.9, blue: 0.2), unit: unit
                )),
        ])
    }

    /// Every effect, with every case of its parameters.
    static let filters: [(String, PictureFilter)] = {
        var all: [(String, PictureFilter)] = [
            ("blur", filter([.blur(.source, deviationX: 3, deviationY: 0)], isLinear: true)),
            ("color matrix", filter([.colorMatrix(.source, .hueRotation(1))])),
            (
                "displacement",
                filter([
                    .turbulence(Turbulence(frequencyX: 0.05, frequencyY: 0.08, octaves: 3, seed: 4, isFractal: true)),
                    .displacement(.source, by: .step(0), scaleX: 20, scaleY: -9, horizontal: .green, vertical: .alpha),
                ])
            ),
            ("flood", filter([.flood(Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5))])),
            ("light from afar", light(.distant(azimuth: 1, elevation: 0.6), .diffuse(constant: 1.1), unit: nil)),
            (
                "light from a place",
                light(
                    .point(x: 30, y: 20, z: 50), .specular(constant: 0.9, exponent: 12),
                    unit: CGSize(width: 2, height: 3))
            ),
            ("merge", filter([.offset(.sourceAlpha, x: 7, y: -3.5), .merge([.step(0), .source, .sourceAlpha])])),
            ("merge of nothing", filter([.merge([])])),
            ("dilation", filter([.morphology(.source, isDilation: true, radiusX: 3, radiusY: 2)])),
            ("erosion", filter([.morphology(.source, isDilation: false, radiusX: 1, radiusY: 0)])),
            ("picture", filter([.picture(PictureArchiveTests.squares(60)), .composite(.step(0), .source, .over)])),
            ("tile", filter([.offset(.source, x: 0, y: 0), .tile(.step(0))])),
            (
                "transfer",
                filter([
                    .transfer(
                        .source,
                        TransferTables(
                            red: .table([1, 0, 0.5]), green: .discrete([0, 0.7]),
                            blue: .gamma(amplitude: 1, exponent: 2, offset: 0.1),
                            alpha: .linear(slope: 0.5, intercept: 0.2)))
                ])
            ),
            (
                "turbulence",
                filter([
                    .turbulence(
                        Turbulence(
                            frequencyX: 0.02, frequencyY: 0, octaves: 10, seed: -7.5, isFractal: false,
                            stitched: Box(minX: 0, minY: 0, maxX: 50, maxY: 40)))
                ])
            ),
        ]
        for cone in [nil, 0.4] {
            all.append(
                (
                    "spot \(cone as Double?, default: "without end")",
                    light(
                        .spot(x: 30, y: 20, z: 50, atX: 40, atY: 40, atZ: 0, focus: 3, cone: cone),
                        .diffuse(constant: 1),
                        unit: nil)
                ))
        }
        for mode in ArchiveCases.blendModes {
            all.append(("blend \(mode)", filter([.flood(.black), .blend(.source, over: .step(0), mode)])))
        }
        let compositions: [PictureFilter.Composition] = [
            .over, .in, .out, .atop, .xor, .lighter, .arithmetic(k1: 0.5, k2: -1, k3: 2, k4: 0.1),
        ]
        for composition in compositions {
            all.append(
                (
                    "composite \(composition)",
                    filter([.offset(.source, x: 9, y: 5), .composite(.source, .step(0), composition)])
                ))
        }
        for edges in ArchiveCases.edges {
            let kernel = ConvolutionKernel(
                columns: 3, rows: 2, weights: [1, 2, 0, -1, 3, 1], divisor: 4, bias: 0.1, targetX: 2, targetY: 0,
                edges: edges, preservesAlpha: edges == .wrap, unit: edges == .none ? CGSize(width: 2, height: 2) : nil)
            all.append(("convolution \(edges)", filter([.convolution(.source, kernel!)])))
        }
        return all
    }()

    static func picture(_ filter: PictureFilter) -> Picture {
        let filtered = FilteredPicture(content: PictureArchiveTests.squares(70), filter: filter)
        var recorder = PictureRecorder()
        recorder.draw(filtered)
        // The same picture again, rotated, in a group, and filtered again.
        recorder.draw(filtered, transform: CGAffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 60, ty: 0))
        let blur = PictureFilter(
            steps: [.init(.blur(.source, deviationX: 1, deviationY: 1), region: .infinite, isLinear: false)],
            region: .infinite)
        recorder.draw(
            PictureGroup(
                content: .drawing(FilteredPicture(content: .drawing(filtered), filter: blur)), opacity: 0.7),
            transform: CGAffineTransform(translationX: 20, y: 40))
        return recorder.finish()
    }

    @Test("is drawn as it was recorded, and written again byte by byte", arguments: filters)
    func equality(_ name: String, _ filter: PictureFilter) throws {
        let picture = Self.picture(filter)
        let bytes = try #require(try PictureArchiveTests.archive(picture, in: folder))
        let kept = try PictureArchiveTests.opened(bytes).picture
        for area in PictureArchiveTests.areas(of: CGSize(width: 150, height: 150)) {
            var (counters, keptCounters) = (ReplayCounters(), ReplayCounters())
            let expected = try PictureArchiveTests.pixels(picture, in: area, counters: &counters)
            #expect(try PictureArchiveTests.pixels(kept, in: area, counters: &keptCounters) == expected, "\(area)")
            #expect(keptCounters == counters)
        }
        let objects = kept.operations.prefix(2).compactMap {
            if case .filtered(let filtered) = $0.kind { ObjectIdentifier(filtered) } else { nil }
        }
        #expect(Set(objects).count <= 1, "what is drawn twice is one object")
        #expect(try PictureArchiveTests.archive(kept, in: folder) == bytes)
    }

    @Test("is not kept with numbers without end, nor with more steps than an archive's reader takes")
    func notKept() throws {
        func isKept(_ effects: [PictureFilter.Effect]) throws -> Bool {
            try PictureArchiveTests.archive(
                Picture.drawing(FilteredPicture(content: PictureArchiveTests.squares(1), filter: Self.filter(effects))),
                in: folder) != nil
        }
        let most = PictureArchive.largestStepCount
        let step = PictureFilter.Effect.offset(.source, x: 0, y: 0)
        #expect(try isKept(Array(repeating: step, count: most)))
        #expect(try !isKept(Array(repeating: step, count: most + 1)))
        let mostMerged = PictureArchive.largestMergeCount
        #expect(try isKept([.merge(Array(repeating: .source, count: mostMerged))]))
        #expect(try !isKept([.merge(Array(repeating: .source, count: mostMerged + 1))]))
        #expect(try !isKept([.blur(.source, deviationX: .infinity, deviationY: 1)]))
        #expect(try !isKept([.flood(Color(red: 1e9, green: 0, blue: 0))]))
    }
}

extension Picture {
    fileprivate static func drawing(_ filtered: FilteredPicture) -> Picture {
        var recorder = PictureRecorder()
        recorder.draw(filtered)
        return recorder.finish()
    }
}
