import CommandSupport
import TileContent

extension ContentDocument {
    /// A line for logs about the features of the file that are not honored; nil if there are none.
    package var omissionSummary: String? { omissionSummary(named: path) }

    /// - Parameter name: The name of the file for people.
    package func omissionSummary(named name: String) -> String? { Self.omissionSummary(omissions, of: name) }

    /// Returns a line for logs about the features of a file that are not honored; nil if there are none.
    static func omissionSummary(_ omissions: [ContentOmission], of name: String) -> String? {
        guard let summary = ContentOmission.summary(omissions) else { return nil }
        let count = omissions.reduce(0) { $0 + ($1.kind == .others ? 0 : 1) }
        return "\(name): \(Amounts.counted(count, "feature")) \(count == 1 ? "is" : "are") not honored: \(summary)"
    }

    /// Adds the features of a page that are not honored, and those of the document as a whole, to `omissions`.
    ///
    /// - Parameters:
    ///   - number: The page, counted from 1; nil for none.
    ///   - isAlone: Whether the features of the document are added, which have no page.
    /// - Throws: `ExitCode`, after the reason was reported.
    func addingOmissions(ofPage number: Int?, isAlone: Bool = true) throws -> ContentDocument {
        guard let pages else { return self }
        var document = self
        do {
            let range = number.map { $0 - 1..<$0 } ?? 0..<0
            document.omissions += try pages.omissions(on: range).filter { isAlone || $0.page != nil }
            return document
        } catch {
            throw Complaint(error).reported()
        }
    }
}
