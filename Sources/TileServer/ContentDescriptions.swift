import Foundation
import TileFormats
import TileGeometry

/// The documents that describe contents to viewers.
enum ContentDescriptions {
    /// - Parameter origin: Scheme, host and port that the request came to: the tiles' addresses are absolute.
    static func tileJSON(_ entry: Site.Entry, origin: String) -> [UInt8] {
        let content = entry.content
        let format = content.format.fileExtension
        var document = TileJSON(
            name: content.title, pyramid: content.pyramid,
            template: "\(origin)/tiles/\(content.id)/\(XYZName.template(fileExtension: format))", format: format)
        document.own.id = content.id
        document.own.title = content.title
        document.own.doubled = content.isScalable
        document.own.formats = ["png", "webp", "jpg"]
        document.own.background = "#ffffff"
        document.own.kind = content.kind
        if let page = content.page {
            document.own.document = page.documentID
            document.own.page = page.index + 1
            document.own.pages = page.pages.count
            document.own.searchable = page.pages.hasText
        }
        return [UInt8](document.data(forPeople: false))
    }

    /// What the gallery lists: the contents that are open, and how many are not yet.
    static func contents(_ site: Site) -> [UInt8] {
        struct Document: Encodable {
            struct Item: Encodable {
                var id: String
                var title: String
                var width: Double
                var height: Double
                var kind: String?
                var folder: String?
                /// Of a document: `id` is then its first page's.
                var pages: Int?
            }
            var contents: [Item]
            var opening: Int
        }
        return encoded(
            Document(
                contents: site.places.compactMap { place in
                    if let pages = place.pages?.served {
                        // Without a first page that can be shown, the card has the shape of most pages.
                        let size = (try? pages.pages.size(of: 0)) ?? CGSize(width: 794, height: 1123)
                        return Document.Item(
                            id: ServedPage.id(of: 0, in: pages.id, count: pages.pages.count), title: pages.title,
                            width: Double(size.width), height: Double(size.height), kind: pages.kind,
                            folder: pages.folder, pages: pages.pages.count)
                    }
                    guard let content = place.entry?.content else { return nil }
                    let size = content.pyramid.contentSize
                    return Document.Item(
                        id: content.id, title: content.title, width: Double(size.width), height: Double(size.height),
                        kind: content.kind, folder: content.folder)
                }, opening: site.places.count { !$0.isSettled }))
    }

    private static func encoded(_ document: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, whole numbers and finite lengths: there is nothing that JSON can't say.
        return [UInt8](try! encoder.encode(document))
    }
}
