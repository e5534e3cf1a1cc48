import Foundation

/// The least and greatest values of bands that GDAL stores in a TIFF (tag 42112, an XML document of items).
struct GDALStatistics: Hashable {
    private var least: [Int: Double] = [:]
    private var greatest: [Int: Double] = [:]

    /// The longest metadata that is read, in bytes.
    static let maxLength = 1 << 20

    init(_ metadata: String) {
        for part in metadata.components(separatedBy: "<Item ").dropFirst() {
            guard let end = part.firstIndex(of: ">"), let close = part.range(of: "</Item>"), end < close.lowerBound,
                let value = Double(
                    part[part.index(after: end)..<close.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines))
            else { continue }
            let head = part[..<end]
            let band = Self.attribute("sample", of: head).flatMap { Int($0) } ?? 0
            switch Self.attribute("name", of: head) {
            case "STATISTICS_MINIMUM": least[band] = value
            case "STATISTICS_MAXIMUM": greatest[band] = value
            default: continue
            }
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
