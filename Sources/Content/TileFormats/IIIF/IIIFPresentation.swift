import Foundation

/// Documents of the IIIF Presentation API 3.0, <https://iiif.io/api/presentation/3.0/>, with which a viewer shows
/// several images together. URLs are absolute.
package enum IIIFPresentation {
    static let context = "http://iiif.io/api/presentation/3/context.json"

    /// A label without a language.
    struct Label: Encodable {
        var none: [String]

        init(_ text: String) { none = [text] }
    }

    /// An image as a page of a manifest.
    package struct Page: Sendable {
        /// The image's URL for version 3 of the Image API, and for version 2.
        package var image: String
        package var image2: String
        package var label: String
        /// The size of the canvas. Only the aspect ratio matters.
        package var width: Int
        package var height: Int
        /// The size of the thumbnail in pixels. If it is that of level 0, the thumbnail is a tile and need not be drawn
        /// for each viewer.
        package var thumbnail: ImageSize

        package init(
            image: String, image2: String, label: String, width: Int, height: Int, thumbnail: ImageSize
        ) {
            (self.image, self.image2, self.label) = (image, image2, label)
            (self.width, self.height, self.thumbnail) = (width, height, thumbnail)
        }
    }

    /// A document listed in a collection.
    package struct Item: Encodable, Sendable {
        package enum Kind: String, Encodable, Sendable {
            case manifest = "Manifest"
            case collection = "Collection"
        }

        var id: String
        var type: Kind
        var label: Label

        package init(_ kind: Kind, id: String, label: String) {
            (self.id, type, self.label) = (id, kind, Label(label))
        }
    }

    /// Returns a manifest with pages in order.
    ///
    /// - Parameter content: The base URL of the document and everything that it refers to.
    package static func manifest(of content: String, label: String, pages: [Page]) -> [UInt8] {
        // A canvas URL does not resolve to anything. It must not have a fragment (5.3), because viewers would treat all
        // canvases as one.
        encoded(
            Manifest(
                id: "\(content)/\(manifestName)", label: Label(label),
                items: pages.enumerated().map { Canvas($1, id: "\(content)/canvas/\($0 + 1)") }))
    }

    package static let manifestName = "manifest.json"

    /// Returns a collection of manifests and other collections.
    package static func collection(id: String, label: String, items: [Item]) -> [UInt8] {
        encoded(Collection(id: id, label: Label(label), items: items))
    }

    private static func encoded(_ document: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: the document has only strings and integers.
        return [UInt8](try! encoder.encode(document))
    }

    private struct Collection: Encodable {
        var context = IIIFPresentation.context
        var id: String
        var type = "Collection"
        var label: Label
        var items: [Item]

        enum CodingKeys: String, CodingKey {
            case context = "@context"
            case id, type, label, items
        }
    }

    private struct Manifest: Encodable {
        var context = IIIFPresentation.context
        var id: String
        var type = "Manifest"
        var label: Label
        var items: [Canvas]

        enum CodingKeys: String, CodingKey {
            case context = "@context"
            case id, type, label, items
        }
    }

    private struct Canvas: Encodable {
        var id: String
        var type = "Canvas"
        var label: Label
        var width: Int
        var height: Int
        var thumbnail: [Thumbnail]
        var items: [AnnotationPage]

        init(_ page: Page, id: String) {
            self.id = id
            label = Label(page.label)
            (width, height) = (page.width, page.height)
            thumbnail = [Thumbnail(page)]
            items = [
                AnnotationPage(
                    id: "\(id)/page",
                    items: [Annotation(id: "\(id)/image", body: Image(page), target: id)])
            ]
        }
    }

    private struct AnnotationPage: Encodable {
        var id: String
        var type = "AnnotationPage"
        var items: [Annotation]
    }

    private struct Annotation: Encodable {
        var id: String
        var type = "Annotation"
        var motivation = "painting"
        var body: Image
        var target: String
    }

    private struct Image: Encodable {
        var id: String
        var type = "Image"
        var format = "image/jpeg"
        var service: [Service]

        init(_ page: Page) {
            id = "\(page.image)/full/max/0/default.jpg"
            service = [.version3(page.image), .version2(page.image2)]
        }
    }

    /// A thumbnail without an image service, because viewers would use the service to request a size of their own.
    private struct Thumbnail: Encodable {
        var id: String
        var type = "Image"
        var format = "image/jpeg"
        var width: Int
        var height: Int

        init(_ page: Page) {
            (width, height) = (page.thumbnail.width, page.thumbnail.height)
            id = "\(page.image)/full/\(width),\(height)/0/default.jpg"
        }
    }

    private enum Service: Encodable {
        case version3(String)
        case version2(String)

        enum CodingKeys: String, CodingKey {
            case id, type, profile
            case id2 = "@id"
            case type2 = "@type"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .version3(let address):
                try container.encode(address, forKey: .id)
                try container.encode("ImageService3", forKey: .type)
                try container.encode("level2", forKey: .profile)
            case .version2(let address):
                try container.encode(address, forKey: .id2)
                try container.encode("ImageService2", forKey: .type2)
                try container.encode(IIIFImageInfo.profile(.v2), forKey: .profile)
            }
        }
    }
}
