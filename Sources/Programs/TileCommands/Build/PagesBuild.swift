import ArgumentParser
import CommandSupport
import Foundation
import TileArchives
import TileContent
import TileSupport

/// A build of several pages of a document, each as an archive of its own in one folder.
///
/// Finished pages are noted in a hidden folder until all are built, so that the same command continues with the others.
/// A page that can't be drawn does not keep the later ones from being built.
struct PagesBuild {
    /// The total of a finished build for `--json`.
    private struct Total: Encodable {
        var event = "pages"
        var output: String
        var pages = 0
        /// Pages that an earlier build had made.
        var earlierPages = 0
        /// Pages that can't be drawn.
        var failedPages: [Int] = []
        var tiles = 0
        var archiveBytes = 0
        var seconds = 0.0
    }

    private let document: ContentDocument
    private let pages: [Int]
    private let arguments: BuildArguments
    private let folder: PathName
    private let notes: FinishedPages
    private let interrupts = BuildInterrupts()

    /// Plans the build.
    ///
    /// - Parameter arguments: The options, with the folder as output.
    /// - Throws: `ExitCode`, after the reason was reported.
    init(_ document: ContentDocument, pages: [Int], arguments: BuildArguments) throws {
        self.document = document
        self.pages = pages
        self.arguments = arguments
        folder = PathName(arguments.output)
        notes = FinishedPages(of: PathName(document.path).stem, in: folder.path)
        if let refusal = Self.refusal(of: arguments) { throw Complaint(refusal, .usage).reported() }
        if TileArchive.layout(at: folder.path) != nil {
            throw Complaint("\(folder.path): a tile archive; choose another folder for the pages", .cannotCreate)
                .reported()
        }
    }

    /// The reason why the options don't fit a build of several pages, as a message; nil if they do.
    private static func refusal(of arguments: BuildArguments) -> String? {
        let output = arguments.output
        let advice = "each of several pages is an archive of its own"
        if arguments.shard != nil {
            return "--shard can't be combined with several pages: give each machine its own --pages"
        }
        if output.contains("://") {
            return "\(output): \(advice), so the output must be a folder on this machine"
        }
        guard let reason = OutputEnding.refusal(ofFolder: output) else { return nil }
        guard let layout = ArchiveLayout(fileExtension: PathName(output).fileExtension), output != "-" else {
            return "--output \(output): \(reason)"
        }
        return "--output \(output): \(advice), so this must be a folder: use --layout \(layout.rawValue) "
            + "-o \(ShellWord.quoted(PathName(PathName(output).path).stem + "/"))"
    }

    /// Returns the name of a page's archive: `plan-p12.pmtiles`.
    private func name(of page: Int) -> String {
        let layout = arguments.layout ?? .xyz
        let ending = layout.nameEnding.map { ".\($0)" } ?? ""
        return "\(PathName(document.path).stem)-p\(page)\(ending)"
    }

    private func path(of page: Int) -> String { "\(folder.path == "/" ? "" : folder.path)/\(name(of: page))" }

    /// Builds the pages.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func run(variant: (Int) -> String) throws {
        try interrupts.handle { try runPages(variant: variant) }
    }

    private func runPages(variant: (Int) -> String) throws {
        let start = ContinuousClock.now
        let isCreated = try !arguments.dryRun && prepare()
        // An empty folder is of no use.
        defer { if isCreated { rmdir(folder.path) } }
        var total = Total(output: arguments.output)
        var failure: ExitCode?
        for note in document.notes { StandardError.print("\(document.path): \(note)") }
        try arguments.reportOmissions(of: try document.addingOmissions(ofPage: nil))
        for (index, page) in pages.enumerated() {
            if interrupts.isStopped {
                StandardError.print(
                    "tilework: stopped after \(Amounts.grouped(index)) of \(Amounts.counted(pages.count, "page")); run "
                        + "the same command to continue")
                throw ExitCode(Complaint.Code.interrupted.rawValue)
            }
            do {
                guard let summary = try build(page, variant: variant(page)) else {
                    total.earlierPages += 1
                    continue
                }
                total.pages += 1
                total.tiles += summary.tiles
                total.archiveBytes += summary.archiveBytes
            } catch let code as ExitCode where code.rawValue == Complaint.Code.data.rawValue {
                total.failedPages.append(page)
                failure = code
            }
        }
        total.seconds = (ContinuousClock.now - start) / .seconds(1)
        // Finished pages stay noted while others failed, because the same command may be run again.
        if !arguments.dryRun, failure == nil { notes.forget(pages) }
        try report(total)
        if let failure { throw failure }
    }

    private func report(_ total: Total) throws {
        if arguments.json {
            try ResultOutput.print(ResultOutput.json(total))
        } else if !arguments.quiet {
            try ResultOutput.print(
                "\(arguments.output): \(Amounts.counted(total.pages, "page")), "
                    + (arguments.dryRun ? "none written, " : "")
                    + (total.earlierPages > 0 ? "\(Amounts.grouped(total.earlierPages)) from an earlier build, " : "")
                    + (total.failedPages.isEmpty ? "" : "\(Amounts.grouped(total.failedPages.count)) failed, ")
                    + "\(Amounts.counted(total.tiles, "tile")), \(Amounts.bytes(total.archiveBytes)), "
                    + "\(Amounts.short(total.seconds)) s")
        }
    }

    /// Creates the folder, and checks that no page would replace something else.
    ///
    /// - Returns: Whether the folder did not exist.
    private func prepare() throws -> Bool {
        if mkdir(folder.path, 0o777) == 0 { return true }
        guard errno == EEXIST else {
            let problem = CreationProblem(errno, folder: folder.folder)
            throw Complaint("\(folder.path): can't be created: \(problem)", .cannotCreate).reported()
        }
        guard !arguments.force, !arguments.update else { return false }
        for page in pages where !notes.contain(page) && isTaken(path(of: page)) {
            throw Complaint(BuildFailure.exists(path: path(of: page)), input: document.path).reported()
        }
        return false
    }

    private func isTaken(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFDIR
            || (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty != true
    }

    /// Builds a page; nil if an earlier build has finished it.
    private func build(_ page: Int, variant: String) throws -> BuildSummary? {
        var one = arguments
        let path = path(of: page)
        // The slash says that a name such as plan.v2-p1 is a folder's.
        let isFolder = (arguments.layout ?? .xyz).nameEnding == nil
        one.output = isFolder && !PathName(path).fileExtension.isEmpty ? path + "/" : path
        let content = try document.page(page, isNoted: false).addingOmissions(ofPage: page, isAlone: false)
        let built = BuiltPage(number: page, interrupts: interrupts)
        guard !arguments.dryRun else { return try one.build(content, variant: variant, page: built) }
        do {
            let identity = try one.identity(of: content, variant: variant)
            if let earlier = notes.identity(of: page), isTaken(path) {
                if arguments.restart {
                    one.force = true
                } else {
                    let differences = try one.differences(of: content, from: earlier, variant: variant)
                    if differences?.isEmpty == true { return nil }
                    if !one.force, !one.update {
                        guard let differences else { throw BuildFailure.exists(path: path) }
                        throw BuildFailure.changed(path: path, differences: differences)
                    }
                }
            }
            // Without --force, nothing but this build makes an archive of this name, so it is noted before it appears.
            // With it, the archive of an earlier build may be there.
            if !one.force, !one.update { try notes.note(page, identity) }
            let summary = try one.build(content, variant: variant, page: built)
            try notes.note(page, identity)
            return summary
        } catch let failure as BuildFailure {
            let code = Complaint(failure, input: document.path).reported()
            switch failure {
            // The options may fit other pages.
            case .option, .pyramid: throw ExitCode(Complaint.Code.data.rawValue)
            default: throw code
            }
        }
    }
}
