import Foundation
import TestSupport
import Testing
import TileDrawing
import TileGraphics

@Suite("UIImage")
struct UIImageTests {
    private let small = ["rgb", "wkr"]

    @Test("the size is in points: pixels by scale, sides swapped for quarter turns")
    func size() {
        #expect(image(small, scale: 2).size == CGSize(width: 1.5, height: 1))
        #expect(image(small, orientation: .left).size == CGSize(width: 2, height: 3))
        #expect(image(small, orientation: .downMirrored).size == CGSize(width: 3, height: 2))
        #expect(UIImage().size == .zero)
        #expect(UIImage().cgImage == nil)
    }

    @Test(
        "each orientation stands upright when drawn",
        arguments: [
            (UIImage.Orientation.up, ["rgb", "wkr"]), (.upMirrored, ["bgr", "rkw"]), (.down, ["rkw", "bgr"]),
            (.downMirrored, ["wkr", "rgb"]), (.right, ["wr", "kg", "rb"]), (.left, ["br", "gk", "rw"]),
            (.leftMirrored, ["rw", "gk", "br"]), (.rightMirrored, ["rb", "kg", "wr"]),
        ])
    func orientations(orientation: UIImage.Orientation, rows: [String]) {
        let turned = image(small, orientation: orientation)
        let pixels = drawn(rows[0].count, rows.count) { context in
            context.interpolationQuality = .none
            turned.draw(at: .zero)
        }
        #expect(pixels.letters(letters) == rows)
        #expect(UIImage(data: turned.pngData()!)!.cgImage!.bitmap.letters(letters) == rows, "in files too")
    }

    @Test(
        "a flipped image has the mirrored kind of its orientation",
        arguments: [
            (UIImage.Orientation.up, UIImage.Orientation.upMirrored), (.down, .downMirrored), (.left, .leftMirrored),
            (.right, .rightMirrored),
        ])
    func flipping(orientation: UIImage.Orientation, flipped: UIImage.Orientation) {
        let turned = image(small, orientation: orientation)
        #expect(turned.withHorizontallyFlippedOrientation().imageOrientation == flipped)
        #expect(turned.withHorizontallyFlippedOrientation().withHorizontallyFlippedOrientation() == turned)
    }

    @Test("alpha and blend mode hold for the image, whatever state the context is in")
    func blending() {
        let pixels = drawn(3, 2) { context in
            context.setAlpha(0.1)
            image(["r"]).draw(in: CGRect(x: 0, y: 0, width: 3, height: 2), blendMode: .copy, alpha: 1)
            image(["b"]).draw(at: CGPoint(x: 1, y: 0), blendMode: .multiply, alpha: 1)
        }
        #expect(pixels.letters(letters) == ["rkr", "rrr"])
    }

    @Test("caps keep their size when the image is stretched")
    func stretching() {
        let frame = image(["rgr", "bwb", "rgr"]).resizableImage(
            withCapInsets: UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1), resizingMode: .stretch)
        let pixels = drawn(6, 4) { _ in frame.draw(in: CGRect(x: 0, y: 0, width: 6, height: 4)) }
        #expect(pixels.letters(letters) == ["rggggr", "bwwwwb", "bwwwwb", "rggggr"])
    }

    @Test("what is between the caps is tiled from its top left on")
    func tiling() {
        let frame = image(["rgbr"]).resizableImage(
            withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1))
        let pixels = drawn(7, 2) { _ in frame.draw(in: CGRect(x: 0, y: 0, width: 7, height: 2)) }
        #expect(pixels.letters(letters) == ["rgbgbgr", "rgbgbgr"])
    }

    @Test("caps are those of the upright image")
    func turnedCaps() {
        // Upright it reads r g b from the top.
        let frame = image(["rgb"], orientation: .right).resizableImage(
            withCapInsets: UIEdgeInsets(top: 1, left: 0, bottom: 1, right: 0), resizingMode: .stretch)
        let pixels = drawn(1, 5) { _ in frame.draw(in: CGRect(x: 0, y: 0, width: 1, height: 5)) }
        #expect(pixels.letters(letters) == ["r", "g", "g", "g", "b"])
    }

    @Test("the older kind of stretchable image leaves one point between its caps")
    func stretchable() {
        let old = image(["rgb", "rgb", "rgb"]).stretchableImage(withLeftCapWidth: 1, topCapHeight: 0)
        #expect(old.leftCapWidth == 1)
        #expect(old.topCapHeight == 0)
        #expect(old.capInsets == UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1))
    }

    @Test("a tint draws the image's shape in its color")
    func tint() {
        let pixels = drawn(3, 1) { _ in image(["r.b"]).withTintColor(.green).draw(at: .zero) }
        #expect(pixels.letters(letters) == ["g.g"])
        #expect(image(["r"]).withTintColor(.green, renderingMode: .alwaysOriginal).renderingMode == .alwaysOriginal)
    }

    @Test("an image fills a rect as a pattern from the context's origin")
    func pattern() {
        let pixels = drawn(5, 1) { _ in image(["rg"]).drawAsPattern(in: CGRect(x: 1, y: 0, width: 3, height: 1)) }
        #expect(pixels.letters(letters) == [".grg."])
    }

    @Test("a PNG file holds the pixels exactly, a JPEG nearly")
    func files() throws {
        let picture = image(["rrgg", "rrgg", "bbww", "bb.."])
        let file = try #require(picture.pngData())
        let png = try #require(UIImage(data: file, scale: 2))
        #expect(png.cgImage!.bitmap.isEqual(to: picture.cgImage!.bitmap))
        #expect(png.size == CGSize(width: 2, height: 2))
        let solid = image([String](repeating: String(repeating: "g", count: 16), count: 16))
        let photo = try #require(solid.jpegData(compressionQuality: 0.9))
        let jpeg = try #require(UIImage(data: photo))
        #expect(jpeg.cgImage!.bitmap.isEqual(to: solid.cgImage!.bitmap, within: 3))
        #expect(UIImage().pngData() == nil)
    }

    @Test("what is no image gives nil", arguments: [Data(), Data("hello".utf8), Data([0x89, 0x50, 0x4E, 0x47])])
    func badData(data: Data) { #expect(UIImage(data: data) == nil) }

    @Test("a file that cannot be read gives nil")
    func badFile() { #expect(UIImage(contentsOfFile: "/no/such/file.png") == nil) }

    @Test("a file's name says its scale")
    func fileScale() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("star@2x.png", image(["rg", "gb"]).pngData()!)
        let star = try #require(UIImage(contentsOfFile: path))
        #expect(star.scale == 2)
        #expect(star.size == CGSize(width: 1, height: 1))
    }

    @Test(
        "a JPEG's EXIF orientation is the image's",
        arguments: [
            (1, UIImage.Orientation.up), (2, .upMirrored), (3, .down), (4, .downMirrored), (5, .leftMirrored),
            (6, .right), (7, .rightMirrored), (8, .left),
        ])
    func exif(value: Int, orientation: UIImage.Orientation) throws {
        let file = [UInt8](try #require(image(["rg", "gb"]).jpegData(compressionQuality: 1)))
        for isLittle in [true, false] {
            func number(_ value: Int, _ count: Int) -> [UInt8] {
                let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
                return isLittle ? bytes : bytes.reversed()
            }
            // One directory with one entry: tag 274, of type SHORT, one value.
            let tiff =
                Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(1, 2)
                + number(274, 2) + number(3, 2) + number(1, 4) + number(value, 2) + number(0, 2) + number(0, 4)
            let body = Array("Exif\0\0".utf8) + tiff
            let length = body.count + 2
            let data = Data(
                file[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body + file[2...])
            #expect(try #require(UIImage(data: data)).imageOrientation == orientation)
        }
    }

    @Test("a thumbnail has the size asked for, upright, with as many pixels a point")
    func thumbnails() async throws {
        let rows = [String](repeating: String(repeating: "r", count: 40), count: 20)
        let thumbnail = try #require(image(rows, scale: 2).preparingThumbnail(of: CGSize(width: 5, height: 5)))
        #expect(thumbnail.size == CGSize(width: 5, height: 5))
        #expect(thumbnail.cgImage!.width == 10)
        #expect(thumbnail.cgImage!.bitmap.row(5)[5] == Pixel.red)
        #expect(image(rows).preparingThumbnail(of: .zero) == nil)
        #expect(await image(rows).byPreparingThumbnail(ofSize: CGSize(width: 4, height: 4))?.size.width == 4)
        #expect(await image(rows).byPreparingForDisplay() != nil)
        #expect(UIImage().preparingForDisplay() == nil)
    }

    @Test("an animation is its images in turn, and draws as the first")
    func animations() throws {
        let frames = [image(["r"]), image(["g"])]
        let animation = try #require(UIImage.animatedImage(with: frames, duration: 2))
        #expect(animation.images == frames)
        #expect(animation.duration == 2)
        #expect(animation.cgImage == frames[0].cgImage)
        #expect(UIImage.animatedImage(with: frames, duration: 0)?.duration == 2.0 / 30)
        #expect(UIImage.animatedImage(with: [], duration: 1) == nil)
    }

    @Test("variants keep the pixels and change what they say")
    func variants() {
        let plain = image(["r"])
        let changed = plain.withRenderingMode(.alwaysTemplate).withBaselineOffset(fromBottom: 3)
            .withAlignmentRectInsets(UIEdgeInsets(top: 1, left: 0, bottom: 0, right: 0))
            .imageFlippedForRightToLeftLayoutDirection()
        #expect(changed.cgImage == plain.cgImage)
        #expect(changed.renderingMode == .alwaysTemplate)
        #expect(changed.baselineOffsetFromBottom == 3)
        #expect(changed.hasBaseline)
        #expect(!changed.imageWithoutBaseline().hasBaseline)
        #expect(changed.alignmentRectInsets.top == 1)
        #expect(changed.flipsForRightToLeftLayoutDirection)
        #expect(plain.renderingMode == .automatic)
        #expect(plain != changed)
        #expect(plain == UIImage(cgImage: plain.cgImage!))
    }

    @Test("an archive's numbers that nobody can mean make no image, or are left out")
    func codingOfNonsense() throws {
        let file = try #require(image(["rg"]).pngData())
        func decoded(_ change: (NSKeyedArchiver) -> Void) throws -> UIImage? {
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            archiver.encode(file as NSData, forKey: "file")
            change(archiver)
            archiver.finishEncoding()
            return UIImage(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
        }
        for scale in [0, -1, Double.leastNonzeroMagnitude, 1e300, Double.nan, .infinity] {
            #expect(try decoded { $0.encode(scale, forKey: "scale") } == nil)
        }
        let stretched = try #require(
            try decoded { archiver in
                archiver.encode(1.0, forKey: "scale")
                archiver.encode(true, forKey: "isStretchable")
                archiver.encode("{1e300, 1e300, 0, 0}" as NSString, forKey: "capInsets")
            })
        #expect(stretched.leftCapWidth == 0 && stretched.topCapHeight == 0)
    }

    @Test("an archive keeps the pixels and how they are shown")
    func coding() throws {
        let picture = image(["rg.", "bwk"], scale: 2, orientation: .left).withRenderingMode(.alwaysTemplate)
            .resizableImage(
                withCapInsets: UIEdgeInsets(top: 0.5, left: 0, bottom: 0, right: 0.5), resizingMode: .stretch)
        let data = try NSKeyedArchiver.archivedData(withRootObject: picture, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIImage.self, from: data))
        #expect(back.cgImage!.bitmap.isEqual(to: picture.cgImage!.bitmap))
        #expect(back.scale == 2)
        #expect(back.imageOrientation == .left)
        #expect(back.renderingMode == .alwaysTemplate)
        #expect(back.capInsets == picture.capInsets)
        #expect(back.resizingMode == .stretch)
    }
}
