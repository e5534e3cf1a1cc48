import Glibc
import PopplerDevice
import PopplerMessages

// Searching text.
extension Document {
    /// The seconds of processor time after which a search stops, so that the client can show what was found so far.
    private static let searchTime = 0.3

    func matches(of text: String, on pages: Range<Int>, most: Int) -> PopplerMatches {
        var found = PopplerMatches(matches: [], next: pages.lowerBound)
        let start = clock()
        for index in pages {
            let hasTime = Double(clock() - start) / Double(CLOCKS_PER_SEC) < Self.searchTime
            guard index == pages.lowerBound || hasTime && found.matches.count < most else { break }
            found.next = index + 1
            found.matches += matches(of: text, on: index, most: PopplerLimits.matches - found.matches.count)
        }
        return found
    }

    private func matches(of text: String, on index: Int, most: Int) -> [PopplerMatches.Match] {
        guard let file, let size = withPage(index, Self.sizeInUnits) else { return [] }
        let unit = userUnit(index)
        var found = PageMatches()
        defer { page_matches_release(&found) }
        var text = text
        let isRead = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                page_file_search(
                    file, Int32(index), PageSize(width: size.width, height: size.height, user_unit: unit),
                    bytes.baseAddress, bytes.count, Int32(max(0, most)), &found)
            }
        }
        guard isRead else { return [] }
        return UnsafeBufferPointer(start: found.matches, count: Int(found.count)).map { match in
            let quads = UnsafeBufferPointer(start: match.quads, count: Int(match.quad_count))
            return PopplerMatches.Match(
                page: index, quads: quads.map { PopplerQuad($0, unit: unit) }, line: String(cString: match.line))
        }
    }
}

extension PopplerQuad {
    /// - Parameter unit: The size of the page's unit in points.
    fileprivate init(_ quad: PageQuad, unit: Double) {
        // Tuples in Swift, because they are arrays of fixed length in C.
        let (x, y) = (quad.x, quad.y)
        let corners = [(x.0, y.0), (x.1, y.1), (x.2, y.2), (x.3, y.3)]
        self.init(corners: corners.map { PopplerPoint(x: $0 * unit, y: $1 * unit) }, isTurned: quad.is_turned)
    }
}
