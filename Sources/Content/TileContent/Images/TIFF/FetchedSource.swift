import Foundation
package import TileEngine
package import TileGeometry

/// A picture in a file that is fetched in parts. It knows which parts a tile needs, so that they can be fetched before
/// the tile is drawn.
package protocol FetchedSource: RefiningTileSource {
    /// Returns the ranges of bytes that drawing an area reads, besides directories and tables. Reads those, and so may
    /// block.
    func ranges(of area: RasterArea) throws -> [Range<Int>]
}

extension ImageSource: FetchedSource {
    package func ranges(of area: RasterArea) throws -> [Range<Int>] {
        let level = Self.level(forScale: area.scale)
        let clamped = min(level, levels.sizes.count - 1)
        let size = levels.sizes[clamped]
        if area.scale * exp2(Double(level)) == 1 && clamped == level {
            let (left, top) = (max(0, area.x), max(0, area.y))
            let (right, bottom) = (min(area.x + area.width, size.width), min(area.y + area.height, size.height))
            guard left < right, top < bottom else { return [] }
            return try levels.ranges(
                of: ImageLevels.Rect(x: left, y: top, width: right - left, height: bottom - top), ofLevel: level)
        }
        let window = ResampleWindow(area, scale: area.scale * exp2(Double(clamped)), size: size)
        return try window.sourceRect.map { try levels.ranges(of: $0, ofLevel: clamped) } ?? []
    }
}

extension ChannelSource: FetchedSource {
    func ranges(of area: RasterArea) throws -> [Range<Int>] { try parts.flatMap { try $0.source.ranges(of: area) } }
}

extension ImageLevels {
    /// Returns the ranges of bytes that hold the tiles that a rect of a level is read or computed from. Only for an
    /// image with its own overviews.
    fileprivate func ranges(of rect: Rect, ofLevel level: Int) throws -> [Range<Int>] {
        if let ranges = try direct.first(where: { $0.level == level })?.ranges(of: rect) { return ranges }
        guard level > 0 else { return [] }
        let above = sizes[level - 1]
        return try ranges(
            of: Rect(
                x: rect.x * 2, y: rect.y * 2, width: min(rect.width * 2, above.width - rect.x * 2),
                height: min(rect.height * 2, above.height - rect.y * 2)),
            ofLevel: level - 1)
    }
}

extension DirectLevel {
    fileprivate func ranges(of rect: ImageLevels.Rect) throws(ContentFailure) -> [Range<Int>] {
        try withPicture { picture in (picture as? TIFFRaster)?.ranges(of: inner(rect)) ?? [] }
    }
}

extension TIFFRaster {
    /// Returns the ranges of bytes of the tiles that a rect touches, those of the mask included.
    fileprivate func ranges(of rect: ImageLevels.Rect) -> [Range<Int>] {
        bands.ranges(of: rect) + (mask?.ranges(of: rect) ?? [])
    }
}
