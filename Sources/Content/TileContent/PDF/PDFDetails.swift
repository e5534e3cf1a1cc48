public import Foundation
import PopplerMessages

/// Information about a document that requires examining its pages.
public struct PDFDetails: Hashable, Sendable {
    public struct Page: Hashable, Sendable {
        /// The label, such as “iv”; nil if the document has none.
        public var label: String?
        /// The size in CSS pixels; nil for a page that can't be shown.
        public var size: CGSize?
    }

    public struct Font: Hashable, Sendable {
        /// The name; empty for a font without one.
        public var name: String
        public var isEmbedded: Bool
        /// The name of the font that is shown instead; nil for an embedded font.
        public var substitute: String?
    }

    public struct Layer: Hashable, Sendable {
        public var name: String
        public var isShown: Bool
    }

    public struct Attachment: Hashable, Sendable {
        public var name: String
        /// The size; nil if it is unknown.
        public var byteCount: Int?
    }

    /// The PDF version, such as “PDF 1.7”.
    public var format: String
    /// The title, the program that wrote the file, and the one in which it was made; empty if they are not stated.
    public var title: String
    public var producer: String
    public var creator: String
    public var pageCount: Int
    /// The first pages, up to `PDFDocument.maxDescribedPages`.
    public var pages: [Page]
    /// The fonts of these pages.
    public var fonts: [Font]
    public var layers: [Layer]
    public var attachments: [Attachment]
    /// The features that are not shown, or not as their author meant.
    public var omissions: [ContentOmission]
}

extension PDFDocument {
    /// The maximum number of pages that are examined for a description.
    public static let maxDescribedPages = 500

    /// Examines the document and its first pages.
    ///
    /// - Complexity: O(pages), up to `maxDescribedPages`.
    public func details() throws(ContentFailure) -> PDFDetails {
        let count = min(pageCount, Self.maxDescribedPages)
        var pageFacts: [PopplerPageFacts] = []
        var document = PopplerDocumentFacts(features: [], layers: [], attachments: [])
        do throws(ContentFailure) {
            document = try documentFacts()
            pageFacts = try facts(ofMany: 0..<count)
        } catch {
            // Sizes and fonts are known without them.
            guard case .pdf(_, _, let failure) = error, failure.isOfFile else { throw error }
        }
        var pages: [PDFDetails.Page] = []
        for index in 0..<count {
            var page = PDFDetails.Page()
            if index < pageFacts.count, !pageFacts[index].label.isEmpty { page.label = pageFacts[index].label }
            do throws(ContentFailure) {
                page.size = try size(of: index)
            } catch {
                guard case .pdf(_, _, .worker(.refused)) = error else { throw error }
            }
            pages.append(page)
        }
        return PDFDetails(
            format: format, title: description.title, producer: description.producer, creator: description.creator,
            pageCount: pageCount, pages: pages,
            fonts: try fonts(pages: count).map {
                PDFDetails.Font(
                    name: $0.name, isEmbedded: $0.isEmbedded,
                    substitute: $0.isEmbedded || $0.substitute.isEmpty ? nil : $0.substitute)
            },
            layers: document.layers.map { PDFDetails.Layer(name: $0.name, isShown: $0.isShown) },
            attachments: document.attachments.map { PDFDetails.Attachment(name: $0.name, byteCount: $0.byteCount) },
            omissions: Self.omissions(pageFacts.map(\.features), document.features))
    }

    /// The number of pages that are examined within one limit of time.
    private static let pagesAtOnce = 64

    private func facts(ofMany pages: Range<Int>) throws(ContentFailure) -> [PopplerPageFacts] {
        var found: [PopplerPageFacts] = []
        for first in stride(from: pages.lowerBound, to: pages.upperBound, by: Self.pagesAtOnce) {
            found += try facts(ofPages: first..<min(pages.upperBound, first + Self.pagesAtOnce))
        }
        return found
    }

    /// Returns the features of the document and of some pages that are not shown, or not as their author meant.
    ///
    /// - Complexity: O(pages).
    func omissions(on pages: Range<Int>) throws(ContentFailure) -> [ContentOmission] {
        let document = try documentFacts()
        return Self.omissions(
            try facts(ofMany: pages).map(\.features), document.features, firstPage: pages.lowerBound)
    }

    /// The features that are listed, with their names.
    private static let listed: [(PopplerFeatures, ContentOmission.Kind, String)] = [
        (.overprint, .overprint, "overprint"), (.xfa, .form, "an XFA form"),
        (.portfolio, .attachment, "a portfolio of files"), (.attachment, .attachment, "a file attached to a page"),
        (.media, .media, "sound or video"), (.threeDimensional, .element, "3D content"),
        (.script, .script, "JavaScript"),
    ]

    /// - Parameter firstPage: The number of the first of the pages, from 0.
    private static func omissions(
        _ pages: [PopplerFeatures], _ document: PopplerFeatures, firstPage: Int = 0
    ) -> [ContentOmission] {
        listed.compactMap { feature, kind, name in
            let count = pages.reduce(0) { $0 + ($1.contains(feature) ? 1 : 0) }
            guard count > 0 || document.contains(feature) else { return nil }
            var omission = ContentOmission(kind, name, line: nil, count: max(1, count))
            // A feature of the whole document has no page.
            if !document.contains(feature), let index = pages.firstIndex(where: { $0.contains(feature) }) {
                omission.page = firstPage + index + 1
            }
            return omission
        }
    }
}
