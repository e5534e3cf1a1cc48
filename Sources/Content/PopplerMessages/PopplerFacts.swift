/// Features of a page or document that are not shown, or may surprise.
package struct PopplerFeatures: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Inks that show through later ones.
    package static let overprint = Self(rawValue: 1)
    /// Sound or video.
    package static let media = Self(rawValue: 2)
    package static let threeDimensional = Self(rawValue: 4)
    package static let script = Self(rawValue: 8)
    /// A file that an annotation holds.
    package static let attachment = Self(rawValue: 16)
    /// A form in XML, which has other content than the pages.
    package static let xfa = Self(rawValue: 32)
    /// A collection of files with a cover page.
    package static let portfolio = Self(rawValue: 64)

    package static let all: Self = [
        .overprint, .media, .threeDimensional, .script, .attachment, .xfa, .portfolio,
    ]
}

/// Information about a page that does not require drawing it.
package struct PopplerPageFacts: MessageValue, Hashable {
    /// The page's label; empty if the document has none.
    package var label: String
    package var features: PopplerFeatures

    package init(label: String, features: PopplerFeatures) { (self.label, self.features) = (label, features) }

    package init?(from reader: inout MessageReader) {
        guard let label = reader.text(), let features = reader.integer() else { return nil }
        self.init(label: label, features: PopplerFeatures(rawValue: features).intersection(.all))
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(label)
        writer.add(features.rawValue)
    }
}

/// A layer of a document.
package struct PopplerLayer: MessageValue, Hashable {
    package var name: String
    /// Whether it is shown when the document is opened.
    package var isShown: Bool

    package init(name: String, isShown: Bool) { (self.name, self.isShown) = (name, isShown) }

    package init?(from reader: inout MessageReader) {
        guard let name = reader.text(), let isShown = reader.flag() else { return nil }
        self.init(name: name, isShown: isShown)
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(name)
        writer.add(isShown ? 1 : 0)
    }
}

/// A file that is embedded in a document.
package struct PopplerAttachment: MessageValue, Hashable {
    package var name: String
    /// The size; nil if it is unknown.
    package var byteCount: Int?

    package init(name: String, byteCount: Int?) { (self.name, self.byteCount) = (name, byteCount) }

    package init?(from reader: inout MessageReader) {
        guard let name = reader.text(), let count = reader.integer() else { return nil }
        self.init(name: name, byteCount: count < 0 ? nil : count)
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(name)
        writer.add(byteCount ?? -1)
    }
}

/// Information about a document as a whole that takes longer than opening it.
package struct PopplerDocumentFacts: MessageValue, Hashable {
    package var features: PopplerFeatures
    package var layers: [PopplerLayer]
    package var attachments: [PopplerAttachment]

    package init(features: PopplerFeatures, layers: [PopplerLayer], attachments: [PopplerAttachment]) {
        (self.features, self.layers, self.attachments) = (features, layers, attachments)
    }

    package init?(from reader: inout MessageReader) {
        guard let features = reader.integer(), let layers: [PopplerLayer] = reader.list(),
            let attachments: [PopplerAttachment] = reader.list()
        else { return nil }
        self.init(
            features: PopplerFeatures(rawValue: features).intersection(.all), layers: layers,
            attachments: attachments)
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(features.rawValue)
        writer.add(layers)
        writer.add(attachments)
    }
}
