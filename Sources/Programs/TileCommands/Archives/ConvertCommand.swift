import ArgumentParser
import CommandSupport
import Foundation
import TileArchives

/// `tilework convert`.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a tile archive to another format.",
        discussion: """
            Tiles are copied unchanged where possible. Deep Zoom and Zoomify crop the tiles at the right and bottom \
            edges; the other formats do not. Edge tiles are encoded again if only one of the two archives crops them, and \
            all tiles of a Deep Zoom with overlap. JPEG, WebP, and JPEG XL are encoded at quality 90, AVIF at 80.

            With --jpeg-to-jxl, JPEG tiles become JPEG XL without loss: they are 4 to 15 % smaller, and djxl restores \
            each JPEG byte for byte. Tiles that must be encoded again, or that JPEG XL can't hold, are encoded at \
            quality 90.
            """)

    @Argument(help: "The archive: a path, or the address of a PMTiles file.")
    var path: String

    @Option(name: [.short, .long], help: "The new archive: a name ending in .dzi, .mbtiles, or .pmtiles, or a folder.")
    var output: String

    @Option(help: "The format of the output. (default: by the ending of its name; without one, a folder of XYZ tiles)")
    var layout: ArchiveLayout?

    @OptionGroup var scheme: TileSchemeArguments

    @Flag(name: .customLong("jpeg-to-jxl"), help: "Repack JPEG tiles as JPEG XL, without loss.")
    var repacksJPEG = false

    @Flag(help: "Replace an existing archive once the new one is complete.")
    var force = false

    @Flag(inversion: .prefixedNo, help: "Add index.html, a page that shows the tiles.")
    var preview = true

    @Flag(name: [.short, .long], help: "Print no summary.")
    var quiet = false

    func run() throws {
        let reader = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            try TileArchive.opened(path, scheme: scheme.tileScheme)
        }
        let place = try ArchiveOutput(output, layout: layout, replacesExisting: force)
        place.prepare()
        let summary: BuildSummary
        let remade: Int
        let faulty: Int
        do throws(BuildFailure) {
            let conversion = try TileConversion(
                reader, output: place.path, layout: layout, replacesExisting: force || place.isRemote,
                hasPreview: preview, repacksJPEG: repacksJPEG)
            let interrupts = Interrupts(
                first: { conversion.stop() }, second: { Foundation.exit(Complaint.Code.interrupted.rawValue) })
            defer { interrupts.end() }
            summary = try conversion.run()
            remade = conversion.remadeTiles
            faulty = conversion.faultyTiles
        } catch {
            throw Complaint(error, input: path).reported()
        }
        try place.publish(isQuiet: quiet)
        if faulty > 0 {
            StandardError.print(
                "\(path): \(Amounts.counted(faulty, "tile")) \(faulty == 1 ? "is" : "are") damaged or missing; "
                    + "tilework verify lists \(faulty == 1 ? "it" : "them")")
        }
        if quiet { return }
        try ResultOutput.print(
            "\(output): \(Amounts.counted(summary.tiles, "tile")), "
                + "\(Amounts.grouped(summary.repeatedTiles)) repeated, "
                + (remade > 0 ? "\(Amounts.grouped(remade)) encoded again, " : "")
                + "\(Amounts.bytes(summary.archiveBytes)), \(Amounts.short(summary.seconds)) s")
    }
}
