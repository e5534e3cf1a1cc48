import ArgumentParser
import CommandSupport
import Foundation
import TileCommands
public import TileContent
public import TileControllers
import TileEngine
import TileGeometry
import TileServer
import ViewContent

/// A program of one's own with the commands of `tilework`, for contents that its code makes. One tree of views is a
/// `ViewProgram`.
///
///     @main
///     struct Floors: TileProgram {
///         static func documents() -> [ContentDocument] {
///             (1...9).map { floor in
///                 let plan = FloorPlan(frame: CGRect(x: 0, y: 0, width: 4000, height: 3000), floor: floor)
///                 return ContentDocument(views: ViewSource(plan), name: "floor-\(floor)")
///             }
///         }
///     }
///
/// It is run as `program serve`, `program build -o tiles`, `program info`, `program film -o film.webp` or
/// `program perf`, with the options of `tilework`.
public protocol TileProgram: SendableMetatype {
    /// The contents to serve and build, also used by traces of the content `{"program": name}`. Called once in each
    /// process, after the arguments are checked. An error ends the program with code 65 and its description. A method
    /// with `@MainActor` makes controllers on the main thread, where they stay.
    ///
    /// With `serve --tree-processes`, it is also called in the process of each viewer, so it should be cheap and change
    /// nothing outside the process. A `ViewProgram` makes only the viewer's own content there.
    static func documents() async throws -> [ContentDocument]

    /// Screens that traces show, push and present (`program perf`), by the names that they have there: their content is
    /// `{"controller": name}` then. None, unless the program has some.
    static var controllers: [String: @Sendable () -> UIViewController] { get }

    /// Runs beside the server while the contents are served, and may change them. The default does nothing. The task is
    /// cancelled when the server ends. An error is reported, and the server continues.
    static func whileServing() async throws
}

extension TileProgram {
    public static var controllers: [String: @Sendable () -> UIViewController] { [:] }

    public static func whileServing() async throws {}

    /// Runs the command that the process's arguments name, and ends the process with its exit code.
    public static func main() {
        CommandProgram.runWithViews(ProgramCommand<Self>.self)
    }

    fileprivate static var name: String { ProcessInfo.processInfo.processName }

    fileprivate static func someDocuments() async throws(Complaint) -> [ContentDocument] {
        let documents: [ContentDocument]
        do {
            documents = try await self.documents()
        } catch {
            throw Complaint("\(error)", .data)
        }
        guard !documents.isEmpty else { throw Complaint("the program has no content", .noInput) }
        return documents
    }

    /// The content of a name; without one, the program's only content.
    static func document(named name: String?) async throws(Complaint) -> ContentDocument {
        let documents = try await someDocuments()
        let names = documents.map(\.path).joined(separator: ", ")
        guard let name else {
            guard documents.count == 1 else { throw Complaint("name the content: one of \(names)", .usage) }
            return documents[0]
        }
        guard let document = documents.first(where: { $0.path == name }) else {
            throw Complaint("no content named \(name): use one of \(names)", .noInput)
        }
        return document
    }

    /// Returns the function that creates the private copy of a content. Doesn't create the content if it need not.
    static func ownSource(of name: String) async throws(Complaint) -> @Sendable () throws -> any TileSource {
        if let program = self as? any ViewProgram.Type, let own = program.anyOwnContent(named: name) { return own }
        guard let own = try await document(named: name).own else {
            throw Complaint("\(name): viewers have no private copies of it", .noInput)
        }
        return own
    }

    /// - Throws: `ExitCode`, after the reason was reported.
    static func reporting<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let complaint as Complaint {
            throw complaint.reported()
        }
    }
}

/// The root of a program's commands.
struct ProgramCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Program.name,
            abstract: "Serve and build tiles of this program's contents, and replay scrolls over them.",
            discussion: TileworkCommand.exitCodes, version: TileworkCommand.version,
            subcommands: [
                ProgramServeCommand<Program>.self, ProgramBuildCommand<Program>.self, MergeCommand.self,
                ProgramInfoCommand<Program>.self, ProgramFilmCommand<Program>.self,
                ProgramPerfCommand<Program>.self, ProgramTreeCommand<Program>.self,
            ])
    }
}

/// `program serve`.
struct ProgramServeCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve", abstract: "Serve the program's contents as tiles, with a viewer.",
            discussion: "Prints the URL of the gallery.")
    }

    @OptionGroup var arguments: ServeArguments

    @OptionGroup var trees: TreeArguments

    @Option(
        name: .customLong("main-thread-limit"),
        help: """
            The seconds after which the log says that view controllers wait for the main thread, or that a program has \
            not finished launching.
            """)
    private var givenMainThreadLimit = PlainNumber(MainThreadExecutor.usualLimit)

    func validate() throws {
        if UsageChecks.areSkipped { return }
        let limit = givenMainThreadLimit.value
        guard limit >= 0.01, limit.isFinite else {
            throw ValidationError(
                "invalid main thread limit \(givenMainThreadLimit.defaultValueDescription): use a number of seconds "
                    + "from 0.01")
        }
        try trees.check(isInteractive: arguments.interactive)
    }

    func run() async throws {
        MainThreadExecutor.shared.watchdog.limit = givenMainThreadLimit.value
        let settings = try arguments.settings()
        let documents = try await Program.reporting { try await Program.someDocuments() }
        var contents: [ServedContent] = []
        let ids = ServedContent.ids(forFileNames: documents.map(\.path))
        for (document, id) in zip(documents, ids) {
            for note in document.notes { StandardError.log("\(document.path): \(note)") }
            do {
                var content = try ServedContent(document, id: id, settings: settings)
                if let variant = document.variant,
                    let index = documents.firstIndex(where: { $0.path == variant.path })
                {
                    content.variant = ServedContent.Variant(of: ids[index], query: variant.query)
                }
                trees.apply(to: &content, named: document.path, mainThreadLimit: givenMainThreadLimit.value)
                contents.append(content)
            } catch {
                throw Complaint(error, input: document.path).reported()
            }
        }
        if arguments.check {
            throw try await arguments.checked(contents.map { OfferedContent($0) }, settings, of: "content")
        }
        try await withThrowingTaskGroup { group in
            group.addTask {
                do {
                    try await Program.whileServing()
                } catch is CancellationError {
                } catch {
                    _ = Complaint("\(error)", .data).reported()
                }
            }
            defer { group.cancelAll() }
            try await arguments.serve(contents, settings: settings)
        }
    }
}

/// `program build`.
struct ProgramBuildCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "build", abstract: "Build a tile archive from a content.",
            discussion: "The output appears under its name only when it is complete.")
    }

    @Argument(help: "The content; optional if the program has only one.")
    var name: String?

    @OptionGroup var arguments: BuildArguments

    func run() async throws {
        ProgramTime.ofProcess = .virtual
        try arguments.build(try await Program.reporting { try await Program.document(named: name) })
    }
}

/// `program info`.
struct ProgramInfoCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "info", abstract: "Describe a content: its size and its tiles.")
    }

    @Argument(help: "The content; optional if the program has only one.")
    var name: String?

    @OptionGroup var arguments: InfoArguments

    func run() async throws {
        ProgramTime.ofProcess = .virtual
        try arguments.describe(try await Program.reporting { try await Program.document(named: name) })
    }
}
