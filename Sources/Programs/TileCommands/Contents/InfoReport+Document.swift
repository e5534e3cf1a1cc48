import TileContent

extension InfoReport {
    /// The details of a PDF.
    struct Document: Encodable {
        struct Page: Encodable {
            var page: Int
            var label: String?
            /// The size in CSS pixels; nil for a page that can't be shown.
            var width: Double?
            var height: Double?
        }

        struct Font: Encodable {
            var name: String
            var isEmbedded: Bool
            /// The font that is shown instead.
            var substitute: String?
        }

        struct Layer: Encodable {
            var name: String
            var isShown: Bool
        }

        struct Attachment: Encodable {
            var name: String
            var bytes: Int?
        }

        var format: String
        var title: String?
        var producer: String?
        var creator: String?
        var pageCount: Int
        /// The first pages, up to 500.
        var pages: [Page]
        /// The fonts of these pages.
        var fonts: [Font]
        var layers: [Layer]
        var attachments: [Attachment]

        init(_ details: PDFDetails) {
            func stated(_ text: String) -> String? { text.isEmpty ? nil : text }
            format = details.format
            title = stated(details.title)
            producer = stated(details.producer)
            creator = stated(details.creator)
            pageCount = details.pageCount
            pages = details.pages.enumerated().map { index, page in
                Page(
                    page: index + 1, label: page.label, width: page.size.map { Double($0.width) },
                    height: page.size.map { Double($0.height) })
            }
            fonts = details.fonts.map { Font(name: $0.name, isEmbedded: $0.isEmbedded, substitute: $0.substitute) }
            layers = details.layers.map { Layer(name: $0.name, isShown: $0.isShown) }
            attachments = details.attachments.map { Attachment(name: $0.name, bytes: $0.byteCount) }
        }
    }
}
