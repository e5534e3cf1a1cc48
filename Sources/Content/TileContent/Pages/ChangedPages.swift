import Foundation

/// The pages of a picture, each changed when it is opened. They have no text and no links.
final class ChangedPages: ContentPages {
    typealias Change =
        @Sendable (_ open: () throws(ContentFailure) -> ContentDocument) throws(ContentFailure) -> ContentDocument

    private let pages: any ContentPages
    private let change: Change

    init(_ pages: any ContentPages, _ change: @escaping Change) { (self.pages, self.change) = (pages, change) }

    var count: Int { pages.count }

    func size(of index: Int) throws(ContentFailure) -> CGSize { try pages.size(of: index) }

    func open(_ index: Int) throws(ContentFailure) -> ContentDocument {
        try change { () throws(ContentFailure) in try pages.open(index) }
    }
}
