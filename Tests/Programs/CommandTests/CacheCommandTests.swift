import Foundation
import TestSupport
import Testing

@Suite("The cache folder of the commands")
struct CacheCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let rects = (0..<4000).map { "<rect x='\($0 % 50 * 8)' y='\($0 / 50 * 8)' width='7' height='7' fill='#c33'/>" }
        try folder.write(
            "plan.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='640'>\(rects.joined())</svg>")
    }

    private func kept(_ name: String = "cache") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file(name)).sorted()
    }

    private func pictures(_ name: String = "cache") throws -> [String] {
        try kept(name).filter { $0.hasSuffix(".picture") }
    }

    @Test("keeps a drawing that info, build or serve has read, and says the same of it when it comes from there")
    func all() async throws {
        let plain = try CommandLineRun.run(["info", "plan.svg", "--no-cache-dir"], in: folder.path)
        for _ in 0..<2 {
            let run = try CommandLineRun.run(["info", "plan.svg", "--cache-dir", "cache"], in: folder.path)
            #expect(run.code == 0 && run.errors.isEmpty && run.output == plain.output)
            #expect(try pictures().count == 1)
        }
        for (output, arguments) in [
            ("a", ["--no-cache-dir"]), ("b", ["--cache-dir", "cache"]), ("c", ["--cache-dir", "new"]),
        ] {
            let run = try CommandLineRun.run(["build", "plan.svg", "-o", output, "-q"] + arguments, in: folder.path)
            #expect(run.code == 0, "\(run.errors)")
        }
        #expect(try pictures("new").count == 1)
        for tile in ["0/0/0", "1/0/0"] {
            let tiles = try ["a", "b", "c"].map {
                try Data(contentsOf: URL(fileURLWithPath: folder.file("\($0)/\(tile).png")))
            }
            #expect(tiles[0] == tiles[1] && tiles[0] == tiles[2])
        }
        let server = try RunningServer(["plan.svg", "--cache-dir", "cache"], in: folder.path)
        let tile = try await server.get("/tiles/plan/1/0/0.png")
        #expect(tile.status == 200 && server.end().code == 0)
        #expect(tile.body == (try Data(contentsOf: URL(fileURLWithPath: folder.file("a/1/0/0.png")))))
    }

    /// A folder of the kernel that not even root can write to.
    @Test("an empty folder that can only be read is no reason to end")
    func emptyReadOnlyFolder() async throws {
        let folderName = "/proc/self/task"
        let run = try CommandLineRun.run(["info", "plan.svg", "--cache-dir", folderName], in: folder.path)
        #expect(run.code == 0)
        #expect(run.errors.hasPrefix("tilework: \(folderName): nothing is cached there: "), "\(run.errors)")
        let server = try RunningServer(["plan.svg", "--cache-dir", folderName], in: folder.path)
        #expect(try await server.get("/tiles/plan/0/0/0.png").status == 200)
        let (code, errors) = server.end()
        #expect(code == 0)
        #expect(errors.split(separator: "\n").filter { $0.contains("nothing is cached there") }.count == 1)
    }

    @Test("is in the user's cache folder when none is named, and nowhere without a home")
    func standard() throws {
        let home = folder.file("home")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        func info(_ environment: String) throws -> CommandLineRun {
            try CommandLineRun.shell(
                "env -u TILEWORK_CACHE_DIR \(environment) \"$TILEWORK\" info plan.svg", in: folder.path)
        }
        #expect(try info("-u HOME -u XDG_CACHE_HOME").code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
        #expect(try info("-u XDG_CACHE_HOME HOME=\(home)").code == 0)
        #expect(try pictures("home/.cache/tilework").count == 1)
        #expect(try info("HOME=\(home) XDG_CACHE_HOME=\(folder.file("xdg"))").code == 0)
        #expect(try pictures("xdg/tilework").count == 1)
        // A folder that was not named explicitly may be missing.
        let none = try info("-u XDG_CACHE_HOME HOME=/dev/null")
        #expect(none.code == 0 && none.errors.isEmpty)
        #expect(try info("TILEWORK_CACHE_DIR=\(folder.file("named"))").code == 0)
        #expect(try pictures("named").count == 1)
    }

    @Test("one that can't be is an error that names it, and flags that contradict each other are")
    func wrong() throws {
        try folder.write("file", "text")
        let run = try CommandLineRun.run(["info", "plan.svg", "--cache-dir", "file"], in: folder.path)
        #expect(run.code == 73 && run.errors.contains("file: can't be used as the cache folder"), "\(run.errors)")
        for (arguments, problem) in [
            (["--no-cache-dir", "--cache-dir", "c"], "-cache-dir"),
            (["--cache-dir-size", "10kB"], "invalid cache folder size 10kB: use at least 1MB"),
        ] {
            let run = try CommandLineRun.run(["info", "plan.svg"] + arguments, in: folder.path)
            #expect(run.code == 64 && run.errors.contains(problem), "\(run.errors)")
        }
    }

    @Test("is shared by programs that write to it at one moment")
    func together() throws {
        let runs = try (0..<4).map { _ in
            try CommandLineRun.Started(
                CommandLineRun.executable(), ["info", "plan.svg", "--cache-dir", "cache"], in: folder.path)
        }
        let results = runs.map { $0.wait() }
        #expect(results.allSatisfy { $0.code == 0 && $0.errors.isEmpty && $0.output == results[0].output })
        #expect(try kept().filter { $0 != "key" && $0 != "lock" } == pictures() && pictures().count == 1)
    }

    @Test("is of use after a program was killed that was writing to it")
    func killed() throws {
        for _ in 0..<3 {
            let run = try CommandLineRun.Started(
                CommandLineRun.executable(), ["info", "plan.svg", "--cache-dir", "cache"], in: folder.path)
            // The process has begun to write, or has finished.
            while run.process.isRunning,
                (try? kept())?.contains(where: { $0.hasPrefix(".") && !$0.hasPrefix(".key") }) != true
            {
                sched_yield()
            }
            kill(run.process.processIdentifier, SIGKILL)
            _ = run.wait()
            let after = try CommandLineRun.run(["info", "plan.svg", "--cache-dir", "cache"], in: folder.path)
            #expect(after.code == 0 && after.errors.isEmpty)
            #expect(try pictures().count == 1)
            for name in try pictures() { unlink(folder.file("cache/\(name)")) }
        }
    }
}
