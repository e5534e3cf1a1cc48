public import Foundation

/// The pages of a document: each is a content of its own, opened when somebody asks for it.
///
/// Pages are counted from 0. What a kind of document does not have (links, an outline, text) it need not say.
public protocol ContentPages: AnyObject, Sendable {
    /// At least 1.
    var count: Int { get }

    /// Whether text can be searched.
    var hasText: Bool { get }

    /// A page's size, in its content's units.
    ///
    /// - Throws: Why the page cannot be shown.
    func size(of index: Int) throws(ContentFailure) -> CGSize

    /// A page as a content, whose `pages` is nil. Reads nothing of it that is not needed before a tile is drawn.
    func open(_ index: Int) throws(ContentFailure) -> ContentDocument

    /// What leads from a page elsewhere.
    func links(on index: Int) throws(ContentFailure) -> [PageLink]

    /// The entries of the document's outline, in order.
    func outline() throws(ContentFailure) -> [OutlineEntry]

    /// Where a text is on some pages, whatever its case. Nil for documents without text.
    ///
    /// - Parameters:
    ///   - range: the pages to look through; the answer says how many it came to within a moment.
    ///   - most: how many matches are wanted at a time; those of the last page are there all the same.
    func search(_ text: String, on range: Range<Int>, most: Int) throws(ContentFailure) -> TextSearch?
}

extension ContentPages {
    public var hasText: Bool { false }
    public func links(on index: Int) throws(ContentFailure) -> [PageLink] { [] }
    public func outline() throws(ContentFailure) -> [OutlineEntry] { [] }
    public func search(_ text: String, on range: Range<Int>, most: Int) throws(ContentFailure) -> TextSearch? { nil }
}

/// Where a link or an entry of an outline leads.
public enum PageTarget: Hashable, Sendable {
    /// To a page, from 0, and to so far below its top, in the page's units, if it says.
    case page(Int, top: Double?)
    /// To an address, as it stands in the document: whoever offers it to people sees to it that it is one for them.
    case address(String)
}

/// A part of a page that leads elsewhere.
public struct PageLink: Hashable, Sendable {
    /// In the page's units.
    public var rect: CGRect
    public var target: PageTarget

    public init(rect: CGRect, target: PageTarget) { (self.rect, self.target) = (rect, target) }
}

/// An entry of an outline.
public struct OutlineEntry: Hashable, Sendable {
    /// 0 for those that are in no other; those one level deeper that follow are in this one.
    public var level: Int
    public var title: String
    /// Nil for one that only holds others.
    public var target: PageTarget?

    public init(level: Int, title: String, target: PageTarget?) {
        (self.level, self.title, self.target) = (level, title, target)
    }
}

/// What was found of a text.
public struct TextSearch: Hashable, Sendable {
    public struct Match: Hashable, Sendable {
        /// From 0.
        public var page: Int
        /// In the page's units.
        public var rect: CGRect
        /// The line that it is in.
        public var line: String

        public init(page: Int, rect: CGRect, line: String) { (self.page, self.rect, self.line) = (page, rect, line) }
    }

    public var matches: [Match]
    /// The first page that was not looked through; where the search ends, the end of its range.
    public var next: Int

    public init(matches: [Match], next: Int) { (self.matches, self.next) = (matches, next) }
}
