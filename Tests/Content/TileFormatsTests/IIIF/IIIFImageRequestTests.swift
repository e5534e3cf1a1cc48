import Testing
import TileGeometry

@testable import TileFormats

@Suite("A request of the IIIF Image API")
struct IIIFImageRequestTests {
    private static let image = ImageSize(600, 400)
    private static let limits = IIIFLimits(side: 1000, area: 600_000)

    private func picture(
        _ path: String, _ version: IIIFVersion = .v3, of image: ImageSize = image
    ) throws(IIIFProblem) -> IIIFPicture {
        try IIIFPicture(IIIFImageRequest(path, version: version), of: image, within: Self.limits)
    }

    @Test(
        "names a region as the specification's table has it, and no more of it than the image has",
        arguments: [
            ("full", ImageRegion(x: 0, y: 0, width: 600, height: 400)),
            ("square", ImageRegion(x: 100, y: 0, width: 400, height: 400)),
            ("125,15,120,140", ImageRegion(x: 125, y: 15, width: 120, height: 140)),
            ("pct:41.6,7.5,40,70", ImageRegion(x: 250, y: 30, width: 240, height: 280)),
            ("125,15,700,900", ImageRegion(x: 125, y: 15, width: 475, height: 385)),
            ("pct:50,50,100,100", ImageRegion(x: 300, y: 200, width: 300, height: 200)),
        ])
    func region(text: String, region: ImageRegion) throws {
        #expect(try picture("\(text)/max/0/default.jpg").region == region)
    }

    @Test(
        "that has no pixel of the image, or is none, says what regions there are",
        arguments: [
            "600,0,1,1", "0,400,1,1", "0,0,0,5", "0,0,5,0", "pct:100,0,10,10", "pct:0,0,0,10", "pct:0,0,0.0001,10", "",
            "all", "1,2,3", "1,2,3,4,5", "-1,0,5,5", "1.5,0,5,5", "pct:1,2,3", "pct:a,0,5,5", "pct:-1,0,5,5",
            "99999999999999999999999,0,5,5", "pct:1e3,0,5,5", "pct:inf,0,1,1", "pct:nan,0,1,1", "+1,0,5,5", " 1,0,5,5",
        ])
    func noRegion(text: String) {
        #expect(throws: IIIFProblem.self) { try picture("\(text)/max/0/default.jpg") }
    }

    @Test(
        "names a size as the specification's table has it",
        arguments: [
            ("max", 600, 400), ("150,", 150, 100), (",150", 225, 150), ("pct:50", 300, 200), ("225,100", 225, 100),
            ("!225,100", 150, 100), ("^900,", 900, 600), ("^,600", 900, 600), ("^pct:120", 720, 480),
            ("^225,800", 225, 800), ("^!750,750", 750, 500), ("^!2000,2000", 949, 632), ("1,", 1, 1),
            ("pct:0.01", 1, 1),
        ])
    func size(text: String, width: Int, height: Int) throws {
        #expect(try picture("full/\(text)/0/default.jpg").size == ImageSize(width, height))
    }

    @Test(
        "that is larger than the region is refused without ^, and what is larger than may be with it",
        arguments: [
            "601,", ",401", "601,400", "pct:101", "!900,900", "^1001,", "^900,900", "^pct:200", "full", "", "0,", ",0",
            "0,0", "!5,", "!,5", ",", "pct:0", "pct:", "^", "max,", "5", "5,5,5", "^^5,5", "-5,", "5.5,", "pct:1e9",
        ])
    func noSize(text: String) {
        #expect(throws: IIIFProblem.self) { try picture("full/\(text)/0/default.jpg") }
    }

    @Test("of version 2 says full, and asks for more than there is without a sign")
    func version2() throws {
        #expect(try picture("full/full/0/default.jpg", .v2).size == ImageSize(600, 400))
        #expect(try picture("full/900,/0/default.jpg", .v2).size == ImageSize(900, 600))
        #expect(try picture("full/!750,750/0/default.jpg", .v2).size == ImageSize(750, 500))
        #expect(throws: IIIFProblem.self) { try picture("full/^5,/0/default.jpg", .v2) }
        #expect(throws: IIIFProblem.self) { try picture("full/full/0/default.jpg", .v2, of: ImageSize(1200, 10)) }
    }

    @Test("gets the largest there may be with max, in the region's shape")
    func max() throws {
        #expect(try picture("full/max/0/default.jpg", of: ImageSize(4000, 100)).size == ImageSize(1000, 25))
        #expect(try picture("full/max/0/default.jpg", of: ImageSize(2000, 2000)).size == ImageSize(774, 774))
        #expect(try picture("full/max/0/default.jpg", of: ImageSize(90_000, 1)).size == ImageSize(1000, 1))
    }

    @Test("turns and mirrors")
    func rotation() throws {
        func request(_ rotation: String) throws(IIIFProblem) -> IIIFImageRequest {
            try IIIFImageRequest("full/max/\(rotation)/default.jpg", version: .v3)
        }
        #expect(try request("!22.5").rotation == 22.5 && request("!22.5").isMirrored)
        #expect(try request("360").rotation == 0 && !request("360").isMirrored)
        for text in ["-90", "361", "", "!", "90!", "1e2", "left", "!!0", "nan"] {
            #expect(throws: IIIFProblem.self) { try request(text) }
        }
    }

    @Test("has one of the qualities and formats, and four parts")
    func ends() throws {
        let gray = try IIIFImageRequest("full/max/0/gray.webp", version: .v3)
        #expect(gray.quality == .gray && gray.format == .webp)
        for path in [
            "full/max/0/default", "full/max/0/default.", "full/max/0/native.jpg", "full/max/0/default.bmp",
            "full/max/0/.jpg", "full/max/0", "full/max/0/default.jpg/", "", "/", "full/max/0/default.jpg.png",
        ] { #expect(throws: IIIFProblem.self) { try IIIFImageRequest(path, version: .v3) } }
    }
}
