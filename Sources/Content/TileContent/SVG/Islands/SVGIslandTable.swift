import TileGeometry
import TileGraphics

/// The elements of a document that the reader cannot draw, and librsvg draws in their places.
///
/// A document is recorded until no more of them are found: what one covers is known only when librsvg has been asked,
/// and decides what is drawn around it.
struct SVGIslandTable {
    /// What is known of an element.
    enum Island {
        /// It is there. Its bounding box, without strokes, is in CSS pixels of the drawing.
        case drawn(ExternalPicture, box: Box)
        /// It draws nothing, or librsvg cannot draw it.
        case absent
    }

    /// In the order in which they were found, with the feature that is missing.
    private(set) var elements: [(node: Int32, feature: String)] = []
    private var isFound: Set<Int32> = []
    private(set) var known: [Int32: Island] = [:]
    /// The most of them.
    let limit: Int
    /// Elements as deep as this in the document may be islands; of those deeper the one around them is.
    private(set) var largestDepth = Int.max

    init(limit: Int) { self.limit = limit }

    var hasUnknown: Bool { elements.count > known.count }

    /// Notes that an element is one.
    ///
    /// - Returns: false when there are too many.
    mutating func find(_ node: Int32, feature: String) -> Bool {
        guard isFound.insert(node).inserted else { return true }
        guard elements.count < limit else { return false }
        elements.append((node, feature))
        return true
    }

    mutating func know(_ node: Int32, _ island: Island) { known[node] = island }

    /// Has only children of the root be islands; false when it is so already.
    mutating func restrict() -> Bool {
        guard largestDepth > 0 else { return false }
        self = SVGIslandTable(limit: limit)
        largestDepth = 0
        return true
    }
}
