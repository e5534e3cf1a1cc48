import ArgumentParser
import Foundation
import TileArchives

/// `tilework convert`.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Make an archive of another kind from one that is there.",
        discussion: """
            Tiles keep their bytes. Folders of {z}/{x}/{y}, PMTiles and MBTiles have whole squares, Deep Zoom and Zoomify \
            tiles that end where the content does: from the one to the other, tiles at the edges are encoded again, and \
            so are all of Deep Zoom with an overlap, JPEG and WebP at quality 90, AVIF at 80.
            """)

    @Argument(help: "The archive.")
    var path: String

    @Option(name: [.short, .long], help: "The folder to make, or a name ending in .dzi, .mbtiles or .pmtiles.")
    var output: String

    @Option(help: "What the output is. (default: what its name ends in, or a folder of XYZ tiles)")
    var layout: ArchiveLayout?

    @Flag(help: "Replace an archive of the same name, once the new one is whole.")
    var force = false

    @Flag(inversion: .prefixedNo, help: "Put a page that shows the tiles, index.html, beside them.")
    var preview = true

    @Flag(name: [.short, .long], help: "Print no summary.")
    var quiet = false

    func run() throws {
        let reader = try ArchiveFailure.reporting { () throws(ArchiveFailure) in try TileArchive.opened(path) }
        let place = try ArchiveOutput(output, layout: layout, replacesExisting: force)
        place.prepare()
        let summary: BuildSummary
        let remade: Int
        do throws(BuildFailure) {
            let conversion = try TileConversion(
                reader, output: place.path, layout: layout, replacesExisting: force || place.isRemote,
                hasPreview: preview)
            let interrupts = Interrupts(
                first: { conversion.stop() }, second: { Foundation.exit(Complaint.Code.interrupted.rawValue) })
            defer { interrupts.end() }
            summary = try conversion.run()
            remade = conversion.remadeTiles
        } catch {
            throw Complaint(error, input: path).reported()
        }
        try place.publish(isQuiet: quiet)
        if quiet { return }
        try ResultOutput.print(
            "\(output): \(Amounts.grouped(summary.tiles)) tiles, "
                + "\(Amounts.grouped(summary.repeatedTiles)) of them repeated, "
                + (remade > 0 ? "\(Amounts.grouped(remade)) encoded again, " : "") + "\(Amounts.bytes(summary.bytes)), "
                + "\(Amounts.short(summary.seconds)) s")
    }
}
