import ArgumentParser
import Foundation
public import TileContent
import TileGeometry
import TileServer

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
/// It is run as `program serve`, `program build -o tiles` or `program info`, with the options of `tilework`.
public protocol TileProgram: SendableMetatype {
    /// What is served and built. Called once, after the arguments turned out to be right; an error ends the program with
    /// code 65 and its description.
    static func documents() async throws -> [ContentDocument]

    /// What goes on beside the server while the contents are served: it may change them. Nothing, unless the program has its
    /// own. When the server ends it is cancelled; when it throws, that is reported and the server goes on.
    static func whileServing() async throws
}

extension TileProgram {
    public static func whileServing() async throws {}

    /// Runs the command that the process's arguments name, and ends the process with its exit code.
    public static func main() async { await ProgramCommand<Self>.run() }

    fileprivate static var name: String { ProcessInfo.processInfo.processName }

    /// - Throws: `ExitCode`, after the reason was reported.
    fileprivate static func documentsOrExit() async throws -> [ContentDocument] {
        let documents: [ContentDocument]
        do {
            documents = try await self.documents()
        } catch {
            throw Complaint("\(error)", .data).reported()
        }
        guard !documents.isEmpty else { throw Complaint("the program has nothing to show", .noInput).reported() }
        return documents
    }

    /// The one of that name; without a name the only one there is.
    fileprivate static func document(named name: String?) async throws -> ContentDocument {
        let documents = try await documentsOrExit()
        let names = documents.map(\.path).joined(separator: ", ")
        guard let name else {
            guard documents.count == 1 else { throw Complaint("name one of: \(names)", .usage).reported() }
            return documents[0]
        }
        guard let document = documents.first(where: { $0.path == name }) else {
            throw Complaint("there is no content named \(name); there are: \(names)", .noInput).reported()
        }
        return document
    }
}

/// The root of a program's commands.
struct ProgramCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Program.name, abstract: "Serve and build tiles of what this program draws.",
            discussion: TileworkCommand.exitCodes, version: TileworkCommand.version,
            subcommands: [
                ProgramServeCommand<Program>.self, ProgramBuildCommand<Program>.self, ProgramInfoCommand<Program>.self,
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

    func run() async throws {
        let settings = try arguments.settings()
        let documents = try await Program.documentsOrExit()
        var contents: [ServedContent] = []
        for (document, id) in zip(documents, ServedContent.ids(forFileNames: documents.map(\.path))) {
            for note in document.notes { StandardError.print("\(document.path): \(note)") }
            do {
                contents.append(try ServedContent(document, id: id, settings: settings))
            } catch {
                throw Complaint(error, input: document.path).reported()
            }
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
            try await arguments.serve(contents)
        }
    }
}

/// `program build`.
struct ProgramBuildCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "build", abstract: "Build all tiles of a content.",
            discussion: "The output appears under its name only when it is whole.")
    }

    @Argument(help: "The content; not needed when there is but one.")
    var name: String?

    @OptionGroup var arguments: BuildArguments

    func run() async throws { try arguments.build(try await Program.document(named: name)) }
}

/// `program info`.
struct ProgramInfoCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "info", abstract: "Say how large a content is, and how many tiles it has.")
    }

    @Argument(help: "The content; not needed when there is but one.")
    var name: String?

    @OptionGroup var arguments: InfoArguments

    func run() async throws { try arguments.describe(try await Program.document(named: name)) }
}
