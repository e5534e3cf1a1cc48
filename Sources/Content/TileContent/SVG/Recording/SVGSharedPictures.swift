import TileGeometry
import TileGraphics

/// Recordings of referenced elements, so that a thousand uses of a symbol share one picture.
struct SVGSharedPictures {
    /// The inputs of a recording besides the inherited style.
    struct Key: Hashable {
        var node: Int32
        /// The size that percentages refer to.
        var width: Double
        var height: Double
        /// The box that the content is fitted into, if any.
        var place: Box?
        var clips = false
        /// The nesting of references, because deeply nested ones are followed only to a limit.
        var openReferences: Int
    }

    struct Entry {
        var style: SVGStyle
        /// The recorded group; nil if nothing is drawn.
        var group: PictureGroup?
        var box: Box
        /// The counts of the content, added each time that it is drawn.
        var counts: SVGRecorder.ReferenceCounts
    }

    /// The number of uses from which sharing saves memory. A picture of its own takes as much memory as two recordings.
    static let worthwhileUses = 3
    /// The maximum number of styles in which one element is kept.
    private static let maxStyles = 8

    /// A counter of context-dependent recordings: a reference was not followed because it was cyclic, or text was
    /// measured in a non-uniform plane.
    var circumstances = 0

    private var entries: [Key: [Entry]] = [:]
    private var uses: [Int32: Int] = [:]

    /// Counts a use of an element.
    ///
    /// - Returns: The number of uses so far.
    mutating func countUse(of node: Int32) -> Int {
        uses[node, default: 0] += 1
        return uses[node, default: 0]
    }

    func find(_ key: Key, _ style: SVGStyle) -> Entry? { entries[key]?.first { $0.style == style } }

    mutating func add(_ entry: Entry, _ key: Key) {
        if entries[key, default: []].count == Self.maxStyles { entries[key]?.removeFirst() }
        entries[key, default: []].append(entry)
    }
}
