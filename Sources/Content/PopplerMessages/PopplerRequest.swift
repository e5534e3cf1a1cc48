/// What Tilework asks of the process that reads a PDF with Poppler.
///
/// A request is so many words of 64 bits in the machine's own order, always as many, and then the bytes that it
/// announces: a path and a password, or what is searched for. Each request is answered by one `PopplerReply`.
package enum PopplerRequest: Hashable, Sendable {
    /// Open the file whose path follows, and after it the password, which may be empty. The process may take `memory`
    /// bytes of address space from now on. Answered by a `PopplerDescription`.
    case open(pathCount: Int, passwordCount: Int, memory: Int)
    /// Answered by a `PopplerSize` for each of the pages, counted from 0.
    case sizes(Range<Int>)
    /// Answered by a page as SVG, of at most so many bytes. `scale` is of the plane that the page is drawn on, in its
    /// units to a point: what the SVG's numbers are rounded to. It lies on white paper, or is clear where nothing is
    /// drawn.
    case render(page: Int, scale: Int, largest: Int, hasPaper: Bool)
    /// Answered by `PopplerLink`s.
    case links(page: Int)
    /// Answered by `PopplerOutlineItem`s.
    case outline
    /// Answered by the `PopplerFont`s of so many pages.
    case fonts(pages: Int)
    /// Look for the text that follows on these pages. Answered by a `PopplerMatches`, which may end before the pages
    /// do.
    case search(Range<Int>, textCount: Int, matches: Int)

    package static let wordCount = 6
    /// Longer paths there are not, and longer passwords and searches are not sent.
    package static let largestText = 1 << 16
    /// More pages than any document has.
    package static let largestPageCount = 1 << 31

    /// - Parameter processorSeconds: what the answer may take.
    package func words(processorSeconds: Int) -> [UInt64] {
        let numbers =
            switch self {
            case .open(let path, let password, let memory): [1, path, password, memory, 0]
            case .sizes(let pages): [2, pages.lowerBound, pages.upperBound, 0, 0]
            case .render(let page, let scale, let largest, let hasPaper): [3, page, scale, largest, hasPaper ? 1 : 0]
            case .links(let page): [4, page, 0, 0, 0]
            case .outline: [5, 0, 0, 0, 0]
            case .fonts(let pages): [6, pages, 0, 0, 0]
            case .search(let pages, let text, let matches): [7, pages.lowerBound, pages.upperBound, text, matches]
            }
        return [UInt64(processorSeconds)] + numbers.map { UInt64($0) }
    }

    /// Nil for what is no request.
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
            guard isPage(2), (1...PopplerScale.largest).contains(numbers[3]), numbers[5] <= 1 else { return nil }
            request = .render(page: numbers[2], scale: numbers[3], largest: numbers[4], hasPaper: numbers[5] == 1)
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
        default: return nil
        }
        return (request, numbers[0])
    }
}

/// The planes that pages are drawn on, and how a process says that one was too fine.
package enum PopplerScale {
    /// Units to a point: powers of two up to this. Cairo rounds to 1/256 of a unit, and what Poppler draws as wide as
    /// a pixel is as wide as a unit.
    package static let largest = 64

    /// A process that could not draw at a scale ends with the code that says which one to try.
    package static func exitCode(trying scale: Int) -> Int32 { 100 + Int32(scale.trailingZeroBitCount) }

    /// The scale to try after a process has ended with this code; nil when it ended for something else.
    package static func next(after code: Int32, at scale: Int) -> Int? {
        guard (100..<107).contains(code) else { return nil }
        let next = 1 << Int(code - 100)
        return next < scale ? next : nil
    }
}
