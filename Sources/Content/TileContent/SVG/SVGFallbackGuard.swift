import Foundation
import TileGraphics

/// Limits on the documents that librsvg is asked to draw. The library aborts on letters of a million pixels and
/// computes some filters for hours. Its processes are ended in such cases (`LibrsvgLimits`), but this check refuses the
/// document before any time is lost, and names the reason.
struct SVGFallbackGuard {
    /// The maximum bytes of one text. librsvg takes 1 s for each window to draw 5,000 bytes, and four times as long for
    /// twice as many.
    private static let longestText = 12_000
    /// The maximum font size, in user units.
    private static let largestFontSize = 20_000.0
    /// The maximum values of attributes that determine a filter's cost. Beyond 16 octaves noise is finer than 8 bits.
    /// The cost of a morphology is its radius times the pixels, that of a convolution its kernel size times the pixels.
    private static let limits: [(attribute: SVGAttribute, largest: Double, name: String)] = [
        (.numOctaves, 16, "numOctaves"), (.radius, 64, "radius"), (.order, 31, "order"),
        (.stdDeviation, 500, "stdDeviation"),
    ]

    /// Returns the limit that a document exceeds, or nil.
    ///
    /// - Complexity: O(document).
    static func complaint(_ recorder: SVGRecorder) -> (what: String, limit: String)? {
        let tree = recorder.tree
        if let complaint = complaint(tree, in: tree.nodes.indices.map { Int32($0) }) { return complaint }
        return complaintOfFonts(recorder)
    }

    /// Returns the limit that some nodes exceed, except font sizes: those are found by drawing.
    static func complaint(_ tree: XMLTree, in nodes: [Int32]) -> (what: String, limit: String)? {
        for (name, largest, title) in limits {
            for node in nodes where tree.nodes[Int(node)].element != nil {
                guard let bytes = tree.value(node, name), let numbers = SVGScanner.numbers(bytes) else {
                    continue
                }
                if let number = numbers.first(where: { abs($0) > largest }) {
                    return ("a filter has a \(title) of \(number)", "\(Int(largest))")
                }
            }
        }
        var lengths: [Int32: Int] = [:]
        for node in nodes where tree.nodes[Int(node)].element == nil {
            let entry = tree.nodes[Int(node)]
            var parent = entry.parent
            while parent >= 0, tree.nodes[Int(parent)].element != .text { parent = tree.nodes[Int(parent)].parent }
            if parent >= 0 { lengths[parent, default: 0] += entry.text.count }
        }
        if let longest = lengths.values.max(), longest > longestText {
            return ("a text has \(longest) characters", "\(longestText)")
        }
        return nil
    }

    private static func complaintOfFonts(_ recorder: SVGRecorder) -> (what: String, limit: String)? {
        let tree = recorder.tree
        // The styles of the open elements. Nodes are in document order.
        var open: [(node: Int32, style: SVGStyle)] = []
        for node in tree.nodes.indices where tree.nodes[node].element != nil {
            let parent = tree.nodes[node].parent
            while let last = open.last, last.node != parent { open.removeLast() }
            let style = recorder.tolerantStyle(of: Int32(node), parent: open.last?.style ?? recorder.initialStyle)
            if let cascade = recorder.cascade, cascade.isExhausted {
                return (cascade.complaint.what, cascade.complaint.limit)
            }
            if tree.readCount > recorder.largestReadCount {
                return ("its style sheets set too much text", "\(recorder.largestReadCount >> 20) MB")
            }
            open.append((Int32(node), style))
            let size = style.text.fontSize
            if !(size <= largestFontSize) { return ("text has a font size of \(size)", "\(Int(largestFontSize))") }
        }
        return nil
    }
}
