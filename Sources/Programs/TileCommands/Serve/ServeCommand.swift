import ArgumentParser
import CommandSupport
import Foundation
import RemoteArchives
import TileEngine
import TileServer

/// `tilework serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve drawings, images, and archives of tiles, with a viewer.",
        discussion: """
            Prints the URL of the gallery. Every file has a viewer at /view/{id}, tiles at /tiles/{id}/{z}/{x}/{y}.png, \
            TileJSON at /tiles/{id}.json, and Deep Zoom at /dzi/{id}.dzi. A document with several pages has a content for \
            each page, {id}-p1 and so on. Files are opened once the server listens; those that can't be shown are \
            reported, and the rest are served.

            The {id} of a file is its path without the ending, with dots for slashes and a dash for anything but letters, \
            digits, and _: floor.1.plan for floor/1/plan.svg. If two files have the same {id}, a hash of its path \
            is appended to each, such as plan-bcdfghjk; the {id} without a hash then lists both. An {id} with a hash always \
            leads to the same file, whatever else is in the folder.

            Archives are PMTiles, MBTiles, Deep Zoom, Zoomify, and folders of {z}/{x}/{y} tiles.

            Files may be at https:// and s3:// addresses. PMTiles and pyramids of tiles in TIFF files (Cloud Optimized \
            GeoTIFF) are read in parts; all others are copied to the cache folder. Credentials for s3:// are those of the \
            AWS tools.
            """)

    @Argument(help: "Files, folders of files, or addresses of files (https:// and s3://).")
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with more files, folders, and addresses, one a line; lines that start with # are comments.",
            valueName: "file"))
    var list: String?

    @Flag(help: "Serve the files of inner folders too.")
    var recursive = false

    @Flag(name: .customLong("follow-links"), help: "Serve links that lead out of their folder too.")
    var followsLinks = false

    @Flag(help: "Notice changed, added, and removed files without a restart.")
    var watch = false

    @OptionGroup var scheme: TileSchemeArguments

    @OptionGroup var passwords: PasswordArguments

    @OptionGroup var drawings: DrawingArguments

    @OptionGroup var rasters: RasterArguments

    @OptionGroup var arguments: ServeArguments

    @OptionGroup var cache: CacheArguments

    @Option(
        help: """
            The part of --memory for open drawings that nobody is viewing; the least recently viewed is closed. (default: \
            1/128 of the machine's memory, at least 256MB; all of --memory with --no-cache-dir)
            """,
        transform: ByteSize.reading)
    var openDrawings: ByteSize?

    func validate() throws {
        if UsageChecks.areSkipped { return }
        if paths.isEmpty, list == nil {
            throw ValidationError(
                "missing files: name files, folders, or addresses, or a file that lists them with --list")
        }
        if let openDrawings, let memory = arguments.budget.memory, openDrawings.bytes > memory.bytes {
            throw ValidationError(
                "the memory for open drawings (\(openDrawings.defaultValueDescription)) is a part of memory "
                    + "(\(memory.defaultValueDescription)) and can't be larger: lower one or raise the other")
        }
    }

    func run() async throws {
        var settings = try arguments.settings()
        let sources = try ServedSources(self.paths, list: self.list)
        let paths = sources.paths
        let hasRemotes = ServedSources.haveAddress(paths) || self.list != nil
        settings.limits.cache = try cache.cache(hasCopies: hasRemotes)
        settings.limits.decodesImagesAhead = true
        settings.limits.openDrawings = openDrawingsBudget(hasCache: settings.limits.cache != nil)
        try passwords.add(to: &settings.limits)
        settings.limits.drawings = drawings.preferences
        settings.limits.rasters = rasters.preferences
        settings.tileScheme = scheme.tileScheme
        let remotes = hasRemotes ? try cache.remotes(settings.limits) : nil
        defer { remotes?.end() }
        let listing = self.listing(sources, settings, remotes)
        let files = listing()
        if !ViewFiles.areOpenedHere, files.files.contains(where: { ViewFiles.areNamed($0.path) }) {
            // If the program is missing, the message about each such file says so, and the others are served.
            _ = ViewsProgram.become(for: "a nib or a storyboard")
        }
        for complaint in files.complaints { _ = complaint.reported() }
        for note in files.notes { StandardError.log(note) }
        let nothing = Complaint("\(sources.titles.joined(separator: ", ")): \(noFiles(paths))", .noInput)
        if files.files.isEmpty, !watch {
            throw files.complaints.first.map { ExitCode($0.code.rawValue) } ?? nothing.reported()
        }
        let policy: AccessPolicy
        do throws(Complaint) {
            policy = try arguments.access.policy() ?? AccessPolicy()
        } catch {
            throw error.reported()
        }
        let opening = FileOpening(files) { policy.isPrivate($0) }
        if arguments.check { throw try await arguments.checked(opening.offers, settings) }
        let following = ServedFilesWatch(
            files, opening: opening, followsEvents: watch, remotes: remotes, list: listing)
        arguments.reportAccess(AccessReview(policy, of: opening.offers))
        if watch {
            try await arguments.serve(opening.offers, settings: settings, watch: following) {
                opening.listens(at: $0)
            }
            return
        }
        try await arguments.serve(
            opening.offers, settings: settings, or: { await opening.nothingIsLeft() },
            watch: following
        ) {
            opening.listens(at: $0)
        }
        if opening.isWithoutContents {
            throw opening.firstComplaint.map { ExitCode($0.code.rawValue) } ?? nothing.reported()
        }
    }

    /// The end of the message for a command line without contents.
    private func noFiles(_ paths: [String]) -> String {
        var isFolder: ObjCBool = false
        let isAFolder = paths.allSatisfy {
            FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && isFolder.boolValue
        }
        guard isAFolder else { return "no readable files" }
        return paths.count == 1 ? "no readable files in this folder" : "no readable files in these folders"
    }

    /// Returns a function that lists the files: at the start, and when they may have changed. That is noticed with
    /// `--watch`, or announced by SIGHUP.
    private func listing(
        _ sources: ServedSources, _ settings: ServeSettings, _ remotes: RemoteContents?
    ) -> @Sendable () -> ServedFiles {
        let (isRecursive, followsLinks) = (recursive, followsLinks)
        return {
            ServedFiles(
                sources.current(), settings: settings, isRecursive: isRecursive, followsLinks: followsLinks,
                remotes: remotes)
        }
    }

    /// The memory for open drawings. A drawing from the cache folder opens again in some 20 ms, one without it takes
    /// half a second and more: only with a cache folder is the number of open drawings kept low.
    func openDrawingsBudget(hasCache: Bool) -> MemoryBudget? {
        if let openDrawings { return MemoryBudget(limit: openDrawings.bytes) }
        return hasCache ? MemoryBudget(limit: max(MachineMemory.bytes / 128, Self.leastOpenDrawings)) : nil
    }

    /// Bytes for about seven drawings of 15 MB, with all their operations. With the default memory for tiles, a server
    /// that shows a thousand such drawings once stays below 1 GB.
    private static let leastOpenDrawings = 256_000_000
}
