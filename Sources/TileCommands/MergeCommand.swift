import ArgumentParser
import Foundation
import TileArchives

/// `tilework merge`.
struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Join the parts of an archive that several builds have made.",
        discussion: """
            The parts are what `tilework build --shard 1/16` to `--shard 16/16` have made, on whatever machines. The \
            archive is the one that a build without --shard makes.
            """)

    @Argument(help: "The parts, in any order.", completion: .file())
    var parts: [String]

    @Option(
        name: [.short, .long],
        help: "The archive. (default: what the parts are called, without the ending .part-…)")
    var output: String?

    @Option(help: "What the output is. (default: what its name ends in, or a folder of XYZ tiles)")
    var layout: ArchiveLayout?

    @Flag(help: "Replace an archive of the same name, once the new one is whole.")
    var force = false

    @Flag(inversion: .prefixedNo, help: "Put a page that shows the tiles, index.html, beside them.")
    var preview = true

    @Flag(help: "Print the summary as JSON.")
    var json = false

    @Flag(name: [.short, .long], help: "Print no summary but that of --json.")
    var quiet = false

    func run() throws {
        do {
            let output = try outputName()
            let place = try ArchiveOutput(output, layout: layout, replacesExisting: force)
            place.prepare()
            let merge = try TileMerge(
                parts: parts, output: place.path, layout: layout, replacesExisting: force || place.isRemote,
                hasPreview: preview)
            let interrupts = Interrupts(
                first: { merge.stop() }, second: { Foundation.exit(Complaint.Code.interrupted.rawValue) })
            defer { interrupts.end() }
            let summary = try merge.run()
            try place.publish(isQuiet: quiet || json)
            if json {
                try ResultOutput.print(BuildReport(summary, of: merge.plan, output: output, format: merge.format).json)
            } else if !quiet {
                try ResultOutput.print(
                    "\(output): \(Amounts.grouped(summary.tiles)) tiles of \(parts.count) parts, "
                        + "\(Amounts.grouped(summary.repeatedTiles)) of them repeated, \(Amounts.bytes(summary.bytes)), "
                        + "\(Amounts.short(summary.seconds)) s")
            }
        } catch let failure as BuildFailure {
            throw Complaint(failure, input: parts.first ?? "").reported()
        }
    }

    private func outputName() throws -> String {
        if let output { return output }
        guard let first = parts.first, let range = first.range(of: ".part-", options: .backwards) else {
            throw ValidationError("Name the archive with --output.")
        }
        return String(first[..<range.lowerBound])
    }
}
