import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("What an image says about itself")
struct ImagePropertyTests {
    @Test("is what it was made from: provider, order of bytes, packing, intent")
    func made() throws {
        let provider = try #require(CGDataProvider(data: Data([0x7C, 0x00, 0x03, 0xE0])))
        let info = CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue).union(.byteOrder16Big)
        let image = try #require(
            CGImage(
                width: 2, height: 1, bitsPerComponent: 5, bitsPerPixel: 16, bytesPerRow: 4, space: .deviceRGB,
                bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: false, intent: .perceptual))
        #expect(image.bitmap[0, 0] == .pureRed && image.bitmap[1, 0] == .pureGreen)
        #expect(image.byteOrderInfo == .order16Big && image.pixelFormatInfo == .packed)
        #expect(image.dataProvider === provider && image.renderingIntent == .perceptual && image.utType == nil)
        #expect(image.alphaInfo == .noneSkipFirst && !image.shouldInterpolate && image.bytesPerRow == 4)
        #expect(image.bitmapInfo.intersection(.alphaInfoMask).rawValue == CGImageAlphaInfo.noneSkipFirst.rawValue)
        #expect(image.bitmapInfo.intersection(.byteOrderMask) == .byteOrder16Big)
        #expect(image.bitmapInfo.intersection(.floatInfoMask) == .byteOrderDefault)
    }

    @Test("makes the same image again when it is read through its provider")
    func again() throws {
        let source = Bitmap(width: 3, height: 2)
        source.fill(.pureBlue)
        source[1, 1] = PixelColor(argb: 0x8040_0000)
        let image = CGImage(bitmap: source)
        #expect(image.byteOrderInfo == .order32Little)
        let copy = try #require(
            CGImage(
                width: 3, height: 2, bitsPerComponent: image.bitsPerComponent, bitsPerPixel: image.bitsPerPixel,
                bytesPerRow: image.bytesPerRow, space: image.colorSpace!, bitmapInfo: image.bitmapInfo,
                provider: image.dataProvider!, decode: nil, shouldInterpolate: true, intent: .defaultIntent))
        #expect(greatestDifference(copy.bitmap, source) == 0)
    }

    @Test("is cropped to what a rect has of it, however large that is; a rect that is no number has nothing")
    func cropping() throws {
        let source = Bitmap(width: 3, height: 2)
        source[2, 1] = .pureRed
        let image = CGImage(bitmap: source)
        let corner = try #require(image.cropping(to: CGRect(x: 2, y: 1, width: 1e300, height: 1e300)))
        #expect(corner.width == 1 && corner.height == 1 && corner.bitmap[0, 0] == .pureRed)
        #expect(image.cropping(to: .infinite)?.width == 3)
        let none = CGFloat.nan
        for rect in [
            .null, .zero, CGRect(x: none, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: none, height: none),
            CGRect(x: -CGFloat.infinity, y: 0, width: .infinity, height: 1), CGRect(x: 3, y: 0, width: 5, height: 5),
        ] { #expect(image.cropping(to: rect) == nil) }
    }

    @Test("names the type of its file; what holds another file, or none, makes no image")
    func files() throws {
        let source = Bitmap(width: 8, height: 8)
        source.fill(.pureGreen)
        func provider(_ format: TileFormat) throws -> CGDataProvider {
            try #require(CGDataProvider(data: Data(TileEncoder().encode(.bitmap(source), as: format).bytes)))
        }
        let (png, jpeg) = (try provider(.png), try provider(.jpeg(quality: 90)))
        func readPNG(_ provider: CGDataProvider) -> CGImage? {
            CGImage(pngDataProviderSource: provider, decode: nil, shouldInterpolate: false, intent: .saturation)
        }
        func readJPEG(_ provider: CGDataProvider) -> CGImage? {
            CGImage(jpegDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        }
        let image = try #require(readPNG(png))
        #expect(image.utType == "public.png" && image.bitmap[4, 4] == .pureGreen)
        #expect(!image.shouldInterpolate && image.renderingIntent == .saturation)
        #expect(readJPEG(jpeg)?.utType == "public.jpeg")
        #expect(readPNG(jpeg) == nil && readJPEG(png) == nil)
        let nothing = CGDataProvider(data: Data("nothing".utf8))!
        #expect(readPNG(nothing) == nil && readJPEG(nothing) == nil)
    }
}
