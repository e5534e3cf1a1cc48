import Foundation
import TestSupport
import Testing

@Suite("Programs in processes of their own")
struct TreeProcessCommandTests {
    private let folder: TemporaryFolder
    private let names = ["a", "b"].map { "arrivals*" + String(repeating: $0, count: 24) }

    init() throws { folder = try TemporaryFolder() }

    /// The processes that a process has started and that have not ended.
    private func children(of parent: Int32) -> Set<Int32> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return Set(
            names.compactMap { Int32($0) }.filter { process in
                guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                    let fields = text.lastIndex(of: ")").map({ text[$0...].split(separator: " ") })
                else { return false }
                return fields[1] != "Z" && fields[2] == "\(parent)"
            })
    }

    private func text(_ answer: (status: Int, body: Data)) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test("go on while another is stopped or traps, start again, and end with the server")
    func processes() async throws {
        let arguments = ["--interactive", "--tree-processes", "--tree-patience", "10"]
        let server = try RunningServer(
            arguments, of: "Arrivals", in: folder.path, environment: ["SWIFT_BACKTRACE": "enable=no"])
        let parent = server.process.processIdentifier
        let none = children(of: parent)
        #expect(try await server.get("/tiles/\(names[0]).json").status == 200)
        let first = try #require(children(of: parent).subtracting(none).first)
        #expect(try await server.get("/tiles/\(names[1]).json").status == 200)
        let second = try #require(children(of: parent).subtracting(none + [first]).first)
        let path = "/render/\(names[1])?x=0&y=0&width=50&height=50&scale=1"
        #expect(try String(contentsOfFile: "/proc/\(first)/comm", encoding: .utf8) == "Arrivals\n")
        // The first process does nothing at all, not even draw.
        kill(first, SIGSTOP)
        #expect(try await server.get(path).status == 200)
        // As after a trap.
        kill(first, SIGCONT)
        kill(first, SIGILL)
        #expect(server.waitForError(containing: "process \(first) of a viewer: the process ended by signal 4"))
        var answer = try await server.get("/tiles/\(names[0]).json")
        // On a slow machine, the new copy may exist already.
        if answer.status == 404 {
            #expect(
                text(answer).contains(
                    "“arrivals” can't be shown: its program has ended unexpectedly, and starts again in a moment"))
        }
        #expect(try await server.get(path).status == 200)
        while [404, 503].contains(answer.status) { answer = try await server.get("/tiles/\(names[0]).json") }
        #expect(answer.status == 200)
        let third = try #require(children(of: parent).subtracting(none + [second]).first)
        #expect(third != first)
        // Not a chance for the server to say goodbye.
        kill(parent, SIGKILL)
        while [second, third].contains(where: { !isOver($0) }) { try await Task.sleep(for: .milliseconds(10)) }
        _ = server.end()
    }

    @Test(
        "have limits that are checked, with the place of a setting",
        arguments: [
            ("TREE_PATIENCE", "0", "invalid tree patience 0: use 0.1 to 3,600 seconds"),
            ("TREE_PATIENCE", "long", "invalid value “long”: use a number"),
            ("TREE_MEMORY", "2GB", "the memory and the patience of trees need tree processes: set them, too"),
        ])
    func limits(_ name: String, _ value: String, _ message: String) throws {
        let run = try CommandLineRun.run(
            ["serve", "--port", "0", "--interactive"], of: "Arrivals", in: folder.path,
            environment: ["TILEWORK_\(name)": value])
        #expect(run.code != 0 && run.errors == "tilework: TILEWORK_\(name): \(message)\n")
    }

    private func isOver(_ process: Int32) -> Bool {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return text.isEmpty || text.contains(") Z ")
    }
}
