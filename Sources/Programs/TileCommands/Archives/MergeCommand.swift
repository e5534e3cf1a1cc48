import ArgumentParser
import CommandSupport
import Foundation
import TileArchives
import TileSupport

/// `tilework merge`.
package struct MergeCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Join the parts of an archive that was built in shards.",
        discussion: """
            The parts are the files that build --shard 1/16 to --shard 16/16 write, on one or several machines. The \
            result is identical to that of a build without --shard.
            """)

    @Argument(help: "The parts, in any order.", completion: .file())
    var parts: [String]

    @Option(
        name: [.short, .long],
        help: "The archive. (default: the name of the parts without .part-…)")
    var output: String?

    @Option(help: "The format of the output. (default: by the ending of its name; without one, a folder of XYZ tiles)")
    var layout: ArchiveLayout?

    @Flag(help: "Replace an existing archive once the new one is complete.")
    var force = false

    @Flag(inversion: .prefixedNo, help: "Add index.html, a page that shows the tiles.")
    var preview = true

    @Flag(help: "Print the summary as JSON.")
    var json = false

    @Flag(name: [.short, .long], help: "Print no summary, except with --json.")
    var quiet = false

    package init() {}

    package func run() throws {
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
                    "\(output): \(Amounts.counted(summary.tiles, "tile")) from \(Amounts.counted(parts.count, "part")), "
                        + "\(Amounts.grouped(summary.repeatedTiles)) repeated, \(Amounts.bytes(summary.archiveBytes)), "
                        + "\(Amounts.short(summary.seconds)) s")
            }
        } catch let failure as BuildFailure {
            throw Complaint(failure, input: parts.first ?? "").reported()
        }
    }

    private func outputName() throws -> String {
        if let output { return output }
        guard let first = parts.first, let range = first.range(of: ".part-", options: .backwards) else {
            for part in parts where FileProblem(at: part) != nil { throw Complaint(unreadable: part).reported() }
            throw Complaint("name the archive with --output: the name of the first part has no .part-", .usage)
                .reported()
        }
        return String(first[..<range.lowerBound])
    }
}
