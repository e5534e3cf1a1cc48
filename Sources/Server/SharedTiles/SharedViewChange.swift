import Foundation
internal import TileGeometry

/// A message between servers that views of a content have changed, with the areas.
///
///     {server} {number} {state of the content} x,y,width,height;x,y,width,height
///
/// The number identifies a server's changes, so that repetitions are ignored. Boxes are in the content's own units.
struct SharedViewChange: Equatable {
    /// The maximum number of boxes in a message; more are replaced by their union.
    static let maxBoxes = 32
    /// The maximum length of a message in bytes: each box has four numbers of at most 24 digits.
    static let maxLength = 4096

    var server: String
    var number: UInt64
    var state: String
    var boxes: [Box]

    init(server: String, number: UInt64, state: String, boxes: [Box]) {
        (self.server, self.number, self.state, self.boxes) = (server, number, state, boxes)
    }

    /// Parses a message; nil if it is invalid.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maxLength, parts.count == 4, let number = UInt64(parts[1]) else { return nil }
        let boxes = parts[3].split(separator: ";", omittingEmptySubsequences: false).map(Box.init(told:))
        guard boxes.count <= Self.maxBoxes, case let known = boxes.compactMap(\.self), known.count == boxes.count else {
            return nil
        }
        self.init(server: String(parts[0]), number: number, state: String(parts[2]), boxes: known)
    }

    var text: String { "\(server) \(number) \(state) \(boxes.map(\.told).joined(separator: ";"))" }

    /// Returns boxes that fit in one message and cover the given ones.
    static func gathered(_ boxes: [Box]) -> [Box] {
        guard boxes.count > maxBoxes, let first = boxes.first else { return boxes }
        return [boxes.dropFirst().reduce(first) { $0.union($1) }]
    }
}

extension Box {
    fileprivate var told: String { "\(minX),\(minY),\(width),\(height)" }

    fileprivate init?(told text: Substring) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 4, case let known = numbers.compactMap(\.self), known.count == 4,
            known.allSatisfy(\.isFinite), known[2] > 0, known[3] > 0
        else { return nil }
        self.init(x: known[0], y: known[1], width: known[2], height: known[3])
    }
}
