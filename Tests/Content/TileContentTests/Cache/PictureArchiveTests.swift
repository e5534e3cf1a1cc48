import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileSupport

@testable import TileContent
@testable import TileGraphics

@Suite("A picture in an archive")
struct PictureArchiveTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let features = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("SVG/Features").path
    private static let samples = Repository.file("assets/samples").path

    static func drawings(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".svg") }.sorted()
            .map { "\(folder)/\($0)" }
    }

    /// Returns the bytes of an archive, or nil if the picture can't be archived.
    static func archive(
        _ picture: Picture, in folder: TemporaryFolder, hasSmallLevels: Bool = false
    ) throws -> [UInt8]? {
        let path = folder.file("archive-\(UUID().uuidString)")
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        defer {
            close(file)
            unlink(path)
        }
        do throws(PictureArchiveWriter.Failure) {
            let about = Array("about".utf8)
            try PictureArchiveWriter.write(picture, to: file, hasSmallLevels: hasSmallLevels) { _ in about }
        } catch .notKept {
            return nil
        } catch {
            throw error
        }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    static func opened(_ bytes: [UInt8]) throws(ArchiveDamage) -> PictureArchive {
        try PictureArchive(
            MappedFile(copying: bytes.withUnsafeBytes { $0 }), makers: PictureArchive.Makers(ContentLimits()))
    }

    static func pixels(_ picture: Picture, in area: RasterArea, counters: inout ReplayCounters) throws -> [UInt32] {
        let image = try picture.raster(
            area.contentToPixels, width: area.width, height: area.height, pool: BitmapPool(), counters: &counters)
        switch image {
        case .solid(let color, _, _): return [color.argb]
        case .bitmap(let bitmap): return (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        }
    }

    /// Returns the whole area, and parts at small to large scales.
    static func areas(of size: CGSize) -> [RasterArea] {
        let longest = Double(max(size.width, size.height))
        var areas = [RasterArea(scale: 200 / longest, x: 0, y: 0, width: 200, height: 200)]
        for (scale, places) in [(1.0, [0.1, 0.4]), (7.3, [0.2, 0.5, 0.8])] {
            for place in places {
                areas.append(
                    RasterArea(
                        scale: scale, x: Int(Double(size.width) * scale * place),
                        y: Int(Double(size.height) * scale * place), width: 96, height: 96))
            }
        }
        return areas
    }

    @Test(
        "is drawn as it was recorded, bit by bit, with the same work, whichever part is asked for first",
        arguments: try drawings(in: features) + drawings(in: samples))
    func equality(_ path: String) throws {
        let document = try SVGDocument.open(path)
        guard let source = document.source as? PictureSource else { return }
        let picture = source.picture
        let bytes = try #require(try Self.archive(picture, in: folder), "it is kept")
        let areas = Self.areas(of: source.contentSize)
        for order in [areas, areas.reversed()] {
            let archive = try Self.opened(bytes)
            #expect(archive.about == Array("about".utf8))
            let kept = archive.picture
            #expect(kept.bounds == picture.bounds && kept.depth == picture.depth)
            #expect(kept.operationCount == picture.operationCount)
            #expect(kept.totalOperationCount == picture.totalOperationCount)
            for area in order {
                var (counters, keptCounters) = (ReplayCounters(), ReplayCounters())
                let expected = try Self.pixels(picture, in: area, counters: &counters)
                #expect(try Self.pixels(kept, in: area, counters: &keptCounters) == expected, "\(area)")
                #expect(keptCounters.operationsDrawn == counters.operationsDrawn)
                #expect(keptCounters.operationsVisited == counters.operationsVisited)
                #expect(keptCounters.segments == counters.segments)
            }
            #expect(kept.load(in: [picture.bounds]) == picture.load(in: [picture.bounds]))
        }
        // A picture from an archive can be written to an archive again.
        let again = try #require(try Self.archive(Self.opened(bytes).picture, in: folder))
        var counters = ReplayCounters()
        #expect(
            try Self.pixels(Self.opened(again).picture, in: areas[0], counters: &counters)
                == Self.pixels(picture, in: areas[0], counters: &counters))
    }

    @Test("makes objects of what is drawn, and not of the rest, and counts their memory")
    func lazy() throws {
        let path = Self.samples + "/city-plan.svg"
        let source = try #require(try SVGDocument.open(path).source as? PictureSource)
        let bytes = try #require(try Self.archive(source.picture, in: folder))
        let kept = try Self.opened(bytes).picture
        let none = kept.byteCount
        #expect(none < 1000)
        var counters = ReplayCounters()
        _ = try Self.pixels(
            kept, in: RasterArea(scale: 8, x: 4000, y: 4000, width: 64, height: 64), counters: &counters)
        let few = kept.byteCount
        #expect(few > none && few < source.byteCount / 10, "\(few) of \(source.byteCount)")
        _ = try Self.pixels(kept, in: Self.areas(of: source.contentSize)[0], counters: &counters)
        let all = kept.byteCount
        #expect(all > source.byteCount / 2 && all < source.byteCount * 2, "\(all) of \(source.byteCount)")
        _ = try Self.pixels(kept, in: Self.areas(of: source.contentSize)[0], counters: &counters)
        #expect(kept.byteCount == all)
    }

    @Test("shares what several operations draw, as the recorded picture does")
    func shared() throws {
        let letters = PathBuilder.square(at: 0).build()
        let group = PictureGroup(content: Self.squares(40), opacity: 0.5)
        var recorder = PictureRecorder()
        for number in 0..<100 {
            let place = CGAffineTransform(translationX: Double(number) * 20, y: 0)
            recorder.draw(group, transform: place)
            recorder.fill(letters, with: .color(.black), transform: place)
        }
        let picture = recorder.finish()
        let bytes = try #require(try Self.archive(picture, in: folder))
        #expect(bytes.count < 40_000)
        let kept = try Self.opened(bytes).picture.operations
        let groups = kept.compactMap { if case .group(let group) = $0.kind { ObjectIdentifier(group) } else { nil } }
        let paths = kept.compactMap {
            if case .fill(let path, _, _, _) = $0.kind { ObjectIdentifier(path) } else { nil }
        }
        #expect(groups.count == 100 && Set(groups).count == 1 && paths.count == 100 && Set(paths).count == 1)
    }

    static func squares(_ count: Int) -> Picture {
        var recorder = PictureRecorder()
        for number in 0..<count {
            recorder.fill(PathBuilder.square(at: Double(number)).build(), with: .color(.black))
        }
        return recorder.finish()
    }

    @Test("is not kept when it holds what archives don't have, or lies deeper than drawings do")
    func notKept() throws {
        var recorder = PictureRecorder()
        recorder.draw(PictureImage(Bitmap(width: 2, height: 2), target: Box(x: 0, y: 0, width: 2, height: 2)))
        #expect(try Self.archive(recorder.finish(), in: folder) == nil)
        func nested(_ depth: Int) -> Picture {
            (1..<depth).reduce(Self.squares(1)) { picture, _ in
                var recorder = PictureRecorder()
                recorder.draw(PictureGroup(content: picture, opacity: 0.9))
                return recorder.finish()
            }
        }
        let deep = try #require(try Self.archive(nested(100), in: folder))
        #expect(try Self.opened(deep).picture.depth == 100)
        #expect(try Self.archive(nested(101), in: folder) == nil)
        var far = PictureRecorder()
        far.fill(
            PathBuilder.square(at: 0).build(), with: .color(Color(red: .infinity, green: 0, blue: 0)))
        #expect(try Self.archive(far.finish(), in: folder) == nil)
    }

    @Test("of another format, cut off at any length, or with any byte changed, is damaged and nothing else")
    func damaged() throws {
        let bytes = try #require(try Self.archive(Self.squares(100), in: folder))
        var counters = ReplayCounters()
        let area = RasterArea(scale: 1, x: 0, y: 0, width: 120, height: 20)
        let expected = try Self.pixels(Self.opened(bytes).picture, in: area, counters: &counters)
        for length in 0..<bytes.count {
            #expect(throws: ArchiveDamage.self) { try Self.opened(Array(bytes[..<length])) }
        }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x10
            do {
                #expect(
                    try Self.pixels(Self.opened(changed).picture, in: area, counters: &counters) == expected,
                    "byte \(place)")
            } catch is ArchiveDamage {
            } catch RasterFailure.damaged {}
        }
    }
}

extension PathBuilder {
    fileprivate static func square(at x: Double) -> PathBuilder {
        var builder = PathBuilder()
        builder.rectangle(x: x, y: 0, width: 10, height: 10)
        return builder
    }
}
