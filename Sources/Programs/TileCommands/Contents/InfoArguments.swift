import ArgumentParser
import CommandSupport
import TileContent
import TileGeometry

/// The options of how a content is described.
package struct InfoArguments: ParsableArguments {
    @Option(help: "The width and height of a tile in pixels.")
    var tileSize = TileSize.small

    @Flag(help: "Print JSON.")
    var json = false

    package init() {}

    /// Prints the description.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    package func describe(_ document: ContentDocument, details: PDFDetails? = nil) throws {
        var report: InfoReport
        do {
            report = try InfoReport(document, tileSize: tileSize.rawValue)
            report.document = details.map { InfoReport.Document($0) }
        } catch {
            throw Complaint(error, input: document.path).reported()
        }
        try ResultOutput.print(json ? report.json : report.text)
    }
}
