import TileGeometry
import TileGraphics

/// What references have been followed to, recorded: a symbol's thousand uses draw one picture.
struct SVGSharedPictures {
    /// What the recording depends on, besides the style that is inherited.
    struct Key: Hashable {
        var node: Int32
        /// What percentages refer to.
        var width: Double
        var height: Double
        /// Where it is fitted, if it is.
        var place: Box?
        var clips = false
        /// Of references within references not as many are followed.
        var openReferences: Int
    }

    struct Entry {
        var style: SVGStyle
        /// Nil when nothing is drawn.
        var group: PictureGroup?
        var box: Box
        /// Of what is in it, to be counted each time that it is drawn.
        var counts: SVGRecorder.ReferenceCounts
    }

    /// Twice an element is recorded where it is used: for so few a picture of its own takes as much memory.
    static let worthwhileUses = 3
    /// Styles that one element is kept in.
    private static let maxStyles = 8

    /// Changes when something was recorded that holds only there: a reference was not followed because it was under
    /// way, or text was measured in a plane that is stretched.
    var circumstances = 0

    private var entries: [Key: [Entry]] = [:]
    private var uses: [Int32: Int] = [:]

    /// Counts a use of an element.
    ///
    /// - Returns: how many that makes.
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
