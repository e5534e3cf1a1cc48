import ArgumentParser
import Foundation
import TileContent
import TileGeometry

/// `tilework info`.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Say what a file is, how it is read, and how many tiles it has.")

    @Argument(help: "The drawing or image.")
    var path: String

    @Option(help: "The side of a tile in pixels.")
    var tileSize = TileSize.small

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        do {
            let document = try ContentReader.open(path)
            let report = try InfoReport(document, tileSize: tileSize.rawValue)
            print(json ? report.json : report.text)
        } catch let failure as ContentFailure {
            throw Complaint(failure).reported()
        } catch let failure as TilePyramid.Failure {
            throw Complaint(failure, input: path).reported()
        }
    }
}
