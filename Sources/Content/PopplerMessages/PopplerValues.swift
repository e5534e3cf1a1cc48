/// The description of a document.
package struct PopplerDescription: MessageValue, Hashable {
    package var pageCount: Int
    /// The PDF version, such as “1.7”.
    package var version: String
    package var title: String
    package var producer: String
    package var creator: String
    /// Whether the document restricts what may be done with it, which only encrypted documents can.
    package var isRestricted: Bool
    package var attachments: Int

    package init(
        pageCount: Int, version: String, title: String, producer: String, creator: String, isRestricted: Bool,
        attachments: Int
    ) {
        self.pageCount = pageCount
        self.version = version
        self.title = title
        self.producer = producer
        self.creator = creator
        self.isRestricted = isRestricted
        self.attachments = attachments
    }

    package init?(from reader: inout MessageReader) {
        guard let pages = reader.integer(), (0...PopplerRequest.largestPageCount).contains(pages),
            let version = reader.text(), let title = reader.text(), let producer = reader.text(),
            let creator = reader.text(), let isRestricted = reader.flag(),
            let attachments = reader.integer()
        else { return nil }
        self.init(
            pageCount: pages, version: version, title: title, producer: producer, creator: creator,
            isRestricted: isRestricted, attachments: attachments)
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(pageCount)
        for text in [version, title, producer, creator] { writer.add(text) }
        for number in [isRestricted ? 1 : 0, attachments] { writer.add(number) }
    }
}

/// The size of a displayed page, in points: that of its crop box, rotated as the page specifies. 0 if the page cannot
/// be read.
package struct PopplerSize: MessageValue, Hashable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    package init?(from reader: inout MessageReader) {
        guard let width = reader.number(), let height = reader.number() else { return nil }
        self.init(width: width, height: height)
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(width)
        writer.add(height)
    }
}

/// A rectangle on a displayed page, in points from its top left.
package struct PopplerRect: MessageValue, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    package init?(from reader: inout MessageReader) {
        guard let x = reader.number(), let y = reader.number(), let width = reader.number(),
            let height = reader.number()
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    package func write(to writer: inout MessageWriter) {
        for number in [x, y, width, height] { writer.add(number) }
    }
}

/// The target of a link or an outline entry.
package enum PopplerTarget: MessageValue, Hashable {
    /// No supported target.
    case none
    /// A page, counted from 0, and the distance from its top in points, if specified.
    case page(Int, top: Double?)
    case address(String)

    package init?(from reader: inout MessageReader) {
        switch reader.integer() {
        case 0: self = .none
        case 1:
            guard let page = reader.integer(), (0...PopplerRequest.largestPageCount).contains(page),
                let hasTop = reader.flag(), let top = reader.number()
            else { return nil }
            self = .page(page, top: hasTop ? top : nil)
        case 2:
            guard let address = reader.text() else { return nil }
            self = .address(address)
        default: return nil
        }
    }

    package func write(to writer: inout MessageWriter) {
        switch self {
        case .none: writer.add(0)
        case .page(let page, let top):
            for number in [1, page, top == nil ? 0 : 1] { writer.add(number) }
            writer.add(top ?? 0)
        case .address(let address):
            writer.add(2)
            writer.add(address)
        }
    }
}

/// A link on a page.
package struct PopplerLink: MessageValue, Hashable {
    package var rect: PopplerRect
    package var target: PopplerTarget

    package init(rect: PopplerRect, target: PopplerTarget) { (self.rect, self.target) = (rect, target) }

    package init?(from reader: inout MessageReader) {
        guard let rect = PopplerRect(from: &reader), let target = PopplerTarget(from: &reader) else { return nil }
        self.init(rect: rect, target: target)
    }

    package func write(to writer: inout MessageWriter) {
        rect.write(to: &writer)
        target.write(to: &writer)
    }
}

/// An entry of the outline. Its children follow it and are one level deeper.
package struct PopplerOutlineItem: MessageValue, Hashable {
    package var level: Int
    package var title: String
    package var target: PopplerTarget

    package init(level: Int, title: String, target: PopplerTarget) {
        (self.level, self.title, self.target) = (level, title, target)
    }

    package init?(from reader: inout MessageReader) {
        guard let level = reader.integer(), (0...PopplerLimits.outlineDepth).contains(level),
            let title = reader.text(), let target = PopplerTarget(from: &reader)
        else { return nil }
        self.init(level: level, title: title, target: target)
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(level)
        writer.add(title)
        target.write(to: &writer)
    }
}

/// Limits on the information about a document. Anything beyond is omitted.
package enum PopplerLimits {
    package static let outlineDepth = 32
    package static let outlineItems = 20_000
    package static let linksOfPage = 20_000
    package static let fonts = 2_000
    package static let layers = 10_000
    package static let attachments = 10_000
    /// The maximum number of matches in an answer. It ends after a whole page, so that a page's matches stay together.
    package static let matches = 10_000
}

/// A font that pages use.
package struct PopplerFont: MessageValue, Hashable {
    package var name: String
    package var isEmbedded: Bool
    /// The name of the substitute font; empty if there is none.
    package var substitute: String

    package init(name: String, isEmbedded: Bool, substitute: String) {
        (self.name, self.isEmbedded, self.substitute) = (name, isEmbedded, substitute)
    }

    package init?(from reader: inout MessageReader) {
        guard let name = reader.text(), let isEmbedded = reader.flag(), let substitute = reader.text() else {
            return nil
        }
        self.init(name: name, isEmbedded: isEmbedded, substitute: substitute)
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(name)
        writer.add(isEmbedded ? 1 : 0)
        writer.add(substitute)
    }
}
