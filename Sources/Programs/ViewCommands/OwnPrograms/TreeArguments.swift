import ArgumentParser
import CommandSupport
import Foundation
import TileCommands
import TileContent
import TileEngine
import TileServer
import ViewContent

/// The options of `program serve` for viewers' programs in processes of their own.
struct TreeArguments: ParsableArguments {
    @Flag(
        help: """
            With --interactive, give the private copy of each viewer a process of its own, with its own main thread: a \
            program that blocks it or traps affects its viewer only.
            """)
    var treeProcesses = false

    @Option(
        help: """
            With --tree-processes, the memory of its own that the process of a viewer may have. Each thread counts 8 MB. \
            (default: \(usualMemory.defaultValueDescription))
            """,
        transform: ByteSize.reading)
    var treeMemory = Self.usualMemory

    @Option(
        name: .customLong("tree-patience"),
        help: """
            With --tree-processes, the seconds after which a viewer's process is ended whose main thread does not answer \
            a touch.
            """)
    private var givenTreePatience = PlainNumber(20)

    var treePatience: Double { givenTreePatience.value }

    /// About as much as a program needs to start, with the stacks of two threads for each processor: those that draw,
    /// and those that answer.
    private static let leastMemory = 200_000_000 + 2 * ProcessInfo.processInfo.processorCount * (8 << 20)

    private static let usualMemory = ByteSize(bytes: max(1_000_000_000, leastMemory))

    func validate() throws {
        if UsageChecks.areSkipped { return }
        guard (0.1...3600).contains(treePatience) else {
            throw ValidationError(
                "invalid tree patience \(givenTreePatience.defaultValueDescription): use 0.1 to 3,600 seconds")
        }
        guard treeMemory.bytes >= Self.leastMemory else {
            let megabytes = (Self.leastMemory + 999_999) / 1_000_000
            throw ValidationError(
                "invalid tree memory \(treeMemory.defaultValueDescription): use at least \(megabytes)MB")
        }
    }

    /// Throws if an option has no effect. One that has its default value is tolerated.
    func check(isInteractive: Bool) throws {
        if UsageChecks.areSkipped { return }
        let usual = try Self.parse([])
        if treeProcesses, !isInteractive {
            throw ValidationError("tree processes need interactive views: set interactive, too")
        }
        if !treeProcesses, treeMemory != usual.treeMemory || treePatience != usual.treePatience {
            throw ValidationError("the memory and the patience of trees need tree processes: set them, too")
        }
    }

    /// Has the private copies of a content created in processes of their own.
    ///
    /// - Parameter name: The content's name among the documents of the program.
    func apply(to content: inout ServedContent, named name: String, mainThreadLimit: Double) {
        guard treeProcesses, content.own != nil else { return }
        let (patience, memory) = (treePatience, treeMemory.bytes)
        content.hasOwnProcesses = true
        content.own = {
            let arguments = [
                TreeCommandName.text, "--memory", "\(memory)", "--main-thread-limit", "\(mainThreadLimit)", "--", name,
            ]
            do throws(TreeFailure) {
                return try TreeProcess(arguments: arguments, patience: patience)
            } catch {
                StandardError.log("a viewer's program: \(error)")
                throw ContentRefusal(error.reasonForClients, mayPass: true)
            }
        }
    }
}

/// The name of the command for a process of one viewer.
enum TreeCommandName {
    static let text = "tree-process"
}

/// `program tree-process`, which `serve --tree-processes` starts for each viewer.
struct ProgramTreeCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: TreeCommandName.text, abstract: "Run the private copy of a content for one viewer.",
            shouldDisplay: false)
    }

    @Argument var name: String
    @Option var memory: Int
    @Option var mainThreadLimit: Double

    func validate() throws {
        guard memory > 0, mainThreadLimit > 0, mainThreadLimit.isFinite else {
            throw ValidationError("invalid limit: use numbers above 0")
        }
    }

    func run() async throws {
        MainThreadExecutor.shared.watchdog.limit = mainThreadLimit
        let host = TreeHost(memory: memory)
        let own = try await Program.reporting { try await Program.ownSource(of: name) }
        // Away from the threads of tasks, because it may wait for the main thread.
        Thread.detachNewThread {
            do {
                host.open(try own())
            } catch {
                StandardError.log("\(error)")
                Foundation.exit(Complaint.Code.data.rawValue)
            }
        }
        // Until the server has no more calls.
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
