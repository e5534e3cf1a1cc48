import CommandSupport
import TileContent

extension ContentDocument {
    /// A line for logs about the features of the file that are not honored; nil if there are none.
    package var omissionSummary: String? {
        guard let summary = ContentOmission.summary(omissions) else { return nil }
        let count = omissions.reduce(0) { $0 + ($1.kind == .others ? 0 : 1) }
        return "\(path): \(Amounts.counted(count, "feature")) \(count == 1 ? "is" : "are") not honored: \(summary)"
    }
}
