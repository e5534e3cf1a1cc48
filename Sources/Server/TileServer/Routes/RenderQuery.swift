import Foundation
import TileGeometry
import TileSupport

/// The rect that `/render/{id}?x=&y=&width=&height=&scale=` asks for: whole pixels of the content drawn at `scale`
/// pixels per unit.
struct RenderQuery {
    /// The longest side in pixels. A square of this side takes 64 MB.
    static let longestSide = 4096

    let area: RasterArea

    init(_ query: String?, of pyramid: TilePyramid) throws(HTTPProblem) {
        var values: [Substring: String] = [:]
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[parts[0]] = parts.count == 2 ? parts[1].removingPercentEncoding ?? String(parts[1]) : ""
        }
        func whole(_ name: Substring) throws(HTTPProblem) -> Int {
            guard let text = values[name] else {
                throw .malformed(
                    "\(name) is missing: give x, y, width, and height in pixels; scale is optional (default: 1)")
            }
            guard let number = Int(clampingQuery: text) else {
                throw .malformed("\(name) must be a whole number, not “\(text.prefix(40))”")
            }
            return number
        }
        let (x, y) = (try whole("x"), try whole("y"))
        let (width, height) = (try whole("width"), try whole("height"))
        let scaleText = values["scale"] ?? "1"
        guard let scale = Double(decimal: scaleText), scale.isFinite, scale > 0 else {
            throw .malformed("scale must be a number above 0, not “\(scaleText.prefix(40))”")
        }
        guard width > 0, height > 0 else { throw .malformed("width and height must be at least 1") }
        guard width <= Self.longestSide, height <= Self.longestSide else {
            throw .tooLarge("width and height must be at most \(GroupedNumber.text(Self.longestSide)) pixels")
        }
        let longest = max(Double(pyramid.contentSize.width), Double(pyramid.contentSize.height))
        let largestScale = Double(TilePyramid.largestExtent) / longest
        guard scale <= largestScale else {
            throw .tooLarge("scale must be at most \(GroupedNumber.text(largestScale))")
        }
        let reach = -TilePyramid.largestExtent...TilePyramid.largestExtent
        guard reach.contains(x), reach.contains(y) else {
            throw .malformed(
                "x and y must be \(GroupedNumber.text(reach.lowerBound)) to \(GroupedNumber.text(reach.upperBound))")
        }
        area = RasterArea(scale: scale, x: x, y: y, width: width, height: height)
    }
}

extension Int {
    /// Reads a whole number from a query. The standard library's parser would also accept a plus sign.
    init?(query text: some StringProtocol) {
        guard text.utf8.first != UInt8(ascii: "+") else { return nil }
        self.init(text)
    }

    /// Reads a whole number from a query, of any length. One that is too large or too small becomes the largest or
    /// smallest.
    init?(clampingQuery text: String) {
        if let number = Int(query: text) {
            self = number
            return
        }
        let isNegative = text.hasPrefix("-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self = isNegative ? .min : .max
    }
}
