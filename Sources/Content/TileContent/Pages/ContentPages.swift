public import Foundation

/// The pages of a document. Each is a content of its own, opened on demand.
///
/// Pages are counted from 0. Links, outline and text are optional.
public protocol ContentPages: AnyObject, Sendable {
    /// The number of pages, at least 1.
    var count: Int { get }

    /// Whether text can be searched.
    var hasText: Bool { get }

    /// Returns the size of a page, in its content's units.
    ///
    /// - Throws: The reason why the page cannot be shown.
    func size(of index: Int) throws(ContentFailure) -> CGSize

    /// Opens a page as a content without `pages`. Only what is needed before the first tile is read.
    func open(_ index: Int) throws(ContentFailure) -> ContentDocument

    /// Returns the links of a page.
    func links(on index: Int) throws(ContentFailure) -> [PageLink]

    /// The entries of the document's outline, in order.
    func outline() throws(ContentFailure) -> [OutlineEntry]

    /// Searches some pages for a text, ignoring case. Nil for documents without text.
    ///
    /// - Parameters:
    ///   - range: The pages to search. The search stops after a short time; the result states how far it got.
    ///   - most: The number of matches after which the search stops at the end of a page.
    func search(_ text: String, on range: Range<Int>, most: Int) throws(ContentFailure) -> TextSearch?

    /// Returns the features of some pages that are not honored, after those of the document as a whole, which have no
    /// page.
    ///
    /// - Complexity: O(pages). Nothing is drawn.
    func omissions(on range: Range<Int>) throws(ContentFailure) -> [ContentOmission]
}

extension ContentPages {
    public var hasText: Bool { false }
    public func links(on index: Int) throws(ContentFailure) -> [PageLink] { [] }
    public func outline() throws(ContentFailure) -> [OutlineEntry] { [] }
    public func search(_ text: String, on range: Range<Int>, most: Int) throws(ContentFailure) -> TextSearch? { nil }
    public func omissions(on range: Range<Int>) throws(ContentFailure) -> [ContentOmission] { [] }
}

/// The target of a link or an outline entry.
public enum PageTarget: Hashable, Sendable {
    /// A page, from 0, and the distance from its top in the page's units, if specified.
    case page(Int, top: Double?)
    /// A URL as written in the document. The client must check it before presenting it to users.
    case address(String)
}

/// A link on a page.
public struct PageLink: Hashable, Sendable {
    /// The area of the link in the page's units.
    public var rect: CGRect
    public var target: PageTarget

    public init(rect: CGRect, target: PageTarget) { (self.rect, self.target) = (rect, target) }
}

/// An entry of an outline.
public struct OutlineEntry: Hashable, Sendable {
    /// The level, 0 for top-level entries. The children of an entry follow it and are one level deeper.
    public var level: Int
    public var title: String
    /// The target; nil for an entry that only groups others.
    public var target: PageTarget?

    public init(level: Int, title: String, target: PageTarget?) {
        (self.level, self.title, self.target) = (level, title, target)
    }
}

/// The result of a text search.
public struct TextSearch: Hashable, Sendable {
    /// The area of a line of text, which may be turned.
    public struct Area: Hashable, Sendable {
        /// The top left, top right, bottom right and bottom left of the text, in the page's units.
        public var corners: [CGPoint]
        /// Whether the sides are not along those of the page.
        public var isTurned: Bool

        /// Creates an area.
        ///
        /// - Parameter corners: Four points.
        public init(corners: [CGPoint], isTurned: Bool) {
            precondition(corners.count == 4, "an area has four corners")
            (self.corners, self.isTurned) = (corners, isTurned)
        }

        /// The smallest rectangle that contains the area.
        public var bounds: CGRect {
            let x = corners.map(\.x)
            let y = corners.map(\.y)
            return CGRect(x: x.min()!, y: y.min()!, width: x.max()! - x.min()!, height: y.max()! - y.min()!)
        }
    }

    public struct Match: Hashable, Sendable {
        /// The page, from 0.
        public var page: Int
        /// The area of the match on each line, in reading order; at least one.
        public var areas: [Area]
        /// The line on which the match begins.
        public var line: String

        public init(page: Int, areas: [Area], line: String) {
            precondition(!areas.isEmpty, "a match has an area")
            (self.page, self.areas, self.line) = (page, areas, line)
        }

        /// Creates a match on one line.
        public init(page: Int, rect: CGRect, line: String) {
            let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map { CGPoint(x: $0, y: $1) }
            self.init(page: page, areas: [Area(corners: corners, isTurned: false)], line: line)
        }

        /// The bounds of the match on its first line, in the page's units.
        public var rect: CGRect { areas[0].bounds }
    }

    public var matches: [Match]
    /// The first page that was not searched; the end of the range if the search is complete.
    public var next: Int

    public init(matches: [Match], next: Int) { (self.matches, self.next) = (matches, next) }
}
