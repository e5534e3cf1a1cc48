/// A request from Tilework to the worker process that reads a PDF with Poppler.
///
/// A request has a fixed number of 64-bit words in native byte order, followed by the bytes that it announces: a path
/// and a password, or a text to search for. Each is answered with one `PopplerReply`.
package enum PopplerRequest: Hashable, Sendable {
    /// Opens a file. Its path follows, and then the password, which may be empty. From then on, the process may use
    /// `memory` bytes of address space. The reply is a `PopplerDescription`.
    case open(pathCount: Int, passwordCount: Int, memory: Int)
    /// Requests the sizes of pages, counted from 0. The reply is a `PopplerSize` for each.
    case sizes(Range<Int>)
    /// Requests a page as SVG of at most `largest` bytes. The background is white, or transparent without `hasPaper`.
    case render(page: Int, largest: Int, hasPaper: Bool)
    /// Requests a page's `PopplerLink`s.
    case links(page: Int)
    /// Requests the `PopplerOutlineItem`s.
    case outline
    /// Requests the `PopplerFont`s of the first pages.
    case fonts(pages: Int)
    /// Requests the `PopplerPageFacts` of pages.
    case pageFacts(Range<Int>)
    /// Requests the `PopplerDocumentFacts`.
    case documentFacts
    /// Searches pages for the text that follows. The reply is a `PopplerMatches`, which may stop before the last page.
    case search(Range<Int>, textCount: Int, matches: Int)

    package static let wordCount = 6
    /// The maximum length of a path, a password or a search text.
    package static let largestText = 1 << 16
    /// The maximum number of pages.
    package static let largestPageCount = 1 << 31

    /// Encodes the request.
    ///
    /// - Parameter processorSeconds: The limit on processor time for the answer.
    package func words(processorSeconds: Int) -> [UInt64] {
        let numbers =
            switch self {
            case .open(let path, let password, let memory): [1, path, password, memory, 0]
            case .sizes(let pages): [2, pages.lowerBound, pages.upperBound, 0, 0]
            case .render(let page, let largest, let hasPaper): [3, page, largest, hasPaper ? 1 : 0, 0]
            case .links(let page): [4, page, 0, 0, 0]
            case .outline: [5, 0, 0, 0, 0]
            case .fonts(let pages): [6, pages, 0, 0, 0]
            case .pageFacts(let pages): [8, pages.lowerBound, pages.upperBound, 0, 0]
            case .documentFacts: [9, 0, 0, 0, 0]
            case .search(let pages, let text, let matches): [7, pages.lowerBound, pages.upperBound, text, matches]
            }
        return [UInt64(processorSeconds)] + numbers.map { UInt64($0) }
    }

    /// Decodes a request; nil if it is invalid.
    package static func read(_ words: [UInt64]) -> (request: PopplerRequest, processorSeconds: Int)? {
        guard words.count == wordCount, words.allSatisfy({ $0 < 1 << 48 }), words[0] > 0 else { return nil }
        let numbers = words.map { Int($0) }
        func isText(_ index: Int) -> Bool { numbers[index] <= largestText }
        func isPage(_ index: Int) -> Bool { numbers[index] <= largestPageCount }
        let request: PopplerRequest
        switch numbers[1] {
        case 1:
            guard isText(2), isText(3), numbers[2] > 0, numbers[4] > 0 else { return nil }
            request = .open(pathCount: numbers[2], passwordCount: numbers[3], memory: numbers[4])
        case 2:
            guard isPage(3), numbers[2] <= numbers[3] else { return nil }
            request = .sizes(numbers[2]..<numbers[3])
        case 3:
            guard isPage(2), numbers[4] <= 1 else { return nil }
            request = .render(page: numbers[2], largest: numbers[3], hasPaper: numbers[4] == 1)
        case 4:
            guard isPage(2) else { return nil }
            request = .links(page: numbers[2])
        case 5: request = .outline
        case 6:
            guard isPage(2) else { return nil }
            request = .fonts(pages: numbers[2])
        case 7:
            guard isPage(3), numbers[2] <= numbers[3], isText(4) else { return nil }
            request = .search(numbers[2]..<numbers[3], textCount: numbers[4], matches: numbers[5])
        case 8:
            guard isPage(3), numbers[2] <= numbers[3] else { return nil }
            request = .pageFacts(numbers[2]..<numbers[3])
        case 9: request = .documentFacts
        default: return nil
        }
        return (request, numbers[0])
    }
}
