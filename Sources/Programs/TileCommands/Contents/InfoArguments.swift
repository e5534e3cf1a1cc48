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
    package func describe(_ document: ContentDocument) throws {
        let report: InfoReport
        do {
            report = try InfoReport(document, tileSize: tileSize.rawValue)
        } catch {
            throw Complaint(error, input: document.path).reported()
        }
        try ResultOutput.print(json ? report.json : report.text)
    }
}
