import Foundation
import TileContent
import TileFormats
import TileGeometry
import TileGraphics

/// The documents that describe contents to viewers.
enum ContentDescriptions {
    /// Returns the TileJSON of a content.
    ///
    /// - Parameter origin: The scheme, host and port of the request, because the addresses of tiles are absolute.
    static func tileJSON(_ entry: Site.Entry, origin: String) -> [UInt8] {
        let content = entry.content
        let format = content.format.fileExtension
        var document = TileJSON(
            name: content.title, pyramid: content.pyramid, part: content.part,
            template: "\(origin)/tiles/\(IdentifierEncoding.encoded(content.id))/"
                + XYZName.template(fileExtension: format), format: format)
        document.own.location = content.location.map { TileJSON.Location($0, of: content.pyramid.contentSize) }
        document.own.id = content.id
        document.own.title = content.title
        document.own.doubled = content.isScalable
        document.own.formats = ["png", "webp", "jpg", "avif", "jxl"]
        document.own.background = (content.source.backdrop ?? .white).hexadecimal
        document.own.kind = content.kind
        document.own.damage = entry.damage
        document.own.omissions = content.omissions.isEmpty ? nil : content.omissions
        document.own.raster = content.raster.map(TileJSON.Raster.init)
        if let page = content.page {
            document.own.document = page.documentID
            document.own.page = page.index + 1
            document.own.pages = page.pages.count
            document.own.searchable = page.pages.hasText
        }
        if entry.hasCopies { document.own.personal = true }
        return [UInt8](document.data(forPeople: false))
    }

    /// Returns the list for the gallery: the open contents, those that are opened on request, and the number of
    /// contents that are still being opened. The sizes of contents that are not open are unknown.
    static func contents(_ site: Site) -> [UInt8] {
        struct Document: Encodable {
            struct Item: Encodable {
                var id: String
                var title: String
                var width: Double?
                var height: Double?
                var kind: String?
                var folder: String?
                /// The number of pages of a document. `id` is then the first page's.
                var pages: Int?
                /// The features of the file that are not honored.
                var omissions: [String]?
            }
            var contents: [Item]
            var opening: Int
        }
        var document = Document(contents: [], opening: 0)
        document.contents.reserveCapacity(site.visibleSlots.count)
        for slot in site.visibleSlots {
            if let pages = slot.pages?.served {
                // If the first page can't be shown, the card gets the shape of most pages.
                let size = (try? pages.pages.size(of: 0)) ?? CGSize(width: 794, height: 1123)
                document.contents.append(
                    Document.Item(
                        id: ServedPage.id(of: 0, in: pages.id, count: pages.pages.count), title: pages.title,
                        width: Double(size.width), height: Double(size.height), kind: pages.kind,
                        folder: pages.folder, pages: pages.pages.count))
            } else if let content = slot.entry?.content {
                let size = content.pyramid.contentSize
                document.contents.append(
                    Document.Item(
                        id: content.id, title: content.title, width: Double(size.width), height: Double(size.height),
                        kind: content.kind, folder: content.folder,
                        omissions: content.omissions.isEmpty ? nil : content.omissions))
            } else if !slot.isSettled {
                if !site.opensAll, let listing = slot.offer.listing {
                    document.contents.append(
                        Document.Item(
                            id: slot.offer.id, title: listing.title, kind: listing.kind, folder: listing.folder))
                } else {
                    document.opening += 1
                }
            }
        }
        return encoded(document)
    }

    private static func encoded(_ document: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, whole numbers and finite lengths can always be represented in JSON.
        return [UInt8](try! encoder.encode(document))
    }
}

extension TileJSON.Raster {
    fileprivate init(_ raster: RasterContent) {
        self.init(
            range: [raster.range.lowerBound, raster.range.upperBound],
            values: raster.values.map { [$0.lowerBound, $0.upperBound] }, bands: raster.bandCount,
            shown: raster.shownBands, names: raster.bandNames.isEmpty ? nil : raster.bandNames)
        guard !raster.channels.isEmpty else { return }
        channels = raster.channels.enumerated().map { index, channel in
            let shown = raster.shownChannels.first { $0.channel == "\(index + 1)" }
            var described = Channel(
                name: channel.name, color: (shown?.color ?? channel.color).hexadecimal, shown: shown != nil)
            if let opacity = shown?.opacity, opacity != 1 { described.opacity = opacity }
            return described
        }
    }
}
