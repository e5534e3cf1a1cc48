import Foundation
import TileFormats
import TileGeometry

/// The entry point for libFuzzer. The bytes are the part of a protocol's path after a content's name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzName(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    func cursor() -> NameCursor { NameCursor(bytes) }
    var names = (cursor(), cursor(), cursor(), cursor(), cursor())
    _ = try? XYZName(&names.0)
    _ = try? DeepZoomName(&names.1)
    _ = try? ZoomifyName.Parts(&names.2)
    _ = try? TileMapName(&names.3)
    _ = try? WMTSTileName(&names.4)
    let text = String(decoding: bytes, as: UTF8.self)
    for pyramid in pyramids {
        let pixels = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        let image = ImageSize(pixels.width, pixels.height)
        for version in IIIFVersion.allCases {
            let picture = try? IIIFPicture(IIIFImageRequest(text, version: version), of: image, within: limits)
            if let picture { check(picture, of: image) }
        }
        var name = cursor()
        guard let tile = IIIFTileName(&name, of: pyramid) else { continue }
        precondition(pyramid.contains(tile.tile), "a tile that there is not")
    }
    return 0
}

private func check(_ picture: IIIFPicture, of image: ImageSize) {
    let (region, size) = (picture.region, picture.size)
    precondition(
        region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0
            && region.x + region.width <= image.width && region.y + region.height <= image.height,
        "a region beyond the image")
    precondition(
        size.width > 0 && size.height > 0 && size.width <= limits.side && size.height <= limits.side
            && size.width * size.height <= limits.area, "a picture that is too large")
}

private let limits = IIIFLimits(side: 4096, area: 4096 * 1024)

private let pyramids: [TilePyramid] = [
    try! TilePyramid(contentSize: CGSize(width: 1000, height: 600), tileSize: 256),
    try! TilePyramid(contentSize: CGSize(width: 1, height: 4_000_000), tileSize: 256),
    try! TilePyramid(squareOf: 4096, maxLevel: TilePyramid.deepestSquareLevel),
]
