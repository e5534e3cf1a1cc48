import ArgumentParser
import Foundation
import TileAdapt

@main
struct AdaptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tilework-adapt",
        abstract: "Rewrites sources that were written for iOS so that they compile on Linux, and says what it did.",
        discussion: """
            All folders are read together: a method in one file is named by a selector in another. A second run changes \
            nothing.

              tilework-adapt Sources --output Adapted
              tilework-adapt Sources --in-place
              tilework-adapt Sources --dry-run --report all
            """)

    @Argument(help: "Folders of Swift sources, or single files.")
    var sources: [String]

    @Option(
        name: [.short, .long],
        help: "The folder that the adapted tree is written into, with all files that are no sources.")
    var output: String?

    @Flag(help: "Writes over the sources.")
    var inPlace = false

    @Flag(help: "Writes nothing, only says what would be done.")
    var dryRun = false

    @Flag(help: "Writes nothing, and ends with 1 when a source is not adapted yet.")
    var check = false

    @Option(
        help: ArgumentHelp("The module that all is compiled as: imports of it and of its parts go.", valueName: "name"))
    var module: String?

    @Flag(name: .customLong("no-outlets"), help: "Writes no tables of outlets: for sources that no nib is read with.")
    var hasNoOutlets = false

    @Option(
        help: ArgumentHelp(
            "The Swift file that stubs of what does not exist here are written to, so that more compiles.",
            valueName: "file"))
    var stub: String?

    @Option(help: "What is said: text, all (each change with its line) or json.")
    var report: ReportKind = .text

    func validate() throws {
        guard dryRun || check || inPlace != (output != nil) else {
            throw ValidationError("say where the adapted sources go: --output FOLDER, or --in-place")
        }
    }

    func run() throws {
        if let stub { try validate(stub: stub) }
        let tree = try SourceTree(sources, without: [output, stub].compactMap { $0 })
        guard !tree.sources.isEmpty else {
            throw AdaptFailure("no Swift files in \(sources.joined(separator: ", "))")
        }
        if let stub, let output, tree.writes(to: FilePlace(stub), in: output) {
            throw AdaptFailure("\(stub): a file of the adapted tree has this path")
        }
        let adapter = Adapter(
            AdaptOptions(mergedModule: module, ownModules: tree.modules, writesOutlets: !hasNoOutlets))
        let adaptation = adapter.adapt(tree.sources)
        if !dryRun, !check {
            if let output { try tree.write(adaptation, to: output) } else { try tree.overwrite(adaptation) }
        }
        let text = try report.text(of: adaptation, wrote: dryRun || check ? nil : output ?? "the sources")
        print(text, terminator: "")
        if let stub { try write(StubFile(adaptation), to: stub) }
        if check, !adaptation.changedNames.isEmpty { throw ExitCode(1) }
    }
}

extension AdaptCommand {
    /// Throws an error if stubs would replace a file that is no file of stubs.
    private func validate(stub: String) throws {
        guard !sources.contains(where: { FilePlace($0) == FilePlace(stub) }) else {
            throw AdaptFailure("\(stub): is also a source")
        }
        guard FileManager.default.fileExists(atPath: stub) else { return }
        let data = try Data(contentsOf: URL(fileURLWithPath: stub))
        guard data.isEmpty || data.starts(with: StubFile.mark.utf8) else {
            throw AdaptFailure("\(stub): is no file of stubs, and would be overwritten")
        }
    }

    /// Writes the stubs. A dry run only counts them.
    private func write(_ stubs: StubFile, to path: String) throws {
        let isWritten = !dryRun && !check
        if isWritten {
            let text = stubs.text ?? StubFile.empty
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        }
        guard report != .json else { return }
        let count = "\(stubs.names.count) \(stubs.names.count == 1 ? "name" : "names")"
        print("\nStubs of \(count), \(isWritten ? "written to \(path)" : "not written")")
        if !stubs.left.isEmpty { print("  without a stub: \(stubs.left.joined(separator: ", "))") }
    }
}

/// The reason why nothing was adapted.
struct AdaptFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
