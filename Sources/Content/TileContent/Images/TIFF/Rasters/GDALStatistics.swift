import Foundation

/// The least and greatest values of bands, and their names, that GDAL stores in a TIFF (tag 42112, an XML document of
/// items).
struct GDALStatistics: Hashable {
    private var least: [Int: Double] = [:]
    private var greatest: [Int: Double] = [:]
    /// The names of bands, counted from 0.
    private(set) var names: [Int: String] = [:]

    /// The longest metadata that is read, in bytes.
    static let maxLength = 1 << 20
    /// The most scalars of a name.
    private static let longestName = 80

    init(_ metadata: String) {
        for part in metadata.components(separatedBy: "<Item ").dropFirst() {
            guard let end = part.firstIndex(of: ">"), let close = part.range(of: "</Item>"), end < close.lowerBound
            else { continue }
            let text = part[part.index(after: end)..<close.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines)
            let head = part[..<end]
            let sample = Self.attribute("sample", of: head).flatMap { Int($0) }
            let band = sample ?? 0
            switch Self.attribute("name", of: head) {
            case "STATISTICS_MINIMUM": least[band] = Double(text) ?? least[band]
            case "STATISTICS_MAXIMUM": greatest[band] = Double(text) ?? greatest[band]
            // Without a band, it is the description of the whole file.
            case "DESCRIPTION" where sample != nil && !text.isEmpty:
                let name = Self.unescaped(text).unicodeScalars.prefix(Self.longestName)
                names[band] = String(String.UnicodeScalarView(name))
            default: continue
            }
        }
    }

    /// Returns a text with the characters that GDAL escapes.
    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")].reduce(text) {
            $0.replacingOccurrences(of: $1.0, with: $1.1)
        }
    }

    private static func attribute(_ name: String, of head: Substring) -> Substring? {
        guard let start = head.range(of: name + "=\"") else { return nil }
        return head[start.upperBound...].prefix { $0 != "\"" }
    }

    /// Returns the range of some bands, or nil if it is missing or contradictory for one of them.
    func range(of bands: [Int]) -> SampleRange? {
        let low = bands.compactMap { least[$0] }
        let high = bands.compactMap { greatest[$0] }
        guard low.count == bands.count, high.count == bands.count, let least = low.min(), let greatest = high.max()
        else { return nil }
        return SampleRange(stated: least, greatest)
    }
}
