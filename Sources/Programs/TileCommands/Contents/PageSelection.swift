import CommandSupport

/// Pages of a document as `--pages` names them, counted from 1: `3-7,12`.
struct PageSelection: AdvisedValue, Hashable {
    static let advice = "use page numbers from 1 and ranges of them, such as 3-7,12"

    /// The reason why pages can't be selected.
    enum Failure: Error, Hashable, CustomStringConvertible {
        /// The document has fewer pages.
        case beyond(page: Int, count: Int)

        var description: String {
            switch self {
            case .beyond(let page, let count):
                "invalid page \(Amounts.grouped(page)): the document has \(Amounts.counted(count, "page"))"
                    + (count == 1 ? "" : "; use 1 to \(Amounts.grouped(count))")
            }
        }
    }

    /// The ranges in ascending order, without overlaps.
    private(set) var ranges: [ClosedRange<Int>]

    /// The largest page number, beyond any document's.
    private static let largest = 999_999_999

    init?(argument: String) {
        var ranges: [ClosedRange<Int>] = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(Self.number)
            guard let first = ends[0], let last = ends[ends.count - 1], first <= last else { return nil }
            ranges.append(first...last)
        }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        self.ranges = []
        for range in ranges {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    /// Creates the selection of all pages of a document.
    init(all count: Int) { ranges = [1...max(1, count)] }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text),
            (1...largest).contains(number)
        else { return nil }
        return number
    }

    /// Returns the selected pages of a document, in ascending order.
    func pages(ofDocumentWith count: Int) throws(Failure) -> [Int] {
        if let last = ranges.last, last.upperBound > count {
            throw .beyond(page: max(last.lowerBound, count + 1), count: count)
        }
        return ranges.flatMap { Array($0) }
    }
}
