/// An area on a displayed page that may be turned, in points from its top left.
package struct PopplerQuad: MessageValue, Hashable {
    /// The corners: the top left, top right, bottom right and bottom left of the text.
    package var corners: [PopplerPoint]
    /// Whether the sides are not along those of the page.
    package var isTurned: Bool

    package init(corners: [PopplerPoint], isTurned: Bool) {
        precondition(corners.count == 4, "a quadrilateral has four corners")
        (self.corners, self.isTurned) = (corners, isTurned)
    }

    package init?(from reader: inout MessageReader) {
        corners = []
        for _ in 0..<4 {
            guard let corner = PopplerPoint(from: &reader) else { return nil }
            corners.append(corner)
        }
        guard let isTurned = reader.flag() else { return nil }
        self.isTurned = isTurned
    }

    package func write(to writer: inout MessageWriter) {
        for corner in corners { corner.write(to: &writer) }
        writer.add(isTurned ? 1 : 0)
    }
}

/// A point on a displayed page, in points from its top left.
package struct PopplerPoint: MessageValue, Hashable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    package init?(from reader: inout MessageReader) {
        guard let x = reader.number(), let y = reader.number() else { return nil }
        self.init(x: x, y: y)
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(x)
        writer.add(y)
    }
}

/// The result of a search.
package struct PopplerMatches: MessageValue, Hashable {
    package struct Match: MessageValue, Hashable {
        package var page: Int
        /// An area for each line, in reading order; at least one.
        package var quads: [PopplerQuad]
        /// The line on which the match begins.
        package var line: String

        package init(page: Int, quads: [PopplerQuad], line: String) {
            (self.page, self.quads, self.line) = (page, quads, line)
        }

        package init?(from reader: inout MessageReader) {
            guard let page = reader.integer(), (0...PopplerRequest.largestPageCount).contains(page),
                let quads: [PopplerQuad] = reader.list(), !quads.isEmpty, let line = reader.text()
            else { return nil }
            self.init(page: page, quads: quads, line: line)
        }

        package func write(to writer: inout MessageWriter) {
            writer.add(page)
            writer.add(quads)
            writer.add(line)
        }
    }

    package var matches: [Match]
    /// The first page that was not searched.
    package var next: Int

    package init(matches: [Match], next: Int) { (self.matches, self.next) = (matches, next) }

    package init?(from reader: inout MessageReader) {
        guard let matches: [Match] = reader.list(), let next = reader.integer() else { return nil }
        self.init(matches: matches, next: next)
    }

    package func write(to writer: inout MessageWriter) {
        writer.add(matches)
        writer.add(next)
    }
}
