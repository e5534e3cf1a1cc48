import ArgumentParser
import Testing

@testable import CommandSupport
@testable import TileCommands
@testable import ViewCommands

@Suite("A usage error")
struct UsageErrorTests {
    @Test(
        "is broken between words, and goes on under the first word after its label",
        arguments: [
            ("short", 20, "short"), ("", 20, ""),
            ("Error: one two three four", 14, "Error: one two\n       three\n       four"),
            ("See 'tilework build --help' for more", 20, "See 'tilework build\n--help' for more"),
            ("Error: a\nUsage: b c d e f g", 12, "Error: a\nUsage: b c d\n       e f g"),
            ("Error: abcdefghijklmnopqrstuvwxyz x", 12, "Error:\n       abcdefghijklmnopqrstuvwxyz\n       x"),
            ("    --option <value>  what it is", 20, "    --option <value>\n    what it is"),
        ])
    func wrapped(message: String, width: Int, expected: String) {
        #expect(UsageError.wrapped(message, width: width) == expected)
    }

    /// Whether this user may mount file systems in a separate namespace.
    private static let mayMount =
        (try? CommandLineRun.shell("unshare -rm mount -t tmpfs none /proc", in: "/").code) == 0

    @Test(
        "without /proc, where Swift reads the arguments, a command ends with a message",
        .enabled(if: mayMount, "this user may not mount in a namespace of its own (unshare -rm)"))
    func withoutProc() throws {
        let run = try CommandLineRun.shell(
            "unshare -rm sh -c 'mount -t tmpfs none /proc && exec \"$TILEWORK\" serve --port 0 .'", in: "/")
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors.contains("mount /proc"), "\(run.errors)")
    }
}

@Suite("Help")
struct HelpTests {
    /// Returns a command and all commands below it.
    private static func all(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap(all)
    }

    @Test("writes numbers as people do, and contracts “can not” as all messages do")
    func numbers() throws {
        let commands = Self.all(TileworkViewsCommand.self)
        #expect(commands.count > 12)
        for command in commands {
            let text = TileworkViewsCommand.helpMessage(for: command, columns: 400)
            let numbers = text.matches(of: /[^0-9.]([0-9]+\.0|[0-9]{5,})[^0-9.]/).map { String($0.1) }
            // Ports, and addresses for them, are not amounts.
            #expect(numbers.filter { $0 != "0.0" }.isEmpty, "\(command): \(numbers)")
            #expect(!text.contains("cannot"), "\(command)")
        }
    }
}
