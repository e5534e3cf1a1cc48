import CommandSupport
import TileContent

extension ContentDocument {
    /// A line for logs about the features of the file that are not honored; nil if there are none.
    package var omissionSummary: String? { omissionSummary(named: path) }

    /// - Parameter name: The name of the file for people.
    package func omissionSummary(named name: String) -> String? {
        guard let summary = ContentOmission.summary(omissions) else { return nil }
        let count = omissions.reduce(0) { $0 + ($1.kind == .others ? 0 : 1) }
        return "\(name): \(Amounts.counted(count, "feature")) \(count == 1 ? "is" : "are") not honored: \(summary)"
    }
}
