import Foundation
import TileGeometry

/// An Image API request that matches a tile of the pyramid, as viewers send it:
/// `{x},{y},{w},{h}/{size}/0/default.{format}`, or `full/{size}/…` for a level with one tile. Any other request is not
/// a tile, which is not an error.
package struct IIIFTileName {
    package var tile: TileCoordinate
    /// The extension without the dot. It points into the memory that the name was read from.
    package var fileExtension: UnsafeRawBufferPointer

    /// Parses the rest of the cursor; nil if it does not match a tile.
    package init?(_ cursor: inout NameCursor, of pyramid: TilePyramid) {
        let image = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        var region = ImageRegion(x: 0, y: 0, width: image.width, height: image.height)
        if !cursor.skip("full/") {
            guard let x = cursor.count(before: ","), let y = cursor.count(before: ","),
                let width = cursor.count(before: ","), let height = cursor.count(before: "/")
            else { return nil }
            // Regions that extend beyond the image are cropped.
            region = ImageRegion(
                x: x, y: y, width: min(width, image.width - x), height: min(height, image.height - y))
            guard region.width > 0, region.height > 0 else { return nil }
        }
        // `w,h`, or in version 2 `w,` or `,h`; or `max` for a region at full size.
        var (width, height): (Int?, Int?) = (nil, nil)
        if cursor.skip("max/") {
            (width, height) = (region.width, region.height)
        } else {
            width = cursor.count(before: ",")
            if width == nil, !cursor.skip(",") { return nil }
            height = cursor.count(before: "/")
            if height == nil, !cursor.skip("/") { return nil }
        }
        guard cursor.skip("0/"), cursor.skip("default.") || cursor.skip("color."),
            let level = Self.level(of: region, width: width, height: height, in: pyramid)
        else { return nil }
        let side = pyramid.tileSize << (pyramid.maxLevel - level)
        let (column, row) = (region.x / side, region.y / side)
        guard region.x == column * side, region.y == row * side,
            region.width == min(side, image.width - region.x), region.height == min(side, image.height - region.y)
        else { return nil }
        tile = TileCoordinate(level: level, column: column, row: row)
        fileExtension = cursor.rest
    }

    /// Returns the level at which a region has this size.
    private static func level(of region: ImageRegion, width: Int?, height: Int?, in pyramid: TilePyramid) -> Int? {
        if width == nil, height == nil { return nil }
        for level in stride(from: pyramid.maxLevel, through: 0, by: -1) {
            let shift = pyramid.maxLevel - level
            func scaled(_ length: Int) -> Int { (length + (1 << shift) - 1) >> shift }
            if (width ?? scaled(region.width)) == scaled(region.width),
                (height ?? scaled(region.height)) == scaled(region.height),
                scaled(region.width) <= pyramid.tileSize, scaled(region.height) <= pyramid.tileSize
            {
                return level
            }
        }
        return nil
    }
}

extension NameCursor {
    /// Reads a number and the following separator; otherwise reads nothing and returns nil.
    fileprivate mutating func count(before separator: StaticString) -> Int? {
        var ahead = self
        guard let digit = ahead.rest.first, (0x30...0x39).contains(digit),
            let number = try? ahead.number("", before: separator)
        else { return nil }
        self = ahead
        return number
    }
}
