import TileGeometry
import TileGraphics

/// The elements of a document that this reader cannot draw and librsvg draws in their place.
///
/// A document is recorded repeatedly until no new islands are found: only librsvg can tell the area that an island
/// covers, and that area affects how the elements around it are drawn.
struct SVGIslandTable {
    /// The state of a measured element.
    enum Island {
        /// An element with ink. Its bounding box, without strokes, is in CSS pixels of the drawing.
        case drawn(ExternalPicture, box: Box)
        /// An element that draws nothing, or that librsvg cannot draw.
        case absent
    }

    /// The islands in the order in which they were found, with the unsupported feature.
    private(set) var elements: [(node: Int32, feature: String)] = []
    private var isFound: Set<Int32> = []
    private(set) var known: [Int32: Island] = [:]
    /// The maximum number of islands.
    let limit: Int
    /// The maximum depth of an island in the document. For a deeper element, the ancestor at this depth becomes the
    /// island.
    private(set) var largestDepth = Int.max

    init(limit: Int) { self.limit = limit }

    var hasUnknown: Bool { elements.count > known.count }

    /// Registers an element as an island.
    ///
    /// - Returns: False if there are too many.
    mutating func find(_ node: Int32, feature: String) -> Bool {
        guard isFound.insert(node).inserted else { return true }
        guard elements.count < limit else { return false }
        elements.append((node, feature))
        return true
    }

    mutating func register(_ node: Int32, as island: Island) { known[node] = island }

    /// Restricts islands to children of the root. Returns false if they already are.
    mutating func restrict() -> Bool {
        guard largestDepth > 0 else { return false }
        self = SVGIslandTable(limit: limit)
        largestDepth = 0
        return true
    }
}
