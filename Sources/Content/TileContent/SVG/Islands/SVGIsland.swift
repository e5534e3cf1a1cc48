public import Foundation
import TileGeometry
import TileSupport

/// An element that librsvg draws in its place in a picture, because it uses a feature that this reader does not
/// support.
public struct SVGIsland: Hashable, Sendable {
    /// The unsupported feature.
    public let feature: String
    /// A rectangle that encloses the element's ink, in CSS pixels of the drawing.
    public let bounds: CGRect
}

extension SVGIslandTable {
    /// The islands that are drawn.
    var drawn: [SVGIsland] {
        elements.compactMap { node, feature in
            guard case .drawn(let external, _) = known[node] else { return nil }
            return SVGIsland(feature: feature, bounds: external.bounds.rect)
        }
    }
}

extension [SVGIsland] {
    /// Returns the fraction of a content's area that the islands cover, from 0 to 1.
    ///
    /// - Complexity: O(n³) for n islands; there are at most hundreds.
    func share(of size: CGSize) -> Double {
        let boxes = map { Box($0.bounds) }
        let columns = Set(boxes.flatMap { [$0.minX, $0.maxX] }).sorted()
        var covered = 0.0
        for (left, right) in zip(columns, columns.dropFirst()) {
            let spans = boxes.filter { $0.minX <= left && $0.maxX >= right }.map { ($0.minY, $0.maxY) }.sorted {
                $0.0 < $1.0
            }
            var end = -Double.infinity
            for (top, bottom) in spans where bottom > end {
                covered += (right - left) * (bottom - Swift.max(top, end))
                end = bottom
            }
        }
        let area = Double(size.width) * Double(size.height)
        return area > 0 ? Swift.min(1, covered / area) : 0
    }
}

extension SVGDocument {
    /// A summary of the elements that librsvg draws: their number, features, and share of the area. Nil if there are
    /// none.
    var islandSummary: String? {
        if islands.isEmpty { return nil }
        let features = Dictionary(grouping: islands, by: \.feature).mapValues(\.count)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let most = 5
        var words = features.prefix(most).map { "\($0.key) (\($0.value))" }
        if features.count > most { words.append("\(features.count - most) more") }
        let percent = islands.share(of: source.contentSize) * 100
        let share = percent < 0.1 ? "less than 0.1" : String(format: "%.1f", percent)
        let count = GroupedNumber.counted(islands.count, "element")
        return "\(count), \(share)% of its area, for \(words.joined(separator: ", "))"
    }
}
