import CommandSupport
import Foundation
import TestSupport
import Testing

@testable import TileCommands

@Suite("What needs views runs in tilework-views")
struct ViewsProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let board = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" useAutolayout="YES"
            initialViewController="a"><device id="retina4_7" orientation="portrait" appearance="light"/>
        <scenes><scene><objects><viewController title="Board" id="a"><view key="view" id="v">
        <rect key="frame" x="0" y="0" width="375" height="667"/>
        <color key="backgroundColor" red="0" green="0" blue="1" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
        </view></viewController></objects></scene></scenes></document>
        """

    @Test(
        "the commands film and perf, and lists of all options, need it",
        arguments: [
            ("film trace.json -o x.webp", ViewTask.command("film")), ("perf run traces", .command("perf")),
            ("help perf run", .command("perf")), ("--generate-completion-script bash", .listing),
            ("--generate-completion-script=zsh", .listing), ("--experimental-dump-help", .listing),
        ])
    func tasks(line: String, task: ViewTask) {
        #expect(ViewTask(line.split(separator: " ").map(String.init)) == task)
    }

    @Test(
        "other command lines do not",
        arguments: ["", "serve film", "help", "--help film", "--version", "build perf -o tiles", "films", "help serve"])
    func others(line: String) { #expect(ViewTask(line.split(separator: " ").map(String.init)) == nil) }

    @Test(
        "help, lists of options and messages are those of one program",
        arguments: [
            "--help", "film --help", "help perf", "perf run --help", "--version", "--experimental-dump-help",
            "--generate-completion-script bash", "perf nosuch", "film", "serve --nosuch",
        ])
    func sameTexts(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try CommandLineRun.run(words)
        let whole = try CommandLineRun.run(words, of: "tilework-views")
        #expect(run.output == whole.output && run.errors == whole.errors && run.code == whole.code, "\(run)")
        #expect(!(run.output + run.errors).contains("tilework-views"))
    }

    @Test(
        "a missing program is named with the places where it was looked for",
        arguments: [["film", "t.json", "-o", "x.webp"], ["perf", "run", "t.json"], ["film", "--help"]])
    func missing(words: [String]) throws {
        let run = try CommandLineRun.run(words, in: folder.path, environment: ["TILEWORK_VIEWS": "/nowhere/views"])
        #expect(run.code == 69 && run.output.isEmpty)
        #expect(
            run.errors == "tilework: \(words[0]) needs the program tilework-views, which was not found at "
                + "/nowhere/views: build it with “make views”, install it beside tilework, or set its path in "
                + "TILEWORK_VIEWS\n")
    }

    @Test("without it, completions list the commands, and other commands work")
    func without() throws {
        try folder.write("plan.svg", drawing())
        let environment = ["TILEWORK_VIEWS": "/nowhere/views"]
        let script = try CommandLineRun.run(["--generate-completion-script", "bash"], environment: environment)
        #expect(script.code == 0 && script.output.contains("film") && script.output.contains("--max-level"))
        let info = try CommandLineRun.run(["info", "plan.svg"], in: folder.path, environment: environment)
        #expect(info.code == 0 && info.output.contains("300 × 200"), "\(info)")
    }

    @Test("a nib or a storyboard is described and built by it")
    func files() throws {
        try folder.write("Main.storyboard", board)
        let info = try CommandLineRun.run(["info", "Main.storyboard"], in: folder.path)
        #expect(info.code == 0 && info.output.contains("375 × 667 points"), "\(info)")
        #expect(info.output.contains("scene 1") && info.output.contains("Board: UIViewController"))
        let build = try CommandLineRun.run(["build", "Main.storyboard", "-o", "tiles"], in: folder.path)
        #expect(build.code == 0 && folder.exists("tiles/0/0/0.png"), "\(build)")
        let missing = try CommandLineRun.run(
            ["info", "Main.storyboard"], in: folder.path, environment: ["TILEWORK_VIEWS": "/nowhere/views"])
        #expect(missing.code == 69 && missing.output.isEmpty)
        #expect(missing.errors.hasPrefix("tilework: Main.storyboard needs the program tilework-views"))
    }

    @Test("a folder with a storyboard is served by it; without it, the other files are served")
    func served() async throws {
        try folder.write("Main.storyboard", board)
        try folder.write("plan.svg", drawing())
        let server = try RunningServer(["."], in: folder.path)
        #expect(try await server.get("/tiles/Main/0/0/0.png").status == 200)
        #expect(try await server.get("/tiles/plan/0/0/0.png").status == 200)
        #expect(try await server.get("/view/Main").status == 200)
        let other = try RunningServer(["."], in: folder.path, environment: ["TILEWORK_VIEWS": "/nowhere/views"])
        #expect(try await other.get("/tiles/plan/0/0/0.png").status == 200)
        #expect(other.waitForError(containing: "need the program tilework-views"))
    }

    @Test("a build of tilework is measured by the program that it becomes")
    func behind() throws {
        try folder.write("tilework", "")
        #expect(ViewsProgram.path(behind: folder.file("tilework")) == nil)
        let views = try folder.write("tilework-views", "")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: views)
        #expect(ViewsProgram.path(behind: folder.file("tilework"))?.hasSuffix("/tilework-views") == true)
        try folder.write("SeatMap", "")
        #expect(ViewsProgram.path(behind: folder.file("SeatMap")) == nil)
        #expect(ViewsProgram.path(behind: folder.file("nosuch")) == nil)
    }
}
