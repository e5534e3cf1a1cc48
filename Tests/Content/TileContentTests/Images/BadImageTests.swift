import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("Files that cannot be shown")
struct BadImageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ path: String, limits: ContentLimits = ContentLimits()) -> ContentFailure? {
        do {
            _ = try ContentReader.open(path, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test("a missing file, a folder, a pipe and an empty file are told apart")
    func notThere() throws {
        let missing = folder.file("missing.png")
        #expect(failure(missing) == .notFound(path: missing))
        let below = try folder.write("file.png", [1]) + "/inner.png"
        #expect(failure(below) == .notFound(path: below))
        #expect(failure(folder.path) == .unreadable(path: folder.path, reason: "it is a folder"))
        let pipe = folder.file("pipe.png")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(failure(pipe) == .unreadable(path: pipe, reason: "not a regular file"))
        let empty = try folder.write("empty.png", [])
        #expect(failure(empty) == .empty(path: empty))
    }

    @Test(
        "content of no kind that is read is named",
        arguments: [
            ("PK\u{03}\u{04}", "this is a ZIP archive"), ("hello", "this is plain text"),
            ("<!DOCTYPE html><p>", "this is an HTML page"), ("<?xml version='1.0'?><html>", "this is an HTML page"),
            ("<kml>", "this is an XML document whose root element is <kml>"),
            (" \n\t ", "the file contains only white space"), ("\u{1}\u{0}\u{2}", "unrecognized file format"),
        ])
    func unrecognized(content: String, found: String) throws {
        let path = try folder.write("a.png", content.utf8)
        #expect(failure(path) == .unrecognized(path: path, found: found))
        #expect(failure(path)?.description.hasPrefix(path) == true)
    }

    @Test("DICOM and Zarr are named, with what to convert them to")
    func ofMedicine() throws {
        let preamble = [UInt8](repeating: 0, count: 128) + Array("DICM".utf8)
        let image = try folder.write("a.dcm", preamble + Array("1.2.840.10008.5.1.4.1.1.2".utf8))
        #expect(
            failure(image) == .unrecognized(path: image, found: "this is a DICOM image: export it as TIFF or PNG"))
        let slide = try folder.write("b.dcm", preamble + Array("1.2.840.10008.5.1.4.1.1.77.1.6\0".utf8))
        let sentence = "this is a part of a whole-slide image in DICOM: convert the series to a TIFF pyramid"
        #expect(failure(slide)?.description.contains(sentence) == true)
        let zarr =
            "this is a folder of Zarr, as of OME-Zarr: convert it to OME-TIFF, for example with raw2ometiff"
        for (index, name) in [".zgroup", ".zarray", "zarr.json"].enumerated() {
            let path = folder.file("\(index).zarr")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try folder.write("\(index).zarr/\(name)", "{\"zarr_format\": 2}")
            #expect(failure(path) == .unrecognized(path: path, found: zarr))
        }
        // A folder of files with such names is no Zarr.
        let plain = folder.file("plain")
        try FileManager.default.createDirectory(atPath: plain, withIntermediateDirectories: true)
        for name in [".zgroup", ".zattrs", "zarr.json"] { try folder.write("plain/\(name)", "{}") }
        #expect(failure(plain) != .unrecognized(path: plain, found: zarr))
    }

    @Test(
        "a file of another compression is named by its signature",
        arguments: [
            ([0x28, 0xB5, 0x2F, 0xFD, 0x04], "this is a Zstandard file"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "this is an xz file"),
            ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "this is a 7z archive"),
        ] as [([UInt8], String)])
    func otherCompression(content: [UInt8], found: String) {
        #expect(ContentKind.recognize(content) == .unknown(found))
    }

    @Test(
        "an SVG is recognised behind what may come before its root",
        arguments: [
            "<svg/>", "\u{FEFF}<svg xmlns='x'>", "<?xml version='1.0'?>\n<!-- <html> -->\n<svg>",
            "<!DOCTYPE svg PUBLIC \"a\" \"b\"><svg>", "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>", "<s:svg>",
        ])
    func recognizesSVG(content: String) {
        #expect(ContentKind.recognize(Array(content.utf8)) == .kind(.svg))
        let wide = content.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        if !content.hasPrefix("\u{FEFF}") {
            #expect(ContentKind.recognize([0xFF, 0xFE] + wide) == .kind(.svg))
        }
    }

    @Test("the content decides, and a wrong name is noted")
    func wrongName() throws {
        let path = folder.file("really-a-jpeg.png")
        try SampleImage.pattern(width: 8, height: 8).write(path, by: "jpegsave")
        let document = try ContentReader.open(path)
        #expect(document.kind == .jpeg)
        #expect(document.notes == ["The name ends in .png, but the content is JPEG; it is read as JPEG."])

        // A slide without its folder.
        try FileManager.default.moveItem(atPath: path, toPath: folder.file("Liver.mrxs"))
        let notes = try ContentReader.open(folder.file("Liver.mrxs")).notes
        #expect(notes.count == 1 && notes[0].contains("Liver/Slidedat.ini can't be read"), "\(notes)")
    }

    @Test(
        "a file that was cut off is refused, or told to be damaged and shown as far as it is there; none is built",
        arguments: [
            ("a.jpg", "jpegsave", [:]), ("p.jpg", "jpegsave", ["interlace": "true"]), ("a.png", "pngsave", [:]),
            ("a.webp", "webpsave", [:]), ("a.tif", "tiffsave", ["compression": "deflate"]),
            ("t.tif", "tiffsave", ["compression": "deflate", "tile": "true"]), ("u.tif", "tiffsave", [:]),
        ] as [(String, String, [String: String])], [0.0, 0.02, 0.3, 0.7, 0.97])
    func truncated(format: (String, String, [String: String]), part: Double) throws {
        let path = folder.file(format.0)
        var noise: UInt32 = 1
        try SampleImage(width: 300, height: 300, bands: 3) { _, _, _ in
            noise = noise &* 1_664_525 &+ 1_013_904_223
            return Int(noise >> 24)
        }.write(path, by: format.1, format.2)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        _ = try folder.write(format.0, bytes.prefix(max(12, Int(Double(bytes.count) * part))))

        func check(_ body: () throws -> Void) {
            do {
                try body()
                Issue.record("no failure")
            } catch let failure as ContentFailure {
                guard case .malformed(path, let reason) = failure else {
                    Issue.record("another failure: \(failure)")
                    return
                }
                #expect(!reason.isEmpty && !reason.contains("\n"))
            } catch {
                Issue.record("another error: \(error)")
            }
        }
        let source: ImageSource
        do {
            source = try ImageSource.open(path)
        } catch {
            check { throw error }
            return
        }
        #expect(source.damage != nil)
        _ = try whole(source)
        // A picture without detail still counts as a picture.
        if source.damage != ContentDamage(.detail) {
            check { _ = try strips(source, height: 64, widths: [300]) }
        }
    }

    @Test("a header that claims more than the limits is refused before anything is allocated")
    func hostile() throws {
        // A PNG of 10⁶ × 10⁶ pixels: signature and IHDR; no data.
        let million: [UInt8] = [0x00, 0x0F, 0x42, 0x40]
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + million + million
            + [8, 2, 0, 0, 0, 0, 0, 0, 0]
        let path = try folder.write("bomb.png", png)
        #expect(
            failure(path)
                == .tooLarge(
                    path: path, what: "its size is 1,000,000 × 1,000,000 pixels", limit: "4,294,967,296 pixels in total"
                ))

        var limits = ContentLimits()
        limits.largestSide = 100
        let wide = folder.file("wide.webp")
        try SampleImage.pattern(width: 101, height: 2).write(wide, by: "webpsave")
        #expect(
            failure(wide, limits: limits)
                == .tooLarge(path: wide, what: "its size is 101 × 2 pixels", limit: "100 pixels a side"))
        limits.largestSide = 1000
        limits.largestPixelCount = 100
        #expect(
            failure(wide, limits: limits)
                == .tooLarge(path: wide, what: "its size is 101 × 2 pixels", limit: "100 pixels in total"))
    }

    @Test("an image in several passes, which must be kept whole, has a lower limit")
    func multipass() throws {
        var limits = ContentLimits()
        limits.largestMultipassPixelCount = 1000
        for (name, operation, option) in [("a.jpg", "jpegsave", "interlace"), ("a.png", "pngsave", "interlace")] {
            let path = folder.file(name)
            try SampleImage.pattern(width: 40, height: 30).write(path, by: operation, [option: "true"])
            #expect(
                failure(path, limits: limits)
                    == .tooLarge(
                        path: path, what: "it is progressive or interlaced and 40 × 30 pixels",
                        limit: "1,000 pixels for such images"))
            try SampleImage.pattern(width: 40, height: 30).write(path, by: operation)
            #expect(failure(path, limits: limits) == nil)
        }
    }

    @Test("a TIFF that claims 10⁶ × 10⁶ pixels in one strip is refused")
    func hostileTIFF() throws {
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 9, 0]
        func entry(_ tag: Int, type: Int, value: Int) {
            for (number, size) in [(tag, 2), (type, 2), (1, 4), (value, 4)] {
                for index in 0..<size { bytes.append(UInt8(number >> (8 * index) & 255)) }
            }
        }
        for (tag, type, value) in [
            (256, 4, 1_000_000), (257, 4, 1_000_000), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 122), (277, 3, 1),
            (278, 4, 1_000_000), (279, 4, 1_000_000),
        ] { entry(tag, type: type, value: value) }
        let path = try folder.write("bomb.tif", bytes + [0, 0, 0, 0])
        switch failure(path) {
        case .tooLarge(path, _, _), .malformed(path, _): break
        case let other: Issue.record("\(String(describing: other))")
        }
    }

    @Test(
        "bytes changed at random never do more than fail", arguments: ["jpegsave", "pngsave", "webpsave", "tiffsave"])
    func flipped(operation: String) throws {
        let path = folder.file("a." + operation.prefix(3))
        try SampleImage.pattern(width: 64, height: 64).write(path, by: operation)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        var state: UInt32 = 99
        var opened = 0
        for _ in 0..<60 {
            var changed = bytes
            for _ in 0..<3 {
                state = state &* 1_664_525 &+ 1_013_904_223
                changed[Int(state >> 8) % changed.count] = UInt8(truncatingIfNeeded: state >> 4)
            }
            _ = try folder.write("a." + operation.prefix(3), changed)
            do {
                let source = try ImageSource.open(path)
                guard source.width * source.height < 1 << 22 else { continue }
                opened += 1
                _ = try whole(source)
            } catch is ContentFailure {
                continue
            }
        }
        #expect(opened > 0)
    }
}
